"""How many gems a step of weight means, and with what odds.

A gem weighs `grams`, give or take `spread` of that, so n gems weigh n * grams with a standard deviation of sqrt(n) *
spread * grams. What is known before a step is a distribution over counts (`Chances`). Three things bear on it:

* **The step**: its weight is that of the gems that came or went, plus an error. Going over all counts at once makes
  impossible ones (fewer than none, more than there are) and steps that fit no whole number fall out by themselves.
* **Something that is no gem** (an arm, a cup) may lie there: any weight is about as likely for it. Where that explains
  a step better than gems do, the count is None; else it takes its share of the odds. A few gems come and go all the
  time and many at once hardly ever, so an arm that happens to weigh 25 gems does not pass for them.
* **The load**, the weight above the empty place, tells the count as well, though less exactly: the zero wanders, and
  the spread of all gems lying there counts, not only of those that moved. Steps go wrong rarely, but an error would
  last. So once in a thousand the step is taken to be off by a gem or more, and the load decides: it outweighs the steps
  only where it speaks clearly, as for a place that is empty to within half a gem. Its error is taken as independent of
  the step's. It is used afresh for each count and goes into the chances carried on only where it was what made a count
  sure: the same zero error must not pass for ever new evidence.
"""

from math import exp, pi, sqrt
from typing import NamedTuple

Chances = tuple[tuple[int, float], ...]
"""Counts and their probabilities, which sum up to 1; what is left out has none worth naming."""

_FOREIGN = 1e-5
"""Per gram: one step in a hundred is no gem, and weighs anything within 1000 g (assumed)."""

_STAYED, _FEWER, _MORE = 0.4, 0.05, 0.012
"""How likely a step takes or brings no gem, takes one, brings one (assumed); up to a handful are as likely as one."""

_HANDFUL = 6
"""Gems; n times as many are n to the third times less likely (the most a turn earns is 5)."""

_POUR = 1e-3
"""How often an empty place gets so many gems in one go, or gives all it has, as at a set-up: any number (assumed)."""

_UNSEEN = 0.02
"""How often gems have moved between what was agreed before the first look and that look (assumed)."""

_REFUTED = 0.01
"""Less likely than this after the first look, what was agreed before it counts for nothing any more (assumed)."""

_SLIP = 1e-3
"""How often the steps have lost count, half as often for each gem more (assumed)."""


class Gems(NamedTuple):
    """What the gems of the game weigh: one has `grams`, with a relative standard deviation `spread`; `most` exist."""

    grams: float
    spread: float
    most: int


class Grams(NamedTuple):
    """A weight with the standard deviation of its error; the spread of the gems is not part of it."""

    grams: float
    error: float


class Reckoning(NamedTuple):
    """The likeliest count, or None when it is likelier no gem that lies there; and what to go on with."""

    gems: int | None
    odds: float
    chances: Chances


def anything(gems: Gems) -> Chances:
    """Nothing is known: every count is as likely."""
    return tuple((count, 1 / (gems.most + 1)) for count in range(gems.most + 1))


def reckon(
    gems: Gems, before: Chances, step: Grams | None, load: Grams | None, *, sure: float, filled: bool = False
) -> Reckoning:
    """Count anew after `step` (None: the first look, there is nothing to compare with) from what lies there (`load`).

    `load` is None when it bears witness to nothing new. `sure` are the odds at which a count is. `filled` tells that
    all gems of a game may be poured on that place, or off it, at once.
    """
    counts = range(gems.most + 1)
    weighed = [1.0] * len(counts) if load is None else [_density(gems, load, count, count) for count in counts]
    moved = {by: _moved(gems, step, by) for by in range(-gems.most, gems.most + 1)}
    stepped = [sum(chance * moved[count - old] for old, chance in before) for count in counts]
    if filled and step is not None:
        empty = sum(chance for count, chance in before if count == 0)
        stepped = [odds + empty * _POUR * _density(gems, step, count, count) for count, odds in enumerate(stepped)]
        stepped[0] += sum(chance * _POUR * _density(gems, step, -count, count) for count, chance in before)
    # Against something that is no gem stands the step; at the first look there is only the load.
    seen = stepped if step is not None else [c * density for c, density in zip(stepped, weighed, strict=True)]
    evidence = sum(seen)
    if evidence <= _FOREIGN:
        return Reckoning(None, 1.0, before)
    stepped = _normal(stepped)
    joined = [chance * density for chance, density in zip(_slipped(stepped), weighed, strict=True)]
    if not any(joined):  # no count at all weighs that much: the zero is far off
        return Reckoning(max(counts, key=stepped.__getitem__), 0.0, _worth_naming(stepped))
    joined = _normal(joined)
    best = max(counts, key=joined.__getitem__)
    decided = stepped[best] < sure <= joined[best]
    odds = joined[best] * evidence / (evidence + _FOREIGN)
    if step is None and sum(joined[count] for count, _ in before) < _REFUTED:
        # Steps that counted on from what was agreed would end at gems that do not exist.
        return Reckoning(best, odds, anything(gems))
    return Reckoning(best, odds, _worth_naming(joined if decided else stepped))


def _density(gems: Gems, weight: Grams, count: int, spreading: int) -> float:
    """Of the normal distribution: how likely `count` gems, `spreading` of them unweighed so far, weigh so much."""
    variance = weight.error**2 + spreading * (gems.grams * gems.spread) ** 2
    return exp(-((weight.grams - count * gems.grams) ** 2) / (2 * variance)) / sqrt(2 * pi * variance)


def _moved(gems: Gems, step: Grams | None, by: int) -> float:
    """How likely `by` gems came (or went) and, if there was a step to weigh, weighed what it did."""
    habit = _STAYED if by == 0 else (_FEWER if by < 0 else _MORE) * min(1.0, (_HANDFUL / abs(by)) ** 3)
    if step is None:
        return _UNSEEN * habit + (1 - _UNSEEN) * (by == 0)
    return habit * _density(gems, step, by, abs(by))


def _slipped(chances: list[float]) -> list[float]:
    slipped = [(1 - _SLIP) * chance for chance in chances]
    for old, chance in enumerate(chances):
        if chance > _SLIP:
            for count in range(len(chances)):
                if count != old:
                    slipped[count] += chance * _SLIP * 0.5 ** (abs(count - old) + 1)
    return slipped


def _normal(weights: list[float]) -> list[float]:
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _worth_naming(chances: list[float]) -> Chances:
    named = [(count, chance) for count, chance in enumerate(chances) if chance > 1e-9]
    whole = sum(chance for _, chance in named)
    return tuple((count, chance / whole) for count, chance in named)
