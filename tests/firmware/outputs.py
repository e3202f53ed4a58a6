"""An announcer on the real drivers, on the sim's wire and pins, in time that the test turns."""

import heapq
import itertools
from collections.abc import Callable
from typing import Any, TypeVar

from drivers.buzzer import Buzzer
from drivers.worker import InlineWorker, Worker, nothing
from firmware import cues, lit
from firmware.announcer import Announcer
from firmware.palette import nearest
from games.announcements import Announcement
from games.catalog import named
from games.contract import Lit
from hardware import box
from hardware.sim.lamps import LampChain
from hardware.sim.lines import SimPins

T = TypeVar("T")
PLAN = box.load()
CUES = cues.of(named("clever_keys"))


class Ring:
    """A timer."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self.callback = None


class Time:
    """The part of a loop that the announcer needs; `pass_` lets time pass from timer to timer."""

    def __init__(self) -> None:
        self.now = 10.0
        self.order = itertools.count()
        self.rings: list[tuple[float, int, Ring]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Callable[[], object], /) -> Ring:
        ring = Ring(callback)
        heapq.heappush(self.rings, (when, next(self.order), ring))
        return ring

    def timers(self) -> int:
        return sum(ring.callback is not None for _, _, ring in self.rings)

    def pass_(self, seconds: float) -> None:
        until = self.now + seconds
        while self.rings and self.rings[0][0] <= until:
            self.now, _, ring = heapq.heappop(self.rings)
            if ring.callback is not None:
                ring.callback()
                ring.callback = None
        self.now = until


class SlowWorker:
    """Jobs wait until the test lets them run."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        self.jobs.append((job, then))

    def run(self) -> None:
        job, then = self.jobs.pop(0)
        then(job())

    def close(self, last: Callable[[], object] = nothing) -> bool:
        self.jobs.clear()
        last()
        return True


class World:
    """An announcer on the real drivers, on the sim's wire and pins."""

    def __init__(self, worker: Worker | None = None) -> None:
        self.time = Time()
        lamps, lines = PLAN.lamps, PLAN.lines
        self.wire = LampChain(
            len(lamps.names), order=lamps.order, reset_us=lamps.reset_us, buffer=lamps.spi_buffer, now=self.time.time
        )
        self.pins = SimPins(self.time.time)
        self.buzzer = Buzzer(
            lines.buzzer, lowest_hz=PLAN.buzzer.lowest_hz, highest_hz=PLAN.buzzer.highest_hz, pins=self.pins
        )
        self.announcer = Announcer(
            plan=PLAN,
            cues=CUES,
            lamps=lit.lamps(PLAN, lambda: self.wire),
            buzzer=self.buzzer,
            loop=self.time,
            worker=worker or InlineWorker(),
        )
        self.true: set[Announcement] = set()

    def say(self, *said: Announcement, lit: tuple[Lit, ...] = ()) -> None:
        self.true |= set(said)
        self.announcer.announce(said, lit, self.true.__contains__)

    def lamp(self, name: str) -> str:
        return nearest(self.wire.colours[PLAN.lamps.index[name]])

    def heard(self) -> list[float]:
        """The tones that began so far."""
        return [tone.hz for tone in self.pins.tones(PLAN.lines.buzzer) if tone.hz is not None]
