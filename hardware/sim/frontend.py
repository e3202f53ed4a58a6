"""The knock sensor's analogue front end, sample by sample: from the voltage of a piezo to the edges of its line.

    piezo --4n7--+--39k--+-- window comparator with hysteresis --> 74HC123 --> lines.knock
                 1M      10n, clamp
                 to half the supply, which is 0 here

The coupling and the bleed pass what is faster than 34 Hz (a hand that moves the box is slower), the series resistor
and its capacitor what is slower than 410 Hz (a click in the air is faster; edrumulus chose 40 to 400 Hz for drum pads,
its ChangeLog of 2021-11-21). The comparator (both halves of an LM393, outputs tied together) trips at a swing to either
side, for a fingertip swings once or twice and not always the same way. Each time it trips, the retriggerable stretcher
starts anew and holds the line for `STRETCH`.

Where a converter that recorded a piezo rests on half its supply, the coupling takes that away as it does in the box.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import pi
from typing import NamedTuple

from hardware.sim.piezo import STRETCH

HIGH_PASS_S = 1e6 * 4.7e-9
LOW_PASS_S = 39e3 * 10e-9
"""Time constants of the two stages, in seconds."""

HYSTERESIS = 0.3
"""The comparator lets go this part of its level below it."""

BAND_HZ = (1 / (2 * pi * HIGH_PASS_S), 1 / (2 * pi * LOW_PASS_S))
"""What gets through, from and to."""


class Flank(NamedTuple):
    """The line changes: seconds from the first sample, and whether it is active from then on."""

    at: float
    active: bool


def passed(volts: Sequence[float], hertz: float) -> list[float]:
    """What of `volts`, `hertz` samples a second, reaches the comparator."""
    step = 1 / hertz
    keep, follow = HIGH_PASS_S / (HIGH_PASS_S + step), step / (LOW_PASS_S + step)
    high, low, before = 0.0, 0.0, volts[0] if volts else 0.0
    through: list[float] = []
    for now in volts:
        high, before = keep * (high + now - before), now
        low += follow * (high - low)
        through.append(low)
    return through


def clamped(through: Iterable[float], gain: float) -> Iterator[float]:
    """What the diodes leave of it, amplified; the clamp is at 1 on either side."""
    return (max(-1.0, min(gain * now, 1.0)) for now in through)


def trips(through: Iterable[float], hertz: float, level: float) -> Iterator[float]:
    """When the comparator trips at `level`, in seconds from the first sample."""
    tripped = False
    for sample, now in enumerate(through):
        if not tripped and abs(now) >= level:
            tripped = True
            yield sample / hertz
        elif tripped and abs(now) < level * (1 - HYSTERESIS):
            tripped = False


def flanks(tripped: Iterable[float], *, stretch: float = STRETCH) -> Iterator[Flank]:
    """What the stretcher makes of it: the line is active from a trip until `stretch` seconds after the last one."""
    end: float | None = None
    for at in tripped:
        if end is None or at >= end:
            if end is not None:
                yield Flank(end, active=False)
            yield Flank(at, active=True)
        end = at + stretch
    if end is not None:
        yield Flank(end, active=False)
