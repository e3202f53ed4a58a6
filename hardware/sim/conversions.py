"""A converter's conversions by the clock alone: how many have ended by now, and what the first ones still show.

After whatever makes a converter start anew its filter holds something of what it showed before: so many conversions
come out wrong, each nearer to what is right.
"""

from collections.abc import Callable
from math import floor

HIGH_RAIL, LOW_RAIL = 0x7FFFFF, -0x800000
"""What a converter with 24 bits shows at most and at least."""


class Conversions:
    """One run after another of conversions, each `period` seconds long.

    Args:
        now: the moment, in seconds.
        settling: conversions that come out wrong after a restart.
        period: seconds.
    """

    def __init__(self, now: Callable[[], float], *, settling: int, period: float) -> None:
        self.period = period
        self.shown = 0
        """What the newest conversion shows, in counts."""
        self.stopped = False
        """A fault: none ends any more."""
        self._now = now
        self._settling = settling
        self.restart(HIGH_RAIL)

    def restart(self, old: int, at: float | None = None) -> None:
        """A new run begins now or `at`; its first conversions still show something of the `old` value."""
        self._since = self._now() if at is None else at
        self._done = 0
        self._from = old

    @property
    def next_at(self) -> float:
        """The moment at which the next one ends, or has ended."""
        return self._since + (self._done + 1) * self.period

    @property
    def due(self) -> bool:
        """Has one ended that `end` was not told of?"""
        return not self.stopped and self._ended > self._done

    def end(self, shows: Callable[[float], float]) -> None:
        """The newest has ended; `shows(at)` is what it shows once settled, in counts."""
        self._done = self._ended
        value = shows(self._since + self._done * self.period)
        if self._done <= self._settling:
            value = self._from + (value - self._from) * self._done / (self._settling + 1)
        self.shown = max(LOW_RAIL, min(HIGH_RAIL, round(value)))

    @property
    def _ended(self) -> int:
        # A hair's breadth more, so that a look at exactly the moment of `next_at` finds the conversion.
        return floor((self._now() - self._since) / self.period + 1e-6)
