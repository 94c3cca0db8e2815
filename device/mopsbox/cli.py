"""The command line of `mopsbox` as formats.md has it; what a command does stands in __main__."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from . import __version__

JSON = "one JSON document on standard output"
COMMANDS = (
    *("play", "sim", "replay", "audit", "check", "scores", "bench", "config", "flash"),
    *("restore", "export", "import", "bundle", "print", "serve"),
)
WITH_VALUE = ("--data", "--config")


class Parser(argparse.ArgumentParser):
    """argparse, with its complaint as one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    common = Parser(add_help=False)
    common.add_argument("--data", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="where the box keeps games")
    common.add_argument("--config", type=Path, default=argparse.SUPPRESS, metavar="FILE", help="settings for yours")
    top = Parser(prog="mopsbox", description="A buzzer box for the table.", parents=[common])
    top.add_argument("--version", action="version", version=f"mopsbox {__version__}")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)

    def command(name: str, says: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=says, description=says, parents=[common])

    play = command("play", "the box: real buzzers and the whole screen on a Pi, else a window with keyboard and mouse")
    play.add_argument("--simulate", action="store_true", help="the simulated box in a window, real buzzers or not")
    play.add_argument("--script", type=Path, metavar="FILE", help="buttons pressed by an input script")
    play.add_argument("--headless", action="store_true", help="with --script: no window, as fast as it can")
    play.add_argument("--frames", type=Path, help=argparse.SUPPRESS)  # bench: when each picture stood
    sim = command("sim", "bots play whole games through the same loop, without a window")
    sim.add_argument("--game", default="mopseinander", help="which game, in small letters (mopseinander)")
    sim.add_argument("--players", type=int, default=4, metavar="N", help="how many bots, of three skills in turn (4)")
    sim.add_argument("--games", type=int, default=10, metavar="K", help="how many whole games (10)")
    sim.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    sim.add_argument("--json", action="store_true", help=JSON)
    replay = command("replay", "plays a journal back and says where it ends")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help=JSON)
    replay.add_argument("--screen", action="store_true", help="step through it in a window: arrow keys, Enter ends")
    audit = command("audit", "decides a recorded edge log again and prints every ruling")
    audit.add_argument("file", type=Path, metavar="FILE")
    audit.add_argument("--json", action="store_true", help=JSON)
    check = command("check", "looks whether everything works, and says what to do where it does not")
    check.add_argument("--json", action="store_true", help=JSON)
    trial = check.add_mutually_exclusive_group()
    loop = "with loopback plugs: tries every channel, N edges each (1000)"
    soak = "flashes all lamps and plays loud for so long (10): no buzzer may move"
    trial.add_argument("--loop", type=int, nargs="?", const=1000, metavar="N", help=loop)
    trial.add_argument("--people", action="store_true", help="somebody presses each buzzer, its lamp answers")
    trial.add_argument("--lamps", action="store_true", help="lights one lamp after the other")
    trial.add_argument("--soak", type=float, nargs="?", const=10.0, metavar="MINUTES", help=soak)
    was = argparse.SUPPRESS  # what they were called before goes on working; no default of its own, no word in the help
    trial.add_argument("--loopback", type=int, nargs="?", const=1000, dest="loop", default=was, help=was)
    trial.add_argument("--buzzers", action="store_true", dest="people", default=was, help=was)
    scores = command("scores", "past games, players, statistics")
    form = scores.add_mutually_exclusive_group()
    form.add_argument("--csv", type=Path, metavar="FILE", help="every seat of every game into a spreadsheet file")
    form.add_argument("--json", action="store_true", help=JSON)
    bench = command("bench", "measures this machine: rules, decisions, pictures, fairness")
    bench.add_argument("--json", action="store_true", help=JSON)
    bench.add_argument("--full", action="store_true", help="growth and storage too")
    bench.add_argument("--recorded", type=Path, action="append", default=[], help=argparse.SUPPRESS)  # a truth file
    config = command("config", "the settings in force, each with its origin")
    config.add_argument("--default", action="store_true", help="every setting with its meaning: a file to start from")
    flash = command("flash", "puts the buzzer hub's program on a Raspberry Pi Pico")
    flash.add_argument("--port", metavar="P", help="the board's serial port, where several are plugged in")
    flash.add_argument("--uf2", type=Path, metavar="FILE", help="a blank board: this MicroPython first")
    flash.add_argument("--dry-run", action="store_true", help="say what would be done, change nothing")
    flash.add_argument("--restore", action="store_true", help="take our files off the board again")
    restore = command("restore", "puts a backup in the place of the scores, which are set aside")
    restore.add_argument("file", type=Path, nargs="?", metavar="FILE", help="this one, else the newest good one")
    restore.add_argument("--yes", action="store_true", help="do not ask")
    restore.add_argument("--list", action="store_true", help="say which backups there are, change nothing")
    export = command("export", "writes finished games and the database where any PC can read them")
    export.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="there, else onto the stick that is in")
    incoming = command("import", "takes in the games of another box, each once: from its backup or its export")
    incoming.add_argument("file", type=Path, metavar="FILE", help="a backup, or the folder of an export")
    bundle = command("bundle", "one file for whoever is to find out what is wrong, without secrets")
    bundle.add_argument("file", type=Path, metavar="FILE", help="its name, ending in .zip or .tar.gz")
    sheets = command("print", "the games on paper, to cut out: coasters, scoring coaster, cards, bowls, queue, rules")
    sheets.add_argument("file", type=Path, metavar="FILE.pdf", help="the PDF to write")
    sheets.add_argument("--game", help="one game's sheets, its name in small letters (all)")
    sheets.add_argument("--paper", default="a4", help="a4 or letter (a4)")
    page = command("serve", "a page with the scores for phones in the same network; it only reads")
    page.add_argument("--port", type=int, default=8080, metavar="P", help="where it listens (8080)")
    page.add_argument("--bind", default="", metavar="ADDR", help="only at this address of the machine (all)")
    page.add_argument("--while", type=Path, dest="while_there", help=argparse.SUPPRESS)  # the service: until it is gone
    return top


def with_command(argv: Sequence[str]) -> list[str]:
    """`mopsbox` alone is `mopsbox play`: put the command in front unless one is named (or help asked for)."""
    rest = iter(argv)
    for word in rest:
        if word in WITH_VALUE:
            next(rest, None)
        elif word in COMMANDS or word in ("-h", "--help", "--version"):
            return list(argv)
        elif not word.startswith("-") or word.partition("=")[0] not in WITH_VALUE:
            break
    return ["play", *argv] if not argv or argv[0].startswith("-") else list(argv)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The options of one command line; `data` and `config` are None where not given. A slip ends with status 2."""
    options = parser().parse_args(with_command(argv))
    for name in ("data", "config"):
        setattr(options, name, getattr(options, name, None))
    return options
