"""What was there before the box and is somebody else's: a login of its name, scores of another card, a command."""

from __future__ import annotations

import grp
import os
import pwd
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from systemd.installing import files
from systemd.installing import main as command
from systemd.installing.files import user_step
from systemd.installing.step import Failed, install
from systemd.installing.system import System

SYSTEMD = Path(__file__).parents[2] / "systemd"
SYSUSERS = SYSTEMD / "sysusers.d/mopsbox.conf"
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
BOX = 29  # a number that nobody's files have here
COMMAND = "usr/local/bin/mopsbox"


def run(*words: str | Path) -> list[str]:
    said: list[str] = []
    assert command.main([str(word) for word in words], say=said.append) == 0
    return said


Users = Callable[..., None]


@pytest.fixture
def users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Users:
    """Makes this system's users: name, home. The box's folder is in a folder of the test's."""
    data = tmp_path / "var/lib/mopsbox"
    data.mkdir(parents=True)
    monkeypatch.setattr(files, "DATA", str(data))
    monkeypatch.setattr(files, "HOMES", {"mopsbox": str(data), "mopsbox-phone": "/"})
    groups = [line.split()[2] for line in SYSUSERS.read_text().splitlines() if line.startswith("m mopsbox ")]
    monkeypatch.setattr(os, "getgrouplist", lambda name, group: range(len(groups)))
    monkeypatch.setattr(grp, "getgrgid", lambda number: grp.struct_group((groups[number], "x", number, [])))

    def are(**homes: str) -> None:
        found = [pwd.struct_passwd((name, "x", BOX, BOX, "", home, "/bin/sh")) for name, home in homes.items()]

        def named(name: str) -> pwd.struct_passwd:
            return next(user for user in found if user.pw_name == name)

        monkeypatch.setattr(pwd, "getpwall", lambda: found)
        monkeypatch.setattr(pwd, "getpwnam", named)

    are(**{"mopsbox": str(data), "mopsbox-phone": "/"})
    return are


@pytest.mark.parametrize("name, home", [("mopsbox", "/home/mopsbox"), ("mopsbox-phone", "/home/mopsbox-phone")])
def test_a_login_with_the_boxs_name_is_refused_in_one_sentence(
    name: str, home: str, users: Users, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As chosen in Raspberry Pi Imager: the box would run as a person who may become root, without a home."""
    monkeypatch.setattr(files, "run", lambda *words: pytest.fail("something was made"))
    users(pi="/home/pi", **{name: home})
    with pytest.raises(Failed) as failure:
        install([user_step(SYSTEMD)], print)
    why = f"{name} is somebody's login here (its home is {home}), and that name is the box's own; make a login"
    assert why in str(failure.value) and str(failure.value).endswith(f"sudo deluser {name}, and repeat")


def test_it_is_refused_before_anything_is_done_and_does_not_keep_from_taking_the_box_out(
    users: Users, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    users(mopsbox="/home/mopsbox")
    monkeypatch.setattr(command, "_steps", lambda *_: pytest.fail("a step was looked at"))
    assert command.main([], say=print, seen=lambda place: System()) == 1
    said = capsys.readouterr().err
    assert "mopsbox is somebody's login here" in said and said.endswith("Nothing was changed.\n")
    monkeypatch.setattr(command, "_steps", lambda *_: [])
    assert command.main(["--uninstall", "--dry-run"], say=print, seen=lambda place: System()) == 0


def test_the_boxs_own_users_and_other_peoples_are_no_hindrance(users: Users) -> None:
    assert files.refusal() is None
    users(pi="/home/pi")
    assert files.refusal() is None


def test_the_homes_are_those_the_users_are_made_with() -> None:
    lines = SYSUSERS.read_text().splitlines()
    made = {line.split()[1]: line.split()[-1] for line in lines if line.startswith("u ")}
    assert made == {"mopsbox": "/var/lib/mopsbox", "mopsbox-phone": "/"} == files.HOMES


# -- scores copied from another card


@pytest.fixture
def copied(users: Users, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`sudo cp -r`: the folder is the box's, what is in it is root's. And a link out of it."""
    data = Path(files.DATA)
    (data / "games").mkdir()
    (data / "games/1.jsonl").write_text("{}")
    (data / "mopsbox.db").write_text("scores")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/passwords").write_text("not the box's")
    (data / "file").symlink_to(tmp_path / "elsewhere/passwords")
    (data / "folder").symlink_to(tmp_path / "elsewhere")
    (data / "lost+found").mkdir()
    os.chown(data, BOX, BOX)
    monkeypatch.setattr(files, "run", lambda *words: "")
    return data


@ROOT_ONLY
def test_what_was_copied_as_root_becomes_the_boxs_and_no_link_is_followed(copied: Path, tmp_path: Path) -> None:
    said: list[str] = []
    install([user_step(SYSTEMD)], said.append, dry=True)
    assert re.search("of somebody else: /.* and 4 more$", said[-1]) and (copied / "mopsbox.db").stat().st_uid == 0
    assert install([user_step(SYSTEMD)], said.append)
    owners = {path.name: path.lstat().st_uid for path in copied.rglob("*")}
    mended = ("games", "1.jsonl", "mopsbox.db", "file", "folder")
    assert owners == dict.fromkeys(mended, BOX) | {"lost+found": 0}
    assert {path.stat().st_uid for path in (tmp_path / "elsewhere", tmp_path / "elsewhere/passwords")} == {0}
    assert not install([user_step(SYSTEMD)], said.append)


@ROOT_ONLY
def test_another_disk_mounted_in_the_folder_is_left_alone(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No disk can be mounted here: the kernel's answer about one folder is that of another disk."""
    real = os.stat

    def answered(path: str, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        found = real(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)
        return os.stat_result((*found[:2], found.st_dev + 1, *found[3:])) if path == "games" else found

    monkeypatch.setattr(os, "stat", answered)
    install([user_step(SYSTEMD)], print)
    monkeypatch.undo()
    assert (copied / "games").lstat().st_uid == 0 == (copied / "games/1.jsonl").lstat().st_uid
    assert (copied / "mopsbox.db").lstat().st_uid == BOX


@ROOT_ONLY
def test_a_file_that_goes_while_it_is_looked_at_is_no_failure(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box plays on, and its journals come and go."""
    real = os.fwalk

    def walked(*words: object, **more: object) -> object:
        for found in real(*words, **more):  # type: ignore[call-overload]
            found[2].append("gone.jsonl")
            yield found

    monkeypatch.setattr(os, "fwalk", walked)
    assert install([user_step(SYSTEMD)], print) and not install([user_step(SYSTEMD)], print)


# -- a command of the owner's with our name


def test_an_owners_own_command_is_set_aside_and_comes_back(tmp_path: Path) -> None:
    """Say from `sudo pip install`."""
    own = tmp_path / COMMAND
    own.parent.mkdir(parents=True)
    own.write_text("#!/usr/bin/python3\nprint('mine')\n")
    own.chmod(0o711)
    said = run("--destdir", tmp_path, "--dry-run")
    assert any(
        line.startswith("would do: ") and f"what is there now is kept as {own}.before-mopsbox" in line for line in said
    )
    run("--destdir", tmp_path)
    assert own.read_bytes() == (SYSTEMD / "command").read_bytes()
    assert own.with_name("mopsbox.before-mopsbox").read_text().endswith("print('mine')\n")
    assert "Nothing was changed: Mopsbox is installed as it should be." in run("--destdir", tmp_path)
    run("--destdir", tmp_path, "--uninstall")
    assert own.read_text().endswith("print('mine')\n") and own.stat().st_mode & 0o777 == 0o711
    assert [path.name for path in own.parent.iterdir()] == ["mopsbox"]
    assert run("--destdir", tmp_path, "--uninstall")[-2] == "Mopsbox is not installed: nothing to take back."


def test_an_owners_link_is_set_aside_as_a_link(tmp_path: Path) -> None:
    own = tmp_path / COMMAND
    own.parent.mkdir(parents=True)
    own.symlink_to("/home/pi/mopsbox/run")  # leads nowhere here
    run("--destdir", tmp_path)
    assert not own.is_symlink()
    run("--destdir", tmp_path, "--uninstall")
    assert own.readlink() == Path("/home/pi/mopsbox/run")


def test_an_older_command_of_ours_is_replaced_and_not_kept(tmp_path: Path) -> None:
    run("--destdir", tmp_path)
    ours = tmp_path / COMMAND
    ours.write_text('#!/bin/sh\nexec /opt/mopsbox/current/bin/mopsbox "$@"\n')
    run("--destdir", tmp_path)
    assert [path.name for path in ours.parent.iterdir()] == ["mopsbox"]
    run("--destdir", tmp_path, "--uninstall")
    assert not [*ours.parent.iterdir()]


def test_a_command_the_owner_put_there_since_stays_and_neither_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / COMMAND
    own.parent.mkdir(parents=True)
    own.write_text("the first")
    run("--destdir", tmp_path)
    own.write_text("the second")
    assert command.main(["--destdir", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"{own} is not the installer's, nor is {own}.before-mopsbox; move one" in said and said.count("\n") == 1
    run("--destdir", tmp_path, "--uninstall")
    assert own.read_text() == "the second"
    assert own.with_name("mopsbox.before-mopsbox").read_text() == "the first"
