"""The course of a load cell: empty, rest, ten gems one by one, all of them where the game has them, and empty again.

A family has no weights, but gems, and what counting needs is how much a gem moves the converter: grams are nominal.
Ten single gems tell how much they differ; all gems of a game at once tell their mean better than ten do (with a spread
of 4 % the mean of ten is 1.3 % off, which is a gem in 52 now and then).

Law: a tare is accepted only where the place is as empty as it was when it was calibrated last (to 0.6 of a gem), or for
the first time within what a bare cell may show; and only if it is as empty again when all gems have been taken out.
"""

from math import hypot
from typing import Any

from firmware.calibrating import rest
from firmware.calibrating.cell import (
    BARE_GRAMS,
    GARBAGE,
    HUSH_S,
    LOUDEST,
    MINUTES,
    ONES,
    PATIENCE_S,
    REST_S,
    SAME,
    SILENT_S,
    STEEPEST,
    WIDEST,
    WINDOW_S,
    Cell,
    Stage,
    Weighing,
    figures,
    gem_of,
    lit,
    room_of,
    spread_of,
)
from firmware.calibrating.course import Course, End, Step
from firmware.calibrating.rest import Rest
from firmware.calibrating.words import (
    AllGems,
    Calibrates,
    Empty,
    HandsOff,
    NotAll,
    NotOne,
    Occupied,
    OneGem,
    TakeOut,
)
from firmware.calibration import GemsWeighed, Weighed
from firmware.sensing.readings import Lost, Reading, Weight
from games.facts import Fact, Pressed


def course(cell: Cell) -> Course:
    """The course of this cell."""
    return Course(
        part=cell.place,
        minutes=MINUTES,
        begin=lambda at: Step(
            Weighing(cell, until=at + 60 * MINUTES), (Calibrates(cell.place, MINUTES), Empty(cell.place))
        ),
        see=see,
        wake=wake,
        lit=lit,
        end=lambda weighing: weighing.end,
        figures=figures,
        alone=lambda weighing: cell.place if weighing.stage is Stage.REST else None,
        heed=cell.place,
    )


def see(state: Weighing, reading: Reading | Fact) -> Step:
    """The next state."""
    if state.end is not None:
        return Step(state)
    if reading.at >= state.until:
        return _fail(state, "late")
    if isinstance(reading, Lost) and reading.part == "scale":
        return _fail(state, "rail" if state.railed else "silent")
    if isinstance(reading, Pressed):
        return _pressed(state, reading)
    if isinstance(reading, Weight) and reading.place == state.cell.place:
        return _weighed(state._replace(railed=reading.counts is None), reading)
    if state.stage is Stage.REST and reading.at >= state.since + REST_S + SILENT_S:
        return _fail(state, "silent")
    return Step(state)


def wake(state: Weighing) -> float:
    """When time alone decides."""
    return min(state.until, state.since + REST_S + SILENT_S) if state.stage is Stage.REST else state.until


def _pressed(state: Weighing, press: Pressed) -> Step:
    match state.stage, press.key:
        case Stage.EMPTY, "go":
            return Step(state._replace(stage=Stage.REST, since=press.at + HUSH_S, seen=()), (HandsOff(),))
        case Stage.ALL, "go":
            return Step(state._replace(since=press.at + HUSH_S, seen=(), doubt=press.at))
        case Stage.ALL, "back":
            return _take_out(state)
        case _, "back":
            return _fail(state, "stopped")
    return Step(state)


def _weighed(state: Weighing, weight: Weight) -> Step:
    if state.stage is Stage.EMPTY or weight.at < state.since:
        return Step(state)
    if weight.counts is None:
        # Beside the gems a hand may press as hard as it likes.
        return _fail(state, "rail") if state.stage is Stage.REST else Step(state._replace(seen=()))
    if state.stage is Stage.REST:
        state = state._replace(seen=(*state.seen, (weight.at, weight.counts)))
        return Step(state) if weight.at < state.since + REST_S else _rested(state, rest.measure(state.seen))
    noise = 0.0 if state.tare is None else state.tare.noise
    within = max(6 * noise, 0.03 * abs(state.cell.gem))
    seen, level = rest.settle(state.seen, weight.at, weight.counts, window_s=WINDOW_S, within=within)
    state = state._replace(seen=seen)
    if level is None:
        return Step(state)
    match state.stage:
        case Stage.ONES:
            return _one(state, level, event=max(4 * noise, 0.06 * abs(state.cell.gem)))
        case Stage.ALL if state.doubt is not None:
            return _all(state, level)
        case Stage.BACK:
            return _back(state, level, weight.at)
    return Step(state)


def _rested(state: Weighing, tare: Rest) -> Step:
    """What a cell that nobody touches may be: the causes in the order in which one explains the next."""
    cell = state.cell
    gram = abs(cell.per_gram)
    state = state._replace(tare=tare, level=tare.level, seen=())
    if tare.noise > GARBAGE * gram and tare.ratio > 1.5:
        return _fail(state, "chopper")
    if tare.noise > LOUDEST * gram:
        return _fail(state, "loose")
    if not 0.8 < tare.rate / cell.rate_hz < 1.2:
        return _fail(state, "rate")
    if abs(tare.slope) > STEEPEST * gram:
        return _fail(state, "drift")
    furthest = BARE_GRAMS * gram if cell.known is None else SAME * abs(cell.gem)
    if abs(tare.level - (cell.assumed if cell.known is None else cell.known)) > furthest:
        if state.refused == 2:
            return _fail(state, "occupied")
        return Step(state._replace(stage=Stage.EMPTY, refused=state.refused + 1), (Occupied(cell.place),))
    return Step(state._replace(stage=Stage.ONES), (OneGem(cell.place, 1, ONES),))


def _one(state: Weighing, level: float, *, event: float) -> Step:
    """A rest while single gems are awaited."""
    cell, gems, moved = state.cell, state.gems, level - state.level
    if abs(moved) <= event:
        if not state.odd:
            return Step(state._replace(level=level))
        return Step(state._replace(level=level, odd=False), (OneGem(cell.place, len(gems) + 1, ONES),))
    if state.odd:
        return Step(state)
    if not gems:
        ratio = moved / cell.gem
        if ratio < -4:
            return _fail(state, "lay")
        if ratio < 0:
            return _fail(state, "backwards")
        if ratio < 0.25:
            return _fail(state._replace(gems=(moved,)), "small")
        fits = ratio < 4
    else:
        ratio = moved / rest.middle(gems)
        if -1.4 < ratio < -0.6:
            gems = gems[:-1]
            return Step(state._replace(level=level, gems=gems), (OneGem(cell.place, len(gems) + 1, ONES),))
        fits = 0.6 < ratio < 1.5
    if not fits:
        return Step(state._replace(odd=True), (NotOne(cell.place),))
    state = state._replace(level=level, gems=(*gems, moved))
    if len(state.gems) < ONES:
        return Step(state, (OneGem(cell.place, len(state.gems) + 1, ONES),))
    if spread_of(state.gems) > WIDEST:
        return _fail(state, "spread")
    if cell.totals:
        return Step(state._replace(stage=Stage.ALL), (AllGems(cell.place),))
    return _take_out(state)


def _all(state: Weighing, level: float) -> Step:
    """A rest after `go` said that all gems of a game lie there."""
    lie = (level - state.level + sum(state.gems)) / (sum(state.gems) / len(state.gems))
    number = min(state.cell.totals, key=lambda total: abs(total - lie))
    if abs(lie / number - 1) > 0.05:
        return Step(state._replace(doubt=None), (NotAll(state.cell.place),))
    return _take_out(state._replace(whole=(number, level - state.level + sum(state.gems))))


def _take_out(state: Weighing) -> Step:
    return Step(state._replace(stage=Stage.BACK, doubt=None, seen=()), (TakeOut(state.cell.place),))


def _back(state: Weighing, level: float, at: float) -> Step:
    """A rest while all gems are to be taken out: as empty as before, or less than empty, or not yet."""
    cell, tare = state.cell, state.tare
    gem = gem_of(state)
    if tare is None or (off := (level - tare.level) / gem) > 0.7:
        return Step(state._replace(doubt=None))
    state = state._replace(emptied=level)
    if off < -0.7:
        return _fail(state, "lay")
    if abs(off) > 0.3:
        if state.doubt is None:
            return Step(state._replace(doubt=at))
        return Step(state) if at < state.doubt + PATIENCE_S else _fail(state, "creep")
    if room_of(state) < cell.most:
        return _fail(state, "range")
    weighed = Weighed(
        counts_per_gram=round(gem / cell.gem_grams, 2),
        empty_counts=round((tare.level + level) / 2, 1),
        noise_grams=round(tare.noise * cell.gem_grams / abs(gem), 4),
    )
    learned: list[tuple[str, Any]] = [(f"scale.{cell.place}", weighed)]
    if cell.totals:
        # So few gems tell their spread to a quarter: what was assumed counts as much as they do.
        spread = hypot(spread_of(state.gems), cell.gem_spread) / 2**0.5
        learned.append(("gems", GemsWeighed(grams=cell.gem_grams, spread=round(spread, 4))))
    return Step(state._replace(stage=Stage.OVER, end=End(learned=tuple(learned))))


def _fail(state: Weighing, cause: str) -> Step:
    return Step(state._replace(stage=Stage.OVER, end=End(cause)))
