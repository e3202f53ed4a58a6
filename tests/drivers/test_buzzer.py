"""The buzzer on the sim's pins: which tone sounds when."""

from collections.abc import Iterator

import pytest

from drivers.buzzer import Buzzer
from drivers.lines import LineError
from hardware import box
from hardware.sim.lines import SimPins, Tone

PLAN = box.load()
PIN = PLAN.lines.buzzer


class World:
    """A clock that the test turns, and the pins."""

    def __init__(self) -> None:
        self.time = 0.0
        self.pins = SimPins(lambda: self.time)

    def buzzer(self) -> Buzzer:
        wired = PLAN.buzzer
        return Buzzer(PIN, lowest_hz=wired.lowest_hz, highest_hz=wired.highest_hz, pins=self.pins)


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.pins.close()


def test_a_tone_sounds_until_the_next_and_silence_stops_the_pulses(world: World) -> None:
    buzzer = world.buzzer()
    assert world.pins.tones(PIN) == (), "opening makes no sound"
    for at, hz in ((1.0, 440.0), (1.2, 880.0), (1.4, None), (1.5, 880.0), (1.6, 880.0), (1.7, None)):
        world.time = at
        buzzer.tone(hz)
    assert world.pins.tones(PIN) == (Tone(1.0, 440), Tone(1.2, 880), Tone(1.4, None), Tone(1.5, 880), Tone(1.7, None))
    assert not world.pins.level(PIN), "no current flows through a silent buzzer"


@pytest.mark.parametrize("hz", [PLAN.buzzer.lowest_hz, 2000.0, PLAN.buzzer.highest_hz])
def test_the_whole_range_of_the_plan_sounds(world: World, hz: float) -> None:
    buzzer = world.buzzer()
    buzzer.tone(hz)
    assert world.pins.tones(PIN)[-1].hz == hz


def test_a_tone_out_of_range_is_refused_with_the_range(world: World) -> None:
    with pytest.raises(ValueError, match="buzzer: 100 Hz; it sounds from 220 to 3520 Hz"):
        world.buzzer().tone(100)


def test_closing_falls_silent(world: World) -> None:
    buzzer = world.buzzer()
    buzzer.tone(440)
    buzzer.close()
    assert world.pins.tones(PIN)[-1].hz is None
    world.buzzer().close()  # its pin is free again


def test_a_pin_taken_twice_is_named(world: World) -> None:
    buzzer = world.buzzer()
    with pytest.raises(LineError, match=rf"line buzzer \(GPIO{PIN}\): GPIOPinInUse"):
        world.buzzer()
    buzzer.close()
