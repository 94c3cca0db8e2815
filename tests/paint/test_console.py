"""A box without a desktop: the right driver is chosen, and a dark screen is said in one sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mopsbox.paint import console

Root = Callable[..., Path]


@pytest.fixture
def root(tmp_path: Path) -> Root:
    """A machine with these sockets for screens, and their graphics devices."""

    def made(**sockets: str) -> Path:
        for name, status in sockets.items():
            socket = tmp_path / "sys/class/drm" / name.replace("_", "-")
            socket.mkdir(parents=True)
            (socket / "status").write_text(f"{status}\n")
        (tmp_path / "dev/dri").mkdir(parents=True)
        for node in ("card0", "card1", "renderD128"):
            (tmp_path / "dev/dri" / node).touch()
        return tmp_path

    return made


def why(root: Path, *, lost: tuple[str, ...] = (), refused: tuple[str, ...] = (), held: tuple[str, ...] = ()) -> str:
    return console.why_dark(
        "kmsdrm not available",
        root,
        lambda: list(lost),
        lambda node: node.name not in refused,
        lambda c: c.name in held,
    )


def test_without_a_desktop_the_console_is_taken_and_painted_with_opengl_es() -> None:
    env: dict[str, str] = {}
    console.prepare(env, "linux")
    assert env["SDL_VIDEODRIVER"] == "kmsdrm"
    assert env["SDL_RENDER_DRIVER"] == env["SDL_FRAMEBUFFER_ACCELERATION"] == "opengles2"


@pytest.mark.parametrize(
    ("env", "platform"),
    [({"DISPLAY": ":0"}, "linux"), ({"WAYLAND_DISPLAY": "wayland-0"}, "linux"), ({}, "win32"), ({}, "darwin")],
)
def test_a_desktop_is_left_to_sdl(env: dict[str, str], platform: str) -> None:
    before = dict(env)
    console.prepare(env, platform)
    assert env == before


def test_whoever_chose_a_driver_keeps_it() -> None:
    env = {"SDL_VIDEODRIVER": "dummy"}
    console.prepare(env, "linux")
    assert env == {"SDL_VIDEODRIVER": "dummy"}
    env = {"SDL_VIDEODRIVER": "KMSDRM", "SDL_RENDER_DRIVER": "opengl"}
    console.prepare(env, "linux")
    assert env["SDL_RENDER_DRIVER"] == "opengl"


def test_no_driver_no_plug_no_permission_no_library_and_somebody_else_each_have_their_sentence(root: Root) -> None:
    machine = root(card1_HDMI_A_1="connected", card1_HDMI_A_2="disconnected")
    assert "sudo apt install libgbm1" in why(machine, lost=("libgbm.so.1",))
    assert why(machine, lost=("libgbm.so.1",), held=("card1",)).startswith("libgbm.so.1 cannot be loaded")
    assert why(machine, refused=("card1",)).startswith("no permission to use /dev/dri/card1; sudo usermod -aG ")
    assert "another program holds the display" in why(machine, held=("card1",))
    assert why(machine).startswith("kmsdrm not available; sudo apt install libgbm1")


def test_a_card_without_a_screen_is_nobodys_business(root: Root) -> None:
    machine = root(card1_HDMI_A_1="connected")
    assert why(machine, refused=("card0",), held=("card0",)).startswith("kmsdrm not available")


def test_an_empty_socket_is_named(root: Root) -> None:
    machine = root(card0_HDMI_A_1="disconnected", card0_HDMI_A_2="disconnected")
    assert why(machine) == "no screen is plugged in (looked at HDMI-A-1, HDMI-A-2); plug it in and start again"


def test_a_machine_without_a_screen_driver_says_how_a_pi_gets_one(tmp_path: Path) -> None:
    assert "dtoverlay=vc4-kms-v3d" in why(tmp_path)


def test_who_holds_the_display_is_named_if_it_can_be_seen(root: Root) -> None:
    machine = root(card0_HDMI_A_1="connected")
    other = machine / "proc/1234"
    (other / "fd").mkdir(parents=True)
    (other / "comm").write_text("plymouthd\n")
    (other / "fd/7").symlink_to("/dev/dri/card0")
    assert why(machine, held=("card0",)) == "another program holds the display (plymouthd); stop it and start again"


def test_libraries_that_do_not_load_are_found() -> None:
    def load(name: str) -> None:
        if "EGL" in name:
            raise OSError(name)

    assert console.missing(load) == ["libEGL.so.1"]


def test_a_device_nobody_holds_is_not_held(tmp_path: Path) -> None:
    (tmp_path / "card0").touch()  # no display at all: the question is refused, and not for lack of permission
    assert not console._held(tmp_path / "card0") and not console._held(tmp_path / "card7")
