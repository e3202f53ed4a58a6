"""`stand`: the table as it stands is taken for right, whatever was agreed before; play goes on from there."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.announcements.shared import Foul
from games.clever_keys.moves import EVERY_SLOT
from games.clever_keys.rules import (
    Phase,
    Place,
    Standing,
    Stop,
    Take,
    apply,
    legal,
    outcome,
    setup,
    stand,
)
from games.clever_keys.state import OFF, STANDINGS, State
from tests.laws import examples

standings = st.none() | st.sampled_from(list(STANDINGS.values()))


def after(*picks: int) -> State:
    """The position some legal moves lead to."""
    state = setup(2)
    for pick in picks:
        moves = legal(state)
        if moves:
            state, _ = apply(state, moves[pick % len(moves)])
    return state


def deciding() -> State:
    state, said = apply(setup(2), Place(0, 0, 3, 1, "in"))
    assert not isinstance(said, Foul)
    return state


@given(
    picks=st.lists(st.integers(0, 500), max_size=40),
    keys=st.tuples(standings, standings, standings),
    chamber=st.integers(-1, 60),
    corner=st.integers(-1, 60),
    seed=st.integers(0, 2**32),
)
@examples(60)
def test_from_any_correction_play_goes_on_to_an_end(
    picks: list[int], keys: tuple[Standing | None, ...], chamber: int, corner: int, seed: int
) -> None:
    before = after(*picks)
    state, dice = stand(before, keys, chamber, corner), Random(seed)
    assert state.gems == before.gems
    for _ in range(4 * 60 + 4):  # a turn has four moves at most and costs the chamber a gem at least
        if outcome(state) is not None:
            break
        state, said = apply(state, dice.choice(legal(state)))
        assert not isinstance(said, Foul)
    assert outcome(state) is not None
    assert legal(state) == ()


def test_counts_and_keys_are_those_of_the_table() -> None:
    state = stand(setup(3), (Standing(1, 2, "red"), None, None), chamber=40, corner=7)
    assert (state.phase, state.chamber, state.corner) == (Phase.CHOOSE, 40, 7)
    assert state.keys == (Standing(1, 2, "red"), None, None)
    assert apply(state, Place(0, 1, 1, 0, "in"))[1] == Foul("CK-F02", 0)


def test_a_choice_stays_open_while_the_moved_key_stands_as_placed() -> None:
    state = deciding()
    assert stand(state, state.keys, chamber=50, corner=2).phase is Phase.DECIDE


def test_a_moved_key_taken_away_counts_as_stopping_so_that_what_was_earned_is_paid() -> None:
    state = stand(deciding(), OFF, chamber=52, corner=0)
    assert legal(state) == (Take(0, 1),)


def test_an_empty_chamber_ends_the_game() -> None:
    state = stand(deciding(), OFF, chamber=0, corner=52)
    assert outcome(state) is not None
    assert (state.moved, state.placed, state.total) == (None, 0, 0)


def test_what_is_over_stays_over() -> None:
    over = stand(setup(2), OFF, chamber=0, corner=52)
    assert stand(over, OFF, chamber=9, corner=0) is over


def test_a_section_that_contradicts_what_was_seen_is_forgotten_and_no_other() -> None:
    state = deciding()  # 3.1 fits
    sure = state._replace(suspects=(0b0001, *state.suspects[1:]))  # 0.0 blocks
    keys = (Standing(3, 1, "red"), None, None)
    assert stand(sure, keys, 52, 0).suspects == (0b0001, EVERY_SLOT, EVERY_SLOT, 0b0010, *sure.suspects[4:])


def test_stopping_is_still_possible_after_a_correction_of_gems_alone() -> None:
    state = stand(deciding(), deciding().keys, chamber=30, corner=0)
    assert apply(state, Stop(0))[0].due == 1
