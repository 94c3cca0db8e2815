"""Signs for words, on the dark table: keys as printed on the box, ticks and crosses, the menu's signs."""

from __future__ import annotations

from collections.abc import Callable

from .palette import BACK, CREAM, GOLD, GREEN, INK, KEY, LINE, NIGHT, RED, STEEL, WHITE
from .pen import Number, circle, group, path, svg
from .things import disc, paw

TICK, CROSS = "M58 104L88 134L144 70", "M64 64L136 136M136 64L64 136"
SPEAKER = path("M30 76H64L108 40V160L64 124H30Z", INK, stroke="none")


def _icon(*parts: str) -> str:
    return svg(parts)


def _key(sign: str) -> str:
    """A button's cap as printed on it, with a filled sign."""
    return _icon(_cap(KEY), path(sign, INK, stroke=INK))


def _cap(ground: str) -> str:
    return circle(100, 100, 96, ground, stroke="none")


def _sign(d: str, width: Number = 20) -> str:
    return _icon(path(d, stroke=INK, stroke_width=width))


def _gear() -> str:
    def around(d: str, **attributes: str) -> list[str]:
        return [group([path(d, STEEL, **attributes)], 100, 100, k * 45) for k in range(8)]

    teeth, over = around("M-15-60L-10-88H10L15-60Z"), around("M-12-62L-8-82H8L12-62Z", stroke="none")
    return _icon(*teeth, circle(100, 100, 62, STEEL), *over, circle(100, 100, 25, "#263645"))


def _boxed(ground: str, sign: str) -> str:
    return _icon(ground, path(sign, stroke_width=34), path(sign, stroke=WHITE, stroke_width=20))


def _cross() -> str:
    square = "M42 30H158Q170 30 170 42V158Q170 170 158 170H42Q30 170 30 158V42Q30 30 42 30Z"
    return _icon(path(square, RED), path(CROSS, stroke_width=36), path(CROSS, stroke=WHITE, stroke_width=22))


def _warning() -> str:
    triangle = "M89 22Q100 6 111 22L175 132Q182 150 164 152H36Q18 150 25 132Z"
    return _icon(path(triangle, GOLD), path("M100 58V98", stroke_width=19), circle(100, 126, 11, LINE, stroke="none"))


def _crown() -> str:
    band = path("M46 146L26 72L70 92L100 38L130 92L174 72L154 146Q100 128 46 146Z", GOLD)
    balls = [circle(27, 68, 11, GOLD), circle(173, 68, 11, GOLD), circle(100, 36, 12, GOLD)]
    return _icon(band, *balls, path("M100 92L116 110L100 128L84 110Z", RED))


def _back() -> str:
    arrow = path("M80 62L56 86L80 110M60 86H124C150 86 150 136 124 136H92", stroke=INK, stroke_width=14)
    return _icon(_cap(KEY), arrow)


ICONS: dict[str, Callable[[], str]] = {
    "left": lambda: _key("M66 100L120 64V136Z"),
    "right": lambda: _key("M134 100L80 64V136Z"),
    "ok": lambda: _icon(_cap(INK), path(TICK, stroke=NIGHT, stroke_width=18)),
    "back": _back,
    "check": lambda: _sign("M44 108L84 148L156 58", 22),
    "no": lambda: _sign("M52 52L148 148M148 52L52 148", 22),
    "arrow": lambda: _sign("M32 100H166M116 52L166 100L116 148"),
    "sum": lambda: _sign("M148 44H56L112 100L56 156H148"),
    "tick": lambda: _boxed(circle(100, 100, 88, GREEN), TICK),
    "cross": _cross,
    "warning": _warning,
    "crown": _crown,
    "paw": lambda: disc(circle(100, 100, 92, BACK, stroke="none"), paw(100, 108, 0, 2.3, CREAM)),
    "gear": _gear,
    "power": lambda: _sign("M100 30V92M62 56A60 60 0 1 0 138 56"),
    "mute": lambda: _icon(SPEAKER, path("M132 80L172 120M172 80L132 120", stroke=INK, stroke_width=16)),
    "sound": lambda: _icon(
        SPEAKER, path("M130 76Q148 100 130 124M152 56Q184 100 152 144", stroke=INK, stroke_width=14)
    ),
}
