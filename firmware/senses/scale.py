"""The converter behind both load cells: the scale rests on the chamber and looks at the corner now and then."""

import asyncio
from functools import partial

from drivers.bus import BusError
from drivers.converter import Converter
from drivers.worker import Worker
from firmware.senses.parts import SILENT, Part, Post, Watched
from firmware.sensing.readings import Weight
from games.table import Place
from hardware.box import Plan

TURNS = 2
"""Results from a place before the scale looks at the other, while both matter."""

RAILED_S = 5.0
"""The chamber's cell is at its rail for so long when a wire of it is off; whoever leans on it does so for less."""


class Scale(Watched):
    """Powers the converter up, and fetches results at the plan's pace."""

    def __init__(
        self, plan: Plan, chip: Converter, worker: Worker, loop: asyncio.AbstractEventLoop, post: Post
    ) -> None:
        super().__init__(plan, worker, loop, post)
        self.heed: Place = "centre"
        """The place that matters most now."""
        self.alone: Place | None = None
        """The place whose every conversion is fetched, and no other place's; None: both, at the plan's pace."""
        self._chip = chip
        self._part = Part("scale")
        self._channels: dict[Place, int] = {"centre": plan.scale.centre, "corner": plan.scale.corner}
        self._at: Place = "centre"
        self._results = 0
        self._idle = False
        self._busy = False
        self._corner_at = -1e9
        self._audit_at = 0.0
        self._railed_at: float | None = None
        """Since when the chamber's cell is at its rail."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """How the converter is."""
        return (self._part,)

    @property
    def railed(self) -> bool:
        """Whether the chamber's cell is at its rail now."""
        return self._railed_at is not None

    def start(self) -> None:
        """Power the converter up, then fetch results at the plan's pace."""
        self._step()

    def idle(self, on: bool) -> None:
        """Look seldom while nobody touches anything."""
        self._idle = on
        if not on and self._chip.running and not self._busy and self._part.timer is not None and not self._closed:
            self._part.timer.cancel()
            self._tick()

    def close(self) -> None:
        """Stop looking."""
        self._closed = True
        if self._part.timer is not None:
            self._part.timer.cancel()

    def _step(self) -> None:
        self._wake(self._part, self._chip.step, self._runs)

    def _runs(self) -> None:
        # It is found with its first result: one that converts nothing answers all the same.
        self._at, self._results = "centre", 0
        self._audit_at = self._corner_at = self._loop.time()
        self._tick()

    @property
    def _pace(self) -> float:
        """Seconds between two looks."""
        if self.alone is not None:
            return 1 / (2 * self._plan.scale.rate_hz)
        return 1 / (self._plan.scale.idle_read_hz if self._idle else self._plan.scale.read_hz)

    def _tick(self) -> None:
        self._busy = True
        now = self._loop.time()
        self._turn(now)
        audit = now - self._audit_at >= self._plan.expanders.audit_s
        # Idle, where the next look is at the other place: switched to at once, it has settled by then, and the box need
        # not wake up for that in between.
        after = self._other if self._idle and self._done(now, self._results + 1) else None
        self._worker.do(partial(self._read, self._at, audit, after), self._weighed)

    @property
    def _other(self) -> Place:
        return "centre" if self._at == "corner" else "corner"

    def _turn(self, now: float) -> None:
        """Which place to look at next."""
        if self._done(now, self._results):
            self._at = self._other
            self._results = 0
            if self._at == "corner":
                self._corner_at = now

    def _done(self, now: float, results: int) -> bool:
        """Whether after so many results of this place the other one is due."""
        if self.alone is not None:
            return self._at != self.alone
        if self._at == "corner":
            return results >= (TURNS if self.heed == "corner" else 1)
        if self.heed == "corner":
            return results >= TURNS
        if self._idle:
            # Both places in turn, or nothing put into the corner would wake the box.
            return results >= 1
        return now - self._corner_at >= self._plan.scale.corner_s

    def _read(self, place: Place, audit: bool, after: Place | None) -> tuple[Weight | BusError | None, bool]:
        """On the worker: a result of this place, if there is one, and whether the settings were looked at.

        With a result the converter is switched to the place `after`, if one is named.
        """
        now = self._loop.time()
        try:
            self._chip.select(self._channels[place], now)
            if audit:
                self._chip.audit()
            result = self._chip.read(now)
            if result is not None and after is not None:
                self._chip.select(self._channels[after], now)
        except BusError as error:
            return error, False
        if result is None or result.channel != self._channels[place]:
            return None, audit
        return Weight(now, place, result.counts), audit

    def _weighed(self, seen: tuple[Weight | BusError | None, bool]) -> None:
        self._busy = False
        self._heard(self._part)
        result, audited = seen
        now = self._loop.time()
        if audited:
            self._audit_at = now
        if isinstance(result, BusError):
            self._part.misses += 1
            if self._part.misses >= SILENT or not self._chip.running:
                self._restart(str(result))
            else:
                self._later(self._part, self._pace, self._tick)
        elif not self._chip.running:
            self._restart("it lost its settings: its supply was away")
        else:
            self._part.misses = 0
            if result is not None:
                self._results += 1
                self._told(result)
            self._later(self._part, self._pause(now), self._tick)

    def _told(self, weight: Weight) -> None:
        """A result. What a cell shows at its rail is no weight, and of a box with one cell the other may stay there."""
        if weight.place == "centre":
            if weight.counts is not None:
                self._railed_at = None
                if not self._part.up:
                    self._found(self._part)
            elif self._railed_at is None:
                self._railed_at = weight.at
            elif weight.at - self._railed_at >= RAILED_S:
                self._part.up = False
                self._lose(self._part, "the chamber's cell is at its rail: is a wire of it off?")
        if self._part.up:
            self._post(weight)

    def _pause(self, now: float) -> float:
        """Until the next look: at once where the other place is due, else at the plan's pace.

        What a place does while the converter settles on the other one goes unseen, so no time is lost there.
        """
        if self._done(now, self._results):
            return self._pace if self._idle else 0.0
        settling = self._chip.due - now
        return settling if settling > 0 else self._pace

    def _restart(self, why: str) -> None:
        if self._part.timer is not None:
            self._part.timer.cancel()
        self._chip.forget()
        self._gone(self._part, why, self._step)
