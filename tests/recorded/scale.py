"""A recording of one load cell, replayed through the counting of gems.

FILE is a table (`table`) with the columns `time` (seconds, rising) and `data` (counts of the converter), as in the
recordings of mortenfyhn/coffee-scales. The cell has no known zero, so the first rest is taken for a count that is told,
and every later count follows from steps of weight.

LABELS (given, or beside FILE with the ending `.labels.txt`) has a line `time,gems` for each count that is due: at that
time so many gems lie at rest. The first one is what the first rest is taken for. Lines `name=value` describe another
cell or other gems: `counts_per_gram`, `gem_grams`, `gem_spread`, `kilograms` (what the cell carries). Blank lines, a
heading `time,gems` and what follows `#` are skipped. Without `time,gems` lines the recording has to keep one count: no
gem may come or go.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite
from pathlib import Path

from firmware.sensing import scales
from firmware.sensing.counting import Gems
from firmware.sensing.pan import Cell, Scale
from firmware.sensing.readings import Weight
from games.facts import Fact, GemsCounted
from tests.recorded import table
from tests.recorded.replayed import Replayed, WrongFile, lines

SETTLING_S = 1.5
"""A count may come so much later than its label says: the weight swings, then has to be steady."""

ASSUMED_GEMS = 10
"""What the first rest is taken for without labels: enough for a false gem to go as well as to come."""

MOST_GEMS = 99

RAIL = 0x7FFFFF
"""Of a converter with 24 bits."""

WHAT = "recording of a scale"
COLUMNS = {"time": ("t", "seconds", "time_s"), "data": ("raw_data", "raw", "counts", "value")}

RANGES = {
    "counts_per_gram": (-1e6, 1e6),
    "gem_grams": (0.1, 20.0),
    "gem_spread": (0.001, 0.5),
    "kilograms": (0.01, 100.0),
}
"""What a setting may be; a cell wired the other way round has negative counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What is due in a recording, and what it was made with (the cell of the recordings at hand, box.toml's gems)."""

    due: tuple[tuple[float, int], ...] = ()
    settings: dict[str, float] = field(
        default_factory=lambda: {
            "counts_per_gram": 1540.32,
            "gem_grams": 1.6,
            "gem_spread": 0.04,
            "kilograms": 1.0,
        }
    )


def files(folder: Path) -> list[Path]:
    """All recordings of a scale in a folder and the folders in it. Raises WrongFile where there are none."""
    return table.files(folder, WHAT, COLUMNS)


def replay(file: Path, labels: Path | None) -> Replayed:
    """Replay `file`; the events are what was told, a line each.

    Raises:
        WrongFile: a line of either file is not what it should be.
    """
    conversions = list(_conversions(file))
    beside = file.with_suffix(".labels.txt")
    labels = labels or (beside if beside.exists() else None)
    told = Labels() if labels is None else _labels(labels)
    facts = tuple(_facts(conversions, told))
    counted = [fact for fact in facts if isinstance(fact, GemsCounted)]
    mismatches = _against(counted, told.due, conversions[-1][0]) if told.due else _steady(counted)
    return Replayed(events=tuple(_told(fact) for fact in facts), mismatches=tuple(mismatches))


def _facts(conversions: list[tuple[float, int]], labels: Labels) -> Iterator[Fact]:
    settings = labels.settings
    empty = next((counts for _, counts in conversions if abs(counts) < RAIL), 0)
    cell = Cell(settings["counts_per_gram"], empty, settings["kilograms"])
    gems = Gems(settings["gem_grams"], settings["gem_spread"], MOST_GEMS)
    first = labels.due[0][1] if labels.due else ASSUMED_GEMS
    state = scales.begin(Scale(centre=cell, corner=cell, gems=gems))
    begun = False
    for at, counts in conversions:
        state, facts = scales.see(state, Weight(at, "centre", counts if abs(counts) < RAIL else None))
        if not begun and state.centre.level is not None and abs(counts) < RAIL:
            begun, facts = True, (GemsCounted(at=at, place="centre", gems=first),)
            state = scales.agreed(state, "centre", first)
        yield from facts


def _told(fact: Fact) -> str:
    match fact:
        case GemsCounted(gems=None):
            return f"{fact.at:9.2f}  something that is no gem"
        case GemsCounted():
            return f"{fact.at:9.2f}  {fact.gems} gems, odds {fact.odds:.4f}"
        case _:
            return f"{fact.at:9.2f}  moving"


def _steady(counted: list[GemsCounted]) -> Iterator[str]:
    if not counted:
        yield "the weight never came to rest"
    elif all(fact.gems is None for fact in counted):
        yield "what lay there was never counted: the converter is at its rail"
    for before, after in pairwise(counted):
        if after.gems != before.gems:
            yield f"{after.at:.2f} s: expected {before.gems} gems to stay, got {after.gems}"


def _against(counted: list[GemsCounted], due: tuple[tuple[float, int], ...], end: float) -> Iterator[str]:
    for (at, gems), (following, _) in pairwise((*due, (end + 2 * SETTLING_S, 0))):
        by = at + min(SETTLING_S, (following - at) / 2)
        got = [fact.gems for fact in counted if fact.at <= by]
        if not got or got[-1] != gems:
            yield f"{at:.2f} s: expected {gems} gems, got {got[-1] if got else 'no count yet'}"


def _conversions(file: Path) -> Iterator[tuple[float, int]]:
    before = float("-inf")
    for line, row in table.rows(file, WHAT, COLUMNS):
        try:
            # Some programs write counts as 2.175e+06.
            at, counts = float(row["time"]), round(float(row["data"]))
        except (OverflowError, ValueError):
            raise WrongFile(file, f"{row['time']!r}, {row['data']!r} are not seconds and counts", line=line) from None
        if not isfinite(at):
            raise WrongFile(file, f"{row['time']} is no moment", line=line)
        if at < before:
            raise WrongFile(file, f"time goes back from {before} to {at}", line=line)
        if not -RAIL - 1 <= counts <= RAIL:
            raise WrongFile(file, f"{counts} are not counts of a converter with 24 bits", line=line)
        before = at
        yield at, counts
    if before == float("-inf"):
        raise WrongFile(file, "no conversion in it")


def _labels(file: Path) -> Labels:
    labels, due = Labels(), list[tuple[float, int]]()
    for number, written in lines(file):
        line = written.strip().replace("\t", ",").replace(";", ",")
        if line.replace(" ", "").casefold() == "time,gems":
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        try:
            if equals:
                least, most = RANGES[name]
                labels.settings[name] = float(value)
                if not (labels.settings[name] and least <= labels.settings[name] <= most):
                    what = f"{line!r} cannot be; right is a number from {least:g} to {most:g}, not 0"
                    raise WrongFile(file, what, line=number)
                continue
            time, gems = line.split(",")
            due.append((float(time), int(gems)))
        except (KeyError, ValueError):
            known = ", ".join(RANGES)
            raise WrongFile(file, f"{line!r} is neither time,gems nor NAME=NUMBER of {known}", line=number) from None
    if any(not (isfinite(time) and 0 <= gems <= MOST_GEMS) for time, gems in due) or due != sorted(
        due, key=lambda label: label[0]
    ):
        raise WrongFile(file, f"labels have to be in order of time, with 0 to {MOST_GEMS} gems")
    return Labels(due=tuple(due), settings=labels.settings)
