"""What is seen of the box: the picture and the lamps, as functions of its state alone."""

from __future__ import annotations

from dataclasses import replace

from . import (
    attract,
    book_view,
    changing_view,
    front,
    howto,
    menu,
    names,
    names_view,
    phone_view,
    restore_view,
    seating,
    settings_view,
    telling,
    wizard_view,
)
from . import furniture as f
from .book import Scores
from .box import Box, menu_entries, seats_of
from .games import GAMES, tour_of
from .games.protocol import Needy
from .howto import HowTo
from .lobby import other, people, shared_out, takes_a_bot, wrong_number
from .lying import from_far, laid
from .names import Change, Names
from .notices import noticed, silent
from .panels import framed
from .phone_view import OnPhone
from .scene import Item, Look, Scene, Slab, styled
from .seating import Spot
from .settings import Settings, changed_rules, said
from .table import SEATS, Lamp, Seat
from .words import say

UNHEARD = "sound"  # the source of the notice that there is no sound, for which a sign stays
LASTING = (UNHEARD, "sound-file", "config", "game-file", "words", "art-bad", "font-bad")
"""Sources of notices that stay until somebody repairs the box: a game goes on without their words."""


def scene(box: Box, t: int, look: Look) -> Scene:
    """The picture at box time `t`."""
    shown = framed(lambda look: _noticed(box, t, look), replace(look, language=box.language))
    if not box.dark:
        return shown
    finger = Slab(look.w / 2, look.h / 2, look.w, look.h, tap=attract.WAKE)
    return Scene((*shown.items, finger), shown.moving, attract.DIMMED)


def _noticed(box: Box, t: int, look: Look) -> Scene:
    shown = _scene(box, t, look)
    said = [told for source, told in box.notices if source not in LASTING or _time_to_read(box, source, t)]
    if said:
        told = said[-1]
        upright = isinstance(box.page, Settings | Names | Change | Scores) or (
            box.menu is not None and box.page is None and box.off is None
        )
        shown = noticed(shown, told.word, told.seat, look, told.number, upright)
    attract = box.mode == "attract" and box.menu is None  # there its words are enough
    if not attract and any(source == UNHEARD for source, _ in box.notices):
        shown = silent(shown, look)
    return shown


def _time_to_read(box: Box, source: str, t: int) -> bool:
    """Is there time to read what is no matter of this game? Where nobody stands any more nothing may burn in."""
    if box.menu is not None or box.page is not None:
        return source == "config" and isinstance(box.page, Settings)  # what was just set could not be kept
    return box.mode in ("lobby", "restore", "offer") or (box.mode == "attract" and t < box.since + attract.DIM_AFTER)


def _scene(box: Box, t: int, look: Look) -> Scene:
    shown = _near(box, t, look)
    turned = box.far and (box.menu is not None or box.mode == "wizard")
    return from_far(shown, look, look.h - f.strip_of(look)) if turned else shown


def _near(box: Box, t: int, look: Look) -> Scene:
    if box.off is not None:
        return laid(front.switching_off, look, 0)
    match box.page:
        case Settings() as page:
            return settings_view.scene(box, page, t, look)
        case Names() as asked:
            return names_view.scene(box, asked, look)
        case Change() as changed:
            return changing_view.scene(box, changed, look)
        case Scores() as pages:
            return book_view.scene(pages, look)
        case HowTo() as read:
            return laid(lambda look: howto.scene(read, look), look, f.strip_of(look))
        case OnPhone() as told:
            return laid(lambda look: phone_view.scene(told, look), look, f.strip_of(look))
    if box.menu is not None:
        return front.menu(menu_entries(box), box.menu, t, look, menu.asks(box), held=menu.to_hold(box))
    if box.mode in ("game", "lobby", "offer"):
        look = _seated(box, look)
        shown = _at_table(box, t, look)
        return replace(shown, items=styled(shown.items, look.styles))
    return _at_table(box, t, look)


def _seated(box: Box, look: Look) -> Look:
    """The look with what is theirs who sit there by name."""
    lobby = box.lobby
    if box.mode == "offer" and box.saved:
        lobby = replace(lobby, joined=seats_of(box.saved.history), bots=box.saved.bots, named=box.saved.named)
    records = tuple(
        (one.seat, telling.record(one, look.language), telling.short_record(one, look.language)) for one in box.records
    )
    return replace(look, styles=shared_out(lobby), names=names.at_seats(lobby), records=records)


def _at_table(box: Box, t: int, look: Look) -> Scene:
    if box.mode == "game":
        shown: Scene = GAMES[box.game].scene(box.play, t, look)
        return shown
    return laid(lambda look: _of_the_box(box, t, look), look, 0 if box.mode == "attract" else f.strip_of(look))


def _of_the_box(box: Box, t: int, look: Look) -> Scene:
    game = GAMES[box.game]
    match box.mode:
        case "attract":
            return attract.scene(t, box.since, look)
        case "offer":
            history = box.saved.history if box.saved else None
            title = GAMES[str(history.header["game"])].NAME if history else ""
            bots = box.saved.bots if box.saved else frozenset()
            return front.offer(title, seats_of(history) if history else (), t, look, bots)
        case "restore" if box.lost:
            return restore_view.scene(box.lost, look, box.readying)
        case "wizard" if box.wizard:
            return wizard_view.scene(box.wizard, look)
        case _:
            lobby = box.lobby
            holding = lobby.leaving[0][0] if lobby.leaving else None
            next_game = GAMES[other(lobby, 1).game].NAME if len(GAMES) > 1 else None
            fits, most, house = wrong_number(lobby) is None, max(game.SEATS), game.host.HOUSE_RULES
            rules = (_house_rules(box, look.language) or _needed(box, look.language)) if fits else ""
            rules = rules or _alone(box, look.language)
            teaches = not lobby.joined and tour_of(box.game) is not None
            who = game.NAME, game.host.PICTURES, lobby.joined, holding, fits, most, house, next_game
            return front.lobby(*who, t, look, rules, teaches, lobby.bots, back=len(GAMES) > 2)


def _alone(box: Box, language: str) -> str:
    """How somebody who sits there alone finds company, and more of it beside the first bot; "": not by bots."""
    lobby = box.lobby
    if not lobby.joined or not takes_a_bot(lobby) or len(people(lobby)) > 1:
        return ""
    if len(lobby.joined) < min(GAMES[box.game].SEATS):
        return say("alone", language)
    return say("more-bots", language) if len(lobby.bots) == 1 else ""


def _needed(box: Box, language: str) -> str:
    """What the table must bring for the game; "": nothing."""
    host = GAMES[box.game].host
    return say(host.NEEDS, language) if isinstance(host, Needy) else ""


def _house_rules(box: Box, language: str) -> str:
    """What this table has otherwise than usual, in a line; "": nothing."""
    rules = changed_rules(box, box.game)
    match rules:
        case ():
            return ""
        case ((row, now),):
            what = say(row.word, language)
            if now is not True:
                what += " " + said(row, now, language)
            return say("house-rules", language).format(what)
        case _:
            return say("many-rules", language).format(len(rules))


def buzzers(box: Box, look: Look) -> dict[Seat, Spot]:
    """Where the buzzers lie round the simulated box: each at the plate the screen shows for it."""
    match box.mode:
        case "lobby":
            return seating.buzzers(front.offered(box.lobby.joined), look)
        case "game":
            return seating.buzzers(box.lobby.joined, look)
        case _:
            return seating.buzzers(SEATS, replace(look, seats_around="around"))


def lamps(box: Box) -> dict[Seat, Lamp]:
    """What the lamps show below the referee's own answers to presses."""
    if box.off is not None or menu.is_held(box):
        return dict.fromkeys(SEATS, "blink" if box.off is None else "on")
    if isinstance(box.page, Names | Change):
        asked = box.page.seat if isinstance(box.page, Names) else box.page.names.seat
        within = people(box.lobby)
        return {seat: "breathing" if seat == asked else "dim" if seat in within else "off" for seat in SEATS}
    match box.mode:
        case "attract" | "restore" | "offer":
            return attract.lamps()
        case "wizard" if box.wizard:
            return wizard_view.lamps(box.wizard)
        case "lobby":
            return front.lobby_lamps(box.lobby.joined)
        case _:
            return dict(GAMES[box.game].host.lamps(box.play))


def next_change(box: Box, t: int) -> int | None:
    """When a still picture changes by time alone (an answer's time blocks, attract's slow drift); None: only by a
    message."""
    if isinstance(box.page, Settings):
        return settings_view.next_change(box.page, t)
    if box.mode == "attract" and box.menu is None:
        return attract.change(t, box.since)
    if box.mode != "game" or box.menu is not None:
        return None
    return GAMES[box.game].host.next_change(box.play, t)


def coming(box: Box, look: Look) -> tuple[Item, ...]:
    """What a later picture will need and the shell may prepare while nothing else happens."""
    if box.mode != "game" or box.menu is not None:
        return ()
    look = _seated(box, look)
    return framed(lambda look: Scene(styled(GAMES[box.game].host.coming(box.play, look), look.styles)), look).items
