"""The whole box in a virtual machine: a real kernel, real GPIO lines (gpio-sim), a real KMS screen, real systemd.

recipe    what is needed, and where it is kept
kernel    Debian's kernel, the module gpio-sim made from Debian's source, the first file system
root      Debian's user land, our unit files, the disk image;  code: the disk with the program of now
machine   one machine: boot, press, look, pull the plug;  qmp, talk: its two wires
player    somebody who plays at it;  guest/: what runs inside

Everything comes from the Debian archives this computer uses; nothing binary lies in the repository. x86_64 under plain
software emulation: right for what happens and in which order, not for how fast (facts/boxtest.md).
"""
