"""What a box has learned of its own parts: `calibration.toml` in the state directory, a table for each part.

    [scale.centre]
    at = 2026-01-31T18:04:00Z       # when, if the box knew
    counts_per_gram = 1538.2
    empty_counts = 20114
    noise_grams = 0.025

    [scale.centre.previous]         # what stood there before

Laws: a value that stands here comes before that of box.toml; a file that cannot be meant never keeps a box from
starting: what was written last is read in its place, else nothing, and one line says so; each part keeps the values it
had before. Grams are nominal: the family's gems are the weights, and one of them weighs what box.toml assumes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple

from firmware import kept
from firmware.places import is_absent
from firmware.sensing import gate
from hardware import located, typed
from hardware.typed import Within

NAME: Final = "calibration.toml"
"""The file in the state directory."""

HEAD: Final = """\
# What this box has learned of its own parts; `boxref calibrate` writes it. What does not stand here is as in box.toml.
# Grams are nominal: the family's gems are the weights."""

AGAIN: Final = "`boxref calibrate` learns it anew"

Counts = Annotated[float, Within(-0x800000, 0x7FFFFF)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """One load cell: counts of the empty place, counts for a (nominal) gram, noise of one conversion."""

    counts_per_gram: Annotated[float, Within(-1e6, 1e6)]
    empty_counts: Counts
    noise_grams: Annotated[float, Within(0, 100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GemsWeighed:
    """One gem: its (nominal) mass and the relative standard deviation of that."""

    grams: Annotated[float, Within(0.1, 20)]
    spread: Annotated[float, Within(0, 0.5)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowsHeard:
    """Blows on the knock sensor's line: the narrowest pulse of one, and how long after its begin the longest rang."""

    shortest_ms: Annotated[float, Within(0.01, 100)]
    longest_ring_s: Annotated[float, Within(0, 10)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotsFelt:
    """The contacts of the slots: how many were felt to close and open, and how long the longest bounced."""

    contacts: Annotated[int, Within(0, 1000)]
    longest_bounce_ms: Annotated[float, Within(0, 10_000)]


PARTS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "scale.centre": Weighed,
        "scale.corner": Weighed,
        "gems": GemsWeighed,
        "knock": BlowsHeard,
        "slots": SlotsFelt,
        "gate": gate.Learned,
    }
)
"""What can be learned, by the name of its table."""


class Learned(NamedTuple):
    """What was learned of a part, when (None: the box did not know what time it was), and what it replaced."""

    value: Any
    at: datetime | None = None
    previous: "Learned | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """All that a box has learned, by part (see `PARTS`)."""

    parts: Mapping[str, Learned] = field(default_factory=dict)

    def of(self, part: str) -> Any:
        """What was learned of a part, one of its class in `PARTS`; None if nothing was."""
        learned = self.parts.get(part)
        return None if learned is None else learned.value

    def learn(self, part: str, value: Any, at: float | None) -> "Calibration":
        """With this value from now on. `at`: seconds since 1970; None where the box does not know.

        Raises ValueError for a part that nothing can be learned of, and for a value of another kind.
        """
        if part not in PARTS or type(value) is not PARTS[part]:
            raise ValueError(f"{part}: {type(value).__name__} is nothing that can be learned of it")
        when = None if at is None else datetime.fromtimestamp(round(at), UTC)
        before = self.parts.get(part)
        previous = None if before is None else before._replace(previous=None)
        return Calibration(parts={**self.parts, part: Learned(value, when, previous)})


class Loaded(NamedTuple):
    """What was read, and what is wrong with the file in a line for the log (None: nothing)."""

    calibration: Calibration
    complaint: str | None = None


def load(path: Path) -> Loaded:
    """What the file says; the text written last where it cannot be meant, and nothing where there is none."""
    if is_absent(path):
        return Loaded(Calibration())
    try:
        file, cut = kept.parse(path)
        found = _read(file)
    except typed.PlanError as wrong:
        good = _last_good(path)
        if good is None:
            return Loaded(Calibration(), f"{wrong}; until then the values of box.toml hold ({AGAIN})")
        return Loaded(good, f"{wrong}; until then what was learned last holds")
    return Loaded(found, f"{path}: has lost its end; what was learned last holds" if cut else None)


def save(path: Path, calibration: Calibration) -> None:
    """Write it; on the disk when this returns, and until then what stood there before. Raises OSError.

    A file that a hand has spoiled is kept as `calibration.toml.before`.
    """
    if load(path).complaint is not None:
        kept.put(path.with_name(f"{path.name}.before"), path.read_bytes())
    kept.write(path, written(calibration))


def written(calibration: Calibration) -> str:
    """The text of the file."""
    lines = [HEAD]
    for part in PARTS:
        if part in calibration.parts:
            learned = calibration.parts[part]
            lines += _table(part, learned)
            if learned.previous is not None:
                lines += _table(f"{part}.previous", learned.previous)
    return "\n".join(lines) + "\n"


def _last_good(path: Path) -> Calibration | None:
    last = kept.last_good(path)
    try:
        return None if last is None else _read(typed.TypedFile(path, located.read(last)))
    except (located.TomlError, typed.PlanError):
        return None  # another version of boxref wrote it


def _table(name: str, learned: Learned) -> Iterator[str]:
    yield ""
    yield f"[{name}]"
    if learned.at is not None:
        yield f"at = {learned.at:%Y-%m-%dT%H:%M:%SZ}"
    if not isinstance(learned.value, gate.Learned):
        yield from (f"{one.name} = {getattr(learned.value, one.name)!r}" for one in fields(learned.value))
        return
    plain = gate.to_plain(learned.value)
    yield f"empty = {plain['empty']!r}"
    for colour, shade in plain["colours"].items():
        yield f"[{name}.colours.{colour}]"
        yield from (f"{key} = {values!r}" for key, values in shade.items())


def _read(file: typed.TypedFile) -> Calibration:
    """Raises PlanError."""
    tables = dict(_tables(file))
    return Calibration(parts={part: _learned(file, part, tables[part]) for part in PARTS if part in tables})


def _tables(file: typed.TypedFile) -> Iterator[tuple[str, Any]]:
    """The table of each part by its name, whether it stands alone or in one of several."""
    for name, table in file.values.items():
        if name in PARTS:
            yield name, table
            continue
        inner = [part.partition(".")[2] for part in PARTS if part.startswith(f"{name}.")]
        if not inner:
            raise file.wrong((name,), "nothing of that name can be learned", f"known here: {', '.join(PARTS)}")
        if not isinstance(table, dict):
            raise file.wrong((name,), f"is {table!r}", f"right are the tables {', '.join(inner)}")
        for key, each in table.items():
            if key not in inner:
                raise file.wrong((name, key), "nothing of that name can be learned", f"known here: {', '.join(inner)}")
            yield f"{name}.{key}", each


def _learned(file: typed.TypedFile, part: str, table: Any, *within: str) -> Learned:
    keys = (*part.split("."), *within)
    if not isinstance(table, dict):
        raise file.wrong(keys, f"is {table!r}", f"right is a table, [{'.'.join(keys)}]")
    values = dict(table)
    at, previous = values.pop("at", None), values.pop("previous", None)
    if at is not None and not isinstance(at, datetime):
        raise file.wrong((*keys, "at"), f"is {at!r}", "right is a moment, as 2026-01-31T18:04:00Z")
    if at is not None:
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    value = _colours(file, values, keys) if part == "gate" else file.table(PARTS[part], values, keys)
    if getattr(value, "counts_per_gram", 1.0) == 0:
        raise file.wrong((*keys, "counts_per_gram"), "is 0", "right is what a gram changes the count by, not 0")
    if previous is None:
        return Learned(value, at)
    return Learned(value, at, _learned(file, part, previous, "previous")._replace(previous=None))


def _colours(file: typed.TypedFile, values: dict[str, Any], keys: typed.Keys) -> gate.Learned:
    """Raises PlanError."""
    try:
        return gate.from_plain(values)
    except ValueError:
        raise file.wrong(keys, "is nothing that a gate has learned", "`boxref calibrate gate` writes it") from None
