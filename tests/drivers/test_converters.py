"""The contract of every converter of a scale: the same for one chip on the bus and for two that are clocked by hand."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from drivers.bus import BusError, ChipFault
from drivers.converter import Conversion
from tests.drivers.converters import RIGS, Fitted, fitted


@pytest.fixture(params=RIGS)
def part(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def scale(part: str) -> Iterator[Fitted]:
    with fitted(part) as scale:
        yield scale


def cell(scale: Fitted, channel: int) -> Conversion:
    return Conversion(channel=channel, counts=round(scale.counts[channel]))


@pytest.mark.parametrize("pace", [0.88, 1.0, 1.17])
@pytest.mark.parametrize("rate_hz", [10, 80])
def test_a_cold_start_gives_true_counts_and_nothing_else(part: str, rate_hz: int, pace: float) -> None:
    with fitted(part, rate_hz, pace) as scale:
        assert scale.chip.read(scale.now) is None
        scale.run_up()
        assert scale.chip.running
        found = scale.readings(3.0)
        assert set(found) == {cell(scale, 1)}
        assert len(found) >= 10


def test_a_power_up_never_blocks_and_says_when_it_goes_on(scale: Fitted) -> None:
    calls = 0
    while (wait := scale.chip.step(scale.now)) is not None:
        assert wait > 0
        early = scale.chip.step(scale.now + wait / 4)
        assert early is not None
        assert 0 < early <= wait
        calls += 1
        scale.now += wait
    assert calls < 60
    assert scale.now < 1.2


def test_a_result_is_handed_out_once(scale: Fitted) -> None:
    scale.run_up()
    scale.readings(0.5)
    told = sum(scale.chip.read(scale.now) is not None for _ in range(5))
    assert told == 0
    assert len(scale.readings(1.0, every=0.001)) <= 100


@pytest.mark.parametrize("rate_hz", [10, 80])
def test_after_a_selection_only_that_cell_is_told(part: str, rate_hz: int) -> None:
    with fitted(part, rate_hz, 0.88) as scale:
        scale.run_up()
        for channel in (2, 1, 2, 2, 1):
            scale.chip.select(channel, scale.now)
            assert set(scale.readings(20 / rate_hz + 0.3)) == {cell(scale, channel)}


def test_a_cell_selected_before_it_runs_is_the_first_one_told(scale: Fitted) -> None:
    scale.chip.select(2, scale.now)
    scale.run_up()
    assert set(scale.readings(0.5)) == {cell(scale, 2)}


def test_there_is_no_third_cell(scale: Fitted) -> None:
    with pytest.raises(ValueError, match="channel 3 is neither 1 nor 2"):
        scale.chip.select(3, scale.now)


def test_a_look_before_it_is_due_is_in_vain(scale: Fitted) -> None:
    scale.run_up()
    while scale.chip.due > scale.now:
        halfway = (scale.now + scale.chip.due) / 2
        assert scale.chip.read(halfway) is None
        scale.now = scale.chip.due
        if scale.chip.read(scale.now) is not None:
            break
    assert scale.now < 5


@pytest.mark.parametrize("weight", [9e6, -9e6])
def test_at_a_rail_there_is_no_count(scale: Fitted, weight: float) -> None:
    scale.counts[1] = weight
    scale.run_up()
    assert set(scale.readings(0.5)) == {Conversion(channel=1, counts=None)}
    scale.counts[1] = 5_000.0
    scale.readings(0.1)
    assert set(scale.readings(0.5)) == {Conversion(channel=1, counts=5_000)}


def test_after_minutes_without_a_look_what_is_told_is_of_now(scale: Fitted) -> None:
    scale.run_up()
    scale.readings(0.5)
    scale.counts[1] = 70_001.0
    scale.now += 600
    assert set(scale.readings(0.3)) == {cell(scale, 1)}


def test_a_part_that_is_not_there_is_an_error_within_its_deadline(scale: Fitted) -> None:
    scale.parts.unplug()
    with pytest.raises(BusError):
        scale.run_up()
    assert scale.now < 3
    assert not scale.chip.running
    scale.parts.plug()
    scale.run_up()
    assert set(scale.readings(0.5)) == {cell(scale, 1)}


def test_a_part_that_is_pulled_out_is_an_error_and_never_a_number(scale: Fitted) -> None:
    scale.run_up()
    scale.readings(0.5)
    scale.parts.unplug()
    pulled = scale.now
    told: list[Conversion] = []
    with pytest.raises(BusError, match=r"scale|cell"):
        scale.readings(5.0, into=told)
    assert told == []
    assert scale.now - pulled < 2
    scale.parts.plug()
    scale.chip.forget()
    scale.run_up()
    assert set(scale.readings(0.5)) == {cell(scale, 1)}


@pytest.mark.parametrize("rate_hz", [10, 80])
def test_a_chip_that_stops_converting_is_told_from_one_that_is_slow(part: str, rate_hz: int) -> None:
    with fitted(part, rate_hz, 0.88) as scale:
        scale.run_up()
        assert scale.readings(3.0)
        scale.parts.stop()
        stopped = scale.now
        with pytest.raises(ChipFault):
            scale.readings(10.0)
        assert scale.now - stopped < 3
        assert not scale.chip.running or not scale.chip.audit()
        scale.parts.resume()
        scale.chip.forget()
        scale.run_up()
        assert set(scale.readings(2.0)) == {cell(scale, 1)}


def test_what_is_forgotten_starts_anew(scale: Fitted) -> None:
    scale.run_up()
    assert scale.chip.audit()
    scale.chip.forget()
    assert not scale.chip.running
    assert not scale.chip.audit()
    assert scale.readings(0.3) == []
    scale.run_up()
    assert scale.chip.audit()
    assert set(scale.readings(0.5)) == {cell(scale, 1)}


def test_with_a_fifth_of_everything_failing_what_is_told_is_still_true(scale: Fitted) -> None:
    dice = Random(5)
    scale.parts.disturb(0.2)
    selected, told = 1, 0
    for _ in range(6000):
        scale.now += 0.005
        with suppress(BusError):
            scale.chip.step(scale.now)
            if dice.random() < 0.005:
                selected = dice.choice((1, 2))
                scale.chip.select(selected, scale.now)
            if (conversion := scale.chip.read(scale.now)) is not None:
                assert conversion == cell(scale, conversion.channel)
                told += 1
    assert told > 150
