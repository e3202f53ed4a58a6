"""Every converter of a scale on its twin, behind one face: what a contract of them all is proved on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from drivers.bus import I2cBus
from drivers.converter import Conversion, Converter
from drivers.hx711 import Hx711
from drivers.hx711_pair import Hx711Pair
from drivers.nau7802 import Nau7802
from hardware.sim.bus import TwinBus
from hardware.sim.hx711 import Hx711Twin
from hardware.sim.lines import SimPins
from hardware.sim.nau7802 import Nau7802Twin

ADDRESS = 0x2A
LINES = {1: (5, 6), 2: (19, 26)}
"""Channel to the data and the clock line of its HX711."""

TICK_S = 4e-6
"""Between two looks at the clock of pulses."""


class Parts(Protocol):
    """What the world does to whatever hangs on the converter's wires."""

    def unplug(self) -> None: ...
    def plug(self) -> None: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    def disturb(self, share: float) -> None: ...


@dataclass
class Fitted:
    """A converter with two cells, in time that only the test moves; `counts` are what the cells show."""

    counts: dict[int, float] = field(default_factory=lambda: {1: 100_000.0, 2: -40_000.0})
    now: float = 0.0
    pulsed: float = 0.0
    tick_s: float = TICK_S
    chip: Converter = field(init=False)
    parts: Parts = field(init=False)

    def clock(self) -> float:
        return self.now

    def pulses(self) -> float:
        self.pulsed += self.tick_s
        return self.pulsed

    def stall(self, seconds: float) -> None:
        self.pulsed += seconds

    def run_up(self, *, within: float = 5.0) -> None:
        end = self.now + within
        while (wait := self.chip.step(self.now)) is not None:
            self.now += wait
            assert self.now < end

    def readings(
        self, seconds: float, *, every: float = 0.004, into: list[Conversion] | None = None
    ) -> list[Conversion]:
        """What is told to somebody who looks so often, added to a list that outlives an error."""
        found = [] if into is None else into
        for _ in range(round(seconds / every)):
            self.now += every
            if (conversion := self.chip.read(self.now)) is not None:
                found.append(conversion)
        return found


class OnTheBus:
    """A NAU7802."""

    def __init__(self, bus: TwinBus, twin: Nau7802Twin) -> None:
        self.bus, self.twin = bus, twin

    def unplug(self) -> None:
        self.bus.unplug(ADDRESS)

    def plug(self) -> None:
        self.bus.plug(ADDRESS)
        self.twin.reset()

    def stop(self) -> None:
        self.twin.stop()

    def resume(self) -> None:
        self.twin.resume()

    def disturb(self, share: float) -> None:
        self.bus.noise(ADDRESS, share, Random(3), errnos=(121, 5, 11))


class OnLines:
    """Two HX711."""

    def __init__(self, *twins: Hx711Twin) -> None:
        self.twins = twins

    def unplug(self) -> None:
        for twin in self.twins:
            twin.unplug()

    def plug(self) -> None:
        for twin in self.twins:
            twin.plug()

    def stop(self) -> None:
        for twin in self.twins:
            twin.stop()

    def resume(self) -> None:
        for twin in self.twins:
            twin.resume()

    def disturb(self, share: float) -> None:
        dice = Random(3)
        for twin in self.twins:
            twin.disturbed = lambda: dice.random() < share


Rig = Callable[[int, float], Iterator[Fitted]]
"""Rate and pace of the chip's oscillator to a converter on its twin."""


def nau7802(rate_hz: int, pace: float) -> Iterator[Fitted]:
    fitted = Fitted()
    with TwinBus(1) as wires:
        twin = Nau7802Twin(fitted.clock, lambda channel, _: fitted.counts[channel], Random(1), pace=pace)
        wires.attach(ADDRESS, twin)
        bus = I2cBus(1, tries=3, pause=lambda _seconds: None)
        fitted.chip = Nau7802(bus, ADDRESS, part="scale", gain=128, rate_hz=rate_hz)
        fitted.parts = OnTheBus(wires, twin)
        yield fitted
        bus.close()


def hx711(rate_hz: int, pace: float) -> Iterator[Fitted]:
    fitted = Fitted()
    pins = SimPins(fitted.clock)
    twins = {channel: hx711_twin(fitted, pins, channel, rate_hz=rate_hz, pace=pace) for channel in LINES}
    one, other = (hx711_chip(fitted, pins, channel, rate_hz=rate_hz) for channel in LINES)
    pair = Hx711Pair(one, other)
    fitted.chip, fitted.parts = pair, OnLines(*twins.values())
    yield fitted
    pair.close()


def hx711_twin(fitted: Fitted, pins: SimPins, channel: int, *, rate_hz: int, pace: float = 1.0) -> Hx711Twin:
    twin = Hx711Twin(
        fitted.clock,
        lambda: fitted.pulsed,
        fitted.stall,
        lambda _: fitted.counts[channel],
        Random(channel),
        rate_hz=rate_hz,
        pace=pace,
    )
    data, clock = LINES[channel]
    pins.feed(data, twin.data)
    pins.watch(clock, twin.clock)
    return twin


def hx711_chip(fitted: Fitted, pins: SimPins, channel: int, *, rate_hz: int, gain: int = 128) -> Hx711:
    data, clock = LINES[channel]
    return Hx711(
        part=f"cell {channel}",
        channel=channel,
        data=data,
        clock=clock,
        pins=pins,
        pulses=fitted.pulses,
        gain=gain,
        rate_hz=rate_hz,
    )


RIGS: dict[str, Rig] = {"nau7802": nau7802, "hx711": hx711}

fitted = contextmanager(lambda part, rate_hz=80, pace=1.0: RIGS[part](rate_hz, pace))
