"""Atkinson Hyperlegible (Braille Institute, SIL Open Font License: OFL.txt), unchanged, and its measured advances."""
