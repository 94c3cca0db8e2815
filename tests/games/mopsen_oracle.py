"""Where a game of Mopsen ends, worked out a second time: from the rule texts and formats.md, without the program.

Reads a journal that fits (header and lines as JSON objects) and gives what `replay --json` must print. It keeps plain
lists as one would on paper, judges nothing, and looks for revokes by reading on in the finished round.
"""

from __future__ import annotations

import copy

PUG_BONES = [5, 5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1]  # rules.md 7.3, values 1 to 16
CAT_BONES = [4, 4, 3, 3, 2, 2, 1, 1]
NAMES = {"R": "red", "Y": "yellow", "B": "blue", "C": "cat"}


def colour(card: str) -> str:
    return NAMES[card[0]]


def bones_on(card: str, table: dict | None) -> int:
    if table:
        return table[card]
    return (CAT_BONES if card[0] == "C" else PUG_BONES)[int(card[1:]) - 1]


def beats(one: str, other: str, queue: list[str]) -> bool:
    """R44: colour first, value only within one colour."""
    if colour(one) == colour(other):
        return int(one[1:]) > int(other[1:])
    return queue.index(colour(one)) < queue.index(colour(other))


def winner_and_beggar(played: list[tuple[int, str]], queue: list[str]) -> tuple[int, int]:
    """R45, R48: whose card beats all others, and whose beats none."""
    wins = {seat: sum(beats(card, other, queue) for _, other in played) for seat, card in played}
    return max(wins, key=wins.__getitem__), min(wins, key=wins.__getitem__)


def standing(lines: list[dict]) -> list[dict]:
    """The lines that count, after every undo and correct, which put down a whole new list each."""
    lists: list[list[tuple[int, dict]]] = [[]]
    for number, line in enumerate(lines, 1):
        if line["do"] == "undo":
            lists.pop()
        elif line["do"] == "correct":
            lists.append([(n, line["with"] if n == line["action"] else old) for n, old in lists[-1]])
        else:
            lists.append([*lists[-1], (number, line)])
    return [line for _, line in lists[-1]]


class Table:
    """One evening on paper."""

    def __init__(self, header: dict) -> None:
        self.seats = header["seats"]
        self.options = header.get("options", {})
        self.bones = header.get("bones")
        self.first_queue = list(header["queue"])
        self.queue = list(header["queue"])
        self.leader = self.starter = header["first"]
        self.round, self.trick = 1, 1
        self.hands = dict.fromkeys(self.seats, 0)
        self.bowls: dict[int, list[int]] = {seat: [] for seat in self.seats}
        self.sheet: list[dict[int, int]] = []
        self.played: list[tuple[int, str]] = []
        self.past: list[dict] = []  # this round's tricks: played cards, or None; beggar; card taken, or None
        self.revokes: list[dict] = []
        self.over = False
        self.begging: tuple[int, int] | None = None

    def left_of(self, seat: int) -> int:
        at = self.seats.index(seat) + 1
        return self.seats[at] if at < len(self.seats) else self.seats[0]

    def line(self, line: dict) -> None:
        match line["do"]:
            case "deal":
                self.deal()
            case "leader":
                self.leader = self.starter = line["seat"]
            case "play":
                self.play(line["seat"], line["card"])
            case "beg":
                self.beg(line["card"])
            case "trick":
                self.bowls[line["won"]].append(line["bones"])
                for seat in self.seats:
                    self.hands[seat] -= 1
                self.past.append({"cards": None, "beggar": line["begged"], "took": None})
                self.trick_done(line["won"], line["begged"], line["colour"])
            case "end":
                self.over = True

    def deal(self) -> None:
        if self.sheet:
            by_winner = self.options.get("next_leader", "winner") == "winner"
            self.leader = self.left_of(self.leader if by_winner else self.starter)
        self.starter = self.leader
        self.round, self.trick = len(self.sheet) + 1, 1
        self.hands = dict.fromkeys(self.seats, 8)
        self.bowls = {seat: [] for seat in self.seats}
        self.past = []
        if self.options.get("queue_reset"):
            self.queue = list(self.first_queue)

    def play(self, seat: int, card: str) -> None:
        self.look_back(seat, card)
        self.hands[seat] -= 1
        self.played.append((seat, card))
        if len(self.played) == len(self.seats):
            self.begging = winner_and_beggar(self.played, self.queue)
            card = dict(self.played)[self.begging[0]]
            self.bowls[self.begging[0]].append(bones_on(card, self.bones))

    def beg(self, took: str) -> None:
        winner, beggar = self.begging or (0, 0)
        own = dict(self.played)[beggar]
        self.past.append({"cards": self.played, "beggar": beggar, "took": took})
        self.played, self.begging = [], None
        self.trick_done(winner, beggar, colour(own))

    def trick_done(self, winner: int, beggar: int, pushed: str) -> None:
        self.queue.remove(pushed)
        self.queue.insert(0, pushed)
        self.hands[beggar] += 1
        self.leader = winner
        if min(self.hands.values()) > 0:
            self.trick += 1
            return
        printed = 7 if len(self.seats) == 3 else 5
        self.sheet.append({s: (sum(self.bowls[s]) if self.bowls[s] else printed) + self.hands[s] for s in self.seats})
        self.over = len(self.sheet) == 3

    def look_back(self, seat: int, card: str) -> None:
        """Does this card show for the first time that the seat did not follow in an earlier trick of the round?"""
        for at in range(len(self.past)):
            if not self.denied(at, seat, colour(card)) or not self.gives_away(at, seat, card, len(self.past)):
                continue
            later = [(n, self.card_of(n, seat)) for n in range(at + 1, len(self.past))]
            known = [(n, c) for n, c in later if c and colour(c) == colour(card)]
            if not any(self.gives_away(at, seat, c, n) for n, c in known):
                self.revokes.append({"seat": seat, "round": self.round, "trick": at + 1, "card": card})

    def card_of(self, trick: int, seat: int) -> str | None:
        cards = self.past[trick]["cards"]
        return dict(cards)[seat] if cards else None

    def denied(self, trick: int, seat: int, wanted: str) -> bool:
        """Was this colour led, a pug's, and the seat played neither it nor a cat?"""
        cards = self.past[trick]["cards"]
        led = colour(cards[0][1]) if cards else "cat"
        return led == wanted != "cat" and colour(dict(cards)[seat]) not in (led, "cat")

    def gives_away(self, trick: int, seat: int, card: str, when: int) -> bool:
        """Shown in trick `when`, must the card have been in hand in the earlier one? Begged since, or perhaps: no."""
        return not any(p["beggar"] == seat and p["took"] in (card, None) for p in self.past[trick:when])


def ends(header: dict, lines: list[dict]) -> dict:
    """What `replay --json` must print."""
    table = Table(copy.deepcopy(header))
    for line in standing(lines):
        table.line(line)
    totals = {str(s): sum(row[s] for row in table.sheet) for s in table.seats}
    return {
        "game": "mopsen",
        "over": table.over,
        "round": table.round,
        "trick": table.trick,
        "queue": table.queue,
        "leader": table.leader,
        "hands": {str(s): table.hands[s] for s in table.seats},
        "bowls": {str(s): sum(table.bowls[s]) if table.bowls[s] else None for s in table.seats},
        "rounds": [{str(s): row[s] for s in table.seats} for row in table.sheet],
        "totals": totals,
        "revokes": table.revokes,
        "winners": sorted(s for s in table.seats if totals[str(s)] == max(totals.values())) if table.over else [],
    }
