"""The first start of a new box: its buzzers are tried, two wires are crossed, and it remembers that it was done."""

from __future__ import annotations

import tomllib

import pytest

from mopsbox.table import SEATS

from . import pictures
from .machine import DATA, Machine
from .player import Player

pytestmark = [pytest.mark.box, pytest.mark.slow]

OWN = f"{DATA}/.config/mopsbox/config.toml"
CROSSED = {3: 5, 5: 3}  # whose lamp is lit: which line moves
ROUND = (2, 1, 3, 4, 5, 6, 7, 8)  # how they sit, clockwise


def test_the_buzzers_are_tried_crossed_ones_are_found_and_it_is_not_asked_again(bare: Machine) -> None:
    bare.put(OWN, "[buzzers]\ntried = false\n")
    bare.run(f"chown -R mopsbox {DATA}/.config")
    bare.start()
    player = Player(bare)
    for lamp in SEATS:
        player.lit(lamp)
        line = CROSSED.get(lamp, lamp)
        player.press(line)
        if line != lamp:
            player.press(line)  # believed the second time
    for seat in ROUND:
        player.press(seat)
    player.button("ok")
    player.sees(pictures.wizard_summary(CROSSED, ROUND, bare.size), "wizard")
    player.button("ok")
    bare.until(lambda: "tried = true" in bare.read(OWN), "the settings to be written")
    settings = tomllib.loads(bare.read(OWN))
    assert settings["buzzers"]["tried"] is True and settings["players"]["seats"][:2] == [2, 1]
    bare.run("systemctl restart mopsbox")
    bare.until(lambda: len(player.lamps()) > 1, "attract's running light, not the wizard's one lamp")
