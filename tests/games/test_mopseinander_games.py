"""Random whole games of Mopseinander: what must be true in every one of them, whatever is done."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.games.mopseinander import rules
from mopsbox.games.mopseinander.rules import Action, Answer, Close, Draw, End, Fill, Roll, State, Take
from mopsbox.table import Seat

from .tables import after, random_game, tiny

SEEDS = st.integers(0, 2**32)
COASTERS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 3)), min_size=4, max_size=14)

near = st.integers(-1, 15)
seat = near.map(Seat)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Fill, near),
    st.builds(Roll, near, near),
    st.builds(Draw, st.lists(seat, max_size=4).map(tuple), seat),
    st.builds(Answer, seat, st.none() | st.integers(-1, 10_000)),
    st.just(Close()),
    st.builds(Take, seat, near),
    st.just(End()),
)


def sound(state: State) -> None:
    """No coaster is lost or doubled, the places show the table, nobody answers twice, the phase fits the table."""
    held = [id for ids in state.won for id in ids]
    assert sorted((*state.pile, *state.table, *held)) == sorted(state.setup.coasters.ids)
    assert len(state.places) == 6 and len(state.table) <= 6
    assert sorted(id for id in state.places if id is not None) == sorted(state.table)
    assert len(set(state.locked)) == len(state.locked) < len(state.setup.seats)
    assert (state.winner is not None) == (state.phase == "take")
    assert bool(state.winners) == (state.phase == "over")
    assert (rules.listening(state) != frozenset()) == (state.phase == "race")
    if state.phase == "fill":
        assert state.pile or len(state.table) > 3, "R21"


@settings(max_examples=60, deadline=None)
@given(SEEDS, COASTERS | st.none())
def test_whole_games_keep_all_coasters_and_end_after_all_but_three_are_won(seed, rows):
    coasters = tiny(*rows) if rows else None
    wins, answered = 0, set[Seat]()
    for state, action in random_game(seed, coasters):
        sound(state)
        match action:
            case Roll():
                answered = set()
            case Answer(seat=seat):
                assert seat not in answered, "R10"
                answered.add(seat)
            case Take():
                wins += 1
        state, _ = rules.step(state, action)
    sound(state)
    assert wins == len(state.setup.coasters.ids) - 3, "A2"
    assert not state.ended_early


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_the_winners_of_any_game_have_the_highest_last_score_of_those_in_it(seed):
    *_, (state, action) = random_game(seed, early=True)
    state = after(state, action)
    final = rules.scores(state)
    assert {final[s] for s in state.winners} == {max(final[s] for s in state.contenders)}
    assert list(state.winners) == sorted(state.winners)
    assert state.rolls >= 1


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 60), st.lists(actions, max_size=20))
def test_any_action_is_either_refused_or_leads_to_a_sound_state(seed, at, tried):
    state = [s for s, _ in random_game(seed)][: at + 1][-1]
    for action in tried:
        why = rules.refuse(state, action)
        if why is None:
            sound(rules.step(state, action)[0])
        else:
            assert why and "\n" not in why
            try:
                rules.step(state, action)
            except rules.Illegal as illegal:
                assert str(illegal) == why
            else:
                raise AssertionError("a refused action was done")


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_the_same_actions_give_the_same_game(seed):
    states = [s for s, _ in random_game(seed, early=True)]
    assert [s for s, _ in random_game(seed, early=True)] == states
    assert len({hash(s) for s in states}) > 1, "states can be told apart and kept in sets"
