"""The page in a real browser, as large as a phone: it follows the game by itself, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.many_games import fill
from tests.waiting import eventually

from .browser import Browser, browser, missing
from .served import serving
from .test_page import ARABIC, EMOJI, HTML_NAME, Evening

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
OUT = Path(__file__).parents[1] / "out"
WIDER = "return document.documentElement.scrollWidth > innerWidth"
NUMBERS = "return [...document.querySelectorAll('.big td:last-child')].map(e => +e.textContent)"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as there:
        yield there


@pytest.mark.parametrize(("language", "running"), [("de", "läuft gerade"), ("en", "being played")])
def test_a_phone_follows_the_game_without_being_touched(
    language: str, running: str, chromium: Browser, tmp_path: Path
) -> None:
    evening = Evening(tmp_path, HTML_NAME, EMOJI, ARABIC)
    with serving(tmp_path) as served:
        chromium.as_phone(language)
        chromium.open(f"http://127.0.0.1:{served.port}/")
        assert running in chromium.run("return document.body.innerText")
        assert chromium.run(NUMBERS) == [0, 0, 0]
        evening.table.win_round(2)
        eventually(lambda: chromium.run(NUMBERS) == [1, 0, 0])
        names = chromium.run("return [...document.querySelectorAll('bdi')].map(e => e.textContent)")
        assert names == [EMOJI, HTML_NAME, ARABIC]
        assert not chromium.run(WIDER)
        OUT.mkdir(exist_ok=True)
        chromium.picture(OUT / f"phone-now-{language}.png")
        assert chromium.said() == []  # the policy stops nothing of ours


def test_every_page_fits_a_phone_and_is_read_in_the_dark_and_in_the_light(chromium: Browser, tmp_path: Path) -> None:
    fill(tmp_path, 40)
    OUT.mkdir(exist_ok=True)
    with serving(tmp_path) as served:
        for language, dark in (("de", True), ("en", False)):
            chromium.as_phone(language, dark)
            for page in ("", "games", "players"):
                chromium.open(f"http://127.0.0.1:{served.port}/{page}")
                assert not chromium.run(WIDER)
                ground = chromium.run("return getComputedStyle(document.body).backgroundColor")
                assert ground == ("rgb(16, 24, 32)" if dark else "rgb(244, 241, 234)")
                small = "return [...document.querySelectorAll('a')].some(e => e.getBoundingClientRect().height < 40)"
                assert not chromium.run(small)  # a finger hits every link
                chromium.picture(OUT / f"phone-{page or 'last'}-{language}.png")
        assert chromium.said() == []


def test_the_other_language_and_older_games_are_a_touch_away(chromium: Browser, tmp_path: Path) -> None:
    fill(tmp_path, 45)
    with serving(tmp_path) as served:
        chromium.as_phone("de")
        chromium.open(f"http://127.0.0.1:{served.port}/")
        for link in (".lang", "nav a[href^='/games']", "main nav a:last-child"):
            chromium.run(f'document.querySelector("{link}").click()')
        eventually(lambda: "newest" in chromium.run("return document.body.innerText"))
        assert chromium.run("return [document.documentElement.lang, location.pathname]") == ["en", "/games"]
        assert chromium.run("return document.querySelectorAll('section').length") == 20


def test_a_box_that_goes_off_and_comes_back_is_said_and_followed_again(chromium: Browser, tmp_path: Path) -> None:
    evening = Evening(tmp_path, "Ada", "Otto", "Zoë")
    hidden = "return document.getElementById('gone').hidden"
    with serving(tmp_path) as served:
        chromium.as_phone("en")
        chromium.open(f"http://127.0.0.1:{served.port}/")
        assert chromium.run(hidden)
        port = served.port
    eventually(lambda: not chromium.run(hidden))
    assert "The box does not answer." in chromium.run("return document.body.innerText")
    evening.table.win_round(1)
    with serving(tmp_path, port=port):
        eventually(lambda: chromium.run(hidden) and chromium.run(NUMBERS) == [1, 0, 0])


def test_a_script_that_somebody_smuggled_in_would_not_run(chromium: Browser, tmp_path: Path) -> None:
    Evening(tmp_path, "Ada")
    with serving(tmp_path) as served:
        chromium.open(f"http://127.0.0.1:{served.port}/")
        chromium.run(
            "const s = document.createElement('script'); s.textContent = 'window.got = 1'; document.body.append(s)"
        )
        chromium.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.got = 1\">')")
        assert chromium.run("return window.got === undefined")
        assert any("Content Security Policy" in line for line in chromium.said())
