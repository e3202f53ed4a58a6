"""What happened on the table, settled, calibrated and stamped: the referee's whole input.

Laws: a fact is frozen; `at` is its moment in monotonic seconds, taken where the reading was taken (never when it was
read out of a queue); what a sensor cannot tell is said as unknown, never as a number.
"""

from dataclasses import asdict, dataclass
from typing import Any, get_args

from games.table import Depth, Place, Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyStands:
    """A slot's two contacts have been steady: this is how it stands since `at`."""

    at: float
    slot: Slot
    depth: Depth


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """The weight at a place has left its rest: a hand, an arm or a gem is moving there."""

    at: float
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class GemsCounted:
    """The weight at a place came to rest at `at`, and so many gems lie there.

    `gems` is None when that cannot be told (the scale is lost, at its rail, never calibrated, or something that is no
    gem lies there). `odds` is the probability that `gems` is right; under 0.99 the referee asks instead of guessing.
    """

    at: float
    place: Place
    gems: int | None
    odds: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A key of the panel acted: `go` and `back` on release after `held` seconds, all others when pressed (held 0)."""

    at: float
    key: str
    held: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """The knock sensor heard a blow, and no echo of one.

    `volts` is its peak, where that is measured. A `doubtful` one may be the box's own noise, a key that hit home or
    gems that were dropped: it is no knock, and yet a fall that began with it is worth a question.
    """

    at: float
    volts: float | None = None
    doubtful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnMoved:
    """The silver column's contact is open (`up`: somebody has taken it) or closed again since `at`."""

    at: float
    up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLost:
    """A part as named in box.toml no longer answers (or was not there at the start)."""

    at: float
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartBack:
    """A lost part answers again; what it shows is known anew from the facts before this one."""

    at: float
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed:
    """Nothing but time: sent when the moment comes that the referee asked to be woken at."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerBack:
    """The box was without power and has started again; what moved meanwhile nobody saw. Stamps begin anew."""

    at: float


Fact = KeyStands | Weighing | GemsCounted | Pressed | Knock | ColumnMoved | PartLost | PartBack | PowerBack | TimePassed

Fleeting = Pressed | Knock | ColumnMoved
"""What the sensors cannot show again after a cut: it is on the disk before it is ruled on."""

_KINDS = {kind.__name__: kind for kind in get_args(Fact)}


def dump(fact: Fact) -> dict[str, Any]:
    """A fact for JSON: its kind under `fact`, and its fields."""
    kept: dict[str, Any] = {"fact": type(fact).__name__, **asdict(fact)}
    if isinstance(fact, KeyStands):
        kept |= {"slot": str(fact.slot), "depth": fact.depth.value}
    return kept


def load(kept: Any) -> Fact:
    """A fact from what `dump` gave. Raises ValueError for anything else."""
    try:
        given = dict(kept)
        kind = _KINDS[given.pop("fact")]
        if kind is KeyStands:
            section, slot = map(int, given["slot"].split("."))
            given |= {"slot": Slot(section, slot), "depth": Depth(given["depth"])}
        fact: Fact = kind(**given)
    except (AttributeError, KeyError, TypeError, ValueError) as wrong:
        raise ValueError(f"{kept!r} is no fact") from wrong
    return fact
