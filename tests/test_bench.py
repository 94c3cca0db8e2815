"""`mopsbox bench`: the figures have the shape formats.md promises, and fairness is compared on equal terms.

How fast anything is depends on the machine and is not tested here.
"""

from __future__ import annotations

import io
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero import PWMLED

from mopsbox import bench, wiring
from mopsbox.audit import audit
from mopsbox.bench import buttons, child, fairness, lamplight, live, recordings, screen, scripted, speed
from mopsbox.bench.figures import Sizes, Unmeasured, spread
from mopsbox.bench.printed import table
from mopsbox.bench.races import Race, Verdict, race
from mopsbox.desk import Desk
from mopsbox.desk_thread import DeskThread
from mopsbox.games import GAMES
from mopsbox.jsonl import BadInput
from mopsbox.lamps import Remembered
from mopsbox.referee import DELIVERY
from mopsbox.table import MS, SEATS, SECOND, Edge, Seat

TINY = Sizes(
    sim_games=1, rules_s=0.01, appends=3, runs=1, decisions_s=0.3, lamps_s=0.2, frames=2, starts=1, idle_s=0.2,
    gaps_us=(100,), rounds=5, edges=20, stored_games=(1, 12),
)  # fmt: skip
GAPS_US = (1, 10, 50, 100, 1_000, 10_000)
METHODS = ["mopsbox", "gpiozero", "gpiozero-bounce", "poll-60hz", "poll-1ms", "arrival"]


@pytest.fixture(scope="module")
def said() -> str:
    """What `mopsbox bench --json --full` prints, with little of everything, where there is no screen and no Xvfb."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
            patch.delenv(name, raising=False)
        patch.setattr(screen.shutil, "which", lambda name: None)
        out = io.StringIO()
        assert bench.bench(as_json=True, full=True, sizes=TINY, out=out) == 0
    return out.getvalue()


def test_the_json_is_one_document_with_every_figure_of_the_format(said: str) -> None:
    found = json.loads(said)
    assert said.count("\n") == 1
    for key in ("rules_games_per_s", "sim_games_per_s"):
        assert list(found[key]) == list(GAMES)
        assert all(value > 0 for value in found[key].values())
    for key in ("decision_ms", "lamp_ms", "frame_ms", "animation_ms", "press_lamp_ms", "press_lamp_loop_ms"):
        assert 0 < found[key]["p50"] <= found[key]["p99"]
    moved = found["animations_ms"]
    assert {name.split(":")[0] for name in moved} == set(GAMES)
    kinds = {name.split(": ")[1] for name in moved}
    assert {"fill, fill", "answer, race", "race, race", "take, take"} <= kinds
    assert {"tumble, race", "final, final", "podium, over", "table, trick", "sheet, deal"} <= kinds
    assert all(0 < one["p50"] <= one["p99"] for one in moved.values())
    for key, ratio in found["press_lamp_ratio"].items():
        assert ratio == round(found["press_lamp_loop_ms"][key] / found["press_lamp_ms"][key], 1)
    for key in ("actions_per_s", "start_s", "rss_mb", "art_mb", "seconds"):
        assert found[key] > 0
    for key in ("idle_wakeups_per_s", "idle_cpu_percent"):
        assert found[key] >= 0
    assert found["display"] == "SDL dummy"


def test_a_box_that_nobody_touches_paints_nothing(said: str) -> None:
    assert json.loads(said)["idle_frames"] == 0


def test_starts_and_the_idle_box_are_measured_as_long_as_the_format_says() -> None:
    assert (Sizes().starts, Sizes().idle_s) == (5, 10.0)


def test_fairness_has_a_row_for_every_method_gap_and_kind_of_contact(said: str) -> None:
    rows = json.loads(said)["fairness"]
    cells = [(r["method"], r["gap_us"], r["bounce"]) for r in rows]
    assert cells == [(method, 100, bounce) for bounce in (False, True) for method in METHODS]
    assert all(r["rounds"] == 5 and 0 <= r["wrong"] + r["dead_heat"] <= 5 for r in rows)
    assert [(r["method"], r["gap_us"], r["bounce"]) for r in json.loads(said)["fairness_lossy"]] == cells


def test_fairness_is_told_on_recorded_edges_too(said: str) -> None:
    kernel, scripted_one = json.loads(said)["fairness_recorded"]
    assert (kernel["name"], scripted_one["name"]) == ("gpio-sim", "scripted")
    assert "virtual machine" in kernel["how"] and "no Raspberry Pi" in kernel["how"]
    assert all(r["wrong"] == 0 for r in kernel["rows"] if r["method"] == "mopsbox")
    assert any(r["wrong"] for r in kernel["rows"] if r["method"] == "arrival")
    assert {r["gap_us"] for r in scripted_one["rows"]} == set(GAPS_US)
    assert all(r["wrong"] == 0 for r in scripted_one["rows"] if r["method"] == "mopsbox")
    assert any(r["wrong"] for r in scripted_one["rows"] if r["method"] == "gpiozero-bounce")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc")
def test_a_commands_memory_is_its_own_not_that_of_who_starts_it() -> None:
    ours = b"x" * (300 << 20)
    _, most = child.said("--version")
    assert most is not None and 5 < most < len(ours) / 1e6


def test_full_tells_what_grows_with_seats_and_games(said: str) -> None:
    growth = json.loads(said)["growth"]
    assert list(growth["edge_us"]) == [*map(str, range(2, 9)), "24"]
    assert [stored["games"] for stored in growth["storage"]] == [1, 12]
    for stored in growth["storage"]:
        assert all(stored[key] > 0 for key in ("start_s", "open_ms", "scores_s", "statistics_ms", "append_ms", "mb"))
        assert all(stored[key] is None or stored[key] > 5 for key in ("start_mb", "scores_mb"))


def test_full_tells_whether_phones_that_read_delay_the_referee(said: str) -> None:
    phones = json.loads(said)["phones"]
    assert phones["readers"] == 50 and phones["not_answered"] == 0 and phones["pages_per_s"] > 0
    for key in ("decision_ms_alone", "decision_ms_read"):
        assert 0 < phones[key]["p50"] <= phones[key]["p99"]
        assert str(phones[key]["p99"]) in table(json.loads(said))


def test_the_table_names_each_figure_and_each_method(said: str) -> None:
    found = json.loads(said)
    told = table(found)
    assert str(found["start_s"]) in told
    assert all(told.count(f"\n{method} ") == 2 + 4 + 2 for method in METHODS)  # generated, recorded, lossy
    assert "not known" in table(found | {"rss_mb": None})  # a system without /proc


def test_a_box_that_does_not_come_up_is_one_sentence_and_status_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> dict[str, Any]:
        raise Unmeasured("the box ended with status 3 and left no pictures; try mopsbox play on this screen")

    monkeypatch.setattr(bench, "measure", fails)
    assert bench.bench(as_json=True, full=False) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("mopsbox: the box ended with status 3")


def test_a_child_that_ends_without_pictures_was_not_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "there is no such driver")
    _, box, frames = child.started(tmp_path, [{"at_ms": 0, "quit": True}])
    with pytest.raises(Unmeasured, match="status 3"):
        child.pictures(box, frames)


# --- the figures themselves


def test_percentiles_are_values_that_were_measured() -> None:
    assert spread([ms * MS for ms in range(1, 101)]) == {"p50": 50.0, "p99": 99.0}
    assert spread([7 * MS]) == {"p50": 7.0, "p99": 7.0}


def test_a_decision_counts_from_the_closing_that_decides() -> None:
    clean = [(10 * MS, True)]
    bouncy = [(10 * MS, True), (10 * MS + 300_000, False), (11 * MS, True)]
    slow = [(10 * MS, True), (11 * MS + 1, False), (12 * MS, True)]  # a press already, then a second bounce
    assert live.decisive(clean) == 10 * MS
    assert live.decisive(bouncy) == 11 * MS
    assert live.decisive(slow) == 10 * MS


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_replay_exactly_the_games_that_the_bots_played(game: str) -> None:
    _, histories = speed.sim(game, 3)
    for history in histories:
        state = history._start
        for action in speed._actions(history):
            state, _ = history.game.step(state, action)
        assert state == history.state
        assert state.phase == "over"


def test_the_screen_that_is_there_is_used() -> None:
    assert screen.present({"DISPLAY": ":5"}) == "DISPLAY :5"
    assert screen.present({"DISPLAY": ":5", "SDL_VIDEODRIVER": "dummy"}) == "SDL dummy"


# --- from a finger to the lamp


def hand(board: lamplight.Board, patience: int) -> lamplight.Hand:
    """A hand at a box whose referee sleeps."""
    asleep = DeskThread(Desk(Remembered()), live.now, lambda _: None, lambda _: None)
    return lamplight.Hand(board, wiring.read("pi"), asleep, random.Random(1), patience)


def test_a_lamp_that_stays_dark_counts_with_all_the_patience() -> None:
    one = hand(lamplight.Board(), 10 * MS)
    one.try_once(Seat(3))
    assert one.press == [10 * MS]
    assert one.winner == [10 * MS - lamplight.OWN_WAITING]


def test_a_lamp_counts_when_its_pin_is_written_and_the_winners_when_the_last_of_the_others_is_dark() -> None:
    board = lamplight.Board()
    one = hand(board, 10 * SECOND)
    lamps = {seat: PWMLED(pin, pin_factory=board, initial_value=seat != 3) for seat, pin in one.wiring.lamps.items()}
    buzzer = board.pin(one.wiring.buzzers[Seat(3)].pin)
    buzzer.drive_high()

    def lights() -> None:
        """What the referee's desk would do."""
        while buzzer.state:
            time.sleep(0.001)
        lamps[Seat(3)].on()
        for seat in SEATS:
            if seat != 3:
                lamps[seat].off()

    desk = threading.Thread(target=lights)
    desk.start()
    began = live.now()
    one.try_once(Seat(3))
    took = live.now() - began
    desk.join()
    assert 0 < one.press[0] <= one.winner[0] + lamplight.OWN_WAITING <= took < 10 * SECOND


def test_lamps_of_a_screen_loop_wait_for_the_picture() -> None:
    for loop in (False, True):
        way, lamps = lamplight.Way(loop), Remembered()
        way.lamps = lamps
        way.show({Seat(1): "on"})
        assert lamps.now == ({} if loop else {1: "on"})
        way.pictured()
        assert lamps.now == {1: "on"}


# --- fairness


Rows = dict[tuple[str, int, bool], dict[str, Any]]


def by_cell(found: list[dict[str, object]]) -> Rows:
    return {(str(r["method"]), int(str(r["gap_us"])), bool(r["bounce"])): r for r in found}


@pytest.fixture(scope="module")
def rows() -> Rows:
    return by_cell(fairness.compare((*GAPS_US, 20_000), 60))


def test_mopsbox_never_names_a_wrong_winner(rows: Rows) -> None:
    """Well beyond the dead heat's 50 us it names the right one, well within it none; at 50 us stamps that err by some
    microseconds decide which of the two."""
    for (method, gap_us, _), row in rows.items():
        if method == "mopsbox":
            assert row["wrong"] == row["uncertain"] == row["none"] == 0
            if gap_us != 50:
                assert row["dead_heat"] == (60 if gap_us < 50 else 0)


def test_where_the_kernel_merges_edges_mopsbox_doubts_and_is_never_confidently_wrong() -> None:
    found = by_cell(fairness.compare((1, 100, 1_000), 100, lossy=True))
    ours = [row for (method, _, _), row in found.items() if method == "mopsbox"]
    assert [row["wrong"] for row in ours] == [0] * 6
    assert found["mopsbox", 1_000, True]["uncertain"] > 0  # the missing numbers are noticed
    assert found["mopsbox", 1_000, False]["uncertain"] == 0  # clean contacts lose nothing


@pytest.mark.parametrize(
    ("method", "gap_us", "bounce"),
    [
        ("gpiozero", 1, False),  # it knows no dead heat, and stamps err by more than that
        ("gpiozero", 100, True),  # a first edge read too late is lost (facts/timing.md B1, B3)
        ("gpiozero-bounce", 100, True),  # the last bounce is stamped, not the press (section 0, 1)
        ("poll-60hz", 1_000, False),  # both within a frame: the lowest number
        ("poll-1ms", 100, False),
        ("arrival", 1_000, False),  # delivery jitters by 3 ms
    ],
)  # fmt: skip
def test_the_usual_ways_are_sometimes_wrong(rows: Rows, method: str, gap_us: int, bounce: bool) -> None:
    assert 0 < rows[method, gap_us, bounce]["wrong"] < 60


def test_the_usual_ways_are_no_straw_men(rows: Rows) -> None:
    """20 ms apart nobody is wrong, clean contacts give no debounce a chance to be, and no press is missed."""
    assert all(row["wrong"] == 0 for (_, gap_us, _), row in rows.items() if gap_us == 20_000)
    assert rows["gpiozero", 100, False]["wrong"] == rows["gpiozero-bounce", 100, False]["wrong"] == 0
    assert all(row["none"] == 0 for row in rows.values())


def test_a_method_that_goes_by_the_last_stamp_is_found_out() -> None:
    """The measure can fail: planted faults show as wrong winners."""

    def latest(race: Race) -> Verdict:
        return Verdict(max((edge.t, edge.seat) for _, edge in race.edges if edge.closed)[1])

    def no_tie_window(race: Race) -> Verdict:
        return Verdict(race.edges[0][1].seat)

    def blind(race: Race) -> Verdict:
        return Verdict(None)

    lots = random.Random(1)
    near = [race(lots, 1_000, False) for _ in range(50)]
    found = [fairness.tally("planted", bad, near, 1, False) for bad in (latest, no_tie_window, blind)]
    assert found[0]["wrong"] == 50 - found[1]["wrong"]  # type: ignore[operator]
    assert 0 < int(str(found[1]["wrong"])) < 25
    assert (found[2]["wrong"], found[2]["none"]) == (0, 50)


def test_every_edge_is_delivered_in_time_and_the_contact_ends_as_it_is() -> None:
    lots = random.Random(1)
    for lossy in (False, True) * 100:
        told = race(lots, 100_000, True, lossy).edges
        assert all(0 <= delivered - edge.t < DELIVERY for delivered, edge in told)
        last = {edge.seat: edge.closed for _, edge in told}
        assert not any(last.values())


def test_numbers_follow_the_stamps_and_only_a_merging_kernel_leaves_gaps() -> None:
    lots = random.Random(1)
    for lossy in (False, True):
        gaps = 0
        for _ in range(50):
            edges = [edge for _, edge in race(lots, 100_000, True, lossy).edges]
            numbers = [edge.seq for edge in edges if edge.seq is not None]
            assert len(numbers) == len(edges) and numbers == sorted(set(numbers))
            assert [edge.t for edge in edges] == sorted(edge.t for edge in edges)
            gaps += numbers[-1] + 1 - len(numbers)
        assert (gaps > 0) == lossy


# --- gpiozero's own Button


def at(first: int, later: int, *edges: tuple[int, int, bool]) -> Race:
    """Seat `first` before `later`; edges as (us, seat, closed), and both let go in the end."""
    last = edges[-1][0]
    stamps = [*edges, (last + 80_000, first, False), (last + 90_000, later, False)]
    told = [(us * 1000 + MS, Edge(us * 1000, Seat(seat), closed)) for us, seat, closed in stamps]
    return Race(Seat(first), {Seat(first): [], Seat(later): []}, told, 0.5)


@pytest.fixture
def button() -> Iterator[buttons.Buttons]:
    with closing(buttons.Buttons()) as real:
        yield real


@pytest.fixture
def debounced() -> Iterator[buttons.Buttons]:
    with closing(buttons.Buttons(5 * MS)) as real:
        yield real


def test_a_leading_edge_read_too_late_is_lost_on_gpiozero_and_not_on_us(button: buttons.Buttons) -> None:
    """Seat 2 is first; its first edge is reported open, a later bounce closed, after seat 1's clean press."""
    story = at(2, 1, (30_000, 2, False), (30_100, 1, True), (30_300, 2, True))
    assert button(story) == Verdict(Seat(1))
    with closing(fairness.Mopsbox(1)) as ours:
        assert ours(story) == Verdict(Seat(2))


def test_gpiozero_is_given_the_stamps_not_the_order_of_delivery(button: buttons.Buttons) -> None:
    story = at(1, 2, (30_000, 1, True), (30_100, 2, True))
    slow = [(d + 2 * MS if edge.seat == 1 else d, edge) for d, edge in story.edges]
    assert button(replace(story, edges=slow)) == Verdict(Seat(1))


def test_bounce_time_stamps_the_last_bounce_and_so_the_clean_press_wins(debounced: buttons.Buttons) -> None:
    """facts/timing.md section 0, 1: a bouncy press a whole millisecond earlier loses."""
    bouncy = [(29_000, 2, True), (29_400, 2, False), (30_400, 2, True)]
    assert debounced(at(2, 1, *bouncy, (30_000, 1, True))) == Verdict(Seat(1))
    assert debounced(at(2, 1, (29_000, 2, True), (30_000, 1, True))) == Verdict(Seat(2))


def test_bounce_time_never_hears_a_short_press(debounced: buttons.Buttons, button: buttons.Buttons) -> None:
    tap = at(2, 1, (30_000, 2, True), (34_000, 2, False))
    assert debounced(tap) == Verdict(None)
    assert button(tap) == Verdict(Seat(2))


def test_a_race_may_take_long(button: buttons.Buttons) -> None:
    """Recorded players do not press within a second, and every method waits for them."""
    story = at(2, 1, (3_000_000, 2, True), (3_001_000, 1, True))
    story = replace(story, changes={Seat(2): [3 * SECOND], Seat(1): [3 * SECOND + MS]})
    with closing(fairness.Mopsbox(1)) as ours:
        for judge in (button, ours, fairness.poller(fairness.POLL), fairness.arrival):
            assert [judge(story) for _ in range(2)] == [Verdict(Seat(2))] * 2


# --- recorded edges

HEADER = '{"edges":1,"seats":[1,2],"held":[],"early_penalty_ms":0,"seed":0}'


def test_the_recording_that_ships_is_what_the_scripted_contacts_leave(tmp_path: Path) -> None:
    shipped = recordings.SHIPPED / "scripted.truth.jsonl"
    made = recordings.write(tmp_path, scripted.NAME, scripted.HOW, scripted.races())
    for name in (made.name, "scripted.edges.jsonl"):
        assert (tmp_path / name).read_text() == (shipped.parent / name).read_text()


def test_a_recording_gives_back_its_races() -> None:
    before = scripted.races()
    after = recordings.read(recordings.SHIPPED / "scripted.truth.jsonl").races
    assert [(kind, race.first) for kind, race in after] == [(kind, race.first) for kind, race in before]
    for (_, was), (_, now) in zip(before, after, strict=True):
        assert [edge for _, edge in now.edges] == [edge for _, edge in was.edges]


def test_anybody_can_audit_the_recording_that_ships() -> None:
    """A log like any other: its winners are the true ones, or a dead heat with the true one among them."""
    truth = [race.first for _, race in scripted.races()]
    out = io.StringIO()
    assert audit(recordings.SHIPPED / "scripted.edges.jsonl", as_json=True, out=out) == 0
    won = [line for line in map(json.loads, out.getvalue().splitlines()) if line["ruling"] == "winner"]
    assert all(first in line["tied"] for first, line in zip(truth, won, strict=True))
    assert {len(line["tied"]) for line in won} == {1, 2}


@pytest.mark.parametrize(
    ("truth", "says"),
    [
        ('{"truth":2}', "no header of a truth file"),
        ('{"truth":1,"edges":"log.jsonl","how":"x"}\n{"open":5,"first":1,"gap_us":1}', "line 2: is no race"),
        ('{"truth":1,"edges":"log.jsonl","how":"x"}\n{"open":6,"first":1,"gap_us":1,"bounce":true}', "does not fit"),
        ('{"truth":1,"edges":"log.jsonl","how":"x"}\n{"open":[5],"first":1,"gap_us":1,"bounce":true}', "does not fit"),
        ('{"truth":1,"edges":"none.jsonl","how":"x"}', "none.jsonl: cannot be read"),
    ],
)
def test_a_truth_file_that_does_not_fit_is_one_sentence(tmp_path: Path, truth: str, says: str) -> None:
    (tmp_path / "log.jsonl").write_text(HEADER + '\n{"t":5,"do":"open"}\n')
    file = tmp_path / "bad.truth.jsonl"
    file.write_text(truth + "\n")
    with pytest.raises(BadInput, match=says):
        bench.bench(as_json=True, full=False, recorded=[file])


def test_a_number_lost_before_a_recorded_race_is_still_missing_in_it(tmp_path: Path) -> None:
    log = [
        HEADER, '{"t":1000,"do":"open"}', '{"t":2000,"seat":1,"edge":"closed","seq":7}',
        '{"t":100002000,"seat":1,"edge":"open","seq":8}', '{"t":200000000,"do":"close"}', '{"t":200000000,"do":"open"}',
        '{"t":200002000,"seat":2,"edge":"closed","seq":10}',
    ]  # fmt: skip
    (tmp_path / "log.jsonl").write_text("".join(line + "\n" for line in log))
    truth = ['{"truth":1,"edges":"log.jsonl","how":"x"}', '{"open":200000000,"first":2,"gap_us":9,"bounce":false}']
    (tmp_path / "x.truth.jsonl").write_text("".join(line + "\n" for line in truth))
    recording = recordings.read(tmp_path / "x.truth.jsonl")
    ((kind, told),) = recording.races
    assert kind == (9, False)
    assert [(edge.t, edge.seq) for _, edge in told.edges] == [(2_000, 1)]
    assert told.changes == {2: [2_000]}
