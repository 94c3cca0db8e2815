"""One picture into a file, without any screen: for looking at a view and for tests.

snap(scene, Look(w=143.1, h=85.9, px=5.59), (800, 480), "race.png")
"""

from __future__ import annotations

from pathlib import Path

import pygame

from ..places import StoreFault
from ..scene import Look, Scene
from .painter import Painter


def shot(scene: Scene, look: Look, size: tuple[int, int], rotation: int = 0) -> pygame.Surface:
    """The scene as a surface of `size` px."""
    surface = pygame.Surface(size, 0, 32)
    Painter(size, look, rotation).paint(surface, scene)
    return surface


def snap(scene: Scene, look: Look, size: tuple[int, int], path: Path | str, rotation: int = 0) -> None:
    """Write the scene as PNG. Raises StoreFault."""
    save(shot(scene, look, size, rotation), path)


def save(surface: pygame.Surface, path: Path | str) -> None:
    """Write a surface as PNG. Raises StoreFault."""
    try:
        pygame.image.save(surface, str(path))
    except (pygame.error, OSError) as error:
        raise StoreFault("disk-fault", path, str(error)) from error
