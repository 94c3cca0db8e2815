"""The box's own pug: the logo, asleep and awake on its buzzer, the champion of the podium; and the buzzer alone."""

from __future__ import annotations

from . import props
from .body import buzzer, collar, foreleg, sitting
from .head import pug
from .palette import COATS, GOLD, VIOLET, WHITE
from .pen import both, circle, group, path, svg

FUR = COATS["fawn"].fur
STAR = "M0-15L4.4-5.2L15-4.6L6.8 2.2L9.4 12.6L0 6.8L-9.4 12.6L-6.8 2.2L-15-4.6L-4.4-5.2Z"


def logo() -> str:
    """Was first: the paws are on the buzzer."""
    flash = path("M26 104L14 96M22 128H8M174 104L186 96M178 128H192", stroke=GOLD)
    head = group(pug("fawn", (0, 0)), 100, 66)
    paws = [foreleg(82, 136, FUR, -6), foreleg(118, 136, FUR, 6)]
    return svg([_shoulders(64), head, buzzer(100, 160, 0.82, down=True), *paws, flash])


def asleep() -> str:
    """Nobody has pressed anything for a while."""
    sleeping = path("M124 32H139L124 48H139M135 15H143L135 23H143", stroke=WHITE, stroke_width=7)
    head = group(pug("fawn", "shut", False), 96, 92)
    paws = [foreleg(51, 134, FUR, 24), foreleg(141, 134, FUR, -24)]
    return svg([buzzer(100, 160, 0.82, down=True), head, *paws, sleeping])


def awake() -> str:
    """Somebody is there."""
    head = group(pug("fawn", (2, 0)), 100, 66)
    paws = both(lambda s: foreleg(100 + s * 54, 134, FUR, -s * 20))
    return svg([_shoulders(62), buzzer(100, 160, 0.82), head, paws])


def _shoulders(y: int) -> str:
    """What of a body is seen behind the buzzer, below a head at (100, y)."""
    return path(f"M66 {y + 30}C50 {y + 56} 48 {y + 84} 54 {y + 104}H146C152 {y + 84} 150 {y + 56} 134 {y + 30}Z", FUR)


def champion() -> str:
    """Sits up, crowned, with a medal."""
    star = group([path(STAR, WHITE, stroke="none")], 0, 78, scale=0.7)
    medal = [collar(52, 30, VIOLET), circle(0, 78, 17, GOLD), star]
    crown = group(props.crown(), 0, 8, scale=0.8)
    return svg([group([*sitting(FUR), *medal, *pug("fawn", "happy", True), crown], 100, 78, scale=0.92)])


def the_buzzer(down: bool = False) -> str:
    return svg([buzzer(100, 120, 1.15, down)])
