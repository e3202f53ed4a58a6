"""The knock sensor: one fact a blow, at the moment it came, and none or a doubtful one for what may be no blow."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.sensing import knock
from firmware.sensing.knock import LEAST, Bounds, Line, Sensitivity
from firmware.sensing.readings import Edge, Lost, Passed, Peak, Ports, Reading, Sounding, Weight
from games.facts import Knock, PartLost

BOUNDS = Bounds(shortest=0.001, stretch=0.003, longest=0.5, hold_off=0.12, veto=0.1, least=LEAST["gentle"], load=1000.0)
LATE = Passed(100.0)


def pulse(at: float, seconds: float = 0.003) -> tuple[Edge, Edge]:
    return Edge(at, "knock", active=True), Edge(at + seconds, "knock", active=False)


def laid(*counts: int) -> tuple[Weight, ...]:
    """Conversions of the centre's cell, the first 80 ms after a blow at 5.0."""
    return tuple(Weight(5.0 + 0.08 * (number + 1), "centre", each) for number, each in enumerate(counts))


def in_order(*readings: Reading) -> list[Reading]:
    return sorted(readings, key=lambda reading: reading.at)


def heard(*readings: Reading | tuple[Reading, ...], doubtful: bool = False, bounds: Bounds = BOUNDS) -> list[float]:
    """When blows came (or `doubtful` ones), with the fold woken whenever it asked for it."""
    return [blow.at for blow in told(*readings, bounds=bounds) if blow.doubtful is doubtful]


def doubted(*readings: Reading | tuple[Reading, ...]) -> list[float]:
    """When doubtful blows came, where no other did."""
    assert heard(*readings) == []
    return heard(*readings, doubtful=True)


def told(*readings: Reading | tuple[Reading, ...], bounds: Bounds = BOUNDS) -> list[Knock]:
    line, blows = knock.begin(bounds), list[Knock]()
    flat = [reading for each in readings for reading in (each if isinstance(each, tuple) else (each,))]
    for reading in (*flat, LATE):
        while (due := knock.wake(line)) is not None and due <= reading.at:
            line = follow(line, Passed(due), blows)
        line = follow(line, reading, blows)
    assert knock.wake(line) is None
    return blows


def follow(line: Line, reading: Reading, blows: list[Knock]) -> Line:
    line, facts = knock.see(line, reading)
    for fact in facts:
        assert isinstance(fact, Knock)
        blows.append(fact)
    return line


def test_a_pulse_is_a_blow_at_the_moment_it_began() -> None:
    assert heard(pulse(5.0)) == [5.0]


def test_a_blow_is_told_once_its_decay_is_over() -> None:
    line = knock.begin(BOUNDS)
    for edge in (*pulse(5.0), *pulse(5.05)):
        line, facts = knock.see(line, edge)
        assert facts == ()
    assert knock.wake(line) == pytest.approx(5.053 + 0.12)
    line, facts = knock.see(line, Passed(5.15))
    assert facts == ()
    assert knock.see(line, Passed(5.2))[1] == (Knock(at=5.0),)


def test_a_blow_that_rings_is_one() -> None:
    assert heard(pulse(5.0), pulse(5.02), pulse(5.04, 0.01), pulse(5.16)) == [5.0]


def test_two_blows_as_fast_as_hands_can_are_two() -> None:
    assert heard(pulse(5.0), pulse(5.04), pulse(5.31), pulse(5.35)) == [5.0, 5.31]


def test_what_does_not_die_away_is_doubtful_and_one_at_most() -> None:
    assert doubted(*(pulse(5.0 + 0.05 * n) for n in range(100))) == [5.0]
    assert heard(pulse(5.0), pulse(5.1), pulse(5.2)) == [5.0], "a hammer that bounces does die away"


def test_a_blow_is_told_before_the_next_one_even_where_nobody_woke_the_fold() -> None:
    line = knock.begin(BOUNDS)
    for edge in pulse(5.0):
        line, _ = knock.see(line, edge)
    assert knock.see(line, Edge(5.4, "knock", active=True))[1] == (Knock(at=5.0),)


@pytest.mark.parametrize(("word", "least"), [("gentle", 0), ("normal", 3), ("strong", 15)])
def test_the_sensitivity_in_words_is_how_long_a_blow_must_ring(word: Sensitivity, least: int) -> None:
    bounds = BOUNDS._replace(least=LEAST[word])
    rings = (0, 4, 16)
    edges = [pulse(5.0 + n, 0.003 + ring / 1000) for n, ring in enumerate(rings)]
    assert heard(*edges, bounds=bounds) == [5.0 + n for n, ring in enumerate(rings) if ring >= least]


@pytest.mark.parametrize(("word", "least"), [("gentle", 0.1), ("normal", 0.2), ("strong", 1.0)])
def test_where_the_peak_is_measured_the_sensitivity_is_how_high_it_must_be(word: Sensitivity, least: float) -> None:
    bounds = BOUNDS._replace(least=LEAST[word])
    peaks = (0.05, 0.15, 0.5, 2.0)
    readings = [(*pulse(5.0 + n), Peak(5.0 + n, volts)) for n, volts in enumerate(peaks)]
    expected = [Knock(at=5.0 + n, volts=volts) for n, volts in enumerate(peaks) if volts >= least]
    assert told(*readings, bounds=bounds) == expected


def test_of_several_peaks_of_a_blow_the_highest_is_its_strength_and_none_of_another_blow() -> None:
    assert told(Peak(4.0, 3.0), pulse(5.0), Peak(5.0, 0.4), Peak(5.0, 0.6), Peak(5.0, 0.5)) == [
        Knock(at=5.0, volts=0.6)
    ]
    assert told(pulse(5.0), Peak(4.0, 3.0)) == [Knock(at=5.0)]
    up, down = pulse(5.0)
    assert told(up, Peak(5.0, 0.4), down, pulse(6.0)) == [Knock(at=5.0, volts=0.4), Knock(at=6.0)]


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
    assert doubted(*in_order(*pulse(5.0), Ports(moved, "slots0", 1, 0))) == [5.0]


@pytest.mark.parametrize("moved", [4.8, 5.2])
def test_a_contact_that_moved_long_before_or_after_is_no_excuse(moved: float) -> None:
    assert heard(*in_order(*pulse(5.0), Ports(moved, "panel", 0, 1))) == [5.0]


def test_a_contact_read_late_excuses_by_when_it_moved() -> None:
    assert doubted(Ports(5.0, "panel", 1, 0), Ports(4.0, "slots0", 1, 0), pulse(5.01)) == [5.01]
    assert doubted(pulse(5.0), Ports(4.95, "panel", 1, 0), Ports(5.11, "panel", 0, 0)) == [5.0]


def test_a_contact_that_chatters_for_ever_silences_the_sensor_for_a_second_at_most() -> None:
    chatter = tuple(Ports(3.0 + 0.04 * n, "slots0", n % 2, 0) for n in range(100))
    assert doubted(*in_order(*chatter, *pulse(3.9))) == [3.9]
    assert heard(*in_order(*chatter, *pulse(5.0))) == [5.0]
    pushed = (Ports(5.01, "slots0", 2, 0), Ports(5.02, "slots0", 3, 0))
    assert doubted(*in_order(*chatter, *pulse(5.0), *pushed)) == [5.0], "a key beside it hits home"


def test_ports_that_are_told_anew_as_they_stood_have_not_moved() -> None:
    assert heard(Ports(1.0, "panel", 1, 0), pulse(5.0), Ports(5.05, "panel", 1, 0)) == [5.0]


@pytest.mark.parametrize("began", [5.0, 5.05, 5.1, 5.15])
def test_a_click_with_a_short_sound_of_the_box_is_no_knock(began: float) -> None:
    assert doubted(Sounding(5.0, 5.09), pulse(began)) == [began]
    assert doubted(pulse(began), Sounding(5.0, 5.09)) == [began], "what is told of a sound may come behind the edge"


def test_a_note_that_reaches_the_line_is_no_knock() -> None:
    sound = Sounding(5.0, 6.0)
    assert doubted(sound, pulse(5.2, 0.09)) == [5.2], "the shortest note of all"
    assert doubted(sound, *(pulse(5.2 + n / 200) for n in range(20))) == [5.2], "one that chatters at the level"
    assert doubted(sound, pulse(5.1, 0.3), pulse(5.6, 0.3)) == [5.1, 5.6]
    assert doubted(sound, pulse(5.5, 0.45), pulse(6.08)) == [5.5, 6.08], "no sound went on while the line was quiet"


def test_a_blow_while_the_box_sounds_is_a_knock_where_the_line_was_quiet_meanwhile() -> None:
    sound = Sounding(5.0, 6.0)
    assert heard(sound, pulse(5.01), pulse(5.04)) == [5.01], "the sound went on, and the line was quiet"
    assert heard(sound, pulse(5.5), pulse(5.53)) == [5.5]
    assert heard(sound, pulse(5.95), pulse(5.98)) == [5.95], "the sound had gone on, and the line had been quiet"
    assert heard(sound, pulse(6.05)) == [6.05]


def test_before_a_sound_begins_and_when_it_has_died_away_nothing_is_its_noise() -> None:
    assert heard(pulse(5.0, 0.1), Sounding(5.15, 5.2)) == [5.0]
    assert heard(Sounding(4.9, 4.95), pulse(5.1)) == [5.1]


def test_a_sound_that_is_cut_short_ends_then_and_two_melodies_are_one_noise() -> None:
    assert doubted(Sounding(5.0, 9.0), pulse(5.02), Sounding(5.1, 5.1)) == [5.02], "no sound went on"
    assert heard(Sounding(4.0, 9.0), Sounding(4.5, 4.5), pulse(5.0, 0.2)) == [5.0]
    assert doubted(Sounding(4.0, 4.4), Sounding(4.4, 4.49), pulse(4.45, 0.2)) == [4.45]
    assert heard(Sounding(4.0, 4.4), Sounding(4.4, 4.49), pulse(4.45)) == [4.45], "it was quiet in the first one"


def test_a_load_that_comes_to_lie_on_the_box_is_no_knock() -> None:
    before = Weight(4.95, "centre", 9000)
    assert doubted(before, pulse(5.0), *laid(10_000, 10_300, 10_200)) == [5.0]
    assert doubted(before, pulse(5.0), *laid(18_000, 13_000, 13_300, 13_100)) == [5.0], "it swings at first"
    assert heard(before, pulse(5.0), *laid(9900, 9999, 9999)) == [5.0], "less than a load"
    assert heard(before, pulse(5.0), *laid(60_000, 11_000, 30_000, 9000)) == [5.0], "the cell felt the blow itself"
    assert heard(before, pulse(5.0), *laid(14_000, 14_300, 2000, 30_000)) == [5.0], "and passed one weight twice"
    assert heard(before, pulse(5.0), *laid(8000, 8000, 8000)) == [5.0], "gems fell"
    assert heard(before, pulse(5.0), *laid(10_000)) == [5.0], "nothing more is waited for than a moment"
    assert heard(before, pulse(5.0), *laid(10_000), pulse(5.31)) == [5.0, 5.31], "nor is the next blow one with it"
    assert heard(pulse(5.0), *laid(10_000, 10_000, 10_000)) == [5.0], "what lay there before is not known"


def test_a_load_is_felt_by_the_cell_of_the_centre_only_whichever_way_round_it_is_wired() -> None:
    others = (Weight(5.05, "corner", 99_999), Weight(5.06, "centre", None))
    readings = (Weight(4.95, "centre", 9000), pulse(5.0), others, laid(8000, 8000, 8000))
    assert heard(*readings) == [5.0]
    turned = BOUNDS._replace(load=-1000.0)
    assert heard(*readings, bounds=turned) == []
    assert heard(*readings, bounds=turned, doubtful=True) == [5.0]


def test_a_peak_that_only_a_hammer_reaches_is_above_doubt() -> None:
    noise, moved = Sounding(4.95, 5.05), Ports(5.01, "panel", 1, 0)
    assert told(noise, pulse(5.0), moved, Peak(5.0, 1.2)) == [Knock(at=5.0, volts=1.2)]
    assert told(noise, pulse(5.0), moved, Peak(5.0, 0.9)) == [Knock(at=5.0, volts=0.9, doubtful=True)]


def test_what_is_not_its_own_changes_nothing() -> None:
    line = knock.begin(BOUNDS)
    assert knock.see(line, Edge(5.0, "interrupt", active=True)) == (line, ())
    assert knock.see(line, Lost(5.0, "scale")) == (line, ())


def test_only_a_doubtful_blow_need_have_been_nobodys() -> None:
    assert knock.doubted(Knock(at=5.0, doubtful=True))
    assert not knock.doubted(Knock(at=5.0))
    assert not knock.doubted(PartLost(at=5.0, part="scale"))


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
    blows = sorted(heard(*edges) + heard(*edges, doubtful=True))
    assert set(blows) <= began
    assert all(later - sooner > BOUNDS.hold_off for sooner, later in pairwise(blows))
