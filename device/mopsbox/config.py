"""Settings: shipped defaults < system file < user file (or `--config FILE`) < command line (formats.md).

What can be set stands in config_keys.py. Here: the layers, their faults said in one sentence a file, and the user
file the buttons write.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .config_keys import FILES, KEYS, SECTIONS, Config, as_toml, flat, tree
from .jsonl import MOST_TOML, BadInput, fault, read_text, toml
from .places import SYSTEM_FILE, disk_fault, user_file, write_whole

__all__ = ["Config", "Loaded", "changed", "default_text", "load", "load_for_play", "write_user"]

DEFAULT, COMMAND_LINE = "shipped default", "command line"
BLANK = "\0 \t\r\n"
NAMED, LONGEST = 10, 60  # so many of what is no setting are named, each with so many letters
CONFIG_BAD = "config-bad"  # a word of words.py
BY_BUTTON = "# Written by the Mopsbox's own buttons. What each setting means: mopsbox config --default\n"


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings in force. `origins`: where each dotted key's value comes from. `user`: the file the buttons
    write. `bad`: of each file that was passed over, what is wrong with it."""

    config: Config
    origins: Mapping[str, str]
    user: Path
    bad: Mapping[Path, str] = field(default_factory=dict)

    @property
    def notice(self) -> str | None:
        """The word of what the table should know, or None."""
        return CONFIG_BAD if self.bad else None

    @property
    def why(self) -> str:
        """The same for the log."""
        return "; ".join(self.bad.values())

    def explain(self) -> str:
        """Every key with its value and its origin, as TOML (`mopsbox config`)."""
        lines = [f"{key} = {as_toml(value)}" for key, value in flat(self.config).items()]
        width = max(map(len, lines))
        return "".join(f"{line:<{width}}  # {self.origins[key]}\n" for key, line in zip(KEYS, lines, strict=True))


def default_text() -> str:
    """The shipped defaults with a comment on every key (`mopsbox config --default`)."""
    return Path(__file__).with_name("config_default.toml").read_text("utf-8")


def load(
    file: Path | None = None,
    options: Mapping[str, object] | None = None,
    *,
    system: Path = SYSTEM_FILE,
    env: Mapping[str, str] = os.environ,
) -> Loaded:
    """The settings in force. `file`: stands in for the user file. `options`: dotted keys from the command line;
    None there means not given. Raises BadInput for any bad file or option."""
    return _load(file, options or {}, system, env, lenient=False)


def load_for_play(
    file: Path | None = None,
    options: Mapping[str, object] | None = None,
    *,
    system: Path = SYSTEM_FILE,
    env: Mapping[str, str] = os.environ,
) -> Loaded:
    """Like `load`, but the box starts whatever its own files look like: a bad one is passed over with a notice.
    An explicit `file` and the options are a person's word and still raise BadInput."""
    return _load(file, options or {}, system, env, lenient=True)


def _load(
    file: Path | None, options: Mapping[str, object], system: Path, env: Mapping[str, str], *, lenient: bool
) -> Loaded:
    user = file or user_file(env)
    values, origins = flat(Config()), dict.fromkeys(KEYS, DEFAULT)
    bad: dict[Path, str] = {}
    for layer in dict.fromkeys((system, user)):  # systemd may make the two one
        try:
            given = read_file(layer, needed=layer == file)
        except BadInput as error:
            if not lenient or layer == file:
                raise
            bad[layer] = str(error)
            continue
        values |= given
        origins |= dict.fromkeys(given, str(layer))
    given = _checked(COMMAND_LINE, {key: value for key, value in options.items() if value is not None}, Path())
    values |= given
    origins |= dict.fromkeys(given, COMMAND_LINE)
    return Loaded(tree(values), origins, user, bad)


def read_file(path: Path, *, needed: bool) -> dict[str, Any]:
    """The values of one file under their dotted keys; a missing file has none, unless it is `needed`.
    Raises BadInput: all that is wrong with it in one sentence."""
    if not needed and not os.path.lexists(path):
        return {}
    text = read_text(path, MOST_TOML)
    if not text.strip(BLANK):
        # What a power cut makes of a file; nobody means to say nothing.
        raise fault(path, None, "is empty; write a setting into it (mopsbox config --default shows all) or remove it")
    given: dict[str, object] = {}
    for top, value in toml(path, text).items():
        if top in SECTIONS and isinstance(value, dict):
            given |= {f"{top}.{below}": v for below, v in value.items()}
        else:
            given[top] = value
    return _checked(path, given, path.parent, text)


def _checked(where: Path | str, given: Mapping[str, object], base: Path, text: str = "") -> dict[str, Any]:
    """The values as Config holds them; file names relative to `base`. Raises BadInput naming every bad one; of what
    is no setting at all the first few."""
    lines, wrong, strays = _lines(text), list[str](), 0
    for key, value in given.items():
        stray = key not in KEYS and key not in SECTIONS
        strays += stray
        if stray and strays > NAMED:
            continue
        if trouble := _trouble(key, value):
            wrong.append((f"line {lines[key]}: " if key in lines else "") + trouble)
    if strays > NAMED:
        wrong.append(f"{strays - NAMED} more are no settings")
    if wrong:
        raise fault(where, None, "; ".join(wrong) + " (mopsbox config --default shows all settings)")
    return {key: _held(key, value, base) for key, value in given.items()}


def _trouble(key: str, value: object) -> str:
    if key in SECTIONS:
        return f"{key} is a section; write [{key}] on a line of its own"
    if key not in KEYS:
        near = difflib.get_close_matches(key[:LONGEST], (*KEYS, *SECTIONS), 1) or [
            k for k in KEYS if k.endswith("." + key)
        ]
        named = key if key.isprintable() else as_toml(key)
        named = named if len(named) <= LONGEST else named[:LONGEST] + "..."
        return f"{named} is not a setting" + (f", do you mean {near[0]}?" if near else "; remove it")
    must = KEYS[key](value)
    return f"{key} must be {must}" if must else ""


def _held(key: str, value: Any, base: Path) -> Any:
    if key in FILES and value:
        return os.path.abspath(base / os.path.expanduser(value))
    if key == "players.seats":  # seats not named take the places left over
        return (*value, *(place for place in range(1, 9) if place not in value))
    if isinstance(value, list):
        return tuple(value)
    return float(value) if key.endswith("_mm") else value


def _lines(text: str) -> dict[str, int]:
    """The line of every section, and of every key that is written the usual way: the TOML reader keeps no lines."""
    section, found = "", dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        if heading := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            section = heading[1] + "."
            found.setdefault(heading[1], number)
        elif key := re.match(r"\s*([\w.-]+)\s*=", line):
            found.setdefault(section + key[1], number)
    return found


def changed(loaded: Loaded, changes: Mapping[str, object]) -> Loaded:
    """The settings after a button changed some, from now until the program ends. Raises BadInput."""
    held = _checked("setting", changes, Path())
    config, origins = tree({**flat(loaded.config), **held}), {**loaded.origins, **dict.fromkeys(held, str(loaded.user))}
    return replace(loaded, config=config, origins=origins)


def write_user(loaded: Loaded, changes: Mapping[str, object]) -> Loaded:
    """`changed`, and the user file written whole, with what it held before: it is a good one then. A file a person
    wrote, or a broken one, is kept beside it as `.bak`. Raises StoreFault, as write_whole its OSError."""
    after = changed(loaded, changes)
    path, kept = loaded.user, {}
    with contextlib.suppress(BadInput):
        kept = read_file(path, needed=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_bytes() if path.exists() else b""
        ours = old.startswith(BY_BUTTON.encode()) and kept
        if old.strip(BLANK.encode()) and not ours:
            write_whole(path.with_name(path.name + ".bak"), old)
        write_whole(path, _file_text({**kept, **{key: flat(after.config)[key] for key in changes}}).encode())
    except OSError as error:
        raise disk_fault(error, path) from error
    return replace(after, bad={file: why for file, why in after.bad.items() if file != path})


def _file_text(values: Mapping[str, Any]) -> str:
    tops = [f"{key} = {as_toml(values[key])}\n" for key in KEYS if key in values and "." not in key]
    text = BY_BUTTON + "".join(tops)
    for section in SECTIONS:
        own = [key for key in KEYS if key in values and key.startswith(section + ".")]
        if own:
            text += f"\n[{section}]\n" + "".join(f"{key.split('.')[1]} = {as_toml(values[key])}\n" for key in own)
    return text
