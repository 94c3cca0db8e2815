"""What tells the twelve pugs apart: hats and things, each with a silhouette of its own. The head's middle is (0, 0)."""

from __future__ import annotations

from .head import eye
from .palette import BLUE, CYAN, GOLD, LINE, ORANGE, PINK, POLISHED, RED, SHADE, VIOLET, WHITE
from .pen import Number, both, circle, figure, group, oval, path, pipe


def bone_path(length: Number, thick: Number, knob: Number) -> str:
    """A bone along the x axis: half its length, half its thickness, its knobs' radius."""
    a, end = f"A{knob} {knob} 0 1 1 ", figure(length + knob * 0.8)
    return f"M{-length}-{thick}H{length}{a}{end} 0{a}{length} {thick}H-{length}{a}-{end} 0{a}{-length}-{thick}Z"


# --- the round family


def crown() -> list[str]:
    return [
        path("M-42-30L-54-84L-25-62L0-100L25-62L54-84L42-30Q0-46-42-30Z", GOLD),
        circle(-54, -86, 8, GOLD),
        circle(54, -86, 8, GOLD),
        circle(0, -102, 9, GOLD),
        path("M0-70L11-57L0-44L-11-57Z", RED),
    ]


def ermine() -> list[str]:
    """A king's collar."""
    collar = "M-48 27C-34 47 34 47 48 27C59 31 63 45 56 53C33 74-33 74-56 53C-63 45-59 31-48 27Z"
    tails = ((-43, 42), (-16, 52), (16, 52), (43, 42))
    return [path(collar, WHITE), *(path(f"M{x} {y}l4 9h-8Z", LINE, stroke="none") for x, y in tails)]


def nightcap() -> list[str]:
    star = "M-14-84L-10-75L0-74L-7-67L-5-57L-14-62L-23-57L-21-67L-28-74L-18-75Z"
    return [
        path("M-48-32C-48-84-8-112 34-100C76-88 96-48 92-2L70-4C68-30 60-42 48-48L48-32Z", BLUE),
        path(star, GOLD, stroke="none"),
        circle(24, -72, 6, GOLD, stroke="none"),
        circle(66, -42, 6, GOLD, stroke="none"),
        path("M-48-24C-58-24-60-44-50-46Q0-64 50-46C60-44 58-24 48-24Q0-40-48-24Z", WHITE),
        circle(80, 10, 21, WHITE),
    ]


def chef() -> list[str]:
    cloud = "M-36-32L-42-58C-72-60-74-98-46-100C-40-122-14-124 0-114C14-124 40-122 46-100C74-98 72-60 42-58L36-32"
    return [
        path(cloud + "Q0-46-36-32Z", WHITE),
        path("M-42-58Q0-74 42-58"),
        path("M-17-86V-77M17-86V-77", stroke=SHADE),
    ]


def headphones() -> list[str]:
    def shell(s: int) -> str:
        outer = f"M{s * 54}-34C{s * 82}-38 {s * 93}-20 {s * 93} 0S{s * 82} 38 {s * 54} 34Z"
        pad = f"M{s * 54}-28C{s * 44}-30 {s * 42}-28 {s * 42} 0S{s * 44} 30 {s * 54} 28Z"
        return path(outer, ORANGE) + path(pad, SHADE)

    return [pipe("M-62 0C-70-88 70-88 62 0", ORANGE, 22), both(shell)]


def bone_held() -> list[str]:
    return [path(bone_path(64, 12, 16), WHITE, transform="translate(0 38)")]


def petals(many: int = 6) -> list[str]:
    petal = path("M-15-36C-34-62-27-91 0-91S34-62 15-36Z", PINK)
    return [group([petal], turn=i * 360 / many) for i in range(many)]


# --- the pointed family


def top_hat() -> list[str]:
    return [
        path("M-31-44L-36-106Q0-115 36-106L31-44Z", VIOLET),
        path("M-33-71L-31-44H31L33-71Q0-81-33-71Z", GOLD),
        path("M-66-46C-64-58-40-50 0-50S64-58 66-46C66-30 30-30 0-30S-66-30-66-46Z", VIOLET),
    ]


def monocle() -> list[str]:
    return [
        circle(26, -4, 18, "none", stroke_width=14),
        circle(26, -4, 18, "none", stroke=GOLD),
        path("M40 12L45 34", stroke=GOLD, stroke_width=4),
    ]


def party() -> list[str]:
    """A cone with slanting stripes, cut at its edges, and a horn to blow."""

    def stripe(left: int, right: int) -> str:
        p, q, r, t = (figure((y + 108) * 0.6) for y in (left, left + 9, right + 9, right))
        return path(f"M-{p} {left}L{q} {left + 9}L{r} {right + 9}L-{t} {right}Z", BLUE, stroke="none")

    cone = "M-45-33L0-108L45-33Q0-52-45-33Z"
    horn = [
        path("M2 26L62 15C74 22 74 47 62 55L2 38Z", GOLD),
        path("M34 23V46", stroke=BLUE),
        oval(64, 35, 8, 20, BLUE),
    ]
    hat = [path(cone, CYAN), stripe(-82, -72), stripe(-56, -46), path(cone), circle(0, -100, 15, GOLD)]
    return [group(hat, turn=9), group(horn, turn=-14)]


def plaits() -> list[str]:
    def plait(s: int) -> str:
        strands = ((54, 34, 10, 11), (56, 18, 12, 12), (55, 0, 12, 14))  # the lower ones lie behind
        hair = "".join(oval(s * x, y, rx, ry, ORANGE) for x, y, rx, ry in strands)
        return path(f"M{s * 48} 42L{s * 45} 55L{s * 53} 52L{s * 61} 55L{s * 60} 42Z", ORANGE) + hair

    return [both(plait)]


def viking() -> list[str]:
    def horn(s: int) -> str:
        d = f"M{s * 44}-30C{s * 90}-24 {s * 94}-56 {s * 64}-92C{s * 57}-80 {s * 50}-70 {s * 30}-66Z"
        return path(d, WHITE)

    return [
        both(horn),
        path("M-50-24C-50-70-28-91 0-91S50-70 50-24Q0-42-50-24Z", POLISHED),
        path("M0-88V-36"),
        path("M-50-20C-58-22-58-42-50-42Q0-60 50-42C58-42 58-22 50-20Q0-38-50-20Z", GOLD),
    ]


def fangs() -> list[str]:
    return [both(lambda s: path(f"M{s * 10} 31L{s * 17} 16L{s * 23} 29Z", WHITE, stroke_width=4))]


def bow_tie() -> list[str]:
    dots = ((-53, 49), (-46, 76), (53, 49), (46, 76))
    left = "C-20 32-48 26-66 34C-74 50-74 74-66 90C-48 98-20 92 0 64"
    right = "C20 92 48 98 66 90C74 74 74 50 66 34C48 26 20 32 0 60Z"
    bow = f"M0 60{left}{right}"
    return [
        path(bow, GOLD),
        *(circle(x, y, 8, BLUE, stroke="none") for x, y in dots),
        path("M-14 48Q0 42 14 48V76Q0 82-14 76Z", BLUE),
    ]


def pirate_hat() -> list[str]:
    skull = "M-15-80C-15-98 15-98 15-80C15-74 11-72 8-71V-64H-8V-71C-11-72-15-74-15-80Z"
    return [
        path("M-90-42C-62-44-52-102 0-102S62-44 90-42C66-14 34-40 0-40S-66-14-90-42Z", LINE),
        path("M-66-36C-40-50-22-50 0-50S40-50 66-36", stroke=WHITE, stroke_width=5),
        path("M-28-74L28-58M-28-58L28-74", stroke=WHITE),
        path(skull, WHITE, stroke="none"),
        both(lambda s: circle(s * 6, -80, 4, LINE, stroke="none")),
    ]


def eye_patch(rim: str) -> list[str]:
    """`rim`: the colour that keeps it apart from the dark mask."""
    patch = "M8-20Q26-25 45-19Q47 13 27 15T8-20Z"
    return [path("M-44-34L52-14", stroke_width=5), path(patch, LINE, stroke=rim, stroke_width=5)]


def snorkel() -> list[str]:
    return [pipe("M18 42C46 60 69 46 69 14V-68", ORANGE, 24), path("M69-68V-50", stroke=WHITE, stroke_width=12)]


def goggles() -> list[str]:
    d = "M-54-28C-54-46-46-46 0-46S54-46 54-28V-4C54 11 42 11 24 11H-24C-42 11-54 11-54-4Z"
    glass = [path(d, CYAN, stroke_width=20), path(d, stroke=GOLD, stroke_width=8)]
    return [*glass, eye(-25, -16, 15, 1), eye(25, -16, 15, -1)]
