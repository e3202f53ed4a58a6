"""The model of the knock sensor's front end: its band, its comparator and its pulse stretcher."""

from math import pi, sin

import pytest

from hardware.sim.frontend import BAND_HZ, HYSTERESIS, Flank, clamped, flanks, passed, trips

HERTZ = 48_000


def tone(hertz: float, *, volts: float = 1.0, seconds: float = 0.5) -> list[float]:
    return [volts * sin(2 * pi * hertz * n / HERTZ) for n in range(int(seconds * HERTZ))]


def gain(hertz: float) -> float:
    """How much of a tone gets through, once it goes on."""
    return max(passed(tone(hertz), HERTZ)[HERTZ // 4 :])


def test_the_band_is_where_blows_ring() -> None:
    low, high = BAND_HZ
    assert gain(120) > 0.9
    assert gain(low) == pytest.approx(0.707, abs=0.01)
    assert gain(high) == pytest.approx(0.707, abs=0.02)
    assert gain(5) < 0.15
    assert gain(4000) < 0.15


def test_a_steady_voltage_is_taken_away_from_the_first_sample_on() -> None:
    assert max(map(abs, passed([0.6] * 1000, HERTZ))) == 0.0
    assert passed([], HERTZ) == []


def test_what_is_beyond_the_clamp_stays_at_it() -> None:
    assert list(clamped([0.1, -0.4, 0.7, -2.0], 2.0)) == [0.2, -0.8, 1.0, -1.0]


def test_a_swing_to_either_side_trips_once_until_it_has_fallen_by_the_hysteresis() -> None:
    just_above = 1 - HYSTERESIS + 0.01
    below = 1 - HYSTERESIS - 0.01
    assert list(trips([0, 1, just_above, 1, below, -1, 0, 0.9], 1, 1.0)) == [1, 5]


def test_the_stretcher_starts_anew_at_each_trip() -> None:
    assert list(flanks([], stretch=3)) == []
    assert list(flanks([10, 12, 14.9, 18], stretch=3)) == [
        Flank(10, active=True),
        Flank(17.9, active=False),
        Flank(18, active=True),
        Flank(21, active=False),
    ]
