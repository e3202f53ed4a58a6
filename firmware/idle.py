"""How long nobody has touched anything: after a while the box looks seldom, later it dims (design.md section 5)."""

import asyncio
from collections.abc import Callable
from enum import Enum


class Idle(Enum):
    """How long nobody has touched anything."""

    AWAKE = "awake"
    STILL = "still"
    """For `still_s`: parts are looked at seldom."""
    DIM = "dim"
    """For `dim_s`: lamps are dimmed and stand still, and nothing is said."""


class Doze:
    """Tells when the box may doze, and at once when it is touched. Only in the loop's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, *, still_s: float, dim_s: float) -> None:
        self.idle = Idle.AWAKE
        self.became: Callable[[Idle], None] = lambda _idle: None
        self._loop = loop
        self._still_s, self._dim_s = still_s, dim_s
        self._touched_at = loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def touched(self) -> None:
        """Somebody touched something. The timer is not moved at every touch: it finds out when it rings."""
        self._touched_at = self._loop.time()
        if self.idle is not Idle.AWAKE or self._timer is None:
            self._become(Idle.AWAKE, self._still_s)

    def close(self) -> None:
        """No timer any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _become(self, idle: Idle, next_s: float | None) -> None:
        self.close()
        self._timer = None if next_s is None else self._loop.call_at(self._touched_at + next_s, self._rang)
        if idle is not self.idle:
            self.idle = idle
            self.became(idle)

    def _rang(self) -> None:
        untouched = self._loop.time() - self._touched_at
        if untouched >= self._dim_s:
            self._become(Idle.DIM, None)
        elif untouched >= self._still_s:
            self._become(Idle.STILL, self._dim_s)
        else:
            self._become(Idle.AWAKE, self._still_s)
