"""The knock sensor: one fact a blow, at the moment it came, and none for what is no blow."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.sensing import knock
from firmware.sensing.knock import Bounds, Line
from firmware.sensing.readings import Edge, Lost, Passed, Ports, Reading, Sounding
from games.facts import Knock

BOUNDS = Bounds(shortest=0.001, longest=0.5, hold_off=0.12, veto=0.1)
LATE = Passed(100.0)


def pulse(at: float, seconds: float = 0.003) -> tuple[Edge, Edge]:
    return Edge(at, "knock", active=True), Edge(at + seconds, "knock", active=False)


def in_order(*readings: Reading) -> list[Reading]:
    return sorted(readings, key=lambda reading: reading.at)


def heard(*readings: Reading | tuple[Reading, ...]) -> list[float]:
    """When blows came, with the fold woken whenever it asked for it."""
    line, blows = knock.begin(BOUNDS), list[float]()
    flat = [reading for each in readings for reading in (each if isinstance(each, tuple) else (each,))]
    for reading in (*flat, LATE):
        while (due := knock.wake(line)) is not None and due <= reading.at:
            line = follow(line, Passed(due), blows)
        line = follow(line, reading, blows)
    assert knock.wake(line) is None
    return blows


def follow(line: Line, reading: Reading, blows: list[float]) -> Line:
    line, facts = knock.see(line, reading)
    for fact in facts:
        assert isinstance(fact, Knock)
        blows.append(fact.at)
    return line


def test_a_pulse_is_a_blow_at_the_moment_it_began() -> None:
    assert heard(pulse(5.0)) == [5.0]


def test_a_blow_is_told_once_nothing_can_have_been_its_reason_any_more() -> None:
    line = knock.begin(BOUNDS)
    for edge in pulse(5.0):
        line, facts = knock.see(line, edge)
        assert facts == ()
    assert knock.wake(line) == pytest.approx(5.1)
    line, facts = knock.see(line, Passed(5.05))
    assert facts == ()
    assert knock.see(line, Passed(5.1))[1] == (Knock(at=5.0),)


def test_a_blow_that_rings_is_one() -> None:
    assert heard(pulse(5.0), pulse(5.02), pulse(5.04, 0.01), pulse(5.16)) == [5.0]


def test_two_blows_as_fast_as_hands_can_are_two() -> None:
    assert heard(pulse(5.0), pulse(5.04), pulse(5.31), pulse(5.35)) == [5.0, 5.31]


def test_a_line_that_chatters_is_one_blow_at_most() -> None:
    assert heard(*(pulse(5.0 + 0.05 * n) for n in range(100))) == [5.0]


def test_a_pulse_narrower_than_the_stretcher_makes_is_electrical() -> None:
    assert heard(pulse(5.0, 0.0009)) == []
    assert heard(pulse(5.0, 0.0009), pulse(5.05)) == [5.05], "nor does it hold off the blow behind it"


def test_a_line_that_is_stuck_is_no_knock() -> None:
    assert heard(Edge(5.0, "knock", active=True)) == []
    assert heard(pulse(5.0, 0.6)) == []
    assert heard(pulse(5.0, 0.6), pulse(6.0)) == [6.0]


def test_a_line_that_was_active_from_the_start_is_none() -> None:
    assert heard(Edge(5.0, "knock", active=False), pulse(6.0)) == [6.0]


def test_the_pulse_whose_end_was_lost_begins_anew() -> None:
    assert heard(Edge(5.0, "knock", active=True), pulse(9.0)) == [9.0]


@pytest.mark.parametrize("moved", [4.95, 5.05])
def test_a_key_that_hits_home_is_no_knock(moved: float) -> None:
    assert heard(*in_order(*pulse(5.0), Ports(moved, "slots0", 1, 0))) == []


@pytest.mark.parametrize("moved", [4.8, 5.2])
def test_a_contact_that_moved_long_before_or_after_is_no_excuse(moved: float) -> None:
    assert heard(*in_order(*pulse(5.0), Ports(moved, "panel", 0, 1))) == [5.0]


def test_a_contact_read_late_excuses_by_when_it_moved() -> None:
    assert heard(Ports(5.0, "panel", 1, 0), Ports(4.0, "slots0", 1, 0), pulse(5.01)) == []


def test_the_noise_of_the_box_is_no_knock() -> None:
    assert heard(Sounding(4.5, 5.0), pulse(4.9)) == []
    assert heard(Sounding(4.5, 5.0), pulse(5.08)) == []
    assert heard(Sounding(4.5, 5.0), Sounding(4.6, 4.8), pulse(5.08)) == []
    assert heard(Sounding(4.5, 5.0), pulse(5.2)) == [5.2]
    assert heard(pulse(5.0), Sounding(5.05, 5.5)) == [], "what is told of a sound may come behind the edge"
    assert heard(pulse(5.0), Sounding(5.2, 5.5)) == [5.0]


def test_what_is_not_its_own_changes_nothing() -> None:
    line = knock.begin(BOUNDS)
    assert knock.see(line, Edge(5.0, "interrupt", active=True)) == (line, ())
    assert knock.see(line, Lost(5.0, "scale")) == (line, ())


@given(st.lists(st.tuples(st.floats(0.0005, 0.4), st.floats(0.0002, 0.7)), max_size=30))
def test_blows_lie_further_apart_than_the_hold_off_and_never_come_without_a_pulse(
    pulses: list[tuple[float, float]],
) -> None:
    at, edges, began = 1.0, list[Reading](), set[float]()
    for quiet, width in pulses:
        at += quiet
        edges += pulse(at, width)
        began.add(at)
        at += width
    blows = heard(*edges)
    assert set(blows) <= began
    assert all(later - sooner > BOUNDS.hold_off for sooner, later in pairwise(blows))
