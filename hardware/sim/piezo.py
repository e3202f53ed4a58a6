"""The knock sensor: a piezo under the box, a comparator, and a pulse stretcher on the line.

What is struck swings up, rings off, and crosses the comparator's level at every swing; each time the stretcher starts
anew. A hard blow crosses it for up to 60 ms, as recorded piezos do (hardware-facts A.8), one that is just above it for
6 ms, as the faintest recorded fingertips do behind the front end of `frontend`. A peak-hold beside the comparator keeps
the loudest for a while. How many grams of a jolt the level is worth, and how fast wood falls silent, are assumed: no
recording has both.
"""

from collections.abc import Callable
from math import exp, log
from random import Random

from hardware.sim.contacts import Scheduler, Timer

LEVEL = 5.0
"""Grams of a jolt that just reach the comparator's level: it is set above a key that hits home."""

STRETCH = 0.003
"""Seconds for which the line is active after each crossing."""

_ACTIVE, _AT_REST = True, False
_SWELL = 0.006  # seconds for which any blow rings
_FADE = (0.010, 0.015)  # seconds in which the ringing falls to a third
_CROSSINGS = (0.002, 0.006)  # seconds between one crossing and the next: 170 to 500 Hz
_VOLTS = 0.02  # of a gram: the level is 0.1 V, and a hard blow reaches the clamp
_CLAMP = 3.3
_HOLD = 0.05  # seconds in which the peak-hold falls to a third


def crossings(dice: Random, grams: float) -> tuple[float, ...]:
    """When a jolt of so many grams crosses the level, in seconds after it; never if it is too faint."""
    if abs(grams) < LEVEL:
        return ()
    rings = _SWELL + dice.uniform(*_FADE) * log(abs(grams) / LEVEL)
    moments, moment = [0.0], dice.uniform(*_CROSSINGS)
    while moment < rings:
        moments.append(moment)
        moment += dice.uniform(*_CROSSINGS)
    # What is said to ring for so long does cross the level then: the last crossing is what a recording shows of it.
    return (*moments, rings)


class Piezo:
    """`drive(active)` is called as the line changes."""

    def __init__(self, scheduler: Scheduler, drive: Callable[[bool], None], dice: Random) -> None:
        self._scheduler = scheduler
        self._drive = drive
        self._dice = dice
        self._release: Timer | None = None
        self._held = 0.0
        self._held_at = 0.0

    def volts(self, at: float) -> float:
        """What the peak-hold shows at `at`, once the last blow has come."""
        return self._held * exp((self._held_at - at) / _HOLD) if at >= self._held_at else 0.0

    def shake(self, at: float, grams: float) -> None:
        """The box is shaken at `at`, as hard as cells feel a jolt of so many grams."""
        self._scheduler.call_at(at, self._hold, min(abs(grams) * _VOLTS, _CLAMP))
        for moment in crossings(self._dice, grams):
            self._scheduler.call_at(at + moment, self._cross)

    def _hold(self, volts: float) -> None:
        now = self._scheduler.time()
        if volts > self.volts(now):
            self._held, self._held_at = volts, now

    def _cross(self) -> None:
        if self._release is not None:
            self._release.cancel()
        # From now on, not from the moment it was due: a late timer makes no pulse narrower.
        self._release = self._scheduler.call_at(self._scheduler.time() + STRETCH, self._silent)
        self._drive(_ACTIVE)

    def _silent(self) -> None:
        self._release = None
        self._drive(_AT_REST)
