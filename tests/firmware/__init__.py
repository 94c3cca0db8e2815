"""The hub's firmware, in layers: the protocol and the core under CPython and MicroPython, the sampler in emulation."""
