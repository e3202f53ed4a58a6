"""The parts of a box one by one, without the box: on their twins always, and on metal with `pytest --bench`."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from drivers.bus import I2cBus
from drivers.lamps import Spi, open_port
from drivers.lines import OutputLine, open_pins
from firmware import lit
from firmware.virtual import VirtualLoop
from hardware.box import Plan, load
from hardware.sim.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What drivers hang on. `rest` lets seconds pass: on metal they really do."""

    plan: Plan
    bus: I2cBus
    pins: Any
    spi: Callable[[], Spi]
    pwm: Callable[[], Any] | None
    pulses: Callable[[], float]
    now: Callable[[], float]
    rest: Callable[[float], None]
    undo: ExitStack

    def line(self, name: str, *, high: bool) -> OutputLine:
        """An output of the box by its name in box.toml, given back in the end."""
        line = OutputLine(name, getattr(self.plan.lines, name), high=high, pins=self.pins)
        self.undo.callback(line.close)
        return line


@contextmanager
def twins() -> Iterator[Bench]:
    """Every part there can be, on its twin and in time that only the test moves."""
    shipped = load()
    plan = replace(shipped, knock=replace(shipped.knock, peak="ads1115"), gate=replace(shipped.gate, fitted=True))
    loop = VirtualLoop()
    with ExitStack() as undo:
        undo.callback(loop.close)
        world = World(plan, loop)
        undo.callback(world.close)
        bus = I2cBus(plan.bus.number, tries=plan.bus.tries, pause=lambda _: None)
        undo.callback(bus.close)
        yield Bench(
            plan=plan,
            bus=bus,
            pins=world.pins,
            spi=lambda: world.spi,
            pwm=None,
            pulses=world.pulses,
            now=loop.time,
            rest=lambda seconds: loop.run_until(loop.time() + seconds),
            undo=undo,
        )


@contextmanager
def metal() -> Iterator[Bench]:
    """The parts of this box, as the shipped plan wires them. Raises LineError where another program has the lines."""
    plan = load()
    with ExitStack() as undo:
        pins = open_pins()
        undo.callback(pins.close)
        bus = I2cBus(plan.bus.number, tries=plan.bus.tries, pause=time.sleep)
        undo.callback(bus.close)
        yield Bench(
            plan=plan,
            bus=bus,
            pins=pins,
            spi=lambda: open_port(plan.lamps.device),
            pwm=lit.pwm(plan),
            pulses=time.monotonic,
            now=time.monotonic,
            rest=time.sleep,
            undo=undo,
        )
