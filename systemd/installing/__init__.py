"""The installer. It can be run again at any time: what is as it should be is left alone, and it says so.

main       the command: which steps, in which order, and what is said
step       a step (is it so? make it so, take it back) and how a list of them is gone through
place      where: this system, an image, a folder; files written whole or not at all; commands
system     what this system must be before anything is changed
packages   Debian's packages, from the archive or a folder
program    /opt/mopsbox: one folder a version, the newest switched to in one stroke, the one before kept
files      units, the box's user, device rules
bootfiles  what is written into config.txt and cmdline.txt, and taken out again to the byte;  boot: the step
overlays   which pins somebody's line in config.txt takes
service    started at power-on; a running box takes the new program

Python's own library only: it runs on a fresh system.
"""
