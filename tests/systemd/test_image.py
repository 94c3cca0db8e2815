"""The layer for rpi-image-gen: well-formed as it documents it, and one with the installer."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from systemd.installing.bootfiles import FIRST, LAST, WORDS
from systemd.installing.main import parser
from systemd.installing.packages import PACKAGES, SOUND
from systemd.installing.program import SOURCE

IMAGE = Path(__file__).parents[2] / "systemd/image"
LAYER = IMAGE / "layer/mopsbox.yaml"
NEEDED = ("Layer-Name", "Layer-Category", "Layer-Desc", "Layer-Version")
KNOWN = (*NEEDED, "Layer-Requires", "VarPrefix")
ATTRIBUTES = ("Desc", "Required", "Valid", "Set")


def yaml(text: str) -> dict[str, Any]:
    """The part of YAML these files use: mappings, lists of words, blocks of text. Raises ValueError on the rest."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1)]
    found, rest = _node([(n, line) for n, line in lines if line.strip() not in ("", "---") and line[:1] != "#"], 0)
    if rest or not isinstance(found, dict):
        raise ValueError(f"line {rest[0][0] if rest else 1}: not understood")
    return found


def _node(lines: list[tuple[int, str]], indent: int) -> tuple[Any, list[tuple[int, str]]]:
    found: Any = None
    while lines and (depth := len(lines[0][1]) - len(lines[0][1].lstrip(" "))) >= indent:
        number, line = lines[0]
        item, key = re.fullmatch(r" *- (.+)", line), re.fullmatch(r" *(\w[\w-]*):(?: ([^#:]+))?", line)
        if depth != indent or "\t" in line or not (item or key) or isinstance(found, list if key else dict):
            raise ValueError(f"line {number}: {line}")
        lines = lines[1:]
        if item:
            value: Any = item[1]
            if value in ("|", "|-"):
                block = _deeper(lines, indent)
                value, lines = "\n".join(line[indent + 2 :] for _, line in block), lines[len(block) :]
            found = [*(found or []), value]
        elif key:
            value = key[2]
            if value is None:
                value, lines = _node(lines, indent + 2)
            found = {**(found or {}), key[1]: value}
    return found, lines


def _deeper(lines: list[tuple[int, str]], indent: int) -> list[tuple[int, str]]:
    count = next((n for n, (_, line) in enumerate(lines) if not line.startswith(" " * (indent + 2))), len(lines))
    return lines[:count]


def metadata() -> dict[str, str]:
    """The fields between METABEGIN and METAEND; a line that goes on begins with two spaces."""
    text = LAYER.read_text(encoding="utf-8")
    inside = re.match(r"# METABEGIN\n(.*?)# METAEND\n---\n", text, flags=re.DOTALL)
    assert inside, "the layer begins with its metadata, then ---"
    joined = re.sub(r"\n#  (?=\S)", " ", inside[1])
    fields = [line.removeprefix("# ") for line in joined.splitlines() if line != "#"]
    assert all(re.fullmatch(r"X-Env-[\w-]+: \S.*", field) for field in fields), fields
    found = dict(field.removeprefix("X-Env-").split(": ", 1) for field in fields)
    assert len(found) == len(fields), "a field stands there twice"
    return found


def test_the_layer_says_what_a_layer_must_and_nothing_unknown() -> None:
    fields = metadata()
    assert set(NEEDED) <= set(fields)
    assert re.fullmatch(r"\d+\.\d+\.\d+", fields["Layer-Version"])
    assert re.fullmatch(r"[a-z0-9-]+(,[a-z0-9-]+)*", fields["Layer-Requires"])
    variables = {name for field in fields if (name := re.fullmatch(r"Var-(\w+)", field))}
    assert variables and "VarPrefix" in fields
    allowed = {*KNOWN, *(f"Var-{v[1]}{a}" for v in variables for a in ("", *(f"-{a}" for a in ATTRIBUTES)))}
    assert set(fields) <= allowed


def test_the_layer_installs_the_packages_the_installer_asks_for() -> None:
    packages = yaml(LAYER.read_text(encoding="utf-8"))["mmdebstrap"]["packages"]
    assert packages == ["python3", *PACKAGES, SOUND[0]]  # Debian 13's name for the last one


def test_the_layer_runs_the_installer_with_an_option_it_has_and_all_it_is_built_from() -> None:
    (hook,) = yaml(LAYER.read_text(encoding="utf-8"))["mmdebstrap"]["customize-hooks"]
    assert hook.startswith("set -eu\n")
    (command,) = re.findall(r'chroot "\$1" \S+/systemd/install (.*)', hook)
    assert parser().parse_args(command.split()).image
    for name in ("systemd", *SOURCE):
        assert re.search(rf"[ /]{re.escape(name)}[\"; ]", hook), name
    used = set(re.findall(r"\$IGconf_(\w+)", hook))
    assert used == {f"{metadata()['VarPrefix']}_project"}
    assert subprocess.run(["sh", "-n"], input=hook, text=True).returncode == 0


def test_the_recipe_by_hand_mounts_what_the_installer_needs_and_takes_it_off_again() -> None:
    (recipe,) = re.findall(r"```\n(sudo mount .*?)```", (IMAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert subprocess.run(["sh", "-n"], input=recipe, text=True).returncode == 0
    before, after = recipe.split("sudo chroot /mnt /opt/mopsbox-source/systemd/install --image\n")
    names = re.search(r"for name in (.+); do sudo mount --bind /\$name /mnt/\$name; done", before)
    assert names and {"proc", "sys", "dev"} == {*names[1].split()}
    mounted = {*re.findall(r"mount /dev/\S+ (/mnt\S*)", before), *(f"/mnt/{name}" for name in names[1].split())}
    (off,) = re.findall(r"umount (.+)", after)
    assert {*off.split()} == mounted and off.endswith(" /mnt")  # what holds the others last


def test_the_kernels_words_are_the_installers() -> None:
    fragment = (LAYER.parent / "mopsbox.d/cmdline.d/50-mopsbox").read_text()
    assert fragment == " ".join([FIRST, *WORDS, LAST]) + "\n"


def test_the_configuration_names_the_layer() -> None:
    config = yaml((IMAGE / "config/mopsbox.yaml").read_text(encoding="utf-8"))
    assert config["layer"]["app"] == metadata()["Layer-Name"] and set(config) == {"include", "device", "image", "layer"}


@pytest.mark.parametrize("wrong", ["a:\n   - b\n", "a:\n  - b\n  c: d\n", "a:\n\t- b\n", "- a\n", "a: b: c\n", "a\n"])
def test_a_file_that_is_not_well_formed_would_be_found(wrong: str) -> None:
    with pytest.raises(ValueError):
        yaml(wrong)
