"""What every contact, weight, knock and key of a box does, raw and settled side by side: a fold of readings and facts.

For makers: raw is what a chip or a line said, settled what sensing makes of it. The latency of a raw line is from the
edge (of the interrupt line, where there was one, else from the read) until the loop heard of it, that of a settled one
from the last flip until the fact was told.

Law: with the key-slot board and keys in it this shows which slots block, so nothing of it is kept or logged.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from firmware.sensing import debounce
from firmware.sensing.readings import Back, Edge, Lost, Peak, Ports, Reading, Weight
from games.facts import ColumnMoved, Fact, GemsCounted, KeyStands, Knock, Pressed, Weighing
from games.table import SECTIONS, SLOTS_PER_SECTION, Place
from hardware.box import Plan

LAST: Final = 8
"""Lines under the picture."""

_PLACES: Final[tuple[Place, ...]] = ("centre", "corner")


class Line(NamedTuple):
    """One thing that changed: when it was heard, whether `raw` or `settled`, what, how it is, and the seconds since."""

    at: float
    kind: str
    what: str
    how: str
    late: float

    def __str__(self) -> str:
        return f"{self.at:9.3f}  {self.kind:<7}  {self.what:<11}  {self.how:<22} {self.late * 1000:8.1f} ms"


class Watch(NamedTuple):
    """The state of the fold.

    `names` of the contacts by expander and bit of its word; `words` as read last; `settled` by name; `counts` of each
    place as told last, `step` the counts that make a new line; `lost` parts; `last` lines.
    """

    names: Mapping[tuple[str, int], str]
    step: Mapping[Place, float]
    words: Mapping[str, int]
    settled: Mapping[str, str]
    counts: Mapping[Place, int | None]
    told: Mapping[Place, int | None]
    lost: frozenset[str] = frozenset()
    last: tuple[Line, ...] = ()


def begin(plan: Plan) -> Watch:
    """Nothing read yet."""
    names: dict[tuple[str, int], str] = {}
    for (section, slot), (part, bit) in plan.slot_contacts.items():
        names[part, bit] = f"{section}.{slot} entry"
        names[part, bit + 8] = f"{section}.{slot} full"
    wired = {("panel", *contact): name for name, contact in plan.panel_keys.items()}
    wired[plan.column.part, *plan.column.contact] = "column"
    for (part, port, bit), name in wired.items():
        names[part, bit + (8 if port == "B" else 0)] = name
    cell, grams = plan.scale.cell, plan.settle.weight_grams
    step: dict[Place, float] = {
        "centre": abs(cell.centre_counts_per_gram) * grams,
        "corner": abs(cell.corner_counts_per_gram) * grams,
    }
    return Watch(names, step, {}, {}, {}, {})


def see(watch: Watch, now: float, reading: Reading, facts: Sequence[Fact]) -> tuple[Watch, tuple[Line, ...]]:
    """The next state, and what has changed: the reading first, then what it completed."""
    watch, lines = _raw(watch, now, reading)
    for fact in facts:
        said = _settled(fact)
        if said is not None:
            what, how = said
            watch = watch._replace(settled={**watch.settled, what: how})
            lines.append(Line(now, "settled", what, how, now - fact.at))
    return watch._replace(last=(*watch.last, *lines)[-LAST:]), tuple(lines)


def _raw(watch: Watch, now: float, reading: Reading) -> tuple[Watch, list[Line]]:
    match reading:
        case Ports(at=at, part=part, a=a, b=b):
            after, before = debounce.word(a, b), watch.words.get(part)
            watch = watch._replace(words={**watch.words, part: after})
            return watch, [
                Line(now, "raw", name, "closed" if after >> bit & 1 else "open", now - at)
                for (of, bit), name in watch.names.items()
                if of == part and (after >> bit & 1 if before is None else (after ^ before) >> bit & 1)
            ]
        case Weight(at=at, place=place, counts=counts):
            watch = watch._replace(counts={**watch.counts, place: counts})
            if place in watch.told and not _apart(watch.told[place], counts, watch.step[place]):
                return watch, []
            watch = watch._replace(told={**watch.told, place: counts})
            return watch, [Line(now, "raw", place, _counts(counts), now - at)]
        case Edge(at=at, line=line, active=active):
            return watch, [Line(now, "raw", line, "active" if active else "at rest", now - at)]
        case Peak(at=at, volts=volts):
            return watch, [Line(now, "raw", "knock", f"{volts:.2f} V", now - at)]
        case Lost(at=at, part=part):
            words = {name: word for name, word in watch.words.items() if name != part}
            watch = watch._replace(lost=watch.lost | {part}, words=words)
            return watch, [Line(now, "raw", part, "does not answer", now - at)]
        case Back(at=at, part=part):
            return watch._replace(lost=watch.lost - {part}), [Line(now, "raw", part, "answers again", now - at)]
    return watch, []


def _apart(before: int | None, after: int | None, step: float) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(after - before) >= step


def _counts(counts: int | None) -> str:
    return "at its rail" if counts is None else f"{counts} counts"


def _settled(fact: Fact) -> tuple[str, str] | None:
    match fact:
        case KeyStands(slot=slot, depth=depth):
            return str(slot), depth.value
        case Pressed(key=key, held=held):
            return key, f"held for {held:.1f} s" if held else "pressed"
        case Knock(volts=volts, doubtful=doubtful):
            heard = "a doubtful knock" if doubtful else "a knock"
            return "knock", heard if volts is None else f"{heard} of {volts:.2f} V"
        case ColumnMoved(up=up):
            return "column", "up" if up else "in its place"
        case Weighing(place=place):
            return place, "moving"
        case GemsCounted(place=place, gems=gems, odds=odds):
            return place, "no number of gems" if gems is None else f"{gems} gems ({odds:.0%} sure)"
    return None


def picture(watch: Watch) -> str:
    """The whole box: each slot as its contacts read (e entry, f full) and as it settled, then keys, weights, lines."""
    return "\n".join(line.rstrip() for line in _picture(watch))


def _picture(watch: Watch) -> Iterator[str]:
    closed = {name: watch.words[part] >> bit & 1 for (part, bit), name in watch.names.items() if part in watch.words}
    yield f"{'':11}" + "".join(f"slot {slot:<11}" for slot in range(SLOTS_PER_SECTION))
    for section in range(SECTIONS):
        cells = (_slot(watch, closed, f"{section}.{slot}") for slot in range(SLOTS_PER_SECTION))
        yield f"section {section}  " + "".join(f"{cell:<16}" for cell in cells)
    yield ""
    panel = [name for (part, _), name in watch.names.items() if part == "panel"]
    for row in (panel[:7], panel[7:]):
        yield f"{'panel':11}" + "  ".join(
            f"{name}{'?' if name not in closed else '#' if closed[name] else '.'}" for name in row
        )
    yield f"{'column':11}{_level(closed, 'column', 'in its place', 'up')}; settled: {watch.settled.get('column', '-')}"
    for place in _PLACES:
        raw = _counts(watch.counts[place]) if place in watch.counts else "-"
        yield f"{place:11}{raw}; settled: {watch.settled.get(place, '-')}"
    yield f"{'knock':11}{watch.settled.get('knock', '-')}"
    yield f"{'lost':11}{', '.join(sorted(watch.lost)) or '-'}"
    yield ""
    yield from map(str, watch.last)


def _slot(watch: Watch, closed: Mapping[str, int], slot: str) -> str:
    raw = "".join(
        "?" if (name := f"{slot} {contact}") not in closed else contact[0] if closed[name] else "."
        for contact in ("entry", "full")
    )
    return f"{raw} {watch.settled.get(slot, '-')}"


def _level(closed: Mapping[str, int], name: str, is_closed: str, is_open: str) -> str:
    return "-" if name not in closed else is_closed if closed[name] else is_open
