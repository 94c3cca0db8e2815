"""What the table is told about its buzzers: one that is stuck, one with a loose contact. Pure."""

from __future__ import annotations

from dataclasses import replace

from .stage import Box, Notice, notice
from .table import SECOND, Ruling, Seat

OFTEN, WITHIN = 3, 10 * SECOND  # a contact that chatters so often in that time is loose; once, it was a clumsy press


def told(box: Box, ruling: Ruling) -> Box:
    """The box with the notice this finding raises or ends. A contact comes to rest after every chatter: the notice of
    a loose one stays until it does so without having chattered for a while."""
    t, seat, source = ruling.t, ruling.seat, f"buzzer {ruling.seat}"
    match ruling.said:
        case "stuck":
            return notice(box, source, Notice("stuck", seat))
        case "chatter":
            box = replace(box, chatter=(*(c for c in box.chatter if t - c[1] < WITHIN), (seat, t)))
            return notice(box, source, Notice("chatter", seat)) if often(box, seat) else box
        case "rearmed":
            loose = (source, Notice("chatter", seat)) in box.notices
            lately = any(who == seat and t - at < WITHIN for who, at in box.chatter)
            return box if loose and lately else notice(box, source, None)
        case _:
            return box


def often(box: Box, seat: Seat) -> bool:
    """When a buzzer has just chattered: so often lately that its contact is loose?"""
    return sum(who == seat for who, _ in box.chatter) >= OFTEN
