"""The HX711's twin, clocked pin by pin as the data sheet says."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest
from gpiozero import InputDevice, OutputDevice

from hardware.sim.conversions import HIGH_RAIL, LOW_RAIL
from hardware.sim.hx711 import SETTLING, Fault, Hx711Twin
from hardware.sim.lines import SimPins

DATA, CLOCK = 5, 6
PERIOD = 0.0125


@dataclass
class Wires:
    """Two pins of a Pi, and the twin at the other end; time stands still but for the test."""

    counts: float = 123_456.0
    now: float = 50.0
    pulsed: float = 0.0
    high_s: float = 1e-6
    pins: SimPins = field(init=False)
    twin: Hx711Twin = field(init=False)

    def __post_init__(self) -> None:
        self.pins = SimPins(lambda: self.now)
        self.twin = Hx711Twin(
            lambda: self.now, lambda: self.pulsed, self.stall, lambda _: self.counts, Random(1), rate_hz=80
        )
        self.pins.feed(DATA, self.twin.data)
        self.pins.watch(CLOCK, self.twin.clock)
        # Devices that nobody holds give their pins back.
        self.devices = (
            InputDevice(DATA, pull_up=True, pin_factory=self.pins),
            OutputDevice(CLOCK, pin_factory=self.pins),
        )
        self.data, self.clock = (device.pin for device in self.devices)

    def stall(self, seconds: float) -> None:
        self.pulsed += seconds

    def pulse(self, high_s: float = 1e-6) -> bool:
        self.clock.state = True
        self.pulsed += high_s
        self.clock.state = False
        return bool(self.data.state)

    def read(self, pulses: int = 25) -> int:
        bits = [self.pulse() for _ in range(pulses)]
        assert all(bits[24:])
        value = sum(bit << (23 - n) for n, bit in enumerate(bits[:24]))
        return value - (1 << 24) if bits[0] else value

    def settle(self) -> None:
        self.now += (SETTLING + 1) * PERIOD


@pytest.fixture
def wires() -> Iterator[Wires]:
    wires = Wires()
    yield wires
    wires.pins.close()


def test_the_data_line_falls_when_a_conversion_is_ready_and_is_high_after_25_pulses(wires: Wires) -> None:
    assert wires.data.state
    wires.now += PERIOD
    assert not wires.data.state
    for _ in range(24):
        wires.pulse()
    assert wires.pulse()
    assert wires.data.state
    wires.now += PERIOD / 2
    assert wires.data.state
    wires.now += PERIOD
    assert not wires.data.state


@pytest.mark.parametrize("counts", [123_456.0, -123_456.0, 0.0, -1.0])
def test_24_bits_come_most_significant_first_in_twos_complement(wires: Wires, counts: float) -> None:
    wires.counts = counts
    wires.settle()
    assert wires.read() == counts


@pytest.mark.parametrize(("counts", "rail"), [(1e8, HIGH_RAIL), (-1e8, LOW_RAIL)])
def test_more_than_it_can_tell_is_a_rail(wires: Wires, counts: float, rail: int) -> None:
    wires.counts = counts
    wires.settle()
    assert wires.read() == rail


def test_the_first_four_conversions_after_a_reset_are_wrong(wires: Wires) -> None:
    found = []
    for _ in range(SETTLING + 2):
        wires.now += PERIOD
        found.append(wires.read())
    assert all(value != 123_456 for value in found[:SETTLING])
    assert found[SETTLING:] == [123_456, 123_456]


@pytest.mark.parametrize(("pulses", "shown"), [(25, 123_456), (26, 0), (27, 61_728)])
def test_the_pulses_of_a_reading_choose_the_next_conversions_gain(wires: Wires, pulses: int, shown: int) -> None:
    wires.settle()
    assert wires.read(pulses) == 123_456
    wires.now += (SETTLING + 2) * PERIOD
    assert wires.read(pulses) == shown


def test_a_change_of_gain_settles_anew(wires: Wires) -> None:
    wires.settle()
    wires.read(27)
    wires.now += 3 * PERIOD
    assert wires.read(27) not in (123_456, 61_728)


@pytest.mark.parametrize(("high_s", "asleep"), [(59e-6, False), (61e-6, True)])
def test_over_60_us_of_a_high_clock_it_powers_down_and_wakes_as_new(wires: Wires, high_s: float, asleep: bool) -> None:
    wires.settle()
    wires.read(27)
    wires.now += (SETTLING + 2) * PERIOD
    wires.clock.state = True
    wires.pulsed += high_s
    assert wires.twin._asleep() is asleep
    if asleep:
        wires.now += 60.0
        assert wires.data.state
    wires.clock.state = False
    if asleep:
        assert wires.data.state, "nothing is converted yet"
        wires.settle()
        assert wires.read() == 123_456, "back at gain 128"


def test_powered_down_in_the_middle_the_other_bits_read_one(wires: Wires) -> None:
    wires.counts = 0.0
    wires.settle()
    bits = [wires.pulse(70e-6 if n == 10 else 1e-6) for n in range(25)]
    assert bits == [False] * 10 + [True] * 15


def test_a_conversion_that_ends_in_the_middle_of_a_reading_mixes_with_it(wires: Wires) -> None:
    wires.counts = 0.0
    wires.settle()
    first = [wires.pulse() for _ in range(12)]
    wires.counts = 0xFFF + 0xFFF000
    wires.now += PERIOD
    rest = [wires.pulse() for _ in range(12)]
    assert first == [False] * 12
    assert rest == [bool(HIGH_RAIL >> (11 - n) & 1) for n in range(12)]


@pytest.mark.parametrize(("fault", "shown"), [("missed", 123_456 >> 1), ("doubled", 123_456 * 2 + 1)])
def test_a_slip_of_one_bit_halves_or_doubles(wires: Wires, fault: Fault, shown: int) -> None:
    wires.settle()
    wires.twin.befall(1, fault)
    bits = [wires.pulse() for _ in range(24)]
    assert sum(bit << (23 - n) for n, bit in enumerate(bits)) == shown


def test_a_missed_pulse_leaves_the_last_bit_at_the_line(wires: Wires) -> None:
    wires.settle()
    wires.twin.befall(5, "missed")
    for _ in range(24):
        wires.pulse()
    assert not wires.pulse(), "123456 is even"


def test_without_supply_the_line_goes_where_its_resistor_pulls_it(wires: Wires) -> None:
    wires.settle()
    wires.twin.unplug()
    assert wires.data.state
    assert all(wires.pulse() for _ in range(25))
    wires.twin.plug()
    assert wires.data.state
    wires.settle()
    assert wires.read() == 123_456


def test_a_chip_that_hangs_is_never_ready_until_it_goes_on(wires: Wires) -> None:
    wires.settle()
    wires.read()
    wires.twin.stop()
    wires.now += 100
    assert wires.data.state
    wires.twin.resume()
    wires.settle()
    assert wires.read() == 123_456


def test_a_line_can_be_stuck_at_either_level(wires: Wires) -> None:
    wires.settle()
    for level in (False, True):
        wires.twin.stuck = level
        assert wires.data.state is level
