"""The desktop's window: over the whole screen or not, and what fits into it."""

from __future__ import annotations

import warnings

import pygame


class Frame:
    """`desktop`: pixels of the whole screen. Whoever leaves it without having had a window gets one in its middle."""

    def __init__(self, desktop: tuple[int, int]) -> None:
        w, h = desktop
        self._size, self._corner = (w * 3 // 4, h * 3 // 4), (w // 8, h // 8)

    def toggle(self) -> bool:
        """The whole screen, or the window that was there before; is it the whole screen now? The window's surface is
        another one. Without a window manager nobody else moves and sizes the window: it is told of both."""
        if not pygame.display.is_fullscreen():
            self._size, self._corner = pygame.display.get_window_size(), pygame.display.get_window_position()
            pygame.display.set_window_position((0, 0))
            pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
            return True
        with warnings.catch_warnings(action="ignore"):  # a window manager may have its own way
            for _ in range(2):  # first the screen is left, then the size taken
                pygame.display.set_mode(self._size, pygame.RESIZABLE)
        pygame.display.set_window_position(self._corner)
        return False


def inside(size: tuple[int, int], room: tuple[int, int]) -> pygame.Rect:
    """The largest rectangle of that shape, in the middle of the room."""
    part = min(there / mine for there, mine in zip(room, size, strict=True))
    inside = pygame.Rect(0, 0, max(1, round(size[0] * part)), max(1, round(size[1] * part)))
    inside.center = room[0] // 2, room[1] // 2
    return inside.clamp((0, 0, *room))
