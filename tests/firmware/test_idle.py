"""What an untouched box asks for: exact in virtual time, on whatever machine."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from contextvars import Context
from typing import TypeVar, TypeVarTuple

import pytest

from drivers.bus import I2cBus
from drivers.nau7802 import Nau7802
from drivers.worker import InlineWorker
from firmware.compose import Box, Seams
from firmware.idle import Idle
from firmware.senses.scale import Scale
from firmware.sensing.readings import Reading, Weight
from firmware.setting import Setting
from firmware.simbox import Simulated
from firmware.virtual import VirtualLoop
from games.catalog import named
from games.table import Place
from hardware.box import load
from hardware.sim.world import World

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PLAN = load()
GAME = named("clever_keys")
UNTOUCHED = 45.0
"""Seconds after which the box has been idle for a while."""

WATCHED = 30


class Wakeful(VirtualLoop):
    """A loop that counts the timers it is asked for."""

    timers = 0

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self.timers += 1
        return super().call_at(when, callback, *args, context=context)


class Counting(InlineWorker):
    """A worker that counts its jobs: on metal each wakes its thread, and then the loop for what it brings."""

    jobs = 0

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        Counting.jobs += 1
        super().do(job, then)


@pytest.fixture
def loop() -> Iterator[Wakeful]:
    with closing(Wakeful()) as made:
        yield made


@pytest.fixture
def world(loop: Wakeful) -> Iterator[World]:
    with closing(World(PLAN, loop)) as made:
        yield made


@pytest.mark.parametrize("shows", ["the lobby", "whose turn it is", "a blinking guide"])
def test_an_idle_box_wakes_up_at_most_25_times_a_second(
    loop: Wakeful, world: World, monkeypatch: pytest.MonkeyPatch, shows: str
) -> None:
    monkeypatch.setattr(Counting, "jobs", 0)
    seams = Seams(
        pins=lambda: world.pins, spi=lambda: world.spi, pause=lambda _seconds: None, worker=lambda _name: Counting()
    )
    box = Box(PLAN, loop, seams)
    box.start()
    game = None if shows == "the lobby" else GAME
    box.begin(game, players=2, start=0, settings=GAME.rules.settings())
    if shows == "a blinking guide":
        loop.run_until(5)
        world.push_key((0, 0))
        loop.run_until(8)
        world.push_key((4, 0))  # another key in the same turn
    loop.run_until(UNTOUCHED)
    assert box.tabletop.idle is Idle.STILL
    timers, jobs, transfers, frames = loop.timers, Counting.jobs, box.transfers, len(world.spi.frames)
    loop.run_until(UNTOUCHED + WATCHED)
    assert len(world.spi.frames) == frames, "lamps stand still"
    wakes = loop.timers - timers + 2 * (Counting.jobs - jobs)
    assert 0 < wakes <= 25 * WATCHED
    # A transfer on metal puts its thread to sleep once more.
    assert 0 < box.transfers - transfers <= 16 * WATCHED
    box.close()


def test_an_idle_scale_looks_at_both_places_with_a_look_for_each_result(
    loop: Wakeful, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counting, "jobs", 0)
    bus = I2cBus(PLAN.bus.number, tries=PLAN.bus.tries, pause=lambda _seconds: None)
    chip = Nau7802(bus, PLAN.scale.address, part="scale", gain=PLAN.scale.gain, rate_hz=PLAN.scale.rate_hz)
    seen: list[Reading] = []
    scale = Scale(PLAN, chip, Counting(), loop, seen.append)
    scale.start()
    scale.idle(True)
    loop.run_until(5)
    seen.clear()
    before = Counting.jobs
    loop.run_until(15)
    places = Counter[Place](reading.place for reading in seen if isinstance(reading, Weight))
    assert places == {"centre": 10, "corner": 10}
    assert Counting.jobs - before == places.total()
    scale.close()
    bus.close()


def test_an_idle_box_writes_nothing_down() -> None:
    setting = Setting(game=GAME, players=2, start=0, settings=GAME.rules.settings())
    with closing(Simulated(setting, journal=True)) as stage:
        stage.world.push_key((0, 0))
        stage.run_until(UNTOUCHED)
        assert stage.box.record is not None
        file = stage.box.record.journal.path
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as beside:
            (kept,) = beside.execute("SELECT count(*) FROM fact").fetchone()
            stage.run_until(UNTOUCHED + 600)
            assert kept > 0
            assert beside.execute("SELECT count(*) FROM fact").fetchone() == (kept,)
