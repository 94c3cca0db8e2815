"""What runs on the buzzer hub, a Raspberry Pi Pico under MicroPython; the service shares `hubproto` with it."""
