"""pin-table.md: every pin of both boards as a table, and what else on a Pi wants the same pins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mopsbox import wiring

from . import pins
from .budget import DAGGER, FOOTNOTE
from .claims import CLAIMS, CONFIG, SOUND, Claim

BIAS = {"up": "pull-up", "down": "pull-down", "none": "none"}


def made(folder: Path) -> dict[str, str]:
    return {"pin-table.md": "\n".join([*_lines(folder), ""])}


def _lines(folder: Path) -> Iterator[str]:
    yield "# What is on which pin"
    yield ""
    yield "Made by generate.py from pins.toml; do not edit. The same as pictures: [the Pi's header](header.svg), [the"
    yield "Pico's edge](header-pico.svg)."
    yield ""
    yield from _pi(folder)
    yield from _pico(folder)
    yield from _wants(folder)


def _pi(folder: Path) -> Iterator[str]:
    yield "## Raspberry Pi, all models with 40 pins"
    yield ""
    yield "Header pins are counted from the corner nearest the microSD card: 1 and 2, 3 and 4, … `pi` is the direct"
    yield "board, `pi-ahc14` the board with Schmitt triggers; they differ only in what a press looks like to the pin."
    yield ""
    yield "| header pin | name | what is on it | at power-on | pi | pi-ahc14 |"
    yield "|---:|---|---|---|---|---|"
    plain, robust = (wiring.read(profile, file=folder / "pins.toml") for profile in ("pi", "pi-ahc14"))
    for pin in pins.rows(folder, "pi"):
        yield _row(str(pin.number), pin.name, pin.use, _pull(pin), _level(pin, plain), _level(pin, robust))
    yield ""


def _pico(folder: Path) -> Iterator[str]:
    yield "## Raspberry Pi Pico or Pico 2 as a hub"
    yield ""
    yield "Edge pins, from above with the USB socket at the top: 1 at the upper left, 20 at the lower left, 21 at the"
    yield "lower right, 40 at the upper right. The buzzers are wired as on the direct board."
    yield ""
    yield "| edge pin | name | what is on it | at power-on | pico |"
    yield "|---:|---|---|---|---|"
    wired = wiring.read("pico", file=folder / "pins.toml")
    for pin in pins.rows(folder, "pico"):
        yield _row(str(pin.number), pin.name, pin.use, _pull(pin), _level(pin, wired))
    yield ""


def _pull(pin: pins.Pin) -> str:
    return pin.pull and f"pulled {pin.pull}"


def _level(pin: pins.Pin, wired: wiring.Wiring) -> str:
    """ "pressed is low; pull-up", "lit while high"."""
    if pin.kind == "kept":
        return ""
    contacts = [*wired.buzzers.values(), *wired.buttons.values()]
    if contact := next((each for each in contacts if each.pin == pin.chip), None):
        return f"pressed is {'low' if contact.active_low else 'high'}; {BIAS[contact.bias]}"
    return "lit while high" if pin.chip in wired.lamps.values() else ""


# -- what else wants them


def _wants(folder: Path) -> Iterator[str]:
    yield "## What else wants these pins"
    yield ""
    yield "✕ both would use the pin: keep it off. ○ nobody but it uses the pin. As the Pi comes, all of it is off that"
    yield "does not come by itself."
    yield ""
    found = pins.rows(folder, "pi")
    chips = sorted((pin for pin in found if pin.chip is not None), key=lambda pin: pin.chip or 0)
    yield _row("GPIO", "on it", *(claim.name for claim in CLAIMS))
    yield "|---:|---|" + ":-:|" * len(CLAIMS)
    for pin in chips:
        mark = "○" if pin.kind in ("kept", "not used") else "✕"
        yield _row(
            str(pin.chip), pin.use.partition(" (")[0], *(mark if pin.chip in claim.pins else "" for claim in CLAIMS)
        )
    yield ""
    yield "| what | its pins | it meets | switched on by | what frees the pins |"
    yield "|---|---|---|---|---|"
    names = {pin.chip: pin.use for pin in chips if pin.kind not in ("kept", "not used")}
    for claim in CLAIMS:
        yield _claim(claim, ", ".join(names[pin] for pin in claim.pins if pin in names))
    yield ""
    yield FOOTNOTE.replace("the data sheet before you buy", "the overlay's description on your Pi") + "."
    yield ""
    yield "So `config.txt` says:"
    yield ""
    yield "```"
    yield from CONFIG
    yield "# with the MAX98357A amplifier only:"
    yield SOUND
    yield "```"


def _claim(claim: Claim, meets: str) -> str:
    name = claim.name + (DAGGER if claim.memory else "")
    switched = f"`{claim.switched_on}`" if claim.switched_on else "itself"
    remedy = f"`{claim.remedy}`" if claim.remedy.startswith("dt") and " " not in claim.remedy else claim.remedy
    return _row(name, ", ".join(map(str, claim.pins)), meets or "nothing of ours", switched, remedy)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
