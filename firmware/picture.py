"""From what the lamps mean to what they shine: pure, of the moment alone."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from drivers.lamps import RGB
from firmware.cues import Cues
from firmware.palette import COLOURS, OFF, SWELLING
from games.contract import Lit

BLINK_ON_S, BLINK_OFF_S = 0.5, 0.3

SWELL_S, SWELL_STEP_S = 2.4, 0.2
"""A swelling lamp's period, and how often it changes: eyes do not see these steps."""

SWELL_LEAST = 0.15
"""The share of its light a swelling lamp never falls under: it is not off."""

DIM = 0.12
"""The share of its light a lamp keeps while the box is idle."""


class Frame(NamedTuple):
    """Colours along the chain, and the moment of the next change by itself (None: they stay)."""

    colours: tuple[RGB, ...]
    until: float | None


def frame(
    lit: Iterable[Lit],
    cues: Cues,
    index: Mapping[str, int],
    *,
    at: float,
    since: float,
    still: bool = False,
    dim: bool = False,
) -> Frame:
    """The chain at `at`. Movement starts at `since`, with the lamp on; a `still` chain has none, a `dim` one either.

    `index` is the place of each lamp (hardware.plan.Lamps.index). Raises KeyError for a lamp or a meaning nobody knows.
    """
    colours = [OFF] * len(index)
    changes: list[float] = []
    for lamp, means in lit:
        look = cues.look(means)
        share, change = 1.0, None
        if still or dim:
            share = DIM if dim else 1.0
        elif look.blink:
            share, change = _blink(at - since)
        elif look.colour in SWELLING:
            share, change = _swell(at - since)
        colours[index[lamp]] = _shaded(COLOURS[look.colour], share)
        if change is not None:
            changes.append(since + change)
    return Frame(tuple(colours), min(changes, default=None))


def _blink(age: float) -> tuple[float, float]:
    """The share of light, and the age of the next change."""
    period = BLINK_ON_S + BLINK_OFF_S
    # The nudge: a timer set for a change may ring a hair before it, and would find the old phase.
    begun = math.floor((age + 1e-6) / period) * period
    on = age + 1e-6 - begun < BLINK_ON_S
    return (1.0, begun + BLINK_ON_S) if on else (0.0, begun + period)


def _swell(age: float) -> tuple[float, float]:
    step = math.floor((age + 1e-6) / SWELL_STEP_S)
    phase = step * SWELL_STEP_S / SWELL_S % 1
    light = (1 + math.cos(2 * math.pi * phase)) / 2
    return SWELL_LEAST + (1 - SWELL_LEAST) * light, (step + 1) * SWELL_STEP_S


def _shaded(colour: RGB, share: float) -> RGB:
    return RGB(*(round(channel * share) for channel in colour))
