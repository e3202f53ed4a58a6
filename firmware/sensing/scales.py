"""The scale: conversions of two load cells in, facts about the gems at both places out; `pan` tells of one place.

A converter that was lost is told as back once both places have come to rest and were told, or after `back_s`.
"""

from typing import NamedTuple

from firmware.sensing.counting import anything
from firmware.sensing.pan import Pan, Scale, agree, forget, hasten, told, weigh
from firmware.sensing.readings import Back, Edge, Lost, Passed, Reading, Weight
from games.facts import Fact, GemsCounted, PartBack, PartLost
from games.table import Place


class Scales(NamedTuple):
    """The state of the fold; `owed` is the moment by which PartBack is said."""

    scale: Scale
    centre: Pan
    corner: Pan
    lost: bool = False
    owed: float | None = None


def begin(scale: Scale) -> Scales:
    """Nothing weighed yet."""
    chances = anything(scale.gems)
    return Scales(scale, Pan("centre", scale.centre, chances), Pan("corner", scale.corner, chances))


def see(scales: Scales, reading: Reading) -> tuple[Scales, tuple[Fact, ...]]:
    """The next state and what the reading completes.

    `Weighing` once when a place leaves its rest; `GemsCounted` with the start of the new rest when it has come to one,
    at once if its count is sure, else when it has lain still for `patience_s`. Each `Weighing` is followed by a count,
    also where it is the same doubt as before: else whoever listens would believe for ever that something moves.
    """
    if isinstance(reading, Weight):
        if scales.lost and scales.owed is None:
            return scales, ()
        if reading.place == "centre":
            pan, facts = weigh(scales.scale, scales.centre, reading)
            scales = Scales(scales.scale, pan, scales.corner, scales.lost, scales.owed)
        else:
            pan, facts = weigh(scales.scale, scales.corner, reading)
            scales = Scales(scales.scale, scales.centre, pan, scales.lost, scales.owed)
        return (scales, facts) if scales.owed is None else _regain(scales, reading.at, facts)
    if isinstance(reading, Passed):
        return _regain(scales, reading.at, ())
    if isinstance(reading, Edge):
        if reading.line != scales.scale.knock or not reading.active:
            return scales, ()
        pan, facts = hasten(scales.scale, scales.centre, reading.at)
        return scales._replace(centre=pan), facts
    if isinstance(reading, Lost | Back) and reading.part == scales.scale.part:
        if isinstance(reading, Lost):
            return _lose(scales, reading.at)
        return scales._replace(owed=reading.at + scales.scale.back_s if scales.lost else None), ()
    return scales, ()


def wake(scales: Scales) -> float | None:
    """When a scale that is back is told as back at the latest."""
    return scales.owed


def agreed(scales: Scales, place: Place, gems: int) -> Scales:
    """So many gems lie at `place` now: the referee and the players agreed on it, and later steps count from there.

    Before anything was weighed it is what the first rest is taken for, unless its weight clearly says otherwise; while
    something moves it is taken for what lay there before. As far as its weight is not that of so many gems the zero of
    the calibration is off, and is moved there, or else these gems are no common ones, or the gain is not right: the
    likelier of them more. Players may insist on more gems than the game has: no weight can show so many, and the scale
    goes on with what it knows.
    """
    if not 0 <= gems <= scales.scale.gems.most:
        return scales
    pan = agree(scales.scale, scales.centre if place == "centre" else scales.corner, gems)
    return scales._replace(centre=pan) if place == "centre" else scales._replace(corner=pan)


def _lose(scales: Scales, at: float) -> tuple[Scales, tuple[Fact, ...]]:
    if scales.lost and scales.owed is None:
        return scales, ()
    facts: list[Fact] = [GemsCounted(at=at, place=place, gems=None) for place in ("centre", "corner")]
    if not scales.lost:
        facts.append(PartLost(at=at, part=scales.scale.part))
    centre, corner = forget(scales.centre), forget(scales.corner)
    return Scales(scales.scale, centre, corner, lost=True), tuple(facts)


def _regain(scales: Scales, at: float, facts: tuple[Fact, ...]) -> tuple[Scales, tuple[Fact, ...]]:
    if scales.owed is None or (at < scales.owed and not (told(scales.centre) and told(scales.corner))):
        return scales, facts
    return scales._replace(lost=False, owed=None), (*facts, PartBack(at=at, part=scales.scale.part))
