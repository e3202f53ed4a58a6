"""The panel: presses, holds, the gesture of both, and children who mash."""

from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.sensing import debounce, panel
from firmware.sensing.panel import Panel
from firmware.sensing.readings import Back, Lost, Passed, Ports, Reading, Weight
from games.facts import Fact, PartBack, PartLost, Pressed

NAMES: dict[tuple[Literal["a", "b"], int], str] = {
    ("a", 0): "k1",
    ("a", 5): "k6",
    ("a", 6): "go",
    ("b", 0): "p1",
    ("b", 6): "back",
}
K1, GO = 0b000_0001, 0b100_0000
P1, BACK = 0b000_0001, 0b100_0000


def begin() -> Panel:
    return panel.begin(NAMES, contact_s=0.02, bounce_s=0.25)


def follow(state: Panel, *readings: Reading) -> tuple[Panel, list[Fact]]:
    """Show the readings, and wake the fold between them whenever it asked for it."""
    facts: list[Fact] = []
    for reading in readings:
        while (due := panel.wake(state)) is not None and due <= reading.at:
            state, said = panel.see(state, Passed(due))
            facts += said
        state, said = panel.see(state, reading)
        facts += said
    return state, facts


def ports(at: float, a: int = 0, b: int = 0) -> Ports:
    return Ports(at, "panel", a, b)


def at_rest() -> Panel:
    return follow(begin(), ports(0), Passed(1))[0]


def pressed(*readings: Reading) -> list[Fact]:
    return follow(at_rest(), *readings, Passed(99))[1]


def test_colour_keys_and_pads_act_when_pressed() -> None:
    state, facts = follow(at_rest(), ports(10, K1), ports(10.3, K1, P1), Passed(11))
    assert facts == [Pressed(at=10, key="k1"), Pressed(at=10.3, key="p1")]
    _, facts = follow(state, ports(12), Passed(13))
    assert facts == []


def test_go_and_back_act_on_release_and_tell_how_long() -> None:
    assert pressed(ports(10, GO)) == []
    assert pressed(ports(10, GO), ports(12.5)) == [Pressed(at=12.5, key="go", held=2.5)]
    assert pressed(ports(10, 0, BACK), ports(11)) == [Pressed(at=11, key="back", held=1)]


def test_the_hold_is_that_of_the_contact_not_of_the_reader() -> None:
    state, _ = follow(at_rest(), ports(10, GO), ports(12))
    assert panel.see(state, Passed(17))[1] == (Pressed(at=12, key="go", held=2),)


def test_both_together_are_one_gesture_and_nothing_else() -> None:
    chord = [ports(10, GO), ports(10.5, GO, BACK), ports(16, 0, BACK), ports(16.2)]
    assert pressed(*chord) == [Pressed(at=16, key="back+go", held=5.5)]


def test_fumbling_with_the_second_key_after_the_gesture_says_nothing() -> None:
    chord = [ports(10, GO, BACK), ports(12, 0, BACK), ports(13, GO, BACK), ports(14, GO), ports(15)]
    assert [fact.key for fact in pressed(*chord) if isinstance(fact, Pressed)] == ["back+go"]
    assert pressed(*chord, ports(20, GO), ports(21))[-1] == Pressed(at=21, key="go", held=1)


def test_a_bouncing_key_gives_one_press() -> None:
    bounce = [ports(10 + step / 1000, K1 * (step % 2 == 0)) for step in range(15)]
    assert pressed(*bounce) == [Pressed(at=10 + 14 / 1000, key="k1")]


def test_a_stuck_key_gives_one_press_and_leaves_the_others_alone() -> None:
    polls = [ports(10 + step / 10, K1) for step in range(50)]
    assert pressed(*polls, ports(20, K1, P1)) == [Pressed(at=10, key="k1"), Pressed(at=20, key="p1")]


def test_keys_held_at_the_start_say_nothing_until_released() -> None:
    state, facts = follow(begin(), ports(0, GO | K1), ports(5), Passed(6))
    assert facts == []
    _, facts = follow(state, ports(7, GO | K1), ports(8), Passed(9))
    assert facts == [Pressed(at=7, key="k1"), Pressed(at=8, key="go", held=1)]


def test_a_release_lost_while_the_panel_was_away_never_acts() -> None:
    state, facts = follow(at_rest(), ports(10, GO), Passed(10.1), Lost(11, "panel"), Lost(11.5, "panel"))
    assert facts == [PartLost(at=11, part="panel")]
    state, facts = follow(state, Back(12, "panel"), Passed(14), ports(14.5), Passed(15))
    assert facts == [PartBack(at=14.5 + 0.02, part="panel")]
    _, facts = follow(state, ports(16, GO), ports(17), Passed(18))
    assert facts == [Pressed(at=17, key="go", held=1)]


def test_a_key_that_never_rests_does_not_keep_the_panel_lost() -> None:
    state, _ = follow(at_rest(), Lost(10, "panel"), Back(11, "panel"))
    flicker = [ports(11 + step / 100, K1 * (step % 2)) for step in range(150)]
    _, facts = follow(state, *flicker)
    assert facts == [PartBack(at=12, part="panel")]


def test_a_worn_key_that_rests_while_it_bounces_is_pressed_once() -> None:
    down = [ports(10, GO), ports(10.06), ports(10.12, GO), ports(10.17), ports(10.19, GO)]
    up = [ports(10.6), ports(10.66, GO), ports(10.75)]
    (fact,) = pressed(*down, *up)
    assert isinstance(fact, Pressed)
    assert fact.held == pytest.approx(0.6)


def test_a_worn_key_that_still_moves_when_its_bounce_should_be_over_is_pressed_once() -> None:
    touch = [ports(10, GO), ports(10.1875), ports(10.2421875, GO), ports(10.5)]
    assert pressed(*touch) == [Pressed(at=10.5, key="go", held=0.5)]


def test_a_worn_key_that_flickers_back_as_its_bounce_should_be_over_is_pressed_once() -> None:
    flicker = [ports(10.28, GO), ports(10.4), ports(10.415, GO), ports(10.455), ports(10.46, GO), ports(10.478)]
    (fact,) = pressed(ports(10, GO), ports(10.22), *flicker)
    assert isinstance(fact, Pressed)
    assert fact.at == 10.22


def test_a_quick_second_press_that_is_let_go_as_the_bounce_of_the_first_is_over_is_heard() -> None:
    first = [ports(10, GO), ports(10.13)]
    second = [ports(10.25, GO), ports(10.378), ports(10.3785, GO), ports(10.381)]
    assert [fact.at for fact in pressed(*first, *second)] == [10.13, 10.381]


def test_a_worn_pad_is_pressed_once() -> None:
    assert pressed(ports(10, 0, P1), ports(10.05), ports(10.15, 0, P1), ports(10.5)) == [Pressed(at=10, key="p1")]


def test_a_key_held_for_longer_than_it_bounces_acts_the_moment_it_is_let_go() -> None:
    _, facts = follow(at_rest(), ports(10, GO), ports(10.4), Passed(10.42))
    assert facts == [Pressed(at=10.4, key="go", held=10.4 - 10)]


def chatter(begin: float, end: float, a: int = 0, b: int = 0) -> list[Reading]:
    """A key that closes and opens without end; each time it stands for longer than contacts settle."""
    return [ports(begin + step * 0.03, a * (step % 2), b * (step % 2)) for step in range(round((end - begin) / 0.03))]


@pytest.mark.parametrize(("a", "b", "key"), [(K1, 0, "k1"), (GO, 0, "go"), (0, P1, "p1")])
def test_a_key_that_chatters_for_minutes_falls_silent_and_is_heard_again_once_it_rests(
    a: int, b: int, key: str
) -> None:
    state, facts = follow(at_rest(), *chatter(10, 130, a, b), ports(130))
    assert len(facts) <= 4
    assert max(fact.at for fact in facts) < 10 + debounce.WILD_S + 0.1
    _, facts = follow(state, ports(135, a, b), ports(135.5), Passed(137))
    assert [fact.key for fact in facts if isinstance(fact, Pressed)] == [key]


def test_a_go_that_was_held_when_it_began_to_chatter_says_nothing_and_back_goes_on() -> None:
    state, _ = follow(at_rest(), ports(10, GO), Passed(10.5))
    state, facts = follow(state, *(ports(10.5 + step * 0.01, GO * (step % 2)) for step in range(301)), Passed(13.6))
    assert all(isinstance(fact, Pressed) and fact.at < 11.6 for fact in facts)
    _, facts = follow(state, ports(14, GO, BACK), ports(14.6, GO), ports(15), Passed(16))
    (chord,) = [fact for fact in facts if isinstance(fact, Pressed)]
    assert chord.key == "back+go"
    assert chord.held == pytest.approx(0.6)


def test_a_key_that_stays_closed_after_its_chatter_says_nothing_before_it_is_pressed_anew() -> None:
    state, _ = follow(at_rest(), *chatter(10, 13, GO), ports(13, GO), Passed(14))
    state, facts = follow(state, ports(20), Passed(21))
    assert facts == []
    _, facts = follow(state, ports(22, GO), ports(22.5), Passed(23))
    assert facts == [Pressed(at=22.5, key="go", held=0.5)]


def test_whoever_mashes_a_key_is_heard_each_time() -> None:
    mash = [ports(10 + press * 0.3 + down, K1 * (down == 0)) for press in range(40) for down in (0, 0.15)]
    assert len(pressed(*mash)) == 40


def test_back_without_a_loss_says_nothing() -> None:
    assert pressed(Back(10, "panel")) == []


@pytest.mark.parametrize("stranger", [Ports(10, "slots0", 3, 3), Weight(10, "centre", 5), Lost(10, "scale")])
def test_readings_of_others_change_nothing(stranger: Reading) -> None:
    assert panel.see(at_rest(), stranger) == (at_rest(), ())


@given(st.lists(st.tuples(st.floats(0.001, 1.0), st.sampled_from([0, GO]), st.sampled_from([0, BACK])), max_size=40))
def test_however_go_and_back_are_mashed_a_release_says_at_most_one_thing(mash: list[tuple[float, int, int]]) -> None:
    at, readings = 10.0, list[Reading]()
    for pause, go, back in mash:
        at += pause
        readings.append(ports(at, go, back))
    readings.append(ports(at + 1))
    state, facts = follow(at_rest(), *readings, Passed(at + 2))
    releases = sum(
        (before.a & ~after.a).bit_count() + (before.b & ~after.b).bit_count()
        for before, after in pairwise(readings)
        if isinstance(before, Ports) and isinstance(after, Ports)
    )
    assert len(facts) <= releases
    assert all(isinstance(fact, Pressed) and fact.held >= 0 for fact in facts)
    assert state.hold == panel.Hold()
