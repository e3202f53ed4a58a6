"""What only befalls a chip that is clocked by hand, named after the mishaps people met with it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import floor
from random import Random

import pytest

from drivers.bus import ChipFault
from drivers.converter import Conversion
from drivers.hx711 import Desync, Hx711, LatePulse, NotReady
from drivers.lines import LineError
from hardware.sim.hx711 import Fault, Hx711Twin
from hardware.sim.lines import SimPins
from tests.drivers.converters import LINES, Fitted, hx711_chip, hx711_twin

RATE = 80
PERIOD = 1 / RATE
DATA, CLOCK = LINES[1]


@dataclass(repr=False)
class Cell(Fitted):
    """One chip on its two lines."""

    pins: SimPins = field(init=False)
    twin: Hx711Twin = field(init=False)
    one: Hx711 = field(init=False)

    def __post_init__(self) -> None:
        self.pins = SimPins(self.clock)
        self.twin = hx711_twin(self, self.pins, 1, rate_hz=RATE)
        self.fit()

    def fit(self, gain: int = 128) -> None:
        self.one = hx711_chip(self, self.pins, 1, rate_hz=RATE, gain=gain)

    def up(self) -> None:
        while (wait := self.one.step(self.now)) is not None:
            self.now += wait

    def look(self, seconds: float, *, every: float = 0.004) -> list[int | None]:
        found = []
        for _ in range(round(seconds / every)):
            self.now += every
            if (conversion := self.one.read(self.now)) is not None:
                found.append(conversion.counts)
        return found

    def reading(self, pulse: int, fault: Fault) -> None:
        """Something befalls the next reading."""
        self.look(0.3)
        self.twin.befall(pulse, fault)


@pytest.fixture
def cell() -> Iterator[Cell]:
    cell = Cell()
    yield cell
    cell.one.close()


@pytest.mark.parametrize("pulse", range(1, 26))
def test_a_late_pulse_costs_its_sample_and_the_next_three_and_nothing_else(cell: Cell, pulse: int) -> None:
    cell.up()
    cell.reading(pulse, "stalled")
    begun = cell.now
    while not cell.one.faults[LatePulse]:
        cell.look(0.001, every=0.001)
        assert cell.now < begun + 1
    late = cell.now
    while (found := cell.one.read(cell.now)) is None:
        cell.now += 0.001
        assert cell.now < begun + 2
    assert cell.now - late > 4 * PERIOD
    assert cell.now - late < 14 * PERIOD
    assert found == Conversion(channel=1, counts=100_000)
    assert set(cell.look(0.5)) == {100_000}
    assert cell.one.faults == {LatePulse: 1}
    assert cell.one.running


@pytest.mark.parametrize("ones", [*range(1, 23), 24])
def test_the_chip_slept_in_the_middle_and_the_rest_of_the_bits_read_one(cell: Cell, ones: int) -> None:
    cell.up()
    cell.look(0.3)
    cell.counts[1] = float((1 << ones) - 1 if ones < 24 else -1)
    cell.look(0.02)
    assert cell.look(0.3) == []
    with pytest.raises(NotReady, match="cell 1 has had no result for long"):
        cell.look(3.0)
    assert not cell.one.running


@pytest.mark.parametrize("pulse", [1, 12, 24, 25])
def test_a_pulse_that_was_not_seen_is_told_by_the_extra_bit(cell: Cell, pulse: int) -> None:
    cell.up()
    cell.reading(pulse, "missed")
    assert set(cell.look(0.5)) == {100_000}
    assert cell.one.faults == {Desync: 1}
    assert cell.one.running


def test_a_line_held_low_is_out_of_step_and_one_held_high_is_never_ready(cell: Cell) -> None:
    cell.twin.stuck = False
    with pytest.raises(Desync, match=r"cell 1 is out of step: is it an HX711, on short wires\?"):
        cell.up()
    assert cell.now < 2
    cell.twin.stuck = True
    with pytest.raises(NotReady, match="cell 1 does not get ready: is it plugged in"):
        cell.up()
    cell.twin.stuck = None
    cell.up()
    assert set(cell.look(0.5)) == {100_000}
    for stuck, fault in ((False, Desync), (True, NotReady)):
        cell.twin.stuck = stuck
        before = cell.now
        with pytest.raises(fault):
            cell.look(5.0)
        assert cell.now - before < 1.5
        cell.twin.stuck = None
        cell.up()


def test_a_computer_that_is_always_too_slow_is_a_fault_that_says_so(cell: Cell) -> None:
    cell.tick_s = 120e-6
    with pytest.raises(LatePulse, match=r"cell 1 had its clock high for 120 us: is the computer too busy\?"):
        cell.up()
    assert cell.now < 2
    cell.tick_s = 4e-6
    cell.up()
    cell.tick_s = 50e-6
    with pytest.raises(LatePulse):
        cell.look(5.0)
    assert not cell.one.running


def test_a_late_pulse_at_power_up_is_tried_again(cell: Cell) -> None:
    cell.twin.befall(7, "stalled")
    cell.up()
    assert cell.one.faults == {LatePulse: 1}
    assert set(cell.look(0.5)) == {100_000}


def test_a_result_that_came_into_the_middle_of_a_reading_is_never_told(cell: Cell) -> None:
    """A slow computer needs 2 of the 12.5 ms of a conversion, and looks whenever it comes to it."""
    two = (0x2AAAAA, 0x155555)
    cell.twin._counts = lambda at: two[floor(at / PERIOD + 0.5) % 2]
    cell.up()
    cell.tick_s = 40e-6
    pulses, dice = cell.pulses, Random(4)

    def slow() -> float:
        cell.now += cell.tick_s
        return pulses()

    cell.one._pulses = slow
    found, mixed = [], []
    raw = cell.one._clock_out

    def watched() -> int:
        mixed.append(raw())
        return mixed[-1]

    cell.one._clock_out = watched  # type: ignore[method-assign]  # only listened to
    for _ in range(2000):
        cell.now += dice.choice((0.001, 0.005, 0.007, 0.08))
        if (conversion := cell.one.read(cell.now)) is not None:
            found.append(conversion.counts)
    assert set(found) == set(two)
    assert len(found) > 300
    assert set(mixed) - set(two), "some came into the middle indeed, and were thrown away"


def test_half_the_gain_tells_half_the_counts(cell: Cell) -> None:
    cell.one.close()
    cell.fit(gain=64)
    cell.up()
    assert set(cell.look(0.5)) == {50_000}
    cell.reading(3, "stalled")
    assert set(cell.look(0.5, every=0.001)) == {50_000}


def test_a_brown_out_is_odd_for_no_longer_than_it_settles(cell: Cell) -> None:
    cell.up()
    cell.look(0.3)
    cell.twin.reset()
    cell.look(5 * PERIOD)
    assert set(cell.look(0.5)) == {100_000}
    assert cell.one.running


def test_a_pin_that_is_taken_is_named_and_the_other_one_is_given_back(cell: Cell) -> None:
    with pytest.raises(LineError, match=rf"line of the data of cell 1 \(GPIO{DATA}\)"):
        cell.fit()
    cell.one.close()
    from gpiozero import OutputDevice

    with OutputDevice(CLOCK, pin_factory=cell.pins):
        with pytest.raises(LineError, match=rf"line of the clock of cell 1 \(GPIO{CLOCK}\)"):
            cell.fit()
        OutputDevice(DATA, pin_factory=cell.pins).close()
    cell.fit()


@pytest.mark.parametrize(("gain", "rate_hz", "wrong"), [(32, 80, "gain 32"), (128, 20, "rate 20")])
def test_what_the_chip_cannot_do_is_refused_in_words(cell: Cell, gain: int, rate_hz: int, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"cell 2: {wrong} is none of"):
        hx711_chip(cell, cell.pins, 2, rate_hz=rate_hz, gain=gain)


def test_all_its_errors_are_errors_of_a_chip_and_known_to_the_scale() -> None:
    for fault in (NotReady, LatePulse, Desync):
        assert issubclass(fault, ChipFault)
