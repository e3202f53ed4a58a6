"""Each part of the box is touched in turn, seen by the box and ticked off: a fold of facts and typed answers.

Laws: whatever is touched out of turn is named and changes nothing; a part that does not answer is ticked off as lost
without being asked for; of a slot only the *entry* contact is asked for, so that nothing tells which slots block.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from games.facts import ColumnMoved, Fact, GemsCounted, KeyStands, Knock, PartBack, PartLost, Pressed, Weighing
from games.table import SECTIONS, SLOTS_PER_SECTION, Depth, Place
from hardware.box import Plan

HELP: Final = "Enter passes over what does not happen, `stop` ends."

YES_OR_NO: Final = "Type yes or no."

ENDS: Final = frozenset({"stop", "quit", "exit", "q"})
"""What ends the round, however one is used to say it."""

Verdict = Literal["ok", "not seen", "no", "does not answer", "not tried"]


class Lamps(NamedTuple):
    """Every lamp lights in turn; people say whether it did."""

    name: str = "lamps"
    part: str = "lamps"
    asks: str = "Each lamp lights up in red, green, blue and white, one after the other. Did all of them? (yes or no)"


class Buzzer(NamedTuple):
    """It sounds; people say whether it did."""

    name: str = "buzzer"
    part: str = "buzzer"
    asks: str = "The buzzer sounds three notes. Did you hear them? (yes or no)"


class Key(NamedTuple):
    """A key of the panel."""

    name: str
    part: str = "panel"

    @property
    def asks(self) -> str:
        """What to do."""
        return f"Press {self.name}."


class Column(NamedTuple):
    """The silver column's contact."""

    part: str
    name: str = "column"
    asks: str = "Lift the silver column, and put it back."


class Pan(NamedTuple):
    """A load cell."""

    name: Place
    part: str = "scale"

    @property
    def asks(self) -> str:
        """What to do."""
        where = "into the treasure chamber" if self.name == "centre" else "into the open corner"
        return f"Lay something {where}, and leave it there for a moment."


class Hammer(NamedTuple):
    """The knock sensor."""

    name: str = "knock"
    part: str = "knock"
    asks: str = "Knock on the box with the hammer."


class Section(NamedTuple):
    """The *entry* contacts of a section, which may hang on two expanders."""

    number: int
    parts: tuple[str, ...]

    @property
    def name(self) -> str:
        """As the slots are written."""
        return f"section {self.number}"

    @property
    def part(self) -> str:
        """The expander of its first slot."""
        return self.parts[0]

    @property
    def asks(self) -> str:
        """What to do."""
        slots = ", ".join(f"{self.number}.{slot}" for slot in range(SLOTS_PER_SECTION))
        return f"Push a key into each slot of section {self.number}: {slots}."


Check = Lamps | Buzzer | Key | Column | Pan | Hammer | Section


class Result(NamedTuple):
    """How a check went, and what there is to say about it."""

    name: str
    verdict: Verdict
    note: str = ""

    def __str__(self) -> str:
        mark = "ok  " if self.verdict == "ok" else "--  "
        rest = "" if self.verdict == "ok" else f": {self.verdict}{f' ({self.note})' if self.note else ''}"
        return f"{mark}{self.name}{rest}"


class Touch(NamedTuple):
    """The state of the fold: what is still to be checked, the first of it now, and of that what was seen already."""

    checks: tuple[Check, ...]
    seen: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    results: tuple[Result, ...] = ()

    @property
    def check(self) -> Check | None:
        """What is asked for now; None once there is nothing more."""
        return self.checks[0] if self.checks else None


def begin(plan: Plan) -> Touch:
    """Everything that is fitted, the outputs first."""
    return Touch(tuple(_checks(plan)))


def _checks(plan: Plan) -> Iterator[Check]:
    yield Lamps()
    yield Buzzer()
    yield from map(Key, plan.panel_keys)
    yield Column(plan.column.part)
    yield Pan("centre")
    yield Pan("corner")
    yield Hammer()
    for section in range(SECTIONS):
        parts = (plan.slot_contacts[section, slot][0] for slot in range(SLOTS_PER_SECTION))
        yield Section(section, tuple(dict.fromkeys(parts)))


def see(touch: Touch, fact: Fact) -> tuple[Touch, str | None]:
    """The next state, and what to say of what was touched; None where it says nothing."""
    match fact:
        case PartLost(part=part):
            return touch._replace(lost=touch.lost | {part}), f"{part} does not answer."
        case PartBack(part=part):
            return touch._replace(lost=touch.lost - {part}), f"{part} answers."
    check, touched = touch.check, _touched(fact)
    if check is None or touched is None:
        return touch, None
    missing = _missing(touch, check)
    if touched not in (missing if isinstance(check, Section) else missing[:1]):
        return touch, None if _follows(fact, check) or touched in touch.seen else f"That was {touched}."
    if len(missing) > 1:
        return touch._replace(seen=touch.seen | {touched}), f"{touched}: seen." if isinstance(check, Section) else None
    return _ticked(touch, "ok"), f"{check.name}: ok."


def _missing(touch: Touch, check: Check) -> tuple[str, ...]:
    """What is to be seen yet: of a section in any order, else one after the other."""
    return tuple(each for each in _needs(check) if each not in touch.seen)


def _needs(check: Check) -> tuple[str, ...]:
    match check:
        case Key(name=name):
            return (name,)
        case Column():
            return "the column, up", "the column, back"
        case Pan(name=place):
            return f"the {place}", f"the {place}, at rest"
        case Hammer():
            return ("a knock",)
        case Section(number=number):
            return tuple(f"{number}.{slot}" for slot in range(SLOTS_PER_SECTION))
    return ()


def _touched(fact: Fact) -> str | None:
    match fact:
        case Pressed(key=key):
            return key
        case ColumnMoved(up=up):
            return "the column, up" if up else "the column, back"
        case Weighing(place=place):
            return f"the {place}"
        case GemsCounted(place=place):
            return f"the {place}, at rest"
        case Knock():
            return "a knock"
        case KeyStands(slot=slot, depth=Depth.ENTERED | Depth.FULL):
            return str(slot)
    return None


def _follows(fact: Fact, check: Check) -> bool:
    """What comes by itself after something else was touched, and need not be named: every touch shakes the scale."""
    match fact:
        case GemsCounted() | ColumnMoved(up=False):
            return True
        case Weighing():
            return not isinstance(check, Pan)
    return False


def due(touch: Touch) -> Touch:
    """With everything ticked off that hangs on a part which does not answer."""
    while (check := touch.check) is not None:
        lost = touch.lost & set(check.parts if isinstance(check, Section) else (check.part,))
        if not lost:
            break
        touch = _ticked(touch, "does not answer", ", ".join(sorted(lost)))
    return touch


def answer(touch: Touch, line: str) -> tuple[Touch, str | None]:
    """What was typed, and what to say to it."""
    check, word = touch.check, line.strip().lower()
    if check is None:
        return touch, None
    if word in ENDS:
        rest = tuple(Result(each.name, "not tried") for each in touch.checks)
        return touch._replace(checks=(), results=(*touch.results, *rest)), None
    if isinstance(check, Lamps | Buzzer):
        if word in ("yes", "y"):
            return _ticked(touch, "ok"), None
        if word in ("no", "n"):
            return _ticked(touch, "no"), None
        return (_ticked(touch, "not seen"), None) if not word else (touch, YES_OR_NO)
    if word:
        return touch, HELP
    missing = _missing(touch, check) if isinstance(check, Section) else ()
    return _ticked(touch, "not seen", ", ".join(missing)), None


def _ticked(touch: Touch, verdict: Verdict, note: str = "") -> Touch:
    done = Result(touch.checks[0].name, verdict, note)
    return touch._replace(checks=touch.checks[1:], seen=frozenset(), results=(*touch.results, done))


def listed(touch: Touch) -> Iterator[str]:
    """The pass list, and how many passed."""
    yield from map(str, touch.results)
    passed = sum(result.verdict == "ok" for result in touch.results)
    yield f"{passed} of {len(touch.results)} passed."


def passed(touch: Touch) -> bool:
    """Whether everything was."""
    return all(result.verdict == "ok" for result in touch.results)
