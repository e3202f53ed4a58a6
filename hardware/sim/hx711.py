"""A twin of the HX711 at its two lines (AVIA data sheet), with the mishaps people met.

It keeps no timer: what has happened by now follows from `now()` whenever a line is looked at or moved. What it measures
is what `counts(at)` says, in counts at gain 128. `pulses()` is the clock by which a pulse is long or short; the twin of
a box lets it go on without the box's own time, since a bit takes some microseconds and a conversion milliseconds.
"""

from collections.abc import Callable
from random import Random
from threading import RLock
from typing import Literal

from hardware.sim.conversions import HIGH_RAIL, Conversions

SETTLING = 4
"""Conversions that come out wrong after power-up, a reset, and a change of gain."""

BITS = 24
_POWER_DOWN_S = 60e-6
_GAINS = {25: 1.0, 26: 0.0, 27: 0.5}
"""Pulses of one reading to what the next conversions show of the cell: gain 128, input B (nothing there), gain 64."""

Fault = Literal["missed", "doubled", "stalled"]
"""What can befall a reading: a pulse is not seen, seen twice, or the computer stalls while the clock is high."""


class Hx711Twin:
    """One chip, under power from the start.

    Args:
        now: the moment, in seconds.
        pulses: the moment for pulses, in seconds.
        stall: lets so many seconds of `pulses` pass.
        counts: what the cell shows at a moment, in counts at gain 128.
        rng: the chip's own dice.
        rate_hz: 10 or 80.
        pace: of its oscillator; 1.17 is that of the boards recorded.
    """

    def __init__(
        self,
        now: Callable[[], float],
        pulses: Callable[[], float],
        stall: Callable[[float], None],
        counts: Callable[[float], float],
        rng: Random,
        *,
        rate_hz: float,
        pace: float = 1.0,
    ) -> None:
        self.lock = RLock()
        self.disturbed: Callable[[], bool] = lambda: False
        """Asked at the first pulse of each reading: does the computer stall in it?"""
        self.stuck: bool | None = None
        """A fault: the data line stays at this level."""
        self._now = now
        self._pulses = pulses
        self._stall = stall
        self._counts = counts
        self._rng = rng
        self._run = Conversions(now, settling=SETTLING, period=1.0 / (rate_hz * pace))
        self._powered = True
        self._clock = False
        self._rose = (0.0, 0.0)
        self._fault: tuple[int, Fault] | None = None
        self._reset()

    # The world's side.

    def unplug(self) -> None:
        """No supply: it lets the data line go."""
        with self.lock:
            self._powered = False

    def plug(self) -> None:
        """The supply is back."""
        with self.lock:
            self._powered = True
            self._reset()

    def reset(self) -> None:
        """The supply dipped: it settles anew, at gain 128."""
        with self.lock:
            self._reset()

    def stop(self) -> None:
        """A fault: it converts nothing more."""
        with self.lock:
            self._catch_up()
            self._run.stopped = True

    def resume(self) -> None:
        """It converts again."""
        with self.lock:
            self._run.stopped = False
            self._restart(self._run.shown)

    def befall(self, pulse: int, fault: Fault) -> None:
        """At this pulse (from 1) of the next reading something happens."""
        with self.lock:
            self._fault = pulse, fault

    # The lines.

    def data(self) -> bool | None:
        """The level of DOUT; None when it lets the line go."""
        with self.lock:
            if not self._powered:
                return None
            if self.stuck is not None:
                return self.stuck
            if self._asleep():
                return True
            self._catch_up()
            if 1 <= self._pulse <= BITS:
                return bool(self._shown >> (BITS - self._pulse) & 1)
            return not self._ready or self._pulse > BITS

    def clock(self, level: bool) -> None:
        """PD_SCK has changed."""
        with self.lock:
            if level is self._clock:
                return
            asleep = self._asleep()
            self._clock = level
            if level:
                self._rise()
            elif asleep and self._powered:
                self._reset()

    def _rise(self) -> None:
        self._rose = self._now(), self._pulses()
        if not self._powered:
            return
        self._catch_up()
        if not self._pulse:
            if self.disturbed():
                self._fault = self._rng.randrange(1, BITS + 2), "stalled"
            self._shown = self._run.shown & 0xFFFFFF if self._ready else 0xFFFFFF
        at, fault = self._fault or (0, None)
        self._pulse += 1
        if self._pulse != at:
            return
        self._fault = None
        if fault == "stalled":
            self._stall(self._rng.uniform(70e-6, 3e-3))
        else:
            self._pulse += 1 if fault == "doubled" else -1

    def _asleep(self) -> bool:
        """High for longer than 60 us, PD_SCK powers it down."""
        lapse = max(self._now() - self._rose[0], self._pulses() - self._rose[1])
        return self._clock and lapse > _POWER_DOWN_S

    # Time.

    def _reset(self) -> None:
        self._gain = _GAINS[25]
        self._restart(HIGH_RAIL)

    def _restart(self, old: int, at: float | None = None) -> None:
        self._run.restart(old, at)
        self._ready = False
        self._pulse = 0
        self._shown = 0

    def _catch_up(self) -> None:
        """What conversions ended since the last look."""
        if self._asleep() or not self._run.due:
            return
        gain = _GAINS.get(self._pulse, self._gain)
        if gain != self._gain:
            self._gain = gain
            self._restart(self._run.shown, self._run.next_at)
            self._catch_up()
            return
        self._run.end(lambda at: self._counts(at) * gain)
        self._ready = True
        if 1 <= self._pulse <= BITS:
            # It came into the middle of a reading, whose other bits are those of this one.
            self._shown = self._run.shown & 0xFFFFFF
        else:
            self._pulse = 0
