"""What the rulebook never prints but always keeps, in every variant and reading."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.announcements.dragon_battle import Battle, Failed, Rolled
from games.announcements.shared import SHARED, Foul, GameOver, TurnStarts
from games.dragon_battle.residents import NOBODY
from games.dragon_battle.rules import PLAYERS, Phase, Settings, State, Variant, apply, deal, legal, outcome, setup
from games.dragon_battle.vocabulary import SAYS
from tests.games.dragon_battle.played import heard
from tests.laws import examples

readings = st.builds(Settings, variant=st.sampled_from(Variant), must_place=st.booleans(), silver_joins=st.booleans())
cards = st.lists(st.none() | st.integers(1, 6), max_size=20).map(tuple)


def people(state: State) -> int:
    return sum(resident != NOBODY for resident in state.under) + len(state.pile) + sum(state.residents)


@given(
    residents=cards,
    players=st.sampled_from(PLAYERS),
    chosen=readings,
    picks=st.lists(st.integers(0, 2**16), max_size=60),
)
@examples(300)
def test_nothing_is_lost_dice_add_up_to_four_and_a_throw_never_leads_nowhere(
    residents: tuple[int | None, ...], players: int, chosen: Settings, picks: list[int]
) -> None:
    state = deal(residents, players, settings=chosen)
    for pick in picks:
        assert people(state) == len(residents)
        assert state.jugglers + sum(state.jugs) == 8
        assert state.dice + state.well + sum(laid.dice for laid in state.on) == 4
        assert sum(state.roll) in (0, state.dice)
        assert len(set(state.scared)) == len(state.scared)
        assert state.throws <= 4
        assert (outcome(state) is None) == (NOBODY not in state.under) == bool(legal(state))
        if not (moves := legal(state)):
            break
        before, (state, said) = state, apply(state, moves[pick % len(moves)])
        assert not isinstance(said, Foul)
        if isinstance(said[0], Rolled):
            assert bool(said[0].choose) == (state.phase is Phase.PLACE) == (Failed(before.cur) not in said)
        if chosen.must_place:
            assert not any(isinstance(each, Battle) and each.ends == "throws" for each in said)
            assert state.throws < 4 or state.dice <= 1


@given(picks=st.lists(st.integers(0, 2**16), max_size=60))
@examples(60)
def test_stars_known_or_not_change_neither_what_is_allowed_nor_what_is_said_before_residents_are_freed(
    picks: list[int],
) -> None:
    hidden = Settings(variant=Variant.OLDER)
    one, other = deal((1, 2, 3, 4) * 5, 2, 0, hidden), deal((4, 3, 2, 1) * 5, 2, 0, hidden)
    for pick in picks:
        moves = legal(one)
        assert moves == legal(other)
        if not moves:
            break
        was, move = one.phase, moves[pick % len(moves)]
        (one, said), (other, told) = apply(one, move), apply(other, move)
        assert was is Phase.TAKE or said == told
        if one.won == other.won:
            assert repr(one) == repr(other)


@pytest.mark.parametrize("variant", Variant)
def test_ten_games_say_all_that_the_game_may_say_of_itself_and_nothing_else(variant: Variant) -> None:
    dice, kinds = Random(304160), set()
    for _ in range(10):
        state = setup(4, settings=Settings(variant=variant))
        while moves := legal(state):
            state, said = heard(state, dice.choice(moves))
            kinds |= {type(each) for each in said}
    assert kinds == {*SAYS} - {*SHARED} | {TurnStarts, GameOver}
