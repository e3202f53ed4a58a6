"""A bus that is held: the expanders are cleared once, lost as one where that does not help, and looked for as one."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from drivers.bus import BusTimeout
from drivers.mcp23017 import Mcp23017
from drivers.worker import InlineWorker, Worker
from firmware.compose import Box, Seams
from firmware.setting import Setting
from firmware.simbox import Simulated
from firmware.virtual import VirtualLoop
from games.announcements import words
from hardware.box import EXPANDERS, load
from hardware.sim.world import World

T = TypeVar("T")

PLAN = load()
TRY_S = 1.0
"""Seconds after which the kernel gives a held bus up."""


@pytest.fixture
def stage() -> Iterator[Simulated]:
    staged = Simulated(Setting())
    staged.run_until(staged.now() + 8)
    yield staged
    staged.close()


@pytest.fixture
def set_up(monkeypatch: pytest.MonkeyPatch) -> Counter[Mcp23017]:
    """How often each chip has been set up, or was tried to."""
    started: Counter[Mcp23017] = Counter()
    start = Mcp23017.start

    def counted(chip: Mcp23017) -> None:
        started[chip] += 1
        start(chip)

    monkeypatch.setattr(Mcp23017, "start", counted)
    return started


def told(stage: Simulated) -> Counter[str]:
    return Counter(words(announcement) for _, announcement in stage.said if "Sensor" in words(announcement))


def once_each(*parts: str) -> Counter[str]:
    return Counter(f"{word} part={part}" for word in ("SensorLost", "SensorBack") for part in parts)


def test_expanders_lost_before_the_bus_was_held_are_looked_for_with_the_others(
    stage: Simulated, set_up: Counter[Mcp23017], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    for part in ("slots1", "slots2", "slots3"):
        stage.world.unplug(part)
        stage.run_until(stage.now() + 1.37)
    stage.run_until(stage.now() + 5)
    stage.world.fault("scale", "held")
    stage.run_until(stage.now() + 3)
    set_up.clear()
    stage.run_until(stage.now() + 30)
    assert set_up.total() <= 31, "one look for each wait"
    for part in ("slots1", "slots2", "slots3"):
        stage.world.plug(part)
    stage.world.fault("scale", None)
    set_up.clear()
    stage.run_until(stage.now() + 20)
    assert [*set_up.values()] == [1] * 6, "each chip is set up once"
    assert told(stage) == once_each(*EXPANDERS, "scale")
    assert len(caplog.records) <= 2 * 7 + 1


def test_one_expander_that_comes_back_before_the_others_is_not_set_up_with_them(
    stage: Simulated, set_up: Counter[Mcp23017]
) -> None:
    for part in ("slots1", "slots2"):
        stage.world.unplug(part)
    stage.run_until(stage.now() + 5)
    stage.world.plug("slots1")
    stage.run_until(stage.now() + 2)
    assert told(stage)["SensorBack part=slots1"] == 1
    set_up.clear()
    stage.run_until(stage.now() + 10)
    assert len(set_up) == 1, "only the one that is still away"
    stage.world.plug("slots2")
    stage.run_until(stage.now() + 2)
    assert told(stage) == once_each("slots1", "slots2")


class Passing(VirtualLoop):
    """A loop in which a job takes time too."""

    def lapse(self, seconds: float) -> None:
        self._virtual.now += seconds


class Slow(InlineWorker):
    """As on metal: whoever finds the bus held has waited for it."""

    def __init__(self, loop: Passing) -> None:
        super().__init__()
        self._loop = loop

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        def slowly() -> T:
            found = job()
            if isinstance(found, BusTimeout):
                self._loop.lapse(TRY_S)
            return found

        super().do(slowly, then)


@pytest.fixture
def metal() -> Iterator[tuple[World, Passing, Box]]:
    """A box, not yet started, in which each try at a held bus outlasts every wait between two tries."""
    assert PLAN.bus.back_off_s[-1] <= TRY_S
    loop = Passing()
    world = World(PLAN, loop, board=[3] * 8)

    def worker(name: str) -> Worker:
        return Slow(loop) if name == "transfers" else InlineWorker()

    seams = Seams(pins=lambda: world.pins, spi=lambda: world.spi, pause=lambda _seconds: None, worker=worker)
    box = Box(PLAN, loop, seams)
    yield world, loop, box
    box.close()
    loop.run_until(loop.time() + 0.1)
    world.close()
    loop.close()


def lost(box: Box) -> set[str]:
    return {part.name for part in box.expanders.parts if part.lost}


def test_a_bus_that_nine_clocks_free_at_boot_loses_no_expander(
    metal: tuple[World, Passing, Box], set_up: Counter[Mcp23017]
) -> None:
    world, loop, box = metal
    world.fault("scale", "caught")
    box.start()
    loop.run_until(loop.time() + 5)
    assert [part.losses for part in box.expanders.parts] == [0] * 6
    assert all(part.up for part in box.expanders.parts)
    assert sorted(set_up.values()) == [1, 1, 1, 1, 1, 2], "the first found the bus held, and was tried once more"


def test_a_bus_that_stays_held_at_boot_is_tried_once_more_and_then_all_are_lost(
    metal: tuple[World, Passing, Box], set_up: Counter[Mcp23017]
) -> None:
    world, loop, box = metal
    world.fault("scale", "held")
    box.start()
    assert lost(box) == {*EXPANDERS}
    assert set_up.total() == 2
    loop.run_until(loop.time() + 30)
    assert set_up.total() <= 2 + 30
    world.fault("scale", None)
    loop.run_until(loop.time() + 5)
    assert lost(box) == set()
    assert [part.losses for part in box.expanders.parts] == [1] * 6


def test_an_expander_that_holds_the_bus_whenever_it_is_addressed_takes_none_before_it_along(
    metal: tuple[World, Passing, Box], monkeypatch: pytest.MonkeyPatch
) -> None:
    world, loop, box = metal
    start = Mcp23017.start
    broken: list[Mcp23017] = []

    def holds(chip: Mcp23017) -> None:
        broken.append(chip)
        if len({*broken}) > 1 and chip is broken[1]:
            world.fault("slots1", "held")
        start(chip)

    monkeypatch.setattr(Mcp23017, "start", holds)
    box.start()
    loop.run_until(loop.time() + 20)
    (first, second) = box.expanders.parts[:2]
    assert (first.losses, second.lost, second.losses) == (0, True, 1)
