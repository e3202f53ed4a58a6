"""A box with HX711: what its scale asks for while nobody plays."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

import pytest

from drivers.bus import I2cBus
from drivers.lines import LineError
from drivers.nau7802 import Nau7802
from drivers.worker import InlineWorker
from firmware.converters import converter
from firmware.senses.scale import Scale
from firmware.sensing.readings import Reading, Weight
from firmware.virtual import VirtualLoop
from games.table import Place
from hardware.box import load
from hardware.sim.world import World

T = TypeVar("T")

PLAN = replace(load(), scale=replace(load().scale, part="hx711"))


class Counting(InlineWorker):
    """A worker that counts its jobs."""

    jobs = 0

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        self.jobs += 1
        super().do(job, then)


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with closing(VirtualLoop()) as loop:
        yield loop


@pytest.fixture
def world(loop: VirtualLoop) -> Iterator[World]:
    with closing(World(PLAN, loop, gems=10)) as world:
        yield world


@pytest.fixture
def bus(world: World) -> Iterator[I2cBus]:
    with closing(I2cBus(PLAN.bus.number, tries=1, pause=lambda _seconds: None)) as bus:
        yield bus


def test_an_idle_scale_looks_at_both_places_and_sleeps_in_between(loop: VirtualLoop, world: World, bus: I2cBus) -> None:
    seen: list[Reading] = []
    with ExitStack() as undo:
        worker = Counting()
        scale = Scale(PLAN, converter(PLAN, bus, world.pins, world.pulses, undo), worker, loop, seen.append)
        scale.start()
        scale.idle(True)
        loop.run_until(5)
        seen.clear()
        before = worker.jobs
        loop.run_until(15)
        scale.close()
    places = Counter[Place](reading.place for reading in seen if isinstance(reading, Weight))
    assert min(places["centre"], places["corner"]) >= 9
    # An old result is clocked out, then the data line looked at until a young one is there.
    assert worker.jobs - before <= 4 * places.total()


def test_both_cells_convert_at_once_so_that_the_corner_costs_the_chamber_nothing(
    loop: VirtualLoop, world: World, bus: I2cBus
) -> None:
    seen: list[Reading] = []
    with ExitStack() as undo:
        scale = Scale(PLAN, converter(PLAN, bus, world.pins, world.pulses, undo), InlineWorker(), loop, seen.append)
        scale.start()
        loop.run_until(2)
        seen.clear()
        loop.run_until(12)
        scale.close()
    moments = [reading.at for reading in seen if isinstance(reading, Weight) and reading.place == "centre"]
    assert len(moments) >= 95
    assert max(after - before for before, after in pairwise(moments)) < 0.15
    assert sum(isinstance(reading, Weight) and reading.place == "corner" for reading in seen) >= 15


def test_the_lines_are_given_back_and_a_taken_one_is_named(world: World, bus: I2cBus) -> None:
    with ExitStack() as undo:
        converter(PLAN, bus, world.pins, world.pulses, undo)
        with pytest.raises(LineError, match=r"the data of scale \(centre\) \(GPIO5\)"), ExitStack() as again:
            converter(PLAN, bus, world.pins, world.pulses, again)
    with ExitStack() as undo:
        converter(PLAN, bus, world.pins, world.pulses, undo)


def test_the_shipped_box_has_the_other_chip(world: World, bus: I2cBus) -> None:
    with ExitStack() as undo:
        assert isinstance(converter(load(), bus, world.pins, world.pulses, undo), Nau7802)
