"""One place of the scale: when what lies there is at rest, and how many gems that are.

A place is at rest, or something moves there. It comes to rest when its weight has kept within `steady_grams` for
`window_s`, and leaves its rest when two conversions in a row are off by a quarter of a gem or more (a single one is a
glitch). Gems are counted by the step from the last rest whose count was sure to the new one, see `counting`; what is
left over when the step is rounded is dropped with it, so errors do not add up.

* **Drift** (warm-up, creep: 0.16 g a minute at most on a real cell) moves the level of the rest and of nothing else.
  Only what is slower than `_FOLLOW` is followed; a gem is not.
* **An arm** is waited out: a count that is not sure is told only when it has lain still for `patience_s`, and the rest
  before it stays the one to compare with, unless gems are by far the likelier. So the count is right again as soon as
  the arm is gone.
* **A knock** makes haste: what three conversions before it agree on was a rest, since gems that were put on the box
  just before would else be mixed up with those that the knock brings down. No rest begins before it.
* **Start**: a first rest has to last twice as long, because the first conversions after power-up are off by up to
  0.6 g for 0.4 s (recorded on a real cell). It is counted by the calibration alone, and told with the odds of that.
* **Loss**: what the scale shows after it was set up anew is compared with the last rest before the loss. A reset shifts
  its readings by 0.5 to 1 % (reported by users of the same converter), and the odds say so.
"""

from dataclasses import dataclass
from math import hypot, sqrt
from typing import NamedTuple

from firmware.sensing.counting import Chances, Gems, Grams, reckon
from firmware.sensing.readings import Weight
from games.facts import Fact, GemsCounted, Weighing
from games.table import Place

_NOISE = 0.025
"""Grams, standard deviation of one conversion. This and what is called recorded below was recorded on a cell of 1 kg;
of another one it is so many times more as that carries more."""

_RAIL = 1e6
"""Grams: stands for a converter at its rail, and is further off than anything that can lie there."""

_FOLLOW = 0.01
"""Grams a second: three times the fastest drift recorded (0.16 g a minute)."""

_FOLLOW_S = 5.0
"""Over how many seconds drift is averaged."""

_TOUCH, _LEVEL = 0.141, 0.05
"""Grams, standard deviations: what a hand leaves behind when it touches the place, whatever the cell carries
(hysteresis; assumed), and how far off a level is at rest (noise, drift that is not followed)."""

_WANDER = 0.05
"""Grams for the root of a minute: how far the zero goes while nobody can follow it (0.3 g in ten minutes recorded)."""

_ZERO = 0.3
"""Grams, standard deviation: how far the zero of the calibration may be off today (likewise)."""

_RESET = 0.007
"""Of the load, standard deviation: shift at a set-up of the converter."""

_LIKELY = 0.98
"""Odds from which a count that was asked is gone on from all the same; under that it may be an arm."""

_AGREE = 4
"""Standard deviations beyond which what was agreed shows that the zero of the calibration is wrong."""


class Cell(NamedTuple):
    """One load cell for `kilograms`, calibrated; one wired the other way round has negative `counts_per_gram`."""

    counts_per_gram: float
    empty_counts: float
    kilograms: float = 1.0

    def steady(self, grams: float) -> float:
        """Within how much its readings keep at rest, where `grams` is wanted: five times its noise at least."""
        return max(grams, 5 * _NOISE * self.kilograms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What the scale is told: its cells, the gems of the game and when a weight is at rest.

    `sure` are the odds from which a count is told at once, `back_s` is how long the places may take to come to rest
    before a scale that is back is told as back, `knock` the line of the knock sensor.
    """

    centre: Cell
    corner: Cell
    gems: Gems
    sure: float = 0.99
    window_s: float = 0.5
    steady_grams: float = 0.25
    patience_s: float = 3.0
    back_s: float = 2.5
    part: str = "scale"
    knock: str = "knock"


class Trusted(NamedTuple):
    """The last rest whose count is trusted, as far as it can be.

    `level` is its weight now, as far as drift could be followed until `at`; `load` what lay there above the empty
    place, whose zero is uncertain by `zero_error`; `shift` what a set-up of the converter since then may have added
    to both.
    """

    level: float
    at: float
    load: float
    zero_error: float
    shift: float = 0.0


class Unsure(NamedTuple):
    """A rest whose count is not sure, told at `due` unless it ends before; what to go on from if it is likely."""

    told: GemsCounted
    due: float
    trusted: Trusted
    chances: Chances


class Pan(NamedTuple):
    """One place: all weights in grams.

    `recent` are the conversions (at, grams) while something moves, and `struck` is when it was last meanwhile. At rest,
    `level` is the weight, followed until `at`, and `odd` a conversion that was off. `moving`: a Weighing was told, and
    no count since.
    """

    place: Place
    cell: Cell
    chances: Chances
    recent: tuple[tuple[float, float], ...] = ()
    level: float | None = None
    at: float = 0.0
    odd: tuple[float, float] | None = None
    trusted: Trusted | None = None
    unsure: Unsure | None = None
    moving: bool = False
    fresh: bool = True
    struck: float = 0.0


def weigh(scale: Scale, pan: Pan, reading: Weight) -> tuple[Pan, tuple[Fact, ...]]:
    """A conversion of this place; see `scales.see` for what it completes."""
    counts, cell, at = reading.counts, pan.cell, reading.at
    grams = _RAIL if counts is None else (counts - cell.empty_counts) / cell.counts_per_gram
    if pan.level is None:
        return _look_for_rest(scale, pan, at, grams)
    off = grams - pan.level
    if abs(off) <= max(cell.steady(scale.steady_grams), scale.gems.grams / 4):
        return _follow(pan, at, off)
    if pan.odd is None:
        return pan._replace(odd=(at, grams)), ()
    said = () if pan.moving else (Weighing(at=pan.odd[0], place=pan.place),)
    return pan._replace(recent=(pan.odd, (at, grams)), level=None, odd=None, unsure=None, moving=True), said


def _follow(pan: Pan, at: float, off: float) -> tuple[Pan, tuple[Fact, ...]]:
    lapse = max(at - pan.at, 0.0)
    furthest = _FOLLOW * pan.cell.kilograms * lapse
    drift = min(max(off * min(lapse / _FOLLOW_S, 1.0), -furthest), furthest)
    trusted = pan.trusted
    if trusted is not None:
        trusted = Trusted(trusted.level + drift, at, trusted.load, trusted.zero_error, trusted.shift)
    level = None if pan.level is None else pan.level + drift
    # Spelled out, for it comes with every weight at rest, and `_replace` takes three times as long.
    place, cell, chances, recent, *_, unsure, moving, fresh, _ = pan
    pan = Pan(place, cell, chances, recent, level, at, None, trusted, unsure, moving, fresh)
    return (pan, ()) if pan.unsure is None or at < pan.unsure.due else _ask(pan, pan.unsure)


def _ask(pan: Pan, unsure: Unsure) -> tuple[Pan, tuple[Fact, ...]]:
    told = unsure.told
    if told.gems is not None and told.odds >= _LIKELY and pan.level is not None:
        trusted = unsure.trusted._replace(level=pan.level, at=pan.at)
        pan = pan._replace(trusted=trusted, chances=unsure.chances)
    return pan._replace(unsure=None, moving=False), (told,)


def _look_for_rest(scale: Scale, pan: Pan, at: float, grams: float) -> tuple[Pan, tuple[Fact, ...]]:
    since = at - scale.window_s * (2 if pan.fresh else 1)
    recent = (*pan.recent, (at, grams))
    while len(recent) > 3 and recent[1][0] <= since:
        recent = recent[1:]
    weights = [grams for _, grams in recent]
    if len(recent) >= 3 and recent[0][0] <= since:
        # The middle one of each three: a single glitch between two that agree does not disturb a rest.
        inner = [sorted(three)[1] for three in zip(weights, weights[1:], weights[2:], strict=False)]
        smooth = [weights[0], *inner, weights[-1]]
        if max(smooth) - min(smooth) <= pan.cell.steady(scale.steady_grams):
            # No rest begins before a blow, even if what that brings down swings through the same weight.
            return _rest(scale, pan, max(recent[0][0], pan.struck), at, _middle(smooth))
    return pan._replace(recent=recent), ()


def hasten(scale: Scale, pan: Pan, at: float) -> tuple[Pan, tuple[Fact, ...]]:
    """A knock comes: the last three conversions shortly before it that agree were a rest.

    Not always the very last ones: the arm that swings the hammer may lean on the box already.
    """
    recent = [weighed for weighed in pan.recent if max(at - scale.window_s, pan.struck) <= weighed[0] < at]
    for still in zip(recent[-3::-1], recent[-2::-1], recent[::-1], strict=False):
        weights = [grams for _, grams in still]
        if not pan.fresh and max(weights) - min(weights) <= pan.cell.steady(scale.steady_grams):
            return _rest(scale, pan, still[0][0], still[-1][0], _middle(weights))
    return pan if pan.level is not None else pan._replace(struck=at), ()


def _middle(weights: list[float]) -> float:
    """Their median; the module statistics takes 14 ms to import."""
    ordered = sorted(weights)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _rest(scale: Scale, pan: Pan, since: float, at: float, level: float) -> tuple[Pan, tuple[Fact, ...]]:
    trusted, coarse = pan.trusted, pan.cell.kilograms
    if trusted is None:
        step, now = None, Trusted(level, at, level, _ZERO * coarse)
    else:
        moved, away = level - trusted.level, max(since - trusted.at, 0.0)
        step = Grams(moved, hypot(_TOUCH, coarse * _LEVEL, coarse * _WANDER * sqrt(away / 60), trusted.shift))
        now = Trusted(level, at, trusted.load + moved, hypot(trusted.zero_error, trusted.shift))
    # After a reset of the converter the load is known by the step alone: it bears witness to nothing new.
    load = None if pan.fresh and step is not None else Grams(now.load, hypot(now.zero_error, _RESET * now.load))
    reckoned = reckon(scale.gems, pan.chances, step, load, sure=scale.sure, filled=pan.place == "centre")
    told = GemsCounted(at=since, place=pan.place, gems=reckoned.gems, odds=reckoned.odds)
    pan = pan._replace(recent=(), level=level, at=at)
    sure = reckoned.odds >= scale.sure
    if reckoned.gems is None or not (sure or pan.fresh):
        return pan._replace(unsure=Unsure(told, since + scale.patience_s, now, reckoned.chances)), ()
    return pan._replace(trusted=now, chances=reckoned.chances, moving=False, fresh=False), (told,)


def agree(scale: Scale, pan: Pan, gems: int) -> Pan:
    """So many gems lie there now, as `scales.agreed` tells."""
    chances = ((gems, 1.0),)
    if pan.level is None:
        return pan._replace(chances=chances)
    load, zero_error = pan.level, _ZERO * pan.cell.kilograms
    if pan.trusted is not None:
        load = pan.trusted.load + pan.level - pan.trusted.level
        zero_error = hypot(pan.trusted.zero_error, pan.trusted.shift)
    expected = gems * scale.gems.grams
    spread = sqrt(gems) * scale.gems.grams * scale.gems.spread
    others = hypot(spread, _RESET * expected, _TOUCH, _LEVEL * pan.cell.kilograms)
    # What is off is shared between the zero and the gems (the gain, the hand that laid them), as far as each may be.
    refuted = abs(load - expected) > _AGREE * hypot(zero_error, others)
    share = 1.0 if refuted else zero_error**2 / (zero_error**2 + others**2)
    load += share * (expected - load)
    # The same gems may be agreed on again and again: they never tell the zero better than they do once.
    zero_error = others if refuted else min(zero_error, others)
    trusted = Trusted(pan.level, pan.at, load, zero_error)
    return pan._replace(chances=chances, trusted=trusted, unsure=None, moving=False, fresh=False)


def forget(pan: Pan) -> Pan:
    """The converter is lost: only what was trusted is kept, for the step to the first rest after that."""
    trusted = pan.trusted
    if trusted is not None:
        trusted = trusted._replace(shift=hypot(trusted.shift, _RESET * trusted.load))
    return Pan(pan.place, pan.cell, pan.chances, trusted=trusted)


def told(pan: Pan) -> bool:
    """It is at rest, and its count was told."""
    return pan.level is not None and pan.unsure is None
