"""Under MicroPython: `micropython run_tests.py MODULE` runs the module's tests and says each that passed."""

import sys

module = __import__(sys.argv[1])
for name in sorted(dir(module)):
    if name.startswith("test_"):
        getattr(module, name)()
        print(name)
