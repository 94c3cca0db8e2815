"""The whole box in a virtual machine: a real kernel, real GPIO lines (gpio-sim), a real KMS screen, real systemd.

recipe    what is needed, and where its parts are kept
kernel    Debian's kernel, the module gpio-sim made from Debian's source, the first file system
root      the disks: Debian's user land with our unit files, and the program of now
parcel    a disk with what the installer takes from a folder;  installed: a clean machine it has run on
machine   one machine: boot, press, look, pull the plug;  wires: how one talks to it
player    somebody who plays at it;  pictures: what the screen should show;  plug: a game whose plug is pulled
stick     a USB stick, made and read here
guest/    what runs inside: root/ its own files, clean/ those of a system before Mopsbox, native/ exact presses in C,
          code/ many races without the screen

Everything comes from the Debian archives this computer uses; nothing binary lies in the repository. x86_64 under plain
software emulation: right for what happens and in which order, not for how fast (facts/boxtest.md).
"""
