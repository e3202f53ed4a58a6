"""A load cell while it is calibrated: what is known of it before, what has been measured so far, and what is right."""

from enum import Enum
from typing import NamedTuple

from firmware.calibrating.course import End, Figure
from firmware.calibrating.rest import Conversions, Rest
from games.contract import Lit
from games.table import Place

MINUTES = 4
ONES = 10
"""Gems that are laid down one by one."""

HUSH_S, REST_S, SILENT_S = 1.0, 4.0, 2.0
"""Seconds: after `go`, until a finger's push has died away; a rest is measured for; then a cell counts as silent."""

WINDOW_S = 0.8
"""A weight that has kept still for so long is at rest."""

LOUDEST = 0.075
"""Grams of noise beyond which a weight cannot be told to rest (0.02 to 0.03 on a recorded 1 kg cell)."""

GARBAGE = 1.0
"""Grams of noise from which conversions that have nothing to do with each other are the chopper's."""

STEEPEST = 0.02
"""Grams a second: seven times the fastest drift recorded (0.16 g a minute)."""

BARE_GRAMS = 150.0
"""As far as an empty cell may be off what box.toml says: a tenth of what a 1 kg cell carries, and its plate."""

SAME = 0.6
"""Of a gem: an empty place is not further off what it was."""

PATIENCE_S = 5.0
"""So long a place that ought to be empty may be off by less than a gem before that is told."""

WIDEST = 0.15
"""Relative standard deviation beyond which gems cannot be counted, or were no single ones."""

HIGH, LOW = 0x7FFFFF, -0x800000
"""The converter's rails."""


class Cell(NamedTuple):
    """What is known of a cell before: `per_gram` and `assumed` from box.toml, `known` the tare calibrated last."""

    place: Place
    per_gram: float
    assumed: float
    known: float | None
    gem_grams: float
    gem_spread: float
    totals: tuple[int, ...]
    most: int
    rate_hz: float

    @property
    def gem(self) -> float:
        """Counts for a gem as far as is known, negative for a cell that is wired so on purpose."""
        return self.per_gram * self.gem_grams


class Stage(Enum):
    """Where the course is."""

    EMPTY = "empty"
    REST = "rest"
    ONES = "ones"
    ALL = "all"
    BACK = "back"
    OVER = "over"


class Weighing(NamedTuple):
    """The state. `level` is the last rest, `gems` the counts of each gem, `whole` all with their number."""

    cell: Cell
    until: float
    stage: Stage = Stage.EMPTY
    since: float = 0.0
    refused: int = 0
    seen: Conversions = ()
    tare: Rest | None = None
    level: float = 0.0
    gems: tuple[float, ...] = ()
    odd: bool = False
    railed: bool = False
    whole: tuple[int, float] | None = None
    doubt: float | None = None
    emptied: float | None = None
    end: End | None = None


def gem_of(state: Weighing) -> float:
    """Counts for a gem, as well as they are known by now."""
    if state.whole is not None:
        return state.whole[1] / state.whole[0]
    return sum(state.gems) / len(state.gems) if state.gems else state.cell.gem


def spread_of(gems: tuple[float, ...]) -> float:
    """Their relative standard deviation; none of fewer than two."""
    if len(gems) < 2:
        return 0.0
    mean = sum(gems) / len(gems)
    return float((sum((gem - mean) ** 2 for gem in gems) / (len(gems) - 1)) ** 0.5 / abs(mean))


def room_of(state: Weighing) -> float:
    """How many gems the converter can tell, from the empty place to its rail."""
    gem = gem_of(state)
    return ((HIGH if gem > 0 else LOW) - (0.0 if state.tare is None else state.tare.level)) / gem


def lit(state: Weighing) -> tuple[Lit, ...]:
    """`go` and `back` where they do something, and gems counted on the meter."""
    match state.stage:
        case Stage.EMPTY:
            return (Lit("go", "go"),)
        case Stage.REST:
            return tuple(Lit(f"meter.{lamp}", "wait") for lamp in range(1, 9))
        case Stage.ONES:
            shown = len(state.gems) * 8 // ONES
            return tuple(Lit(f"meter.{lamp}", "bad" if state.odd else "meter") for lamp in range(1, shown + 1))
        case Stage.ALL:
            return Lit("go", "go"), Lit("back", "back")
    return ()


def figures(state: Weighing) -> tuple[Figure, ...]:
    """What has been measured so far."""
    tare, cell = state.tare, state.cell
    if tare is None:
        return ()
    counts = abs(gem_of(state)) / cell.gem_grams
    found = [
        Figure("noise", f"{tare.noise / counts:.3f} g", f"at most {LOUDEST:g} g"),
        Figure("rate", f"{tare.rate:.0f} conversions a second", f"{cell.rate_hz:g}"),
    ]
    if state.emptied is None:
        found.append(Figure("drift", f"{60 * tare.slope / counts:+.2f} g a minute", f"at most {60 * STEEPEST:g} g"))
    else:
        found.append(Figure("drift", f"{(state.emptied - tare.level) / counts:+.2f} g", "at most 0.3 of a gem"))
    if state.gems:
        gem = gem_of(state)
        room = int(room_of(state))
        found.append(Figure("range", f"a gem is {gem:.0f} counts, room for {room} gems", f"room for {cell.most}"))
        found.append(Figure("gems", f"differ by {spread_of(state.gems):.1%}", f"at most {WIDEST:.0%}"))
    return tuple(found)
