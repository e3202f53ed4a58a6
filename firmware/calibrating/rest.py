"""What a load cell at rest tells of itself: its noise and the colour of it, its drift, and how often it is converted.

Counts throughout, as the converter gives them. A mount that is loose or touched wobbles slowly, so that one conversion
is close to the next; the converter's chopper (NAU7802 data sheet 9.1; 120 to 1400 mg on a recorded cell) throws every
conversion somewhere else. Von Neumann's ratio tells them apart: the mean square of the steps from one to the next over
the variance is 2 where nothing holds them together, and close to 0 where they wander.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

Conversions = tuple[tuple[float, int], ...]
"""Moments and counts, in order."""


class Rest(NamedTuple):
    """`level`, `noise` without the slope, `slope` in counts a second, `rate` a second, `ratio` as above."""

    level: float
    noise: float
    slope: float
    rate: float
    ratio: float


def measure(seen: Conversions) -> Rest:
    """Of three conversions or more, every one there was."""
    number = len(seen)
    times, counts = [at for at, _ in seen], [float(value) for _, value in seen]
    half, level = sum(times) / number, sum(counts) / number
    spread = sum((at - half) ** 2 for at in times)
    slope = sum((at - half) * (value - level) for at, value in zip(times, counts, strict=True)) / spread
    left = [value - level - slope * (at - half) for at, value in zip(times, counts, strict=True)]
    variance = sum(value**2 for value in left) / number
    steps = sum((b - a) ** 2 for a, b in pairwise(left)) / (number - 1)
    # A loop that is late now and then misses conversions, and makes none too many.
    rate = max((number - 1) / (times[-1] - times[0]), 1 / middle([b - a for a, b in pairwise(times)]))
    return Rest(level, sqrt(variance), slope, rate, steps / variance if variance else 2.0)


def settle(
    seen: Conversions, at: float, counts: int, *, window_s: float, within: float
) -> tuple[Conversions, float | None]:
    """The conversions of the last `window_s` with this one, and their level if they all kept within so many counts.

    A single glitch between two that agree does not count.
    """
    since = at - window_s
    seen = (
        *(each for index, each in enumerate(seen) if index + 1 == len(seen) or seen[index + 1][0] > since),
        (at, counts),
    )
    if seen[0][0] > since or len(seen) < 4:
        return seen, None
    values = [value for _, value in seen]
    smooth = [middle(three) for three in zip(values, values[1:], values[2:], strict=False)]
    return seen, (middle(smooth) if max(smooth) - min(smooth) <= within else None)


def middle(values: Sequence[float]) -> float:
    """The median; the module statistics takes 14 ms to import."""
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
