"""The knock sensor's line: its edges go in as readings, and a pulse whose end got lost is ended by a look.

Kernels drop the trailing edge of a short pulse now and then (joan2937/lg, issue 18), and gpiozero tells only changes of
what it was told last: without the look the next blow would go unheard too. A line that stays active is stuck; that is
logged, since nothing else can notice it, and of a loose wire once a minute at most.
"""

import asyncio
import logging
import math

from drivers.lines import InputLine
from firmware.senses.parts import STORM_S, Part, Post
from firmware.senses.peak import Peaks
from firmware.sensing.readings import Edge
from hardware.box import Plan

log = logging.getLogger(__name__)

NAME = "knock"
"""The line in box.toml."""


class Knocks:
    """The line of the knock sensor. Only in the loop's thread."""

    def __init__(self, plan: Plan, loop: asyncio.AbstractEventLoop, post: Post, peaks: Peaks | None = None) -> None:
        """`peaks` measures how hard blows are, where the box has what it takes."""
        self.line: InputLine | None = None
        """The line, once it is open."""
        self._active_is_high = plan.knock.active == "high"
        self._longest = plan.knock.longest_s
        self._loop = loop
        self._post = post
        self._peaks = peaks
        self._look: asyncio.TimerHandle | None = None
        self._stuck_at = -math.inf
        """When a stuck line was logged last."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """How what measures blows is; nobody can tell how the line itself is."""
        return () if self._peaks is None else self._peaks.parts

    def start(self) -> None:
        """Wake what measures blows."""
        if self._peaks is not None:
            self._peaks.start()

    def edge(self, at: float, level: bool) -> None:
        """The line is at `level` since `at`."""
        self._cancel()
        active = level is self._active_is_high
        if active:
            if self._peaks is not None:
                self._peaks.struck(at)
            # Half as late as a stuck line is told from a blow, so that a blow whose end was lost still is one.
            self._look = self._loop.call_later(self._longest / 2, self._look_at, at)
        self._post(Edge(at, NAME, active))

    def close(self) -> None:
        """No edge any more."""
        self._cancel()
        if self._peaks is not None:
            self._peaks.close()
        if self.line is not None:
            self.line.close()

    def _look_at(self, since: float) -> None:
        self._look = None
        if self.line is not None and self.line.level() is not self._active_is_high:
            self._post(Edge(self._loop.time(), NAME, active=False))
        elif self._loop.time() < since + self._longest:
            self._look = self._loop.call_later(self._longest, self._look_at, since)
        elif self._loop.time() >= self._stuck_at + STORM_S:
            self._stuck_at = self._loop.time()
            log.warning("line %s has been active for %g s: it is stuck, and no knock is heard", NAME, self._longest)

    def _cancel(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None
