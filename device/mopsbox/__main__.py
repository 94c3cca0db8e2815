"""The command `mopsbox`: which command does what, and how each ends. `evening` puts the box together."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from . import cli
from .jsonl import BadInput
from .places import NoGpio, NoScreen, StoreFault, disk_fault


def play(options: argparse.Namespace) -> int:
    from . import evening

    if options.headless and not options.script:
        raise BadInput("--headless needs --script FILE: without a window only a script can press buttons")
    return evening.play(
        options.data, options.config, options.script, options.headless, options.frames, options.simulate
    )


def sim(options: argparse.Namespace) -> int:
    from . import config as settings
    from .games import GAMES
    from .parts import tables_of
    from .sim import sim as command

    if options.game not in GAMES:
        raise BadInput(f"--game {options.game}: unknown; use {', '.join(GAMES)}")
    seats = GAMES[options.game].SEATS
    if options.players not in seats:
        raise BadInput(f"--players {options.players}: {options.game} takes {min(seats)} to {max(seats)}")
    if options.games < 1:
        raise BadInput(f"--games {options.games}: give 1 or more")
    tables = tables_of(settings.load_for_play(options.config).config)
    return command(options.game, options.players, options.games, options.seed, options.json, tables=tables)


def replay(options: argparse.Namespace) -> int:
    if options.screen:
        from .lookback import look_back

        return look_back(options.file, options.config)
    from .replay import replay as command

    return command(options.file, options.json, sys.stdout)


def audit(options: argparse.Namespace) -> int:
    from .audit import audit as command

    return command(options.file, options.json, sys.stdout)


def check(options: argparse.Namespace) -> int:
    from .check import Trial
    from .check import check as command

    trial = Trial(options.loop, options.people, options.lamps, options.soak)
    return command(options.data, options.config, options.json, trial)


def bench(options: argparse.Namespace) -> int:
    from .bench import bench as command

    return command(options.json, options.full, recorded=options.recorded)


def config(options: argparse.Namespace) -> int:
    from . import config as settings

    print(settings.default_text() if options.default else settings.load(options.config).explain(), end="")
    return 0


def flash(options: argparse.Namespace) -> int:
    from .flash import flash as command

    return command(options.port, options.uf2, options.dry_run, options.restore)


def restore(options: argparse.Namespace) -> int:
    from .restore import restore as command

    return command(options.data, options.file, options.yes, options.list)


def export(options: argparse.Namespace) -> int:
    from .export import command

    return command(options.data, options.config, options.folder)


def scores(options: argparse.Namespace) -> int:
    from .scores import command

    return command(options.data, options.config, options.csv, options.json)


def incoming(options: argparse.Namespace) -> int:
    from .incoming import command

    return command(options.data, options.file)


def bundle(options: argparse.Namespace) -> int:
    from .bundle import command

    return command(options.data, options.config, options.file)


def print_(options: argparse.Namespace) -> int:
    from . import config as settings
    from .parts import tables_of
    from .printing import print_sheets

    tables = tables_of(settings.load_for_play(options.config).config)
    return print_sheets(options.file, options.game, options.paper, tables)


def serve(options: argparse.Namespace) -> int:
    from .phone.serve import serve as command

    return command(options.data, options.port, options.bind, options.while_there)


HANDLERS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": play,
    "sim": sim,
    "replay": replay,
    "audit": audit,
    "check": check,
    "bench": bench,
    "config": config,
    "flash": flash,
    "restore": restore,
    "export": export,
    "scores": scores,
    "import": incoming,
    "bundle": bundle,
    "print": print_,
    "serve": serve,
}


def _give_up_output() -> None:
    """What is still in the buffer goes nowhere; else Python tries once more at its end, complains and fails."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _take_any_name() -> None:
    """A file's name that the terminal cannot show is written with escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _said(error: OSError) -> str:
    """A file's fault that no command has said better; without a file it is standard output's, on a full disk."""
    if error.filename is None:
        return f"cannot write the answer ({error.strerror}); make room"
    return str(disk_fault(error, os.fsdecode(error.filename)))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line. Status 0 done, 1 a verdict failed, 2 bad input, 3 hardware missing (formats.md)."""
    command = ""
    if sys.stdout is None:  # closed by the caller: the answer goes nowhere, the status still tells
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - it lives as long as the program
    try:
        _take_any_name()
        options = cli.parse(sys.argv[1:] if argv is None else argv)
        command = options.command
        status = HANDLERS[command](options)
        sys.stdout.flush()
        return status
    except (BadInput, StoreFault) as mistake:
        print(f"mopsbox: {mistake}", file=sys.stderr)
        return 2
    except (NoScreen, NoGpio) as missing:
        print(f"mopsbox: {missing}", file=sys.stderr)
        return 3
    except BrokenPipeError:  # `mopsbox audit FILE | head`
        _give_up_output()
        return 0
    except OSError as error:
        _give_up_output()
        print(f"mopsbox: {_said(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        if command == "play":  # a way to switch it off
            return 0
        print("mopsbox: interrupted, nothing of it is complete; start it again", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
