"""Settings: which layer wins, what a bad file is told, what the buttons write."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import config
from mopsbox.config import Config, load, load_for_play, write_user
from mopsbox.config_keys import KEYS, as_toml, flat
from mopsbox.jsonl import BadInput
from mopsbox.places import StoreFault, data_dir, user_file, write_whole

Env = dict[str, str]


@pytest.fixture
def env(tmp_path: Path) -> Env:
    """A user with a folder of their own; the system file of every test is `tmp_path / "system.toml"`."""
    (tmp_path / "user").mkdir()
    return {"CONFIGURATION_DIRECTORY": str(tmp_path / "user")}


def dotted(tree: dict[str, Any], before: str = "") -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in tree.items():
        values |= dotted(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value}
    return values


def listed(values: dict[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


# -- the shipped defaults


def test_the_shipped_file_is_the_defaults() -> None:
    assert dotted(tomllib.loads(config.default_text())) == listed(flat(Config()))


def test_every_key_of_the_shipped_file_has_a_comment_of_its_own() -> None:
    lines = config.default_text().split("\n")
    keys = [number for number, line in enumerate(lines) if " = " in line and not line.startswith("#")]
    assert len(keys) == len(KEYS)
    for number in keys:
        assert lines[number - 1].startswith("# "), lines[number]


def test_the_shipped_file_is_itself_a_file_one_can_give(tmp_path: Path, env: Env) -> None:
    (tmp_path / "mine.toml").write_text(config.default_text())
    assert load(tmp_path / "mine.toml", system=tmp_path / "system.toml", env=env).config == Config()


def test_every_setting_has_a_check_and_every_default_passes_it() -> None:
    assert list(flat(Config())) == list(KEYS)
    assert all(KEYS[key](value) is None for key, value in flat(Config()).items())


# -- layers


def test_command_line_beats_user_beats_system_beats_defaults(tmp_path: Path, env: Env) -> None:
    system, user = tmp_path / "system.toml", tmp_path / "user" / "config.toml"
    system.write_text('answer_s = 5\n[screen]\nrotation = 90\nlanguage = "en"\n[sound]\nvolume = 10\n')
    user.write_text("[screen]\nrotation = 180\n[sound]\nvolume = 20\n")
    loaded = load(None, {"sound.volume": 30, "sound.on": None}, system=system, env=env)
    assert (loaded.config.answer_s, loaded.config.screen.rotation, loaded.config.sound.volume) == (5, 180, 30)
    assert (loaded.config.screen.language, loaded.config.sound.on) == ("en", True)
    origins = {key: loaded.origins[key] for key in ("answer_s", "screen.rotation", "sound.volume", "sound.on")}
    assert origins == {
        "answer_s": str(system),
        "screen.rotation": str(user),
        "sound.volume": "command line",
        "sound.on": "shipped default",
    }


def test_a_given_file_stands_in_for_the_users(tmp_path: Path, env: Env) -> None:
    (tmp_path / "system.toml").write_text("answer_s = 5\n")
    (tmp_path / "user" / "config.toml").write_text("answer_s = 20\n[sound]\nvolume = 1\n")
    (tmp_path / "mine.toml").write_text("[sound]\nvolume = 2\n")
    loaded = load(tmp_path / "mine.toml", system=tmp_path / "system.toml", env=env)
    assert (loaded.config.answer_s, loaded.config.sound.volume) == (5, 2)
    assert loaded.user == tmp_path / "mine.toml"


def test_without_any_file_the_defaults_are_in_force(tmp_path: Path, env: Env) -> None:
    loaded = load(system=tmp_path / "system.toml", env=env)
    assert (loaded.config, loaded.notice) == (Config(), None)
    assert set(loaded.origins.values()) == {"shipped default"}


def test_where_system_and_user_file_are_one_it_is_read_once(tmp_path: Path, env: Env) -> None:
    """systemd's ConfigurationDirectory=mopsbox makes both /etc/mopsbox/config.toml."""
    both = tmp_path / "user" / "config.toml"
    both.write_text("answer_s = 7\n")
    assert load_for_play(system=both, env=env).why.count("answer_s") == 1


def test_explain_tells_every_value_and_its_origin(tmp_path: Path, env: Env) -> None:
    (tmp_path / "user" / "config.toml").write_text("[sound]\nvolume = 20\n")
    loaded = load(None, {"screen.width_mm": 154}, system=tmp_path / "system.toml", env=env)
    said = loaded.explain()
    assert dotted(tomllib.loads(said)) == listed(flat(loaded.config))
    origins = {line.split(" = ")[0]: line.split("  # ")[1] for line in said.splitlines()}
    assert origins["sound.volume"] == str(tmp_path / "user" / "config.toml")
    assert origins["screen.width_mm"] == "command line"
    assert origins["answer_s"] == "shipped default"


def test_a_file_of_coasters_is_seen_from_the_folder_of_its_settings(tmp_path: Path, env: Env) -> None:
    absolute = tmp_path / "elsewhere" / "bones.toml"
    text = f'[mopseinander]\ncoasters = "my/coasters.toml"\n[mopsen]\nbones = "{absolute}"\n'
    (tmp_path / "user" / "config.toml").write_text(text)
    loaded = load(system=tmp_path / "system.toml", env=env)
    assert loaded.config.mopseinander.coasters == str(tmp_path / "user" / "my" / "coasters.toml")
    assert loaded.config.mopsen.bones == str(absolute)
    there = load(None, {"mopsen.bones": "b.toml"}, system=tmp_path / "system.toml", env=env)
    assert there.config.mopsen.bones == os.path.abspath("b.toml")


def test_seats_left_out_take_the_places_left_over(tmp_path: Path, env: Env) -> None:
    (tmp_path / "user" / "config.toml").write_text("[players]\nseats = [3, 1]\n")
    assert load(system=tmp_path / "system.toml", env=env).config.players.seats == (3, 1, 2, 4, 5, 6, 7, 8)


# -- bad files

BAD = [
    ("answer_s = 7\n", ["line 1: answer_s must be 0, 5, 10 or 20"]),
    ("answer_s = 10.0\n", ["answer_s must be"]),
    ("answer_s = false\n", ["answer_s must be"]),
    ("[screen]\nrotation = 45\n", ["line 2: screen.rotation must be 0, 90, 180 or 270"]),
    ("screen.rotation = 45\n", ["line 1: screen.rotation must be"]),
    ('[screen]\nlanguage = "French"\n', ['screen.language must be a language\'s code in quotes, such as "de"']),
    ("[screen]\nlanguage = 1\n", ["screen.language must be"]),
    ("[screen]\nwidth = 100\n", ["screen.width must be a whole number from 320 to 8192 (pixels), or 0 to find out"]),
    ("[screen]\nheight = true\n", ["screen.height must be"]),
    ("[screen]\nwidth_mm = nan\n", ["screen.width_mm must be a number from 20 to 3000 (mm), or 0 to find out"]),
    ("[screen]\nheight_mm = -1\n", ["screen.height_mm must be"]),
    ("[screen]\nfullscreen = 1\n", ["screen.fullscreen must be false or true"]),
    ("[sound]\nvolume = 101\n", ["sound.volume must be a whole number from 0 to 100 (per cent)"]),
    ("[buzzers]\nearly_penalty_ms = 1001\n", ["buzzers.early_penalty_ms must be a whole number from 0 to 1000 (ms)"]),
    ('[buzzers]\nprofile = "two words"\n', ['buzzers.profile must be "auto", "simulate"']),
    ("[players]\nseats = [1, 1]\n", ["players.seats must be a list of 1 to 8 different places, each 1 to 8"]),
    ("[players]\nseats = []\n", ["players.seats must be"]),
    ("[players]\nseats = [0]\n", ["players.seats must be"]),
    ("[players]\nseats = [1, [2]]\n", ["players.seats must be"]),
    ("[players]\nseats = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n", ["players.seats must be"]),
    ("[mopsen]\nbones = 5\n", ['mopsen.bones must be a file name in quotes, or ""']),
    ('[mopsen]\nbones = "a\\nb"\n', ["mopsen.bones must be"]),
    ("[storage]\ngames_mb = 0\n", ["storage.games_mb must be"]),
    ("screen = 3\n", ["line 1: screen is a section; write [screen] on a line of its own"]),
    ("[screen.rotation]\nx = 3\n", ["screen.rotation must be"]),
    ("[screen]\nrotaton = 90\n", ["line 2: screen.rotaton is not a setting, do you mean screen.rotation?"]),
    ("volume = 3\n", ["volume is not a setting, do you mean sound.volume?"]),
    ("xyzzy = 3\n", ["xyzzy is not a setting; remove it"]),
    ('"two\\nlines" = 3\n', ['"two\\nlines" is not a setting; remove it']),
    ("answer_s = 5\nanswer_s = 10\n", ["is not TOML", "line 2"]),
    ("answer_s = \n", ["is not TOML", "line 1"]),
    ("", ["is empty; write a setting into it"]),
    (" \n\n", ["is empty"]),
    ("\0" * 400, ["is empty"]),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_a_bad_file_is_named_in_one_sentence_with_what_to_do(
    text: str, said: list[str], tmp_path: Path, env: Env
) -> None:
    user = tmp_path / "user" / "config.toml"
    user.write_text(text)
    for file in (None, user):
        with pytest.raises(BadInput) as caught:
            load(file, system=tmp_path / "system.toml", env=env)
        assert str(caught.value).startswith(f"{user}: ")
        assert "\n" not in str(caught.value)
        for part in said:
            assert part in str(caught.value)
    with pytest.raises(BadInput):  # a file somebody gave is a word that counts, also when playing
        load_for_play(user, system=tmp_path / "system.toml", env=env)


@pytest.mark.parametrize("text", [text for text, _ in BAD])
def test_the_box_starts_on_defaults_with_a_notice_when_its_file_is_bad(text: str, tmp_path: Path, env: Env) -> None:
    (tmp_path / "system.toml").write_text("[sound]\nvolume = 11\n")
    (tmp_path / "user" / "config.toml").write_text(text)
    loaded = load_for_play(system=tmp_path / "system.toml", env=env)
    assert loaded.notice == "config-bad"
    assert str(tmp_path / "user" / "config.toml") in loaded.why
    assert loaded.config.sound.volume == 11  # the sound system file still counts
    assert flat(loaded.config) == {**flat(Config()), "sound.volume": 11}


def test_of_thousands_of_strays_the_first_ten_are_named_and_all_that_is_wrong_with_settings(
    tmp_path: Path, env: Env
) -> None:
    """A file of something else: naming all of it took a quarter of a minute, and nobody could read it."""
    strays = "".join(f"key{n} = 1\n" for n in range(20_000))
    (tmp_path / "c.toml").write_text(f"{strays}answer_s = 7\n[sound]\nvolume = 101\nnoise = 1\n")
    with pytest.raises(BadInput) as caught:
        load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env)
    said = str(caught.value)
    assert "line 1: key0 is not a setting" in said and "line 10: key9 is not" in said and "key10" not in said
    assert "line 20001: answer_s must be" in said and "line 20003: sound.volume must be" in said
    assert "; 19991 more are no settings (mopsbox config --default" in said


def test_a_stray_of_a_thousand_letters_is_named_by_its_beginning(tmp_path: Path, env: Env) -> None:
    (tmp_path / "c.toml").write_text("k" * 1000 + " = 1\n")
    with pytest.raises(BadInput, match=f": line 1: {'k' * 60}... is not a setting; remove it "):
        load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env)


@pytest.mark.parametrize(
    "key", [".".join(["a"] * 20_000), "[" + ' . "a b"' * 300 + "]", "x = {" + "'a'." * 101 + "b = 1}"]
)
def test_a_key_of_thousands_of_parts_is_refused_with_its_line(key: str, tmp_path: Path, env: Env) -> None:
    """The parser's time grows with their square: 40 kB kept the box from starting for 16 s, 1 MB for hours."""
    (tmp_path / "c.toml").write_text(f"answer_s = 5\n{key.replace('[ .', '[')}")
    with pytest.raises(BadInput, match=r"c\.toml: line 2: has a key of too many parts"):
        load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env)


def test_dots_in_a_remark_or_a_name_are_no_parts_of_a_key(tmp_path: Path, env: Env) -> None:
    name = ".".join(["v1"] * 60) + ".toml"
    (tmp_path / "c.toml").write_text(f'# {"." * 500}\n[mopsen]\nbones = "{name}"\n')
    assert load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env).config.mopsen.bones.endswith(name)


def test_a_file_of_more_than_a_mebibyte_is_no_settings_file(tmp_path: Path, env: Env) -> None:
    remark = "answer_s = 5\n" + "# a remark like any other\n" * 40_000
    for size, fits in ((1 << 20, True), ((1 << 20) + 1, False)):
        (tmp_path / "c.toml").write_text(remark + "#" * (size - len(remark)))
        if fits:
            assert load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env).config.answer_s == 5
        else:
            with pytest.raises(BadInput, match="is larger than 1 MiB; give a smaller file"):
                load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env)


TYPED = '# für uns\r\nanswer_s = 5\r\n[screen]\r\nlanguage = "en"\r\n'


def test_the_mark_that_windows_editors_put_before_a_file_is_no_part_of_it(tmp_path: Path, env: Env) -> None:
    (tmp_path / "c.toml").write_bytes(TYPED.encode("utf-8-sig"))
    config = load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env).config
    assert (config.answer_s, config.screen.language) == (5, "en")


@pytest.mark.parametrize("code", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_saved_as_unicode_says_what_to_save_it_as(code: str, tmp_path: Path, env: Env) -> None:
    (tmp_path / "c.toml").write_bytes(TYPED.encode(code))
    with pytest.raises(BadInput, match=r'c\.toml: is UTF-16 text, which some editors call "Unicode"; save it as UTF-8'):
        load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env)


def test_another_code_page_names_the_line_and_what_to_save_it_as(tmp_path: Path, env: Env) -> None:
    (tmp_path / "c.toml").write_bytes(b"answer_s = 5\n" + TYPED.encode("cp1252"))
    with pytest.raises(BadInput, match=r"c\.toml: line 2: is not UTF-8 text; save it as UTF-8"):
        load(tmp_path / "c.toml", system=tmp_path / "system.toml", env=env)


WRITTEN = 'answer_s = 20\n\n[screen]\nlanguage = "en"\n\n[sound]\nnight = true\n'


def test_a_file_that_is_cut_off_anywhere_never_keeps_the_box_from_starting(tmp_path: Path, env: Env) -> None:
    """Every setting is as it was written or as shipped; the file stays as it is; what is wrong is one sentence."""
    user, shipped = user_file(env), flat(Config())
    written = {**shipped, "answer_s": 20, "screen.language": "en", "sound.night": True}
    for length in range(len(WRITTEN) + 1):
        user.write_text(WRITTEN[:length])
        loaded = load_for_play(system=tmp_path / "system.toml", env=env)
        now = flat(loaded.config)
        assert "\n" not in loaded.why and bool(loaded.why) == (loaded.notice is not None)
        assert now == shipped if loaded.notice else all(now[key] in (shipped[key], written[key]) for key in KEYS)
        assert user.read_text() == WRITTEN[:length]
    assert now == written


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_garbage_never_keeps_the_box_from_starting(garbage: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "config.toml"
        file.write_bytes(garbage)
        loaded = load_for_play(system=file, env={"XDG_CONFIG_HOME": folder})
        assert "\n" not in loaded.why and file.read_bytes() == garbage


def test_all_that_is_wrong_with_a_file_is_said_at_once(tmp_path: Path, env: Env) -> None:
    (tmp_path / "user" / "config.toml").write_text("answer_s = 1\n\n[sound]\nvolume = -1\n\n[sond]\non = true\n")
    with pytest.raises(BadInput) as caught:
        load(system=tmp_path / "system.toml", env=env)
    for part in ("line 1: answer_s must be", "line 4: sound.volume must be", "line 6: sond is not a setting"):
        assert part in str(caught.value)


def test_a_bad_system_file_does_not_keep_the_box_from_starting(tmp_path: Path, env: Env) -> None:
    (tmp_path / "system.toml").write_text("answer_s = 1\n")
    (tmp_path / "user" / "config.toml").write_text("[sound]\nvolume = 20\n")
    loaded = load_for_play(system=tmp_path / "system.toml", env=env)
    assert (loaded.notice, loaded.config.answer_s, loaded.config.sound.volume) == ("config-bad", 10, 20)
    with pytest.raises(BadInput, match=r"system\.toml: line 1: answer_s must be"):
        load(system=tmp_path / "system.toml", env=env)


def test_a_given_file_that_is_missing_is_said(tmp_path: Path, env: Env) -> None:
    for loads in (load, load_for_play):
        with pytest.raises(BadInput, match=r"mine\.toml: cannot be read"):
            loads(tmp_path / "mine.toml", system=tmp_path / "system.toml", env=env)


def test_a_file_that_is_no_text_or_no_file(tmp_path: Path, env: Env) -> None:
    user = tmp_path / "user" / "config.toml"
    user.write_bytes(b"answer_s = 5\n\xff\xfe\n")
    with pytest.raises(BadInput, match="line 2: is not UTF-8"):
        load(system=tmp_path / "system.toml", env=env)
    os.truncate(user, 1024 * 1024 + 1)
    with pytest.raises(BadInput, match="larger than 1 MiB"):
        load(system=tmp_path / "system.toml", env=env)
    user.unlink()
    user.mkdir()
    assert load_for_play(system=tmp_path / "system.toml", env=env).notice == "config-bad"


def test_a_bad_word_on_the_command_line_is_refused_also_when_playing(tmp_path: Path, env: Env) -> None:
    for loads in (load, load_for_play):
        with pytest.raises(BadInput, match=r"command line: screen\.rotation must be 0, 90, 180 or 270"):
            loads(None, {"screen.rotation": 91}, system=tmp_path / "system.toml", env=env)


# -- what the buttons write


def test_a_button_writes_the_user_file_and_the_next_start_reads_it(tmp_path: Path, env: Env) -> None:
    system = tmp_path / "system.toml"
    system.write_text("answer_s = 5\n")
    loaded = load(system=system, env={"CONFIGURATION_DIRECTORY": str(tmp_path / "not" / "yet")})
    loaded = write_user(loaded, {"sound.volume": 30, "screen.language": "en"})
    loaded = write_user(loaded, {"sound.volume": 40, "answer_s": 20})
    assert (loaded.config.sound.volume, loaded.config.screen.language, loaded.config.answer_s) == (40, "en", 20)
    again = load(system=system, env={"CONFIGURATION_DIRECTORY": str(tmp_path / "not" / "yet")})
    assert (again.config, again.origins) == (loaded.config, loaded.origins)
    written = dotted(tomllib.loads(again.user.read_text()))
    assert written == {"answer_s": 20, "screen.language": "en", "sound.volume": 40}  # not what nobody set
    assert [path.name for path in again.user.parent.iterdir()] == ["config.toml"]


def test_a_button_wins_over_the_command_line_until_the_next_start(tmp_path: Path, env: Env) -> None:
    loaded = load(None, {"sound.volume": 5, "sound.on": False}, system=tmp_path / "system.toml", env=env)
    loaded = write_user(loaded, {"sound.volume": 30})
    assert (loaded.config.sound.volume, loaded.config.sound.on) == (30, False)
    assert dotted(tomllib.loads(loaded.user.read_text())) == {"sound.volume": 30}


@pytest.mark.parametrize(
    "text", ["# my notes\n[sound]\nvolume = 9\non = false\n", "answer_s = 5 # and a typo\n[sound\n"]
)
def test_what_a_person_wrote_is_kept_beside_what_a_button_writes(text: str, tmp_path: Path, env: Env) -> None:
    user = tmp_path / "user" / "config.toml"
    user.write_text(text)
    loaded = write_user(load_for_play(system=tmp_path / "system.toml", env=env), {"answer_s": 20})
    write_user(loaded, {"answer_s": 0})
    assert (tmp_path / "user" / "config.toml.bak").read_text() == text
    again = load(system=tmp_path / "system.toml", env=env).config
    assert (again.answer_s, again.sound.on) == (0, loaded.config.sound.on)


def test_an_emptied_file_does_not_push_out_the_kept_one(tmp_path: Path, env: Env) -> None:
    (tmp_path / "user" / "config.toml").write_bytes(b"\0" * 99)
    (tmp_path / "user" / "config.toml.bak").write_text("answer_s = 5\n")
    write_user(load_for_play(system=tmp_path / "system.toml", env=env), {"answer_s": 20})
    assert (tmp_path / "user" / "config.toml.bak").read_text() == "answer_s = 5\n"


def test_a_button_cannot_write_what_would_be_refused(tmp_path: Path, env: Env) -> None:
    loaded = load(system=tmp_path / "system.toml", env=env)
    with pytest.raises(BadInput, match=r"sound\.volume must be"):
        write_user(loaded, {"sound.volume": 110})
    assert not loaded.user.exists()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, env: Env) -> None:
    user = tmp_path / "user" / "config.toml"
    loaded = write_user(load(system=tmp_path / "system.toml", env=env), {"sound.volume": 30})
    (tmp_path / "user" / "config.toml.tmp").mkdir()  # stands in the way of the temporary file
    before = user.read_bytes()
    with pytest.raises(StoreFault) as caught:
        write_user(loaded, {"sound.volume": 40})
    assert caught.value.word == "disk-fault"
    assert user.read_bytes() == before


def test_a_linked_settings_file_stays_a_link(tmp_path: Path, env: Env) -> None:
    user = tmp_path / "user" / "config.toml"
    user.symlink_to(tmp_path / "real.toml")
    (tmp_path / "real.toml").write_text("answer_s = 5\n")
    write_user(load(system=tmp_path / "system.toml", env=env), {"sound.volume": 40})
    assert user.is_symlink()
    assert dotted(tomllib.loads((tmp_path / "real.toml").read_text())) == {"answer_s": 5, "sound.volume": 40}


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])).filter(lambda text: text.isprintable()))
def test_every_file_name_survives_being_written(text: str) -> None:
    assert tomllib.loads(f"name = {as_toml(text)}") == {"name": text}


# -- where things lie


def test_a_file_that_cannot_be_put_in_place_leaves_no_temporary_one(tmp_path: Path) -> None:
    (tmp_path / "in the way").mkdir()
    with pytest.raises(OSError):
        write_whole(tmp_path / "in the way", b"text")
    assert [path.name for path in tmp_path.iterdir()] == ["in the way"]


def folders_say(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every folder answers so when it is to be synced; files are as before."""
    sync = os.fsync

    def answering(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        sync(handle)

    monkeypatch.setattr(os, "fsync", answering)


@pytest.mark.parametrize("name", ["EIO", "ENODEV", "ENOSPC", "EROFS", "EDQUOT"])
def test_a_folder_that_did_not_reach_the_disk_is_said(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    """The rename is on its way, and the card gave up: "saved" would be a guess."""
    folders_say(getattr(errno, name), monkeypatch)
    with pytest.raises(OSError) as said:
        write_whole(tmp_path / "file", b"text")
    assert said.value.errno == getattr(errno, name)
    assert os.listdir(tmp_path) == ["file"], "no temporary file stays"


@pytest.mark.parametrize("name", ["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EBADF"])
def test_a_disk_that_cannot_sync_folders_is_no_fault(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    folders_say(getattr(errno, name), monkeypatch)
    write_whole(tmp_path / "file", b"text")
    assert (tmp_path / "file").read_bytes() == b"text"


@pytest.mark.parametrize("name", ["EACCES", "EPERM", "EISDIR"])
def test_a_system_that_opens_no_folders_is_no_fault(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    number, really = getattr(errno, name), os.open

    def answering(path: Any, *rest: Any) -> int:
        if os.path.isdir(path):
            raise OSError(number, os.strerror(number))
        return really(path, *rest)

    monkeypatch.setattr(os, "open", answering)
    write_whole(tmp_path / "file", b"text")
    assert (tmp_path / "file").read_bytes() == b"text"


def test_a_setting_whose_folder_did_not_reach_the_disk_is_a_store_fault(
    tmp_path: Path, env: Env, monkeypatch: Any
) -> None:
    loaded = load(system=tmp_path / "system.toml", env=env)
    folders_say(errno.EIO, monkeypatch)
    with pytest.raises(StoreFault, match="cannot be read or written"):
        write_user(loaded, {"sound.volume": 30})


def test_where_the_data_lies() -> None:
    home = Path(os.path.expanduser("~"))
    assert data_dir("here", {"STATE_DIRECTORY": "/var/lib/mopsbox"}) == Path("here")
    env = {"STATE_DIRECTORY": "/var/lib/mopsbox:/var/lib/other", "XDG_STATE_HOME": "/state"}
    assert data_dir(None, env) == Path("/var/lib/mopsbox")
    assert data_dir(None, {"XDG_STATE_HOME": "/state"}) == Path("/state/mopsbox")
    assert data_dir(None, {"XDG_STATE_HOME": "not/absolute"}) == home / ".local/state/mopsbox"
    assert data_dir(None, {}) == home / ".local/state/mopsbox"


def test_where_the_users_settings_lie() -> None:
    home = Path(os.path.expanduser("~"))
    assert user_file({"CONFIGURATION_DIRECTORY": "/etc/mopsbox:/x"}) == Path("/etc/mopsbox/config.toml")
    assert user_file({"XDG_CONFIG_HOME": "/c"}) == Path("/c/mopsbox/config.toml")
    assert user_file({}) == home / ".config/mopsbox/config.toml"
