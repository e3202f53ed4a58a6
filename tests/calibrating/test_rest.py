"""What a cell at rest tells: noise apart from drift, its colour, and the rate of a loop that is late now and then."""

import math

import pytest

from firmware.calibrating.rest import Conversions, measure, settle
from tests.calibrating.bench import dice


def conversions(
    noise: float = 30.0, slope: float = 0.0, rate: float = 80.0, number: int = 320
) -> tuple[tuple[float, int], ...]:
    chance = dice()
    return tuple((n / rate, round(1000 + slope * n / rate + chance.gauss(0, noise))) for n in range(number))


def test_drift_is_no_noise_and_noise_is_no_drift() -> None:
    rest = measure(conversions(slope=500.0))
    assert rest.noise == pytest.approx(30, rel=0.1)
    assert rest.slope == pytest.approx(500, rel=0.05)
    assert rest.level == pytest.approx(2000, rel=0.02)


def test_what_wanders_is_told_from_what_is_thrown_about() -> None:
    white = measure(conversions(noise=5000.0))
    wandering = measure(tuple((n / 80, round(5000 * math.sin(n / 10))) for n in range(320)))
    assert white.ratio > 1.7
    assert wandering.ratio < 0.1


def test_a_cell_that_shows_one_count_for_ever_has_no_noise() -> None:
    rest = measure(tuple((n / 80, 7) for n in range(20)))
    assert (rest.noise, rest.slope, rest.level) == (0.0, 0.0, 7.0)


@pytest.mark.parametrize("missed", [0, 4, 9])
def test_a_loop_that_misses_conversions_makes_no_slow_converter(missed: int) -> None:
    seen = [each for n, each in enumerate(conversions()) if missed == 0 or n % missed]
    assert measure(tuple(seen)).rate == pytest.approx(80, rel=0.02)


def test_a_slow_converter_is_slow() -> None:
    assert measure(conversions(rate=56.0)).rate == pytest.approx(56, rel=0.02)


def test_a_weight_has_settled_once_it_kept_still_for_a_while_whatever_a_single_glitch_says() -> None:
    seen: Conversions = ()
    levels = []
    for n in range(40):
        counts = 5000 if n < 10 else 900 if n == 25 else 100
        seen, level = settle(seen, n * 0.08, counts, window_s=0.8, within=50)
        levels.append(level)
    settled = [n for n, level in enumerate(levels) if level is not None and level < 200]
    assert settled == list(range(19, 40))
