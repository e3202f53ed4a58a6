"""The odds of a count are what they say: over many steps, as many counts are wrong as the odds give away."""

from random import Random

import pytest

from firmware.sensing.counting import Gems, Grams, anything, reckon

GEMS = Gems(1.6, 0.04, 52)


def certain(count: int) -> tuple[tuple[int, float], ...]:
    return ((count, 1.0),)


@pytest.mark.parametrize("spread", [0.04, 0.15, 0.3])
def test_as_many_counts_are_wrong_as_the_odds_give_away(spread: float) -> None:
    """Gems far more uneven than any set of them, so that errors happen often enough to be counted."""
    gems, dice = Gems(1.6, spread, 52), Random(2)
    wrong = expected = variance = 0.0
    for _ in range(1500):
        before, by = 20, -min(int(dice.expovariate(0.3)), 15)
        pile = [dice.gauss(1.6, 1.6 * spread) for _ in range(before)]
        left = pile[: before + by]
        zero = dice.gauss(0, 0.3)
        step = Grams(sum(left) - sum(pile) + dice.gauss(0, 0.15), 0.15)
        told = reckon(gems, certain(before), step, Grams(sum(left) + zero, 0.3), sure=0.99)
        wrong += told.gems != before + by
        expected += 1 - told.odds
        variance += told.odds * (1 - told.odds)
    assert abs(wrong - expected) < 3 * variance**0.5 + 1


def test_steps_alone_decide_where_the_load_has_nothing_to_say() -> None:
    told = reckon(GEMS, certain(52), Grams(-8.1, 0.15), None, sure=0.99)
    assert told.gems == 47
    assert told.odds > 0.99
    assert told.chances[0][0] == 47


def test_doubt_is_carried_on() -> None:
    doubt = ((10, 0.6), (11, 0.4))
    told = reckon(GEMS, doubt, Grams(-1.6, 0.15), None, sure=0.99)
    assert told.gems == 9
    assert 0.5 < told.odds < 0.7
    assert [count for count, chance in told.chances if chance > 0.3] == [9, 10]


def test_a_load_that_speaks_clearly_ends_the_doubt() -> None:
    told = reckon(GEMS, ((0, 0.5), (1, 0.5)), Grams(0.0, 0.15), Grams(0.05, 0.3), sure=0.99)
    assert told.gems == 0
    assert told.odds > 0.99
    assert told.chances[0][1] > 0.99


def test_a_first_look_at_what_cannot_be_gems_is_no_count() -> None:
    for grams in (-5.0, 55 * 1.6, 400.0):
        assert reckon(GEMS, anything(GEMS), None, Grams(grams, 0.3), sure=0.99).gems is None


def test_a_load_that_no_count_explains_makes_a_clear_step_unsure_and_stops_nothing() -> None:
    told = reckon(GEMS, certain(20), Grams(-1.6, 0.15), Grams(400.0, 0.3), sure=0.99)
    assert (told.gems, told.odds) == (19, 0.0)
    assert max(told.chances, key=lambda chance: chance[1])[0] == 19


@pytest.mark.parametrize("grams", [-2.4, 60.0, 150.0])
def test_a_step_no_gems_can_make_is_no_count(grams: float) -> None:
    told = reckon(GEMS, certain(20 if grams > 0 else 0), Grams(grams, 0.15), Grams(20 * 1.6 + grams, 0.3), sure=0.99)
    assert told.gems is None


def test_a_first_look_that_refutes_what_was_agreed_counts_on_from_what_lies_there() -> None:
    told = reckon(GEMS, certain(50), None, Grams(30 * 1.6, 0.3), sure=0.99)
    assert told.gems == 30
    told = reckon(GEMS, told.chances, Grams(8 * 1.6, 0.15), Grams(38 * 1.6, 0.3), sure=0.99)
    assert told.gems == 38


def test_a_first_look_that_bears_out_what_was_agreed_leaves_no_doubt() -> None:
    told = reckon(GEMS, certain(50), None, Grams(50.2 * 1.6, 0.3), sure=0.99)
    assert (told.gems, [count for count, chance in told.chances if chance > 0.5]) == (50, [50])


def test_all_gems_poured_into_an_empty_place_at_once_are_counted() -> None:
    gems = Gems(1.6, 0.04, 92)
    step = Grams(90 * 1.6, 0.15)
    assert reckon(gems, certain(0), step, None, sure=0.99).gems is None
    told = reckon(gems, certain(0), step, None, sure=0.99, filled=True)
    assert told.gems == 90
    assert 0.5 < told.odds < 0.99


def test_gems_poured_where_some_lie_already_are_something_else() -> None:
    gems = Gems(1.6, 0.04, 92)
    assert reckon(gems, certain(5), Grams(85 * 1.6, 0.15), None, sure=0.99, filled=True).gems is None


def test_a_place_that_is_emptied_at_once_is_empty() -> None:
    gems = Gems(1.6, 0.04, 92)
    told = reckon(gems, certain(90), Grams(-90 * 1.6, 0.15), Grams(0.0, 0.3), sure=0.99, filled=True)
    assert (told.gems, told.odds > 0.98) == (0, True)
