"""What the load cells feel is what real ones showed: noise, a wandering zero, swings that die, arms that tremble."""

from itertools import pairwise
from random import Random
from statistics import mean, stdev

import pytest

from hardware.sim.weights import SWING, Gem, Plate


def _plate(seed: int = 1, *masses: float) -> Plate:
    return Plate(Random(seed), 0.0, [Gem(grams, "red") for grams in masses])


def _quiet(plate: Plate, at: float) -> float:
    return plate.grams(at) - plate.drift(at)


@pytest.mark.parametrize("seed", range(8))
def test_the_zero_wanders_as_the_recorded_one_does(seed: int) -> None:
    plate = _plate(seed)
    minutes = [plate.drift(60.0 * minute) for minute in range(241)]
    assert max(abs(b - a) for a, b in pairwise(minutes)) <= 0.16
    tens = [max(minutes[n : n + 11]) - min(minutes[n : n + 11]) for n in range(0, 230, 10)]
    assert max(tens) <= 0.36
    assert mean(tens) > 0.08
    assert plate.drift(0.0) == 0.0


def test_a_conversion_is_as_noisy_as_a_recorded_one() -> None:
    plate = _plate()
    assert 0.02 < stdev(plate.convert(1.0) for _ in range(2000)) < 0.03


def test_a_gem_swings_strikes_and_comes_to_rest() -> None:
    plate = _plate()
    plate.lay(10.0, Gem(1.6, "red"))
    assert _quiet(plate, 9.99) == pytest.approx(0.0, abs=1e-3)
    while_it_swings = [_quiet(plate, 10.0 + n / 100) for n in range(30)]
    assert max(while_it_swings) > 2.0
    assert min(while_it_swings) < max(while_it_swings) - 1.0
    after = [_quiet(plate, 10.0 + SWING + n / 100) for n in range(100)]
    assert all(abs(grams - 1.6) < 0.25 for grams in after)
    assert _quiet(plate, 11.0) == pytest.approx(1.6, abs=0.005)


def test_a_dropped_gem_strikes_harder() -> None:
    laid, dropped = _plate(), _plate()
    laid.lay(10.0, Gem(1.6, "red"))
    dropped.lay(10.0, Gem(1.6, "red"), dropped=True)
    assert _quiet(dropped, 10.0) > _quiet(laid, 10.0)


def test_the_last_gem_laid_is_the_first_one_picked() -> None:
    plate = _plate(1, 1.5, 1.6)
    plate.lay(10.0, Gem(1.7, "red"))
    assert len(plate.gems) == 3
    assert [plate.pick(11.0 + n).grams for n in range(3)] == [1.7, 1.6, 1.5]
    with pytest.raises(IndexError):
        plate.pick(15.0)


def test_many_changes_add_up_and_creep_only_a_little() -> None:
    plate = _plate(1, *[1.6] * 20)
    for n in range(20):
        plate.pick(10.0 + 0.4 * n)
    at_once = _quiet(plate, 19.0)
    at_last = _quiet(plate, 600.0)
    assert at_last == pytest.approx(0.0, abs=1e-4)
    assert 0.001 < abs(at_once - at_last) < 0.05


def test_an_arm_trembles_in_proportion_and_leaves_in_the_end() -> None:
    light, heavy = _plate(), _plate()
    light.press(10.0, 4.0, 100.0, jerky=False)
    heavy.press(10.0, 4.0, 1000.0, jerky=False)
    moments = [10.5 + n / 20 for n in range(60)]
    of_light, of_heavy = ([_quiet(plate, at) for at in moments] for plate in (light, heavy))
    assert 80 < mean(of_light) < 120
    assert 0.5 < stdev(of_light) < 8
    assert stdev(of_heavy) == pytest.approx(10 * stdev(of_light), rel=0.01)
    assert 0 < _quiet(heavy, 10.1) < 0.7 * mean(of_heavy)
    assert _quiet(heavy, 9.9) == 0.0
    assert 0 < _quiet(heavy, 14.01) < 0.2
    assert _quiet(heavy, 200.0) < 0.002


def test_a_hand_among_the_gems_presses_and_never_pulls() -> None:
    plate = _plate()
    plate.press(10.0, 0.3, 20.0, jerky=True)
    felt = [_quiet(plate, 10.0 + n / 100) for n in range(31)]
    assert min(felt) >= 0
    assert max(felt) > 5
    assert max(abs(b - a) for a, b in pairwise(felt)) > 1


def test_a_knock_rings_off_at_once() -> None:
    plate = _plate(1, 1.6)
    plate.jolt(10.0, 30.0)
    assert _quiet(plate, 10.0) > 25
    assert _quiet(plate, 10.6) == pytest.approx(1.6, abs=0.05)


def test_a_reading_between_two_changes_does_not_know_the_later_one() -> None:
    plate = _plate(1, 1.6)
    before = plate.grams(11.0)
    plate.lay(12.0, Gem(1.6, "red"))
    assert plate.grams(11.0) == pytest.approx(before, abs=0.002)


def test_an_old_arm_is_forgotten() -> None:
    plate = _plate()
    plate.press(10.0, 1.0, 500.0, jerky=False)
    plate.lay(200.0, Gem(1.6, "red"))
    assert plate._load.presses == ()
    plate.lay(300.0, Gem(1.6, "red"))
    assert len(plate._load.swings) == 1
