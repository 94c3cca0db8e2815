"""The dependency rule (design.md): values flow down, the core knows no clock, no chance, no device."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "device" / "mopsbox"
OUTSIDE = {"pygame", "gpiozero", "gpiod", "serial", "sqlite3", "time", "random", "threading", "os", "logging"}
CORE = {"table", "referee", "box", "games", "scene", "journal", "look", "fonts", "frozen"}
CORE |= {"furniture", "seating", "signs", "front", "icons", "notices", "covering", "words", "po", "show", "lobby"}
CORE |= {"podium", "stage", "menu", "troubles", "wizard", "wizard_view", "glow", "ownfile"}
CORE |= {"settings", "settings_view", "settings_preview", "howto", "attract"}
CORE |= {"people", "statistics", "counted", "phone_view", "qr"}
CORE |= {"people", "statistics", "counted", "names", "names_view", "changing", "changing_view", "styles"}
CORE |= {"book", "book_view", "people_view", "plot", "telling"}
CORE |= {"lying", "panels", "rest", "rotation", "restore_view", "scrub", "sheets", "status"}
MODULES = {".".join(p.relative_to(ROOT).with_suffix("").parts): p for p in ROOT.rglob("*.py")}


def imports(name: str) -> set[str]:
    """What a module imports: our own modules relative to the package, others by their top name."""
    package = ["mopsbox", *name.split(".")[:-1]]
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text())):
        if isinstance(node, ast.Import):
            found |= {a.name.split(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            path = ".".join([*base, *((node.module or "").split(".") if node.module else [])])
            if path.startswith("mopsbox"):
                whole = path.removeprefix("mopsbox").lstrip(".")
                for alias in node.names:
                    inner = f"{whole}.{alias.name}".lstrip(".")
                    found.add("." + (inner if inner in MODULES or f"{inner}.__init__" in MODULES else whole))
            else:
                found.add(path.split(".")[0])
    return found


def is_core(name: str) -> bool:
    return name.split(".")[0] in CORE


@pytest.mark.parametrize("name", sorted(n for n in MODULES if is_core(n)))
def test_the_core_knows_no_clock_no_chance_no_device(name: str) -> None:
    assert not imports(name) & OUTSIDE
    ours = {i[1:] for i in imports(name) if i.startswith(".") and i != "."}
    assert all(is_core(i) or i == "jsonl" for i in ours), ours


@pytest.mark.parametrize("name", sorted(MODULES))
def test_nobody_imports_main_and_pygame_stays_in_paint(name: str) -> None:
    assert ".__main__" not in imports(name)
    assert "pygame" not in imports(name) or name.split(".")[0] in ("paint", "sound", "bench")


@pytest.mark.parametrize("name", sorted(n for n in MODULES if n.startswith("games.")))
def test_a_game_knows_neither_the_box_nor_another_game(name: str) -> None:
    game = name.split(".")[1]
    for other in {i[1:] for i in imports(name) if i.startswith(".")}:
        assert other.split(".")[0] not in ("box", "front", "referee")
        if game != "__init__" and other.startswith("games."):
            assert other.split(".")[1] == game


def test_outside_the_games_only_a_measurement_looks_into_one() -> None:
    """What the box may ask of a game stands in games.protocol; the bench times one game's dice."""
    for name in (n for n in MODULES if n.split(".")[0] not in ("games", "bench")):
        assert {i for i in imports(name) if i.startswith(".games.")} <= {".games.protocol"}, name


SHELL = {  # who may know whom, of the shell; the design's arrows, and what building them added
    "loop": {
        "answers",
        "statistics",
        "lobby",
        "settings",
        "box",
        "show",
        "saved",
        "chance",
        "edgelog",
        "jsonl",
        "places",
        "reckoning",
        "scene",
        "status",
        "store",
        "table",
    },
    "answers": {"names", "people", "places", "reckoning", "recall", "store", "table"},
    "recall": {"book", "games", "store"},
    "turning": {"desk", "loop", "scene", "seating", "show", "table"},
    "guests": {"box", "games", "lobby", "loop", "table"},
    "desk": {"audit", "edgelog", "lamps", "referee", "table"},
    "desk_thread": {"desk", "edgelog", "referee", "table"},
    "audit": {"edgelog", "jsonl", "referee", "table"},
    "edgelog": {"jsonl", "referee", "table"},
    "catching_up": {"gamefiles", "jsonl", "sittings"},
    "restoring": {"jsonl", "places", "saved", "stage", "store", "table"},
    "restore": {"backups", "jsonl", "places", "saved", "stage", "store"},
    "store": {
        "backups",
        "catching_up",
        "counted",
        "database",
        "forgetting",
        "gamefiles",
        "jsonl",
        "places",
        "sitters",
        "sittings",
        "table",
        "wallclock",
    },
    "nostore": {"database", "jsonl", "places", "sitters", "store"},
    "evenings": set(),
    "sittings": {"counted", "jsonl", "people", "statistics", "table", "wallclock"},
    "sitters": {"forgetting", "people", "sittings", "statistics", "table", "wallclock"},
    "forgetting": {"backups", "database", "jsonl", "places", "sittings"},
    "summing": {"counted", "journal", "reckoning", "sittings", "table"},
    "reckoning": {"audit", "counted", "edgelog", "games", "journal", "jsonl", "table"},
    "backups": {"database", "jsonl", "places", "rotation"},
    "keeper": {"backups", "database", "forgetting", "gamefiles", "places", "rotation", "summing"},
    "media": {"jsonl"},
    "ring": set(),
    "export": {"backups", "config", "database", "jsonl", "media", "places", "table", "tables"},
    "tables": {"counted", "sittings", "statistics", "wallclock"},
    "bundle": {"backups", "config", "database", "gamefiles", "jsonl", "places", "ring", "scrub"},
    "scores": {
        "backups",
        "config",
        "database",
        "gamefiles",
        "jsonl",
        "people",
        "places",
        "sittings",
        "statistics",
        "summing",
        "tables",
    },
    "incoming": {
        "backups",
        "database",
        "forgetting",
        "gamefiles",
        "jsonl",
        "people",
        "places",
        "sittings",
        "store",
        "summing",
        "table",
    },
    "courier": {"bundle", "export", "jsonl", "media", "places"},
    "inputs.script": {"games", "jsonl", "table"},
    "inputs.gpio": {"inputs", "places", "table", "wiring"},
    "inputs.lines": {"inputs", "table", "wiring"},
    "inputs.contacts": {"referee", "table", "wiring"},
    "inputs.hub": {"firmware", "inputs", "table"},
    "inputs.hubears": {"firmware", "table"},
    "inputs.hubfind": {"firmware", "inputs", "table"},
    "inputs.hublights": {"glow", "table"},
    "inputs.hubport": set(),
    "inputs.hublink": {"firmware", "inputs", "table"},
    "inputs.huborder": {"firmware", "inputs", "table"},
    "inputs.hubsaid": {"firmware", "inputs", "table"},
    "inputs.hubtell": {"firmware", "inputs", "table"},
    "inputs.hubclock": {"table"},
    "hub_hardware": {"desk", "desk_thread", "hardware", "inputs", "loop", "parts", "table", "turning"},
    "lamps": {"table"},
    "gpiochip": {"places"},
    "pin_threads": {"table"},
    "pin_line": {"pin_threads", "places", "table"},
    "pins": {"gpiochip", "pin_line", "pin_threads", "places"},
    "pin_factory": {"gpiochip", "pins", "places"},
    "wiring": {"jsonl", "table"},
    "gpio_lamps": {"glow", "places", "table"},
    "sound.speaker": {"sound", "table"},
    "sound.player": {"sound", "sounds"},
    "flash.__init__": {"flash", "inputs", "jsonl"},
    "flash.around": {"flash", "inputs"},
    "flash.which": {"flash", "inputs", "jsonl"},
    "flash.files": {"flash", "inputs"},
    "flash.trouble": set(),
    "flash.image": set(),
    "flash.chip": {"flash"},
    "flash.cross": {"flash"},
    "flash.uf2": {"jsonl"},
    "flash.drive": {"flash"},
    "flash.board": {"flash"},
    "flash.trial": {"firmware", "flash", "inputs", "table"},
    "sound.cards": set(),
    "notify": set(),
    "watchdog": {"notify"},
    "ending": set(),
    "supply": {"table"},
    "mishaps": {"table"},
    "wallclock": set(),
    "without_screen": {"gpio_lamps", "hardware", "inputs", "notify", "places", "table"},
    "phone.request": {"words"},
    "phone.buckets": set(),
    "phone.reading": {"database", "tables"},
    "phone.running": {"counted", "journal", "people", "sittings", "table", "wallclock"},
    "phone.page": {"art", "games", "people", "phone", "scene", "statistics", "table", "words"},
    "phone.server": {"phone"},
    "phone.scores": {"phone", "sittings", "tables"},
    "phone.serve": {"jsonl", "phone", "places", "qr"},
    "printing.__init__": {"games", "jsonl", "places", "printing"},
    "printing.paper": {"look", "scene", "sheets", "words"},
    "printing.rules_page": {"look", "printing", "scene", "sheets", "words"},
    "printing.vector": set(),
    "printing.pdf": {"__init__", "art", "fonts", "printing", "scene", "sheets"},
}


@pytest.mark.parametrize("name", sorted(SHELL))
def test_the_shell_knows_only_what_the_design_lets_it_know(name: str) -> None:
    ours = {i[1:].split(".")[0] for i in imports(name) if i.startswith(".") and i != "."}
    assert ours <= SHELL[name], ours - SHELL[name]


def test_painting_knows_pictures_and_the_table_only() -> None:
    for name in (n for n in MODULES if n.split(".")[0] == "paint"):
        ours = {i[1:].split(".")[0] for i in imports(name) if i.startswith(".") and i != "."}
        assert ours <= {"paint", "scene", "table", "look", "fonts", "places", "glow", "art"}, (name, ours)


def test_table_imports_nothing_of_ours() -> None:
    assert not {i for i in imports("table") if i.startswith(".")}


def test_the_box_never_holds_the_sound_card_itself() -> None:
    """Opening one stops the whole program: only the player does, a process of its own."""
    assert "pygame" in imports("sound.player")
    for name in MODULES:
        assert ".sound.player" not in imports(name)
        assert "pygame" not in imports(name) or name.split(".")[0] != "sound" or name == "sound.player"


@pytest.mark.parametrize("name", ["flash.image", "flash.chip", "flash.uf2"])
def test_what_is_flashed_is_decided_without_a_device(name: str) -> None:
    assert not imports(name) & (OUTSIDE | {"mpremote", "subprocess"})


def test_one_file_knows_mpremote_and_only_the_command_knows_flashing() -> None:
    assert {name for name in MODULES if "mpremote" in imports(name)} == {"flash.board"}
    for name in (n for n in MODULES if n.split(".")[0] not in ("flash", "__main__")):
        assert not {i for i in imports(name) if i.startswith(".flash")}, name


def test_one_file_knows_the_pdf_library_and_only_the_command_prints() -> None:
    assert {name for name in MODULES if "reportlab" in {i.split(".")[0] for i in imports(name)}} == {"printing.pdf"}
    for name in (n for n in MODULES if n.split(".")[0] not in ("printing", "__main__")):
        assert not {i for i in imports(name) if i.startswith(".printing")}, name
    for name in ("paper", "rules_page", "vector"):
        assert not imports(f"printing.{name}") & OUTSIDE


def test_the_box_and_the_page_for_phones_are_two_programs() -> None:
    """Network in one, buzzers in the other: only the command knows the page."""
    for name in (n for n in MODULES if n.split(".")[0] not in ("phone", "__main__", "bench")):
        assert not {i for i in imports(name) if i.startswith(".phone.") or i == ".phone"}, name
        assert "socket" not in imports(name) or name in ("notify", "bench.readers"), name
    for name in ("phone.request", "phone.buckets", "phone.page"):
        assert not imports(name) & OUTSIDE


def test_inputs_and_outputs_never_import_each_other() -> None:
    edges = {"inputs", "paint", "sound", "store", "lamps", "gpio_lamps"}
    for name in MODULES:
        part = name.split(".")[0]
        if part in edges:
            others = {i[1:].split(".")[0] for i in imports(name) if i.startswith(".")} & edges
            assert others <= {part}, (name, others)


JUDGING = ["hublink", "huborder", "hubsaid", "hubclock", "hubtell", "hubears", "hublights"]


@pytest.mark.parametrize("name", [f"inputs.{name}" for name in JUDGING])
def test_what_the_hub_says_is_judged_without_a_port_or_a_clock(name: str) -> None:
    assert not imports(name) & OUTSIDE


FIRMWARE = {  # each file also stands alone on the board, so these names are all it can ask for
    "hubproto": {"binascii"},
    "hubcore": {"hubproto"},
    "pio_edges": {"array", "binascii", "os", "select", "sys", "time", "machine", "rp2", "uctypes", "hubcore"},
    "main": {"hubcore", "pio_edges"},
}


@pytest.mark.parametrize("name", sorted(FIRMWARE))
def test_the_hubs_firmware_knows_nothing_of_the_box_and_only_its_edge_knows_a_pico(name: str) -> None:
    assert {i.removeprefix(".firmware.") for i in imports(f"firmware.{name}")} == FIRMWARE[name]


def test_the_box_shares_the_protocol_with_the_hub_and_nothing_else() -> None:
    for name in (n for n in MODULES if n.split(".")[0] != "firmware"):
        assert {i for i in imports(name) if i.startswith(".firmware")} <= {".firmware.hubproto"}, name
