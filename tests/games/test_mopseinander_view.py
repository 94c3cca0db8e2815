"""Mopseinander's screens: what stands where, and what is never told (layout.md, rules.md)."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from mopsbox import seating
from mopsbox.games.mopseinander import board, dice, layout, moves, podium, rules, view
from mopsbox.games.mopseinander.play import COUNT_STEP, SLIDE, TUMBLE, Play
from mopsbox.games.mopseinander.play import roller as play_roller
from mopsbox.scene import MAT, SOFT, Badge, Coaster, Disc, Line, Look, Picture, Scene, Shape, Slab, Text
from mopsbox.table import MS, SEATS, SECOND, Seat

from ..screens import (
    AROUND,
    PANELS,
    T,
    add,
    answered,
    answering,
    begin,
    bounds,
    cut,
    final,
    opened,
    overlaps,
    plays,
    texts,
    won,
)

LATE = T + 5 * SECOND  # every motion is over
SETTINGS = [(panel, around) for panel in PANELS for around in AROUND]
PLAYERS = range(2, 9)


def looks(panel: str, around: str, language: str = "de") -> Look:
    return replace(PANELS[panel], seats_around=around, language=language)


def shown(play: Play, look: Look, t: int = LATE) -> Scene:
    return view.scene(play, t, look)


# --- every screen, every panel, every number of players


# --- race


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_the_race_has_no_words_and_six_places_mat_and_dice(panel: str, around: str) -> None:
    for players in PLAYERS:
        scene = shown(plays(players)["reopened"], looks(panel, around))
        assert texts(scene) == []
        coasters = [i for i in scene.items if isinstance(i, Coaster)]
        rings = [i for i in scene.items if isinstance(i, Disc) and i.dash]
        assert len(coasters) == 5 and len(rings) == 1
        assert sum(isinstance(i, Badge) for i in scene.items) == players


@pytest.mark.parametrize(
    ("panel", "coaster", "pug", "mat"),
    [("7 inch", 33, 8.9, 29), ("TD2", 36, 9.7, 32), ("10 inch", 50, 13.5, 44), ("13 inch", 69, 18.4, 60.6)],
)
def test_pugs_are_as_large_as_the_layout_promises(panel: str, coaster: float, pug: float, mat: float) -> None:
    scene = shown(plays(4)["race"], PANELS[panel])
    lying = [i for i in scene.items if isinstance(i, Coaster)]
    assert all(c.d >= coaster for c in lying)
    assert all(s.r * c.d >= 0.97 * pug for c in lying for s in c.spots if s.name != "star")
    side = max(i.w for i in scene.items if isinstance(i, Slab) and i.fill == MAT)
    assert side >= mat


@pytest.mark.parametrize("panel", PANELS)
def test_eight_badges_keep_clear_of_coasters_mat_and_dice(panel: str) -> None:
    scene = shown(plays(8)["race"], PANELS[panel])
    badges = [i for i in scene.items if isinstance(i, Badge)]
    mat = max((i for i in scene.items if isinstance(i, Slab) and i.fill == MAT), key=lambda i: i.w)
    for badge in badges:
        for item in scene.items:
            if isinstance(item, Coaster):
                far = ((badge.x - item.x) ** 2 + (badge.y - item.y) ** 2) ** 0.5
                assert far - badge.d / 2 - item.d / 2 >= 1.2
        half = mat.w / 2 - mat.radius  # its corners are round
        dx, dy = max(abs(badge.x - mat.x) - half, 0), max(abs(badge.y - mat.y) - half, 0)
        assert (dx**2 + dy**2) ** 0.5 - mat.radius - badge.d / 2 >= 1.2


def test_mat_and_dice_are_point_symmetric_fair_to_both_long_sides() -> None:
    for look in PANELS.values():
        laid = board.race_board(look)
        assert laid.mat[0] + laid.dice[0] == pytest.approx(look.w)
        assert laid.mat[1] + laid.dice[1] == pytest.approx(look.h)


def test_green_is_round_and_reads_from_below_red_is_angular_and_reads_from_above() -> None:
    scene = shown(plays(4)["race"], PANELS["7 inch"])
    for colour, turn in (("g", 0), ("r", 180)):
        small = [i for i in scene.items if isinstance(i, Picture) and i.name.startswith(f"die_{colour}") and i.d < 8]
        assert sorted(i.name for i in small) == [f"die_{colour}{n}" for n in range(1, 7)]
        assert {i.turn for i in small} == {turn}
    face = plays(4)["race"].state.setup.coasters.front
    names = {i.name for i in scene.items if isinstance(i, Picture)}
    assert {f"pug_{k.lower()}" for k in (*face.green, *face.red)} <= names


def test_small_panels_say_the_dice_as_a_formula_large_ones_show_them_alone() -> None:
    race = plays(4)["race"]  # 3 and 4: with stars
    assert any(isinstance(i, Picture) and i.name == "star" for i in shown(race, PANELS["7 inch"]).items)
    assert not any(isinstance(i, Picture) and i.name == "star" for i in shown(race, PANELS["13 inch"]).items)
    for wish, there in (("always", True), ("never", False)):
        for panel in ("7 inch", "13 inch"):
            scene = shown(race, replace(PANELS[panel], formula=wish))
            assert any(isinstance(i, Picture) and i.name == "star" for i in scene.items) is there


def test_d1_locked_seats_are_struck_and_their_bars_dashed() -> None:
    scene = shown(plays(4)["reopened"], PANELS["7 inch"])
    assert [i.look for i in scene.items if isinstance(i, Badge) and i.seat == 2] == ["locked"]
    assert [i.look for i in scene.items if isinstance(i, Badge) and i.seat != 2] == ["on"] * 3
    assert sum(isinstance(i, Line) and i.dash for i in scene.items) == 1


def test_the_last_picture_of_the_tumble_is_the_result_and_stands_still() -> None:
    look = PANELS["7 inch"]
    tumble, race = plays(4)["tumble"], plays(4)["race"]
    rolling = shown(tumble, look, T + TUMBLE // 2)
    assert rolling.moving and rolling != shown(race, look)
    landed = shown(tumble, look, T + TUMBLE)
    assert landed == shown(race, look) and not landed.moving


def test_rolling_dice_do_not_tell_what_they_will_show() -> None:
    look = PANELS["7 inch"]
    faces = set()
    for ms in range(0, 1000, 50):
        scene = shown(plays(4)["tumble"], look, T + ms * MS)
        large = [i for i in scene.items if isinstance(i, Picture) and i.d > 7]  # all but what is on the mat
        assert all(i.name.startswith("die_") for i in large) and len(large) == 2
        faces.add(tuple(i.name for i in large))
    assert len(faces) > 4


def test_rolling_dice_show_every_pair_and_change_ever_less() -> None:
    seen, thrown = set(), [T + n * 37 * MS for n in range(60)]
    for since in thrown:
        faces = [dice.tumbled(since + ms * MS, since, since + SECOND)[:2] for ms in range(0, 1000, 10)]
        changes = [a != b for a, b in pairwise(faces)]
        assert sum(changes[:50]) > sum(changes[50:]) > 0
        seen.update(faces)
    assert seen == {(green, red) for green in range(1, 7) for red in range(1, 7)}


def test_a10_an_early_presser_sees_a_dim_badge_for_a_second() -> None:
    look = PANELS["7 inch"]
    early = replace(plays(4)["race"], early=((Seat(3), T),))
    of_3 = [i for i in shown(early, look, T + SECOND // 2).items if isinstance(i, Badge) and i.seat == 3]
    assert [b.look for b in of_3] == ["free"]
    assert view.next_change(early, T + SECOND // 2) == T + SECOND
    assert shown(early, look, T + SECOND) == shown(plays(4)["race"], look)


# --- fill and take


def test_r19_the_tab_offers_what_may_lie_there_and_shows_the_choice() -> None:
    look = PANELS["7 inch"]
    scene = shown(plays(4)["fill"], look)
    offered = [i.tap[1] for i in scene.items if isinstance(i, Slab) and i.tap and i.tap[0] == "fill"]
    assert offered == [4, 5, 6]
    assert "Wie viele Untersetzer?" in texts(scene) and {"weniger", "würfeln", "mehr"} <= set(texts(scene))
    more = shown(plays(4)["fill more"], look)
    assert more != scene


@pytest.mark.parametrize("around", AROUND)
def test_the_others_plates_count_their_won_coasters(around: str) -> None:
    play = plays(4)["fill"]  # seats 1, 2, 4 have won 2, 1, 1; seat 1 is active again
    scene = shown(play, looks("7 inch", around))
    tabs = {"4", "5", "6"}
    x, y = the_pile(scene)
    there = [i for i in scene.items if isinstance(i, Text) and math.hypot(i.x - x, i.y - y) > 12]
    counts = sorted(i.text for i in there if i.text.isdecimal() and i.text not in tabs)
    won = [len(ids) for seat, ids in zip(SEATS, play.state.won, strict=False) if seat != play.state.active]
    assert counts == sorted(map(str, won))


def the_pile(scene: Scene) -> tuple[float, float]:
    """Where in the fill the pile lies: in a free place, a coaster from behind."""
    rings = [i for i in scene.items if isinstance(i, Disc) and i.dash]
    backs = [i for i in scene.items if isinstance(i, Picture) and i.name == "coaster_back"]
    (ring,) = [r for r in rings if any(math.hypot(p.x - r.x, p.y - r.y) < r.d / 2 for p in backs)]
    return ring.x, ring.y


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_fill_shows_how_many_coasters_can_still_be_drawn_to_whoever_is_asked(players: int, around: str) -> None:
    """Nobody could see how near the end was."""
    play = filling(players, players)
    scene = shown(play, looks("7 inch", around))
    x, y = the_pile(scene)
    numbers = [i for i in scene.items if isinstance(i, Text) and math.hypot(i.x - x, i.y - y) < 9]
    asked = next(i for i in scene.items if isinstance(i, Text) and i.text.startswith("Wie viele"))
    assert [(i.text, i.turn) for i in numbers] == [(str(len(play.state.pile)), asked.turn)]


def test_where_neighbours_need_the_room_the_question_stays_short() -> None:
    assert "Wie viele?" in texts(shown(filling(8, 1), PANELS["7 inch"]))


def filling(players: int, seat: int) -> Play:
    """The table asks that seat how many."""
    play = plays(players)["fill"]
    state = replace(play.state, active=Seat(seat))
    return replace(play, history=replace(play.history, state=state))


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_no_tab_and_no_plate_covers_anything_of_another_seat(panel: str, around: str) -> None:
    for players in (5, 6, 7, 8):
        for language in ("de", "en"):
            look = looks(panel, around, language)
            for seat in range(1, players + 1):
                taking = replace(moves.settle(answered(opened(begin(players)), seat), T)[0], choice=1)
                for play in (taking, filling(players, seat), plays(players)[f"answer {seat}"]):
                    scene = shown(play, look)
                    assert not cut(scene), (players, seat, play.mode, cut(scene))


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_all_count_plates_have_the_sign_of_a_coaster_or_none(panel: str, around: str) -> None:
    for players in PLAYERS:
        for seat in range(1, players + 1):
            scene = shown(filling(players, seat), looks(panel, around))
            signs = sum(isinstance(i, Picture) and i.name == "coaster_back" for i in scene.items)
            assert signs - 1 in (0, players - 1)  # one is the pile


def test_take_rings_the_chosen_coaster_and_any_can_be_touched() -> None:
    play, look = plays(4)["take"], PANELS["7 inch"]
    scene = shown(play, look)
    taps = [i.tap for i in scene.items if isinstance(i, Coaster)]
    assert sorted(taps) == sorted(("coaster", id) for id in play.state.table)
    chosen = next(i for i in scene.items if isinstance(i, Coaster) and i.tap == ("coaster", play.state.table[2]))
    rings = [i for i in scene.items if isinstance(i, Disc) and i.d > chosen.d and (i.x, i.y) == (chosen.x, chosen.y)]
    assert len(rings) == 1
    assert "Nimm einen!" in texts(scene)


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", PANELS)
def test_the_ring_of_take_keeps_clear_of_its_coaster_and_of_the_tab(panel: str, around: str) -> None:
    """A light ring on the rim of a cream coaster would look like a larger coaster."""
    look = looks(panel, around)
    for players in PLAYERS:
        for choice in range(5):
            scene = shown(replace(plays(players)["take"], choice=choice), look)
            ring = next(i for i in scene.items if isinstance(i, Disc) and i.line and not i.dash)
            coaster = next(i for i in scene.items if isinstance(i, Coaster) and (i.x, i.y) == (ring.x, ring.y))
            assert ring.fill is None and ring.d / 2 - ring.line_w - coaster.d / 2 > 0.5
            tab = next(i for i in scene.items if isinstance(i, Slab) and i.round == "top")
            assert seating.apart(bounds(ring), bounds(tab), 0.5), (players, choice)


def test_r15_a_taken_coaster_slides_face_down_to_its_owner() -> None:
    right = answered(opened(begin(4)), 3)
    id = right.state.table[1]
    history = add(right, {"do": "take", "seat": 3, "coaster": id})
    play = replace(moves.settle(history, T)[0], taken=(id, Seat(3), T))
    look = PANELS["7 inch"]
    lying = next(
        i for i in shown(moves.settle(right, T)[0], look).items if isinstance(i, Coaster) and i.tap == ("coaster", id)
    )
    first, later = (
        next(i for i in shown(play, look, t).items if isinstance(i, Coaster) and i.back) for t in (T, T + SLIDE - 1)
    )
    assert (first.x, first.y) == pytest.approx((lying.x, lying.y), abs=0.1)
    assert first.spots == later.spots == ()
    assert later.y < 12  # at the upper edge, where seat 3 sits
    assert shown(play, look, T).moving and not shown(play, look, T + SLIDE).moving


# --- verdict


def test_where_all_sit_in_front_nothing_is_said_upside_down() -> None:
    for players in PLAYERS:
        for name, play in plays(players).items():
            scene = shown(play, looks("7 inch", "front"))
            assert all(i.turn == 0 for i in scene.items if isinstance(i, Text | Badge)), name
            said = [t for t in texts(scene) if t in ("Richtig!", "Falsch", "Zu spät", "Niemand")]
            assert len(said) == (name in ("right", "wrong", "late", "nobody")), name


# --- answer


def test_coasters_are_covered_while_somebody_answers() -> None:
    for players in PLAYERS:
        for name, play in plays(players).items():
            if play.mode == "answer":
                scene = shown(play, PANELS["7 inch"])
                assert not any(isinstance(i, Coaster) for i in scene.items), name
                assert sum(isinstance(i, Picture) and i.name == "coaster_back" for i in scene.items) == 5


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_d2_the_touch_pad_has_ten_digits_erase_and_done_of_9_mm(panel: str, around: str) -> None:
    for players in PLAYERS:
        for seat in range(1, players + 1):
            scene = shown(plays(players)[f"answer {seat}"], looks(panel, around))
            keys = {i.tap: i for i in scene.items if isinstance(i, Slab) and i.tap}
            wanted = {*(("digit", n) for n in range(10)), ("erase", 0), ("done", 0), ("less", 0), ("more", 0)}
            wanted |= {("key-left", 0), ("key-ok", 0), ("key-right", 0)}
            assert wanted <= keys.keys(), (players, seat)
            assert all(min(keys[k].w, keys[k].h) >= 9 for k in wanted), (players, seat)


def test_touch_keys_do_not_lie_on_each_other_or_on_badges() -> None:
    for panel, around in SETTINGS:
        for players in PLAYERS:
            for seat in range(1, players + 1):
                scene = shown(plays(players)[f"answer {seat}"], looks(panel, around))
                keys = [i for i in scene.items if isinstance(i, Slab) and i.tap]
                for n, a in enumerate(keys):
                    boxes = [(b.x, b.y, *_size(b)) for b in keys[:n]]
                    boxes += [(b.x, b.y, b.d, b.d) for b in scene.items if isinstance(b, Badge)]
                    w, h = _size(a)
                    for x, y, bw, bh in boxes:
                        clear = max(abs(a.x - x) - (w + bw) / 2, abs(a.y - y) - (h + bh) / 2)
                        assert clear >= -0.05, (panel, around, players, seat, a.tap)


def _size(slab: Slab) -> tuple[float, float]:
    return (slab.h, slab.w) if slab.turn % 180 == 90 else (slab.w, slab.h)


@pytest.mark.parametrize(("seat", "turn"), [(1, 0), (2, 90), (3, 180), (4, 270)])
def test_the_dial_faces_who_answers_and_the_finish_the_other_side(seat: int, turn: int) -> None:
    scene = shown(plays(4)[f"answer {seat}"], PANELS["7 inch"])
    turns = {i.text: i.turn for i in scene.items if isinstance(i, Text)}
    assert turns["Deine Zahl?"] == turn
    assert turns["1."] == (180 if turn == 0 else 0)
    number = next(i for i in scene.items if isinstance(i, Text) and i.text == "66" and i.turn == turn and i.cap > 10)
    assert number.foot  # 66 would be 99 from the other side


@pytest.mark.parametrize("number", [8, 9, 66, 99])
def test_the_dialled_number_and_its_foot_line_are_together_in_the_middle_of_their_box(number: int) -> None:
    for look in PANELS.values():
        scene = shown(replace(plays(4)["answer 1"], number=number), look)
        large = max((i for i in scene.items if isinstance(i, Text)), key=lambda i: i.cap)
        box = next(i for i in scene.items if isinstance(i, Slab) and i.line and (i.x, i.h) > (0, large.cap))
        left, top, right, bottom = bounds(large)
        assert left > box.x - box.w / 2 + box.line_w and right < box.x + box.w / 2 - box.line_w
        above, below = top - (box.y - box.h / 2), box.y + box.h / 2 - bottom
        assert above == pytest.approx(below, abs=0.05) and above > 2 * box.line_w


def test_a12_a_dead_heat_and_its_lot_are_said() -> None:
    said = texts(shown(plays(4)["dead heat"], PANELS["13 inch"]))
    assert "per Los" in said and any("gleichauf" in t for t in said)
    assert not any("gleichauf" in t for t in texts(shown(plays(4)["answer 1"], PANELS["13 inch"])))


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("players", [7, 8])
@pytest.mark.parametrize("name", ["fill", "tally", "podium"])
def test_who_sits_at_the_end_of_a_long_side_reads_the_own_number_the_way_the_badge_stands(
    panel: str, players: int, name: str
) -> None:
    look = replace(PANELS[panel], seats_around="sides")
    scene = view.scene(plays(players)[name], T + 5 * SECOND, look)
    plates = [i for i in scene.items if isinstance(i, Slab) and i.round == "top" and i.turn % 180 == 90 and i.h > 6]
    assert len(plates) == players - 6
    for plate in plates:
        left, top, right, bottom = bounds(plate)
        on_it = [i for i in scene.items if isinstance(i, Badge | Text) and left < i.x < right and top < i.y < bottom]
        assert {type(i) for i in on_it} == {Badge, Text} and len({i.turn for i in on_it}) == 1


def test_right_has_a_tick_for_either_side() -> None:
    for around, alike in (("around", False), ("front", True)):
        scene = view.scene(plays(4)["right"], T + SECOND, replace(PANELS["7 inch"], seats_around=around))  # type: ignore[arg-type]
        one, other = (i.points for i in scene.items if isinstance(i, Shape) and len(i.points) == 6)
        away = [[(round(a - x[0][0], 2), round(b - x[0][1], 2)) for a, b in x] for x in (one, other)]
        assert (away[0] == away[1]) == alike
        assert alike or away[0] == [(-a, -b) for a, b in away[1]]


def test_the_finish_tells_microseconds_after_the_first() -> None:
    assert "+412 µs" in texts(shown(plays(2)["answer 1"], PANELS["7 inch"]))
    said = texts(shown(plays(8)["answer 1"], PANELS["24 inch"]))
    assert "+18 300 µs" in said and "+1 250 000 µs" in said


def test_an_untouched_dial_says_what_either_arrow_gives() -> None:
    scene = shown(plays(4)["untouched"], PANELS["7 inch"])
    assert texts(scene).count("5") == texts(scene).count("6") == 3  # dial, touch pad, key strip
    arrows = [i for i in scene.items if isinstance(i, Text) and i.text in "56" and i.colour == SOFT and not i.turn]
    assert sorted((i.x, i.text) for i in arrows) == sorted((i.x, i.text) for i in sorted(arrows, key=lambda i: i.text))


def test_ten_time_blocks_go_one_after_another_and_the_loop_may_sleep_between() -> None:
    play, look = plays(4)["answer 1"], PANELS["7 inch"]
    t, pictures = T, [shown(plays(4)["answer 1"], look, T)]
    while (at := view.next_change(play, t)) is not None:
        assert at > t
        assert shown(play, look, at - 1) == pictures[-1]
        t = at
        pictures.append(shown(play, look, t))
        assert pictures[-1] != pictures[-2] and not pictures[-1].moving
    assert len(pictures) == 11 and t == play.deadline
    unlimited = replace(play, deadline=None, answer_ns=None)
    assert view.next_change(unlimited, T) is None
    assert shown(unlimited, look, T) == shown(unlimited, look, T + 60 * SECOND)


# --- what is never told


def numbers(scene: Scene) -> set[str]:
    return {t for t in texts(scene) if t.isdecimal()}


@pytest.mark.parametrize("around", AROUND)
def test_a6_the_number_is_told_only_when_the_round_is_decided(around: str) -> None:
    look = looks("7 inch", around)
    race = opened(begin(4))
    number = str(rules.correct_number(race.state))
    wrong = add(race, {"do": "answer", "seat": 1, "number": 99})
    for play in (
        Play(race, "tumble", T),
        Play(race, "race", T),
        answering(race, Seat(1)),
        Play(wrong, "verdict", T, verdict="wrong", judged=Seat(1), number=99),
        Play(wrong, "verdict", T, verdict="late", judged=Seat(1)),
        Play(wrong, "race", T),
    ):
        assert number not in numbers(shown(play, look))
    right = answered(wrong, 2)
    assert number in numbers(shown(Play(right, "verdict", T, verdict="right", judged=Seat(2)), look))
    closed = add(wrong, {"do": "close"})
    assert number in numbers(shown(Play(closed, "verdict", T, verdict="nobody"), look))


def test_a6_the_last_wrong_answer_is_only_wrong_even_if_it_ends_the_round() -> None:
    history = opened(begin(2))
    for seat in (1, 2):
        history = add(history, {"do": "answer", "seat": seat, "number": 99})
    scene = shown(Play(history, "verdict", T, verdict="wrong", judged=Seat(2), number=99), PANELS["7 inch"])
    assert numbers(scene) == set()
    assert {b.look for b in scene.items if isinstance(b, Badge)} == {"locked"}


@pytest.mark.parametrize("players", [2, 4, 8])
def test_r16_a21_no_won_coaster_is_open_before_the_final(players: int) -> None:
    for name, play in plays(players).items():
        if play.state.phase in ("final", "over"):
            continue
        lying = {layout.spots(play.state.setup.coasters, id) for id in play.state.table}
        for t in (T, T + 100 * MS, LATE):
            for item in view.scene(play, t, PANELS["7 inch"]).items:
                if isinstance(item, Coaster):
                    assert item.spots in lying if not item.back else item.spots == (), name


def test_r12_the_sum_names_stars_only_under_a_seven() -> None:
    look = PANELS["7 inch"]
    for green, red, sign, starred in ((3, 4, "+", True), (4, 5, "×", False), (2, 1, "+", False)):
        right = answered(opened(begin(4), green, red), 2)
        scene = shown(Play(right, "verdict", T, verdict="right", judged=Seat(2)), look)
        assert sign in texts(scene)
        assert any(isinstance(i, Picture) and i.name == "star" for i in scene.items) is starred
        assert str(right.state.correct) in texts(scene)
        assert texts(scene).count("Richtig!") == 2  # for both long sides


# --- final and podium


def test_r22_all_coasters_turn_over_one_after_another() -> None:
    play, look = plays(4)["final"], PANELS["7 inch"]
    won_in_all = sum(map(len, play.state.won))
    open_now = [
        sum(isinstance(i, Coaster) and not i.back for i in shown(play, look, T + ms * MS).items)
        for ms in range(0, 1400, 100)
    ]
    assert open_now[0] == 0 and open_now[-1] == won_in_all == 9
    assert open_now == sorted(open_now) and len(set(open_now)) > 4
    assert shown(play, look, T).moving and not shown(play, look, LATE).moving


def test_r24_own_coasters_stand_at_their_edge_and_what_counts_is_bright() -> None:
    play, look = plays(4)["tally"], PANELS["7 inch"]
    scene = shown(play, look)
    pair = rules.kinds(play.state)
    assert pair is not None
    bright = {f"pug_{k.lower()}" for k in pair} | {"star"}  # 3 and 4 are seven
    for seat, ids in zip(play.state.setup.seats, play.state.won, strict=True):
        for id in ids:
            spots = layout.spots(play.state.setup.coasters, id)
            item = next(i for i in scene.items if isinstance(i, Coaster) and i.spots == spots)
            assert item.bright == bright
            edge = {1: look.h - item.y, 2: item.x, 3: item.y, 4: look.w - item.x}
            assert edge[seat] == min(edge.values())


@pytest.mark.parametrize("around", ["around", "sides"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_own_coasters_are_large_enough_to_check_the_score_and_who_won_none_takes_no_room(
    around: str, language: str
) -> None:
    look = looks("7 inch", around, language)
    for players in PLAYERS:
        play = plays(players)["tally"]
        scene = shown(play, look)
        assert min(i.d for i in scene.items if isinstance(i, Coaster)) >= 6.0, players
        plates = [i for i in scene.items if isinstance(i, Slab) and i.round == "top"]
        flat = [i for i in plates if i.h == 12 and i.w == 20]
        assert len(flat) == sum(not ids for ids in play.state.won)


def test_scores_count_up_step_by_step_to_the_result() -> None:
    play, look = plays(4)["tally"], PANELS["7 inch"]
    final_scores = play.state.final
    assert final_scores is not None
    for step in (0, 2, max(final_scores)):
        scene = shown(play, look, T + step * COUNT_STEP)
        assert sorted(int(t) for t in numbers(scene)) == sorted({min(step, s) for s in final_scores})
    assert shown(play, look, T).moving
    assert not shown(play, look, T + max(final_scores) * COUNT_STEP).moving


def test_the_final_roll_tells_nothing_before_the_dice_lie() -> None:
    scene = shown(plays(4)["final tumble"], PANELS["7 inch"], T + TUMBLE // 2)
    assert scene.moving and texts(scene) == []
    assert all(i.bright is None for i in scene.items if isinstance(i, Coaster))
    landed = shown(plays(4)["final tumble"], PANELS["7 inch"], T + TUMBLE)
    assert landed.items == shown(plays(4)["tally"], PANELS["7 inch"], T).items


@pytest.mark.parametrize(("language", "words"), [("de", "Buzzer drücken: würfeln"), ("en", "Press buzzer to roll")])
def test_r23_the_roller_is_told_what_to_do_and_glows_at_their_edge_and_in_the_middle(language: str, words: str) -> None:
    for panel, around in SETTINGS:
        for players in PLAYERS:
            play = plays(players)["final"]
            scene = shown(play, looks(panel, around, language))
            assert texts(scene).count(words) == (1 if around == "front" else 2)
            glowing = [b.seat for b in scene.items if isinstance(b, Badge) and b.look == "glow"]
            assert glowing == [play_roller(play.state)] * 2


def test_r27_a_tie_is_said_and_the_roller_is_asked_again() -> None:
    history, look = final(2), PANELS["7 inch"]
    rolls = [(g, r) for g in range(1, 7) for r in range(1, 7)]
    tied = next(
        (h for h in (add(history, {"do": "roll", "green": g, "red": r}) for g, r in rolls) if h.state.phase == "final"),
        None,
    )
    assert tied is not None
    assert texts(shown(Play(tied, "tally", T), look)).count("Gleichstand") == 2
    assert texts(shown(Play(tied, "final", T), look)).count("Buzzer drücken: noch mal") == 2


def test_the_podium_crowns_every_winner_and_shows_everybodys_score() -> None:
    play = plays(4)["podium"]
    scene = shown(play, PANELS["7 inch"])
    assert play.state.final is not None
    glowing = {b.seat for b in scene.items if isinstance(b, Badge) and b.look == "glow"}
    assert glowing == set(play.state.winners)
    for score in play.state.final:
        assert str(score) in texts(scene)
    assert {"Schluss", "nochmal"} <= set(texts(scene))
    assert shown(play, PANELS["7 inch"], T).moving and not scene.moving


def stood(scores: dict[int, int], *, early: bool = False) -> Play:
    """The podium after those final scores."""
    play = plays(len(scores))["podium"]
    best = tuple(Seat(s) for s in scores if scores[s] == max(scores.values()))
    state = replace(play.state, final=tuple(scores.values()), winners=best, contenders=best, ended_early=early)
    return replace(play, history=replace(play.history, state=state))


@pytest.mark.parametrize(
    ("scores", "steps"),
    [
        ((3, 0, 0), {1: [1], 2: [2, 3]}),
        ((10, 4, 0, 0), {1: [1], 2: [2], 3: [3, 4]}),
        ((5, 5, 3, 1), {1: [1, 2], 3: [3]}),
        ((5, 4, 4, 1), {1: [1], 2: [2, 3]}),
        ((2, 0, 0, 0, 0, 0, 0, 2), {1: [1, 8], 3: [2, 3, 4, 5, 6, 7]}),
        ((2,) * 8, {1: list(range(1, 9))}),
    ],
)
def test_equals_stand_equally_high_and_never_one_without_the_other(
    scores: tuple[int, ...], steps: dict[int, list[int]]
) -> None:
    play = stood(dict(enumerate(scores, 1)))
    assert dict(podium.ranked(play.state, dict(zip(SEATS, scores, strict=False)))) == steps
    for panel, around in SETTINGS:
        look = looks(panel, around)
        scene = shown(play, look)
        assert not overlaps(scene), overlaps(scene)
        standing = [i for i in scene.items if isinstance(i, Badge) and i.turn == 0][-sum(map(len, steps.values())) :]
        heights = [{round(i.y, 2) for i in standing if i.seat in seats} for seats in steps.values()]
        assert all(len(height) == 1 for height in heights)
        assert [min(h) for h in heights] == sorted(min(h) for h in heights) and len(set(map(min, heights))) == len(
            steps
        )


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_nothing_lies_on_the_words_that_a_game_was_ended_early(panel: str, around: str) -> None:
    look = looks(panel, around)
    for scores in ((3, 0, 0), (2, 2, 1, 0), (0, 2, 0, 0, 0, 0, 0, 2)):
        for t in range(T, LATE, SECOND // 4):
            scene = shown(stood(dict(enumerate(scores, 1)), early=True), look, t)
            said = next(i for i in scene.items if isinstance(i, Text) and i.text == "vorzeitig beendet")
            left, top, right, bottom = bounds(said)
            for item in scene.items:
                a, b, c, d = bounds(item)
                assert item == said or c <= left or a >= right or d <= top or b >= bottom, item


def test_a25_a_game_ended_early_is_marked() -> None:
    history = add(won(begin(3), 2), {"do": "end"}, {"do": "roll", "green": 1, "red": 3})
    while history.state.phase == "final":
        history = add(history, {"do": "roll", "green": 2, "red": history.state.rolls % 6 + 1})
    assert "vorzeitig beendet" in texts(shown(Play(history, "podium", T), PANELS["7 inch"]))


# --- lamps


def test_lamps_are_lit_for_whose_move_it_is() -> None:
    def lamps(name: str) -> list[str]:
        return list(view.lamps(plays(4)[name]).values())

    active = plays(4)["fill"].state.active
    assert view.lamps(plays(4)["fill"]) == {s: "breathing" if s == active else "off" for s in SEATS[:4]}
    assert lamps("tumble") == ["off"] * 4
    assert lamps("race") == ["dim"] * 4
    assert lamps("reopened") == ["dim", "blink", "dim", "dim"]
    assert lamps("answer 3") == ["off", "off", "on", "off"]
    assert lamps("wrong") == lamps("late") == ["off", "blink", "off", "off"]
    assert lamps("right") == ["off", "off", "off", "on"]
    assert lamps("nobody") == ["off"] * 4
    assert lamps("take") == ["off", "off", "off", "breathing"]
    winners = plays(4)["podium"].state.winners
    assert view.lamps(plays(4)["podium"]) == {s: "wave" if s in winners else "off" for s in SEATS[:4]}


def test_in_the_final_the_roller_is_asked_and_leaders_are_lit() -> None:
    play = plays(4)["final"]
    assert view.lamps(play)[play.state.last_winner or play.state.active] == "breathing"
    tally = plays(4)["tally"]
    assert {s for s, lamp in view.lamps(tally).items() if lamp == "on"} == set(tally.state.contenders)
