"""Schematics: one buzzer with its lamp, once for each board, and what all channels share. Drawn by schemdraw.

The places are ours; designators, values and pin numbers come from board.toml and pins.toml, so a changed pin changes
the drawing. Channel 1 stands for all eight.
"""

# mypy: disallow-untyped-calls=False
# (schemdraw leaves its constructors without types)

from __future__ import annotations

from pathlib import Path

import schemdraw.elements as elm
import schemdraw.logic as logic

from mopsbox.jsonl import BadInput
from mopsbox.wiring import BUTTONS

from .board import Board, boards
from .given import values
from .quantity import WRITTEN, quantity
from .schematic import SIZE, Sheet, short

# What electric.toml names, and the part it is.
SAME = {"{board}.pull_up": "RP1", "{board}.series": "RS1", "{board}.capacitor": "C1", "common.menu_series": "RM1"}
SAME |= {"lamp.fuse_hold": "F1", "lamp.board_fuse_hold": "F9"}
SAME_FOR = {"direct": {}, "ahc14": {"ahc14.output": "RO1"}}


def made(folder: Path) -> dict[str, str]:
    found = boards(folder)
    pictures = {f"channel-{board.name}.svg": _channel(board) for board in found}
    return pictures | {"power-and-menu.svg": _shared(next(board for board in found if board.name == "ahc14"))}


def troubles(folder: Path) -> list[BadInput]:
    """Values the drawings show (board.toml) that are not those it was all calculated with (electric.toml)."""
    given = values(folder)
    found: dict[str, BadInput] = {}
    for board in boards(folder):
        for key, ref in {**SAME, **SAME_FOR[board.name]}.items():
            key = key.replace("{board}", board.name)
            part = board.part_of().get(ref)
            if part is None or WRITTEN.fullmatch(short(part)) is None:
                continue  # checks misses the part
            shown, meant = quantity(short(part)), given.given[key]
            if abs(shown.value - meant.value) > 1e-9 * meant.value:
                what = f"{key} is {meant.says}, but {ref} is {short(part)} in board.toml; make both the same"
                found[key] = given.source.fault(key, what)
    return list(found.values())


# -- one channel

CONTACTS = (("1", "SW", 7.0), ("2", "GND", 5.0), ("3", "LED+", 2.0), ("4", "LED-", 0.0))  # and the height of its wire
SW, GND, PLUS, MINUS = (height for _, _, height in CONTACTS)
SOCKET, PLUG = 4.2, 6.6  # left edges
WIDE = 0.7


def _channel(board: Board) -> str:
    sheet = Sheet(board)
    _buzzer(sheet)
    _line(sheet)
    _lamp(sheet)
    return sheet.drawn(f"One buzzer channel, board {board.name}")


def _buzzer(sheet: Sheet) -> None:
    """The button with its contact and lamp, the cable, the socket, the plug on the board."""
    sheet.box((-0.4, -0.8), (2.4, 7.8), "B1: buzzer", dashed=True)
    sheet.line((0.8, SW), (0.8, 6.6))
    sheet.add(elm.Button().at((0.8, 6.6)).to((0.8, 5.4)))
    sheet.line((0.8, 5.4), (0.8, GND))
    sheet.add(elm.LED().at((0.8, PLUS)).to((0.8, MINUS)))
    sheet.text((1.0, -0.4), "lamp for 5 V", "center")
    for _, _, height in CONTACTS:
        sheet.line((0.8, height), (SOCKET, height))
        sheet.line((SOCKET + WIDE, height), (PLUG, height))
    sheet.text((3.35, 3.5), "cable", "center")
    sheet.text(((SOCKET + WIDE + PLUG) / 2, 3.5), "loom", "center")
    for left, ref in ((SOCKET, "J1"), (PLUG, "P1")):
        sheet.box((left, -0.8), (left + WIDE, 7.8), ref)
        for contact, _, height in CONTACTS:
            sheet.text((left + WIDE / 2, height), contact, "center")
    for _, says, height in CONTACTS:
        sheet.text((PLUG + WIDE + 0.15, height + 0.35), says)


def _line(sheet: Sheet) -> None:
    """From SW to the Pi's pin: protection, pull-up, filter, and on the robust board the Schmitt trigger."""
    robust = sheet.board.name == "ahc14"
    right = PLUG + WIDE
    sheet.line((right, GND), (right + 0.9, GND), (right + 0.9, GND - 0.4))
    sheet.ground((right + 0.9, GND - 0.4))
    sheet.line((right, SW), (13.0, SW))
    sheet.part(elm.Zener, "D1", (9.4, GND - 0.4), (9.4, SW), (10.0, 5.8))
    sheet.ground((9.4, GND - 0.4))
    sheet.dot((9.4, SW))
    sheet.part(elm.Resistor, "RP1", (11.4, SW), (11.4, 9.2), (11.9, 8.1))
    sheet.supply((11.4, 9.2), "5V" if robust else "3V3")
    sheet.dot((11.4, SW))
    sheet.add(elm.Resistor().at((13.0, SW)).to((15.2, SW)))
    sheet.text((14.1, SW + 0.65), f"RS1 {sheet.value('RS1')}", "center")
    sheet.dot((15.6, SW))
    sheet.part(elm.Capacitor, "C1", (15.6, SW), (15.6, GND - 0.4), (16.1, 5.8))
    sheet.ground((15.6, GND - 0.4))
    sheet.line((15.2, SW), (17.2, SW))
    if not robust:
        sheet.tag((17.2, SW), sheet.header("buzzer1"))
        return
    chip = next(pin.partition(".")[0] for pin in sheet.board.nets["FILTER1"] if pin.startswith("U"))
    sheet.add(logic.SchmittNot().at((17.2, SW)).to((19.2, SW)))
    sheet.text((17.4, SW + 0.35), sheet.pin("FILTER1", chip), "center")
    sheet.text((19.0, SW + 0.35), sheet.pin("CLEAN1", chip), "center")
    sheet.text((18.2, SW + 1.2), f"{chip}\n{sheet.value(chip)}", "center")
    sheet.add(elm.Resistor().at((19.2, SW)).to((21.4, SW)))
    sheet.text((20.3, SW + 0.65), f"RO1 {sheet.value('RO1')}", "center")
    sheet.line((21.4, SW), (22.0, SW))
    sheet.tag((22.0, SW), sheet.header("buzzer1"))


def _lamp(sheet: Sheet) -> None:
    """The lamp's two wires: through the fuse to 5 V, and through the driver to ground."""
    right = PLUG + WIDE
    sheet.line((right, PLUS), (9.4, PLUS))
    sheet.add(elm.Fuse().at((9.4, PLUS)).to((11.4, PLUS)))
    sheet.text((10.4, PLUS + 0.6), f"F1 {sheet.value('F1')}", "center")
    sheet.line((11.4, PLUS), (12.2, PLUS), (12.2, PLUS + 0.3))
    sheet.supply((12.2, PLUS + 0.3), "5V")
    sheet.line((right, MINUS), (11.6, MINUS))
    sheet.add(logic.Not().at((13.6, MINUS)).to((11.6, MINUS)))
    sheet.text((11.8, MINUS + 0.35), sheet.pin("LEDN1", "U3"), "center")
    sheet.text((13.4, MINUS + 0.35), sheet.pin("LAMP1", "U3"), "center")
    sheet.text((12.6, MINUS - 0.95), f"U3 {sheet.value('U3')}\none switch of eight", "center")
    sheet.line((13.6, MINUS), (17.2, MINUS))
    sheet.tag((17.2, MINUS), sheet.header("lamp1"))


# -- what all channels share


def _shared(board: Board) -> str:
    sheet = Sheet(board)
    _power(sheet)
    _menu(sheet)
    return sheet.drawn("The board's supplies and the host's buttons")


def _power(sheet: Sheet) -> None:
    pins = [pin.partition(".")[2] for pin in sheet.board.nets["5V_PI"] if pin.startswith("J20.")]
    sheet.text((0, 9.9), "5 V of both boards", size=SIZE)
    sheet.add(elm.Dot(open=True).at((2.6, 8)))
    sheet.text((2.3, 8), f"header pins {' and '.join(pins)}\n5V of the Pi", "right")
    sheet.add(elm.Fuse().at((2.6, 8)).to((5.0, 8)))
    sheet.text((3.8, 8.6), f"F9 {sheet.value('F9')}", "center")
    sheet.line((5.0, 8), (9.4, 8))
    sheet.dot((5.8, 8))
    sheet.supply((5.8, 8), "5V")
    for x, ref, symbol in ((5.8, "C20", lambda: elm.Capacitor(polar=True)), (9.4, "C21", elm.Capacitor)):
        sheet.part(symbol, ref, (x, 8), (x, 6), (x + 0.5, 7))
        sheet.ground((x, 6))
    sheet.line((9.4, 8), (12.6, 8))
    sheet.dot((9.4, 8))
    _chip(sheet, 12.6, "U3", sheet.pin("5V", "U3"), sheet.pin("GND", "U3"))
    sheet.text((17.2, 9.9), "3.3 V: board ahc14 only", size=SIZE)
    sheet.add(elm.Dot(open=True).at((20.2, 8)))
    three = [pin.partition(".")[2] for pin in sheet.board.nets["3V3"] if pin.startswith("J20.")]
    sheet.text((19.9, 8), f"header pins {' and '.join(three)}\n3V3 of the Pi", "right")
    sheet.line((20.2, 8), (24.2, 8))
    sheet.dot((21.0, 8))
    sheet.part(elm.Capacitor, "C22", (21.0, 8), (21.0, 6), (21.5, 7))
    sheet.ground((21.0, 6))
    _chip(sheet, 24.2, "U1", sheet.pin("3V3", "U1"), sheet.pin("GND", "U1"))
    sheet.text((20.6, 4.7), "the same with C23 at U2", "left")


def _chip(sheet: Sheet, left: float, ref: str, supply: str, ground: str) -> None:
    sheet.add(elm.Rect(corner1=(left, 6.6), corner2=(left + 1.6, 8.6)).at((0, 0)).theta(0))
    sheet.text((left + 0.8, 9.05), f"{ref} {sheet.value(ref)}", "center")
    sheet.text((left + 0.15, 8), supply)
    sheet.text((left + 0.15, 7), ground)
    sheet.line((left, 7), (left - 0.6, 7), (left - 0.6, 6.4))
    sheet.ground((left - 0.6, 6.4))


def _menu(sheet: Sheet) -> None:
    sheet.text((0, 3.6), "The host's buttons, both boards", size=SIZE)
    sheet.box((6.4, -4.4), (7.1, 2.4), "P9")
    for place, use in enumerate(BUTTONS, start=1):
        height = 3.2 - 1.4 * place
        sheet.line((1.6, height), (2.4, height))
        sheet.add(elm.Button().at((2.4, height)).to((4.4, height)))
        sheet.text((3.4, height + 0.75), f"S{place} {use}", "center")
        sheet.line((4.4, height), (6.4, height))
        sheet.text((6.75, height), sheet.pin(f"MENU{place}", "P9"), "center")
        sheet.line((7.1, height), (8.4, height))
        sheet.add(elm.Resistor().at((8.4, height)).to((10.4, height)))
        sheet.text((9.4, height + 0.55), f"RM{place} {sheet.value(f'RM{place}')}", "center")
        sheet.line((10.4, height), (11.6, height))
        sheet.tag((11.6, height), sheet.header(use).replace("\n", ", "))
    last = 3.2 - 1.4 * 5
    sheet.line((1.6, 1.8), (1.6, last), (6.4, last))
    sheet.text((6.75, last), sheet.pin("GND", "P9"), "center")
    sheet.line((7.1, last), (8.4, last), (8.4, last - 0.3))
    sheet.ground((8.4, last - 0.3))
