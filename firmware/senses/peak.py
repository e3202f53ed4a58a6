"""The converter behind the knock sensor's peak-hold: how hard a blow was, for a box that has one.

The peak-hold keeps what the piezo reached for some 50 ms, so a result shortly after the first edge has it, and one a
little later has what swelled meanwhile; the louder one counts. Nothing waits for either: a blow is told once it has
died away, with its strength if that is known by then. Without the converter the box hears knocks all the same, so its
loss is logged and is nobody's business at the table.
"""

import asyncio
from functools import partial

from drivers.ads1115 import Ads1115
from drivers.bus import BusError, I2cBus
from drivers.worker import Worker
from firmware.senses.parts import SILENT, Part, Post, Watched
from firmware.sensing.readings import Peak
from hardware.box import Plan

LOOKS_S = (0.004, 0.012)
"""Seconds from an edge to the first look, and from that to the second: a fingertip swells for 15 ms."""


class Peaks(Watched):
    """Looks at the peak after each edge, and at the converter's settings now and then. Only in the loop's thread."""

    def __init__(self, plan: Plan, chip: Ads1115, worker: Worker, loop: asyncio.AbstractEventLoop, post: Post) -> None:
        super().__init__(plan, worker, loop, post)
        self._chip = chip
        self._part = Part("knock_peak")
        self._looking: asyncio.TimerHandle | None = None
        self._asked = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """How the converter is."""
        return (self._part,)

    def start(self) -> None:
        """Set the converter up, and look at it for as long as the box runs."""

        def job() -> BusError | None:
            try:
                self._chip.start(self._loop.time())
            except BusError as error:
                return error
            return None

        def then(failed: BusError | None) -> None:
            if self._closed:
                return
            if failed is None:
                self._found(self._part)
                self._later(self._part, self._plan.expanders.audit_s, self._audit)
            else:
                self._gone(self._part, str(failed), self.start)

        if not self._closed:
            self._worker.do(job, then)

    def struck(self, at: float) -> None:
        """The line has become active at `at`."""
        if self._part.up and self._looking is None and not self._asked and not self._closed:
            self._look_in(LOOKS_S, at)

    def close(self) -> None:
        """Stop looking."""
        self._closed = True
        for timer in (self._part.timer, self._looking):
            if timer is not None:
                timer.cancel()

    def _look_in(self, waits: tuple[float, ...], at: float) -> None:
        self._looking = self._loop.call_later(waits[0], self._look, waits[1:], at)

    def _look(self, waits: tuple[float, ...], at: float) -> None:
        self._looking, self._asked = None, True
        self._worker.do(self._read, partial(self._measured, waits, at))

    def _read(self) -> float | BusError | None:
        try:
            return self._chip.read(self._loop.time())
        except BusError as error:
            return error

    def _measured(self, waits: tuple[float, ...], at: float, result: float | BusError | None) -> None:
        self._asked = False
        if self._closed:
            return
        if isinstance(result, BusError):
            self._failed(result)
            return
        if result is not None:
            self._post(Peak(at, result))
        if waits:
            self._look_in(waits, at)

    def _audit(self) -> None:
        def job() -> BusError | None:
            try:
                self._chip.audit()
            except BusError as error:
                return error
            return None

        def then(failed: BusError | None) -> None:
            if self._closed or not self._part.up:
                return
            self._heard(self._part)
            if failed is None:
                self._part.misses = 0
            elif self._failed(failed):
                return
            self._later(self._part, self._plan.expanders.audit_s, self._audit)

        self._worker.do(job, then)

    def _failed(self, error: BusError) -> bool:
        """A look has failed; whether the converter counts as lost by now."""
        self._part.misses += 1
        lost = self._part.up and (self._part.misses >= SILENT or not self._chip.running)
        if lost:
            if self._part.timer is not None:
                self._part.timer.cancel()
            self._gone(self._part, str(error), self.start)
        return lost


def fitted(plan: Plan, bus: I2cBus, worker: Worker, loop: asyncio.AbstractEventLoop, post: Post) -> Peaks | None:
    """What measures the strength of a knock; None for a box without."""
    if plan.knock.peak == "none":
        return None
    chip = Ads1115(bus, plan.knock.address, part="knock_peak", channel=plan.knock.channel)
    return Peaks(plan, chip, worker, loop, post)
