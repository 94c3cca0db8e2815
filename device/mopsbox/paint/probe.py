"""Which screen there is, as one JSON line: `python -m mopsbox.paint.probe`.

A process of its own: a graphics driver that hangs or breaks takes only this one along, and the self-check says so.
"""

from __future__ import annotations

import json

import pygame

from . import console


def look() -> dict[str, object]:
    """SDL's driver, and of its first display the size in pixels and the refresh rate in Hz; or why there is none."""
    console.prepare()
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        width, height = pygame.display.get_desktop_sizes()[0]
        return {"driver": driver, "size": [width, height], "hz": pygame.display.get_desktop_refresh_rates()[0]}
    except pygame.error as error:
        return {"error": str(error)}
    finally:
        pygame.display.quit()


if __name__ == "__main__":
    print(json.dumps(look()))
