"""Blows in a recording that has no labels, found in another way than the box's own: by energy, with all of it known.

The energy is that of 10 ms, no front end before it. A blow is a rise of energy to its highest within a quarter of a
second on either side that stands out alone: four times as loud (12 dB) as what is usual in the recording, at most 24 dB
under the loudest, three times as loud as what was shortly before, and down to a third of itself within a fifth of a
second. One that does not stand alone (in drumming, in a voice) is unclear: by sound alone nobody can tell whether it
was a knock. What barely stands out of its background (ticks, footsteps) is none.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

FRAME_S = 0.01
NEXT = 3
"""Frames on either side in which anything is the loudest."""
APART = 25
"""Frames on either side in which a blow is the loudest."""
BEFORE = (12, 3)
"""Frames before it that are quieter, from and to."""
AFTER = (20, 12)
"""Frames after it by which it has died away, and for how many it stays so."""

OUT = 4.0
RANGE = 16.0
FADED = 3.0


class Found(NamedTuple):
    """Moments in seconds, where the loudest 10 ms begin."""

    blows: list[float]
    unclear: list[float]


def blows(samples: Sequence[float], hertz: float) -> Found:
    """The blows in a recording."""
    loud = _loudness(samples, round(FRAME_S * hertz))
    usual, least = sorted(loud)[len(loud) // 2], max(loud) / RANGE
    found = Found([], [])
    for frame, now in enumerate(loud):
        if now < max(OUT * usual, least) or now < max(loud[max(0, frame - NEXT) : frame + NEXT + 1]):
            continue
        around = loud[max(0, frame - APART) : frame + APART + 1]
        before = loud[max(0, frame - BEFORE[0]) : max(0, frame - BEFORE[1])]
        after = loud[frame + AFTER[1] : frame + AFTER[0]]
        alone = max(before, default=0.0) * FADED <= now and max(after, default=0.0) * FADED <= now
        (found.blows if alone and now >= max(around) else found.unclear).append(frame * FRAME_S)
    return found


def _loudness(samples: Sequence[float], frame: int) -> list[float]:
    rest = sum(samples) / len(samples)
    return [
        sqrt(sum((sample - rest) ** 2 for sample in samples[begin : begin + frame]) / frame)
        for begin in range(0, len(samples), frame)
    ]
