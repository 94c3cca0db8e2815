"""The program's own folder: each version beside the one before, switched in one stroke; and Debian's packages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

from systemd.installing import packages
from systemd.installing.place import Place
from systemd.installing.program import HOME, MADE_FROM, Program
from systemd.installing.step import Failed, install, uninstall


def wheel(folder: Path, version: str, program: str = "print('{version}')") -> Path:
    """A folder with a mopsbox of this version that runs `program`, as far as pip and the installer look at it."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    info = f"mopsbox-{version}.dist-info"
    files = {
        "mopsbox.py": f"def main():\n    {program.format(version=version)}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: mopsbox\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nmopsbox = mopsbox:main\n",
    }
    record = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"mopsbox-{version}-py3-none-any.whl", "w") as archive:
        for name, text in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(name, text)
    return folder


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python that makes a folder of its own by copying one that was made once: that takes seconds each time."""
    folder = tmp_path_factory.mktemp("python")
    subprocess.run([sys.executable, "-m", "venv", folder / "made"], check=True)
    script = folder / "python3"
    script.write_text(f'#!/bin/sh\nfor last; do :; done\n[ "$1 $2" = "-m venv" ] && exec cp -a {folder}/made "$last"\n')
    script.chmod(0o755)
    return str(script)


def says(system: Path) -> str:
    """What the installed program says."""
    program = system / "opt/mopsbox/current/bin/mopsbox"
    return subprocess.run([program], capture_output=True, text=True, env={}).stdout.strip()


def versions(system: Path) -> set[str]:
    return {path.name for path in (system / HOME[1:]).iterdir()}


def test_versions_come_and_go_and_a_bad_one_leaves_the_good_one_running(tmp_path: Path, python: str) -> None:
    system, wheels = tmp_path / "system", tmp_path / "wheels"
    program = Program(Place(system), tmp_path, wheels, python)
    said: list[str] = []

    def update() -> bool:
        return install([program.step()], said.append)

    wheel(wheels, "1.0")
    assert update() and says(system) == "1.0"
    inside = (system / "opt/mopsbox/venv-1").stat().st_mtime_ns
    assert not update() and said[-1] == "as it should be: the program"
    assert (system / "opt/mopsbox/venv-1").stat().st_mtime_ns == inside

    # A version that does not answer, one that is no wheel at all: the old one runs on, nothing is left of them.
    wheel(wheels, "1.1", "raise SystemExit('no such screen')")
    with pytest.raises(Failed, match=r"the program: .*mopsbox --version.*no such screen"):
        update()
    for half in wheels.glob("*.whl"):
        half.write_bytes(half.read_bytes()[:200])
    with pytest.raises(Failed, match="the program: "):
        update()
    assert says(system) == "1.0" and versions(system) == {"venv-1", "current"}

    # The power went while one was made: it is cleared away, and its number is not mistaken for a version.
    (system / "opt/mopsbox/venv-2/bin").mkdir(parents=True)
    (system / "opt/mopsbox/current.mopsbox-new").symlink_to("venv-2")
    wheel(wheels, "2.0")
    assert update() and says(system) == "2.0"
    assert versions(system) == {"venv-1", "venv-3", "current"}
    wheel(wheels, "3.0")
    assert update() and says(system) == "3.0" and versions(system) == {"venv-3", "venv-4", "current"}

    # It runs, but somebody broke it: made anew.
    (system / "opt/mopsbox/current/bin/mopsbox").unlink()
    assert update() and says(system) == "3.0"

    assert uninstall([program.step()], said.append) and not (system / "opt/mopsbox").exists()


def test_a_program_that_was_made_for_root_alone_is_opened_to_the_box(tmp_path: Path, python: str) -> None:
    """By an installer that went by the mask of a hardened login."""
    program = Program(Place(tmp_path), tmp_path, wheel(tmp_path / "wheels", "1.0"), python)
    said: list[str] = []
    install([program.step()], said.append)
    home = tmp_path / HOME[1:]
    before = {path: path.stat().st_mode for path in home.rglob("*")}
    for path in (home, home / "venv-1", home / "venv-1/bin/mopsbox", home / "venv-1/pyvenv.cfg"):
        path.chmod(path.stat().st_mode & 0o700)
    install([program.step()], said.append)
    assert said[-1] == "done: the program: for everybody to read" and versions(tmp_path) == {"venv-1", "current"}
    assert {path: path.stat().st_mode for path in home.rglob("*")} == before and home.stat().st_mode & 0o777 == 0o755


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can ask as somebody else")
def test_it_answers_only_if_the_boxs_user_may_get_there() -> None:
    """It is in nobody's temporary folder: those of the tests are root's alone."""
    with tempfile.TemporaryDirectory(prefix="mopsbox-") as folder:
        place, version = Path(folder), Path(folder) / "opt/mopsbox/venv-1"
        place.chmod(0o755)
        (version / "bin").mkdir(parents=True)
        (version / "bin/mopsbox").write_text('#!/bin/sh\n[ "$(id -u)" != 0 ] && cd && pwd\n')
        (version / "bin/mopsbox").chmod(0o755)
        (version.parent / "current").symlink_to("venv-1")
        program = Program(Place(place), place, wheel(place / "wheels", "1.0"), others=True)
        (version / MADE_FROM).write_text(program.fingerprint())
        assert program.lacks() == []
        (place / "opt").chmod(0o700)
        assert program.lacks() == ["a program that answers"]


def test_a_folder_without_our_wheel_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    program = Program(Place(tmp_path / "system"), tmp_path, tmp_path, sys.executable)
    with pytest.raises(Failed, match=r"has no mopsbox-\*\.whl; see docs/appliance\.md"):
        install([program.step()], print)
    assert not (tmp_path / "system").exists()


def test_somebody_elses_folder_in_the_programs_place_is_said_and_stays(tmp_path: Path) -> None:
    theirs = tmp_path / "opt/mopsbox/current/theirs"
    theirs.mkdir(parents=True)
    program = Program(Place(tmp_path), tmp_path, wheel(tmp_path / "wheels", "1.0"), sys.executable)
    for there in (install, uninstall):
        with pytest.raises(Failed, match=r"current is a folder that is not the installer's; move it away"):
            there([program.step()], print)
    assert [path.name for path in (tmp_path / "opt/mopsbox").iterdir()] == ["current"] and theirs.is_dir()


def test_a_change_in_the_clone_is_a_new_version_and_what_python_leaves_there_is_not(tmp_path: Path) -> None:
    source = tmp_path / "device/mopsbox/box.py"
    source.parent.mkdir(parents=True)
    source.write_text("1")
    (tmp_path / "pyproject.toml").write_text("[project]")
    program = Program(Place(tmp_path), tmp_path)
    first = program.fingerprint()
    (source.parent / "__pycache__").mkdir()
    (source.parent / "__pycache__/box.pyc").write_bytes(b"2")
    assert program.fingerprint() == first
    source.write_text("2")
    assert program.fingerprint() != first
    with pytest.raises(Failed, match="run the installer from the whole clone"):
        Program(Place(tmp_path), tmp_path / "elsewhere").fingerprint()


def test_a_version_is_whole_only_when_it_says_what_it_was_made_from(tmp_path: Path) -> None:
    wheels = wheel(tmp_path / "wheels", "1.0")
    program = Program(Place(tmp_path), tmp_path, wheels, sys.executable)
    made = tmp_path / "opt/mopsbox/venv-1"
    made.mkdir(parents=True)
    (tmp_path / "opt/mopsbox/current").symlink_to("venv-1")
    assert program.lacks() == ["this version"]
    (made / MADE_FROM).write_bytes(b"\xff")
    assert program.lacks() == ["this version"]
    (made / MADE_FROM).write_text(program.fingerprint())
    assert program.lacks() == ["a program that answers"]


# -- packages


class Debian:
    """A stand-in for dpkg and apt on an arm64 machine: what is installed (name: version), which names apt knows and
    which it learns by `update`, what `dpkg --configure` finishes, what was asked. A .deb file is its fields as text."""

    def __init__(self, installed: dict[str, str], known: set[str]) -> None:
        self.installed, self.known, self.asked = installed, known, list[tuple[str, ...]]()
        self.foreign, self.learns, self.half = dict[str, str](), set[str](), dict[str, str]()

    def attempt(self, *words: object, **env: str) -> tuple[int, str]:
        name = str(words[-1])
        if words[0] == "dpkg-query":
            rows = [f"armhf installed {self.foreign[name]}"] if name in self.foreign else []
            rows += [f"arm64 installed {self.installed[name]}"] if name in self.installed else []
            rows += [f"arm64 half-configured {self.half[name]}"] if name in self.half else []
            return (0, "".join(f"{row}\n" for row in rows)) if rows else (1, f"no packages found matching {name}")
        if words[1] == "--print-architecture":
            return 0, "arm64\n"
        if words[1] == "--configure":
            assert env["DEBIAN_FRONTEND"] == "noninteractive"
            self.asked.append(tuple(str(word) for word in words))
            self.installed, self.half = self.installed | self.half, {}
            return 0, ""
        if words[1] == "--compare-versions":
            assert words[3] == "gt"
            return int(not order(str(words[2])) > order(str(words[4]))), ""
        return (0, "Package: ...") if name in self.known else (100, "E: No packages found")

    def run(self, *words: object, **env: str) -> str:
        told = tuple(str(word) for word in words)
        if told[0] == "dpkg-deb":
            return Path(told[2]).read_text()
        assert not self.half or told[1] == "update", "E: dpkg was interrupted"
        assert env["DEBIAN_FRONTEND"] == "noninteractive"
        self.asked.append(told)
        if told[1] == "update":
            self.known |= self.learns
        else:
            names = [word for word in told[2:] if word[0] != "-" and "=" not in word]
            files = [fields(Path(name).read_text()) for name in names if name.endswith(".deb")]
            self.installed |= {each["Package"]: each["Version"] for each in files}
            self.installed |= {name: "1" for name in names if name in self.known}
        return ""

    @property
    def wanted(self) -> set[str]:
        """What the last command was asked to install."""
        return {word for word in self.asked[-1][2:] if word[0] != "-" and "=" not in word}


def order(version: str) -> list[int]:
    """Debian's, of versions that are numbers: what stands before a colon first, without one it is 0."""
    epoch, _, rest = version.rpartition(":")
    return [int(epoch or 0), *(int(part) for part in rest.split("."))]


def fields(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.splitlines())


def parcel(folder: Path, **packages: str) -> None:
    """.deb files of these packages in these versions; "_" stands for "-" in a name, as in Python."""
    for name, version in packages.items():
        control = f"Package: {name.replace('_', '-')}\nVersion: {version}\nArchitecture: arm64\n"
        (folder / f"{name.replace('_', '-')}_{version.replace(':', '%3a')}_arm64.deb").write_text(control)


@pytest.fixture
def debian(monkeypatch: pytest.MonkeyPatch) -> Debian:
    stand_in = Debian({"libdrm2": "2", "libudev1": "2"}, {*packages.PACKAGES, "libasound2"})
    monkeypatch.setattr(packages, "attempt", stand_in.attempt)
    monkeypatch.setattr(packages, "run", stand_in.run)
    return stand_in


def test_only_the_packages_that_are_missing_are_asked_for(debian: Debian) -> None:
    assert install([packages.step(None)], print)
    repair, update, asked = debian.asked
    assert repair == ("dpkg", "--configure", "-a") and update[:2] == ("apt-get", "update")
    assert debian.wanted == {"python3-venv", "libgbm1", "libegl1", "libgles2", "libgl1-mesa-dri", "libasound2"}
    assert {"--yes", "--no-install-recommends", "DPkg::Lock::Timeout=300"} <= set(asked)
    debian.asked.clear()
    assert not install([packages.step(None)], print) and not debian.asked


def test_a_plug_pulled_while_apt_was_at_it_costs_no_more_than_another_run(debian: Debian) -> None:
    debian.half["libgbm1"] = "1"
    assert "libgbm1" in packages.missing()
    assert install([packages.step(None)], print)
    assert "libgbm1" not in debian.wanted and debian.installed["libgbm1"] == "1"


def test_what_only_had_to_be_finished_needs_no_network(debian: Debian) -> None:
    debian.half = dict.fromkeys((*packages.PACKAGES, "libasound2"), "1")
    assert install([packages.step(None)], print)
    assert debian.asked == [("dpkg", "--configure", "-a")]


def test_sound_goes_by_the_name_this_debian_has_for_it(debian: Debian) -> None:
    debian.known.add("libasound2t64")
    assert "libasound2t64" in packages.missing() and "libasound2" not in packages.missing()
    debian.installed["libasound2"] = "1"
    assert not any("asound" in name for name in packages.missing())


def test_a_system_without_lists_learns_the_name_of_sound_first(debian: Debian) -> None:
    debian.known, debian.learns = set(), {*packages.PACKAGES, "libasound2t64"}
    assert "libasound2t64 or libasound2" in packages.missing()
    assert install([packages.step(None)], print)
    assert {name for name in debian.wanted if "asound" in name} == {"libasound2t64"}


def test_a_library_of_another_architecture_is_not_the_boxs(debian: Debian) -> None:
    """Asked for without an architecture, dpkg tells of all there are."""
    debian.foreign["libudev1"] = "2"
    assert "libudev1" not in packages.missing()
    debian.foreign["libgbm1"] = "2"
    assert "libgbm1" in packages.missing()


def test_without_a_network_they_come_from_the_folder(debian: Debian, tmp_path: Path) -> None:
    parcel(tmp_path, python3_venv="1", python3_11_venv="1", libgbm1="1", libegl1="1", libgles2="1", libgl1_mesa_dri="1")
    parcel(tmp_path, libdrm2="1")
    with pytest.raises(Failed, match=r"Debian packages: .* has no \.deb file of libasound2; see docs/appliance"):
        install([packages.step(tmp_path)], print)
    assert not [words for words in debian.asked if words[0] == "apt-get"]
    parcel(tmp_path, libasound2="1")
    assert install([packages.step(tmp_path)], print)
    asked = debian.asked[-1]
    assert "Dir::Etc::sourcelist=/dev/null" in asked and str(tmp_path / "python3-11-venv_1_arm64.deb") in asked
    assert not [word for word in asked if "libdrm2" in word]  # it is here already: never an older one over it


def test_what_the_parcel_has_newer_comes_too(debian: Debian, tmp_path: Path) -> None:
    """The packages that were missing may need it. The version stands in the file; in its name it may be escaped."""
    names = {name.replace("-", "_"): "1" for name in (*packages.PACKAGES, "libasound2")}
    debian.installed |= {"libsame": "1:2.0", "libolder": "2.9", "libepoch": "1:1.0"}
    parcel(tmp_path, **names | {"libdrm2": "3", "libsame": "1:2.0", "libolder": "2.10", "libepoch": "9.0"})
    parcel(tmp_path, libolder="2.11")
    parcel(tmp_path, libolder="2.1")
    (tmp_path / "strange.deb").write_text("Package: libstrange\nVersion: 1\nArchitecture: amd64\n")
    assert install([packages.step(tmp_path)], print)
    found = {Path(name).name for name in debian.wanted}
    assert {"libdrm2_3_arm64.deb", "libolder_2.11_arm64.deb", "libgbm1_1_arm64.deb"} <= found
    assert not [name for name in found if name.startswith(("libsame", "libepoch", "libudev1", "strange"))]
    assert len([name for name in found if name.startswith("libolder")]) == 1
