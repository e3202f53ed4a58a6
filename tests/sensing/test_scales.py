"""The scale: gems that come and go, arms, drift, glitches, and a converter that dies."""

from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.sensing import scales
from firmware.sensing.pan import Cell, Scale
from firmware.sensing.readings import Back, Edge, Lost, Passed, Ports, Reading, Weight
from games.facts import GemsCounted, PartBack, PartLost, Weighing
from tests.sensing.pan import BACKWARDS, SCALE, Pan, counts

NINETY = replace(SCALE, gems=SCALE.gems._replace(most=90), window_s=1.0)
"""The scale under a game with ninety gems, 144 grams."""


def test_the_first_rest_is_counted_by_the_calibration_with_its_odds() -> None:
    pan = Pan()
    pan.put(6)
    (told,) = pan.wait(3)
    assert isinstance(told, GemsCounted)
    assert told.gems == 6
    assert told.odds > 0.99
    heap = Pan()
    heap.put(40)
    (told,) = heap.wait(3)
    assert isinstance(told, GemsCounted)
    assert told.odds < 0.9  # the zero, the gain and the spread of 40 gems make it half a gem


def test_a_gem_taken_is_told_twice_that_something_moves_and_what_is_left() -> None:
    pan = Pan().set_up(52)
    began = pan.at
    pan.take(1)
    moving, counted = pan.wait(2)
    assert isinstance(moving, Weighing)
    assert isinstance(counted, GemsCounted)
    assert began <= moving.at <= counted.at <= began + 0.4
    assert (counted.gems, counted.place) == (51, "centre")
    assert counted.odds > 0.99


@pytest.mark.parametrize("seed", range(8))
def test_a_step_is_told_within_a_second_of_the_last_gem(seed: int) -> None:
    pan = Pan(seed).set_up(30)
    pan.wait(seed * 0.07)
    for _ in range(3):
        pan.take(1)
        pan.wait(0.4)
    assert counts(pan.wait(0.6)) == [27]


@pytest.mark.parametrize("gems", range(1, 13))
def test_a_fall_of_up_to_twelve_of_ninety_gems_is_counted_or_asked(gems: int) -> None:
    asked = 0
    for seed in range(20):
        pan = Pan(seed, scale=NINETY).set_up(90)
        pan.take(gems)
        (told,) = (fact for fact in pan.wait(6) if isinstance(fact, GemsCounted))
        asked += told.odds < NINETY.sure
        assert told.gems == 90 - gems or told.odds < NINETY.sure
    assert asked <= 4, "hardly ever"


@pytest.mark.parametrize("place", ["centre", "corner"])
def test_a_whole_game_of_handfuls_is_counted_to_the_last_gem(place: str) -> None:
    pan = Pan(7, place="corner" if place == "corner" else "centre").set_up(52)
    while pan.gems:
        for _ in range(min(len(pan.gems), pan.dice.randint(1, 6))):
            pan.take(1)
            pan.wait(0.4)
        told = counts(pan.wait(3))
        assert told[-1:] == [len(pan.gems)]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.floats(-0.16, 0.16), st.floats(0.0, 0.05))
def test_never_a_gem_without_a_step(seed: int, drift_per_minute: float, noise: float) -> None:
    pan = Pan(seed, drift_per_s=drift_per_minute / 60, noise=noise).set_up(10)
    assert pan.wait(60) == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.integers(-5, 3), min_size=1, max_size=8))
def test_every_step_is_counted_or_asked_whatever_the_gems_weigh(seed: int, steps: list[int]) -> None:
    pan = Pan(seed).set_up(20)
    for step in steps:
        before = len(pan.gems)
        if step < 0:
            pan.take(min(-step, before))
        else:
            pan.put(step)
        told = pan.wait(2)
        if len(pan.gems) == before:
            assert told == []
        elif counts(told):
            assert counts(told) == [len(pan.gems)]
        else:  # odd gems: it asks, and is told
            (asked,) = pan.wait(3)
            assert isinstance(asked, GemsCounted)
            assert asked.gems is None or asked.odds < 0.99
            pan.state = scales.agreed(pan.state, "centre", len(pan.gems))


def test_an_arm_is_waited_out_with_what_was_taken_under_it() -> None:
    pan = Pan().set_up(40)
    pan.other = lambda _at: 87.0
    pan.wait(1.0)
    pan.take(3)
    assert counts(pan.wait(1.0)) == []
    pan.other = lambda _at: 0.0
    assert counts(pan.wait(1.5)) == [37]
    assert [type(fact) for fact in pan.facts].count(Weighing) == 1


def test_a_trembling_arm_is_never_a_rest() -> None:
    pan = Pan().set_up(40)
    pan.other = lambda at: 150 + 3 * ((at * 7.3) % 1)
    assert [type(fact) for fact in pan.wait(20)] == [Weighing]


def test_a_cup_left_there_is_no_gem_and_said_so_whenever_it_was_moved() -> None:
    pan = Pan().set_up(40)
    pan.other = lambda _at: 61.3
    assert counts(pan.wait(6)) == [None]
    pan.other = lambda _at: 63.9  # it is nudged
    pan.wait(3)
    pan.other = lambda _at: 61.3
    assert counts(pan.wait(9)) == [None]  # else it would be believed to move for ever
    pan.other = lambda _at: 0.0
    assert counts(pan.wait(2)) == [40]
    pan.other = lambda _at: 61.3
    assert counts(pan.wait(6)) == [None]


def test_an_arm_that_weighs_as_much_as_25_gems_is_asked_and_not_counted() -> None:
    pan = Pan().set_up(10)
    pan.other = lambda _at: 25 * 1.6
    assert counts(pan.wait(2)) == []
    (told,) = pan.wait(3)
    assert isinstance(told, GemsCounted)
    assert told.odds < 0.99
    pan.other = lambda _at: 0.0
    assert counts(pan.wait(2)) == [10]


def test_a_likely_count_is_asked_once_and_gone_on_from() -> None:
    pan = Pan(noise=0.0, drift_per_s=0.0).set_up(20)
    pan.offset = sum(pan.gems[:1]) - 1.08  # a third of a gem stays behind
    pan.take(1)
    assert counts(pan.wait(2)) == []
    (told,) = pan.wait(3)
    assert isinstance(told, GemsCounted)
    assert told.gems == 19
    assert 0.98 < told.odds < 0.99
    pan.take(1)
    assert counts(pan.wait(2)) == [18]


def test_half_a_gem_is_no_count_until_one_is_agreed() -> None:
    pan = Pan(noise=0.0, drift_per_s=0.0).set_up(10)
    pan.offset = -0.8
    assert counts(pan.wait(5)) == [None]
    pan.state = scales.agreed(pan.state, "centre", 9)
    pan.take(1)
    assert counts(pan.wait(2)) == [8]


def test_no_count_is_ever_negative() -> None:
    pan = Pan().set_up(1)
    pan.offset = -4 * 1.6
    assert counts(pan.wait(6)) == [None]


def test_a_little_that_a_hand_leaves_behind_is_dropped() -> None:
    pan = Pan(drift_per_s=0.0).set_up(12)
    for turn in range(12):
        pan.offset = 0.3 * (turn % 2)
        pan.take(1)
        assert counts(pan.wait(2)) == [len(pan.gems)]


def test_a_place_empty_to_within_half_a_gem_heals_a_count_gone_wrong() -> None:
    pan = Pan(drift_per_s=0.0).set_up(3)
    pan.take(3)
    while pan.state.centre.level is not None:
        pan.wait(0.05)
    pan.state = scales.agreed(pan.state, "centre", 4)  # of what lay there before the hand came: one too many
    told = pan.wait(2)[-1]
    assert isinstance(told, GemsCounted)
    assert told.gems == 0
    assert told.odds > 0.99
    pan.put(2)
    assert counts(pan.wait(2)) == [2]


def test_drift_of_hours_does_not_heal_a_count_that_is_right() -> None:
    pan = Pan(drift_per_s=0.16 / 60).set_up(5)
    pan.wait(1800)  # three gems' worth of drift
    pan.take(4)
    assert counts(pan.wait(2)) == [1]


def test_what_was_agreed_puts_the_zero_where_it_belongs() -> None:
    pan = Pan()
    pan.offset = 300.0  # never calibrated
    pan.put(20)
    assert counts(pan.wait(6)) == [None]
    pan.state = scales.agreed(pan.state, "centre", 20)
    for _ in range(4):
        pan.take(5)
        assert counts(pan.wait(2)) == [len(pan.gems)]


@pytest.mark.parametrize("off", [-1.6, -1.2, -0.8, 0.8, 1.2, 1.6])
def test_a_zero_that_everybody_has_overruled_puts_no_later_count_right(off: float) -> None:
    pan = Pan(drift_per_s=0.0).set_up(20)
    pan.take(6)
    pan.wait(5)
    pan.offset = off
    pan.see(Lost(pan.at, "scale"))
    pan.wait(1)
    pan.see(Back(pan.at, "scale"))
    pan.wait(5)
    pan.state = scales.agreed(pan.state, "centre", 14)
    for left in range(12, 0, -2):
        pan.take(2)
        (told,) = [fact for fact in pan.wait(2) if isinstance(fact, GemsCounted)]
        assert told.gems == left
        assert told.odds > 0.99


@pytest.mark.parametrize("seed", range(6))
def test_a_full_place_that_was_agreed_moves_no_zero_by_what_the_gain_may_have_done(seed: int) -> None:
    pan = Pan(seed, scale=NINETY, drift_per_s=0.0).set_up(90)
    while len(pan.gems) > 3:
        pan.take(3)
        assert counts(pan.wait(2)) == [len(pan.gems)]
    pan.take(3)
    while pan.state.centre.level is not None:
        pan.wait(0.05)
    pan.state = scales.agreed(pan.state, "centre", 4)  # of what lay there before the hand came: one too many
    told = [fact for fact in pan.wait(6) if isinstance(fact, GemsCounted)][-1]
    assert told.gems == 0 or told.odds < 0.99


def test_a_zero_that_was_refuted_is_known_no_better_than_the_gems_that_refuted_it() -> None:
    pan = Pan(drift_per_s=0.0).set_up(0)
    pan.put(9)
    pan.wait(6)
    pan.state = scales.agreed(pan.state, "centre", 7)
    trusted = pan.state.centre.trusted
    assert trusted is not None
    assert trusted.load == 7 * 1.6
    assert trusted.zero_error > hypot(7**0.5 * 0.04 * 1.6, 0.14)


def test_what_was_agreed_before_the_first_rest_is_what_it_is_taken_for() -> None:
    pan = Pan(3)
    pan.put(52)
    pan.offset = 1.2
    pan.state = scales.agreed(pan.state, "centre", 52)
    (told,) = pan.wait(3)
    assert isinstance(told, GemsCounted)
    assert told.gems == 52
    assert told.odds > 0.99


def test_what_was_agreed_before_the_first_rest_yields_to_a_weight_that_says_otherwise() -> None:
    pan = Pan(drift_per_s=0.0)
    pan.put(4)
    pan.state = scales.agreed(pan.state, "centre", 9)
    assert counts(pan.wait(3)) == [4]


def test_what_is_agreed_while_a_hand_moves_is_what_lay_there_before() -> None:
    pan = Pan(drift_per_s=0.0).set_up(40)
    pan.take(2)
    while pan.state.centre.level is not None:
        pan.wait(0.05)
    pan.state = scales.agreed(pan.state, "centre", 41)
    assert counts(pan.wait(2)) == [39]


@pytest.mark.parametrize("gems", [-1, 53])
def test_gems_that_there_are_not_are_agreed_without_the_scale(gems: int) -> None:
    state = Pan().set_up(20).state
    assert scales.agreed(state, "corner", gems) is state


def test_a_single_glitch_is_nothing() -> None:
    pan = Pan().set_up(10)
    pan.see(Weight(pan.at, "centre", 8_000_000))
    assert pan.wait(2) == []
    pan.take(1)
    pan.wait(0.35)
    pan.see(Weight(pan.at, "centre", None))
    assert counts(pan.wait(0.6)) == [9]


def test_a_converter_at_its_rail_is_no_count() -> None:
    pan = Pan().set_up(10)
    told = pan.see(*(Weight(pan.at + step * 0.08, "centre", None) for step in range(60)))
    assert [type(fact) for fact in told] == [Weighing, GemsCounted]
    assert counts(told) == [None]


def test_the_first_conversions_after_power_up_are_no_rest() -> None:
    pan = Pan(noise=0.0, drift_per_s=0.0)
    pan.other = lambda at: 0.6 if at < 0.4 else 0.0
    (told,) = pan.wait(3)
    assert told.at >= 0.4


def test_a_lost_scale_is_no_count_and_said_once() -> None:
    pan = Pan().set_up(10)
    told = pan.see(Lost(50, "scale"), Lost(51, "scale"))
    assert counts(told) == [None, None]
    assert told[-1] == PartLost(at=50, part="scale")
    assert pan.wait(5) == []  # what still comes out of a queue is not believed


def both(pan: Pan, corner_counts: int, seconds: float) -> None:
    """Both places are weighed; nothing ever moves in the corner."""
    for _ in range(int(seconds / 0.5)):
        pan.wait(0.5)
        pan.see(Weight(pan.at, "corner", corner_counts))


@pytest.mark.parametrize(("taken", "gems"), [(0, 20), (3, 17)])
def test_a_scale_that_is_back_is_compared_with_what_lay_there(taken: int, gems: int) -> None:
    pan = Pan().set_up(20)
    both(pan, 250_000, 2)
    pan.see(Lost(pan.at, "scale"))
    pan.take(taken)
    pan.offset = 0.2  # the set-up shifted the zero
    told = pan.see(Back(pan.at, "scale"))
    assert scales.wake(pan.state) == pan.at + 2.5
    pan.facts.clear()
    both(pan, 250_000, 3)
    told = pan.facts
    assert counts(told) == [gems, 0]
    assert told[-1] == PartBack(at=told[-1].at, part="scale")
    assert scales.wake(pan.state) is None
    pan.take(1)
    assert counts(pan.wait(2)) == [gems - 1]


def test_a_shift_at_the_set_up_makes_a_heavy_count_less_sure() -> None:
    pan = Pan(drift_per_s=0.0).set_up(52)
    pan.see(Lost(pan.at, "scale"), Back(pan.at + 1, "scale"))
    pan.at += 1
    pan.offset = -0.6
    told = pan.wait(2)[0]
    assert isinstance(told, GemsCounted)
    assert told.gems == 52
    assert 0.5 < told.odds < 0.99


def test_a_hand_on_the_scale_does_not_keep_it_lost() -> None:
    pan = Pan().set_up(20)
    pan.see(Lost(pan.at, "scale"), Back(pan.at, "scale"))
    due = scales.wake(pan.state)
    assert due is not None
    pan.other = lambda at: 150 + 3 * ((at * 7.3) % 1)
    assert pan.wait(2.0) == []
    assert pan.see(Passed(due)) == [PartBack(at=due, part="scale")]


def test_a_scale_lost_again_before_it_was_back_knows_nothing() -> None:
    pan = Pan().set_up(20)
    pan.see(Lost(pan.at, "scale"), Back(pan.at, "scale"))
    assert counts(pan.wait(2)) == [20]
    assert counts(pan.see(Lost(pan.at, "scale"))) == [None, None]
    assert PartLost(at=pan.at, part="scale") not in pan.facts[-1:]


def test_a_scale_missing_from_the_start_is_told_and_counts_once_it_is_there() -> None:
    pan = Pan()
    assert counts(pan.see(Lost(0, "scale"))) == [None, None]
    pan.see(Back(1, "scale"))
    pan.at = 1.0
    pan.put(3)
    assert counts(pan.wait(2)) == [3]


def test_a_cell_wired_backwards_counts_the_right_way_round() -> None:
    pan = Pan(scale=Scale(centre=BACKWARDS, corner=Cell(1, 0), gems=SCALE.gems)).set_up(4)
    pan.put(2)
    assert counts(pan.wait(2)) == [6]


SLOW = replace(SCALE, window_s=1.0)
"""A scale for games in which a child may put a gem back at once."""


def test_a_knock_makes_haste_so_that_gems_put_back_before_it_are_not_mixed_with_those_that_fall() -> None:
    pan = Pan(scale=SLOW).set_up(20)
    pan.put(3)
    assert counts(pan.wait(0.9)) == []
    assert counts(pan.see(Edge(pan.at, "knock", active=True))) == [23]
    pan.take(3)
    assert counts(pan.wait(2)) == [20]


def test_no_rest_begins_before_a_blow_though_the_weight_swings_through_it() -> None:
    pan = Pan(scale=SLOW, drift_per_s=0.0).set_up(20)
    pan.take(5)
    pan.other = lambda at: 3.2 if 3.35 < at < 3.4 else 0.0
    pan.wait(0.4)
    assert pan.see(Edge(pan.at, "knock", active=True)) == []
    told = pan.wait(2)[-1]
    assert isinstance(told, GemsCounted)
    assert (told.gems, told.at) == (15, 3.4)


def test_no_rest_of_a_hasty_knock_begins_before_the_blow_that_rings_still() -> None:
    pan = Pan(scale=SLOW, noise=0.0, drift_per_s=0.0).set_up(20)
    pan.take(5)
    pan.other = lambda at: 3.2 if at < 3.4 else 0.0  # what the blow brings down swings through the same weight
    pan.wait(0.3)
    assert pan.see(Edge(pan.at, "knock", active=True)) == []
    pan.wait(0.1)
    assert pan.see(Edge(pan.at, "knock", active=True)) == []
    assert counts(pan.wait(2)) == [15]


@pytest.mark.parametrize("rested", [0.0, 0.3])
def test_a_knock_makes_no_haste_with_a_weight_that_has_hardly_kept_still(rested: float) -> None:
    pan = Pan(scale=SLOW).set_up(20)
    pan.put(3)
    pan.wait(0.3)
    pan.put(1)
    pan.wait(rested)
    assert pan.see(Edge(pan.at, "knock", active=True)) == []
    assert counts(pan.wait(2)) == [24]


def test_a_knock_makes_no_haste_with_the_first_rest_of_all_nor_at_rest() -> None:
    pan = Pan(scale=SLOW)
    pan.put(20)
    pan.wait(1)
    assert pan.see(Edge(pan.at, "knock", active=True)) == []
    pan = Pan(scale=SLOW).set_up(20)
    assert pan.see(Edge(pan.at, "knock", active=True)) == []


@pytest.mark.parametrize(
    "stranger",
    [
        Ports(10, "slots0", 3, 3),
        Lost(10, "panel"),
        Back(10, "panel"),
        Back(10, "scale"),
        Passed(10),
        Edge(10, "interrupt", active=True),
        Edge(10, "knock", active=False),
    ],
)
def test_readings_of_others_change_nothing(stranger: Reading) -> None:
    state = Pan().set_up(3).state
    assert scales.see(state, stranger) == (state, ())
