"""What the rulebook never prints but always keeps: tried on games drawn move by move."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.announcements.hammer_time import CardsUsed, WagonFull
from games.announcements.shared import Foul, GameOver, TurnStarts
from games.hammer_time.copy import LENGTHS, WAGONS
from games.hammer_time.gems import BLACK
from games.hammer_time.rules import (
    Fill,
    Full,
    Knock,
    OpenTask,
    Phase,
    Return,
    Settings,
    Shift,
    Sort,
    State,
    TakeSet,
    TurnFall,
    Use,
    Wagons,
    apply,
    legal,
    setup,
)
from games.hammer_time.settings import Tasks, Variant
from games.hammer_time.vocabulary import SAYS
from games.hammer_time.wagons import FREE, fits, loaded
from tests.games.hammer_time.table import play, position

WAYS = [
    Settings(),
    Settings(wagons=Wagons.TRACKED),
    Settings(wagons=Wagons.TRACKED, tasks=Tasks.BOX, deal=305_844, variant=Variant.MASTER, turn_between_knocks=False),
    Settings(tasks=Tasks.OFF),
]
"""Settings that lead through all phases."""


def gems(state: State) -> int:
    return state.box + state.down + sum(map(loaded, state.placed))


def cards(state: State) -> int:
    return len(state.deck) + sum(map(len, state.held))


@given(
    way=st.sampled_from(WAYS),
    players=st.integers(2, 4),
    start=st.integers(0, 1),
    picks=st.lists(st.integers(0, 5000), min_size=20, max_size=200),
)
@settings(deadline=None, max_examples=80)
def test_gems_and_cards_add_up_wagons_hold_what_fits_and_a_turn_fills_one_wagon_at_most(
    way: Settings, players: int, start: int, picks: list[int]
) -> None:
    state = first = setup(players, start, way)
    filled = 0
    for pick in picks:
        moves = legal(state)
        if not moves:
            break
        before, (state, said) = state, apply(state, moves[pick % len(moves)])
        assert not isinstance(said, Foul)
        assert {type(each) for each in said} <= set(SAYS)
        assert gems(state) == gems(first) == 90
        assert cards(state) == cards(first)
        for wagon, placed in zip(state.tops, state.placed, strict=True):
            assert len(placed) == len(wagon)
            assert BLACK not in placed
            assert fits(wagon, placed.replace(FREE, ""))
        filled += sum(isinstance(each, WagonFull) for each in said)
        assert sum(state.done) == filled
        if before.phase is Phase.SETS:
            continue
        ends = [each for each in said if isinstance(each, TurnStarts | GameOver)]
        assert len(ends) == (state.cur != before.cur or state.phase is Phase.OVER)
        assert sum(state.done) - sum(before.done) <= len(ends)
        for used in said:
            if isinstance(used, CardsUsed):
                assert 0 < used.cards <= min(len(before.held[before.cur]), LENGTHS[-1])
        if state.phase is Phase.OVER:
            assert max(state.done) == WAGONS
            assert before.cur == (start - 1) % players


def test_one_move_is_listed_for_each_number_that_makes_a_difference() -> None:
    state, _ = play(setup(2, 0, Settings(wagons=Wagons.TRACKED)), TakeSet(0, "red"), TakeSet(1, "blue"))
    moves = legal(state)
    assert len(moves) == 10 + 1 + 5 + 4  # knocks of 0 to 9, a fall without one, tasks and wagons that may be told
    assert moves[9] == Knock(0, 9)
    assert moves[10:12] == (TurnFall(0, 1), OpenTask(0, "even"))
    assert Knock(0, 90) in moves
    assert Knock(0, 91) not in moves
    assert TurnFall(0, 90) in moves


def test_a_number_that_equals_a_whole_one_is_taken_for_it() -> None:
    """JSON may bring 2.0 for 2."""
    two: Any = 2.0
    start = position(held=(("odd",) * 2, ()), placed=("w...", "...."))
    state, _ = play(start, Knock(0, two), Sort(0, "yb"), Fill(0, "b", two), Shift(0, 0, two + 1), Return(0, two / 2))
    assert state.placed == ("..bw", "....")
    assert repr(state).startswith("State(cards player=0 box=88 fell=2 ")
    state, _ = play(state, Use(0, two))
    assert state.held == ((), ())
    honour = position(Settings(wagons=Wagons.HONOUR), stacks=((), ()), held=(("odd",) * 3, ()))
    state, _ = play(honour, Knock(0, 3), Full(0, two))
    assert state.held == (("odd",), ())


def test_elsewhere_in_a_turn_the_table_is_the_same() -> None:
    """`with_turn` counts on the order of the fields."""
    state, _ = play(position(held=(("odd",), ("even",)), deck=("1-3", "6-8")), Knock(0, 3), Sort(0, "ybk"))
    given: dict[str, Any] = {"phase": Phase.CARDS, "cur": 1, "box": 7}
    turn: dict[str, Any] = {"fell": 5, "fallen": "yb", "knocks": 4, "won": True, "technique": "finger"}
    assert state.with_turn(**given, **turn) == state._replace(**given, **turn)
    begun: dict[str, Any] = {"fell": 0, "fallen": "", "knocks": 0, "won": None, "technique": ""}
    assert state.with_turn(**given) == state._replace(**given, **begun)
