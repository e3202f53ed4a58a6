"""The single words of a play (slots, numbers, keys, lamps ...): each read, or refused with what would be right."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, TypeVar

from firmware.plays.script import Wrong
from games.table import SECTIONS, SLOTS_PER_SECTION, Place, Slot
from hardware.box import EXPANDERS, LAMPS, PARTS
from hardware.sim import gate
from hardware.sim.failures import FAILURES
from hardware.sim.table import COLOURS

Kind = TypeVar("Kind", bound=str)

LOSABLE: Final = (*EXPANDERS, "scale", "knock", "lamps", "gate")
"""The parts of the box that can be unplugged so far."""

MUTABLE: Final = tuple(part for part in LOSABLE if part != "knock")
"""The parts that can be reset or made noisy: a line has no settings to forget and no transfers to fail."""

KEYS: Final = (*(f"k{n}" for n in range(1, 7)), *(f"p{n}" for n in range(1, 7)), "go", "back")
"""The keys of the panel: colour keys, player pads, `go` and `back`."""

GEM_COLOURS: Final = tuple(COLOURS)
"""Colours of gems, as Hammer Time names them; Clever Keys only counts."""

SHADES: Final = tuple(gate.SHADES)
"""Colours of what can be held into the gem gate: gems and dice."""

DAY: Final = 86_400.0
"""Seconds that a play may last at most: virtual time is fast, but not endless."""

HEAVIEST: Final = 100_000.0
"""Grams that may rest on a scale at most."""

_WHOLE: Final = re.compile(r"[0-9]{1,99}")
_DECIMAL: Final = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")
_JUMP: Final = re.compile(r"[+-]([0-9]{1,9}(\.[0-9]*)?|\.[0-9]+)")


def choices(names: Iterable[str]) -> str:
    """Names as a person lists them: `a, b or c`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant."""
    close = get_close_matches(word, list(names), n=1)
    return close[0] if close else None


def one_of(word: str, names: tuple[str, ...], kind: str) -> str:
    """A word out of a short list; raises Wrong with the list."""
    if word not in names:
        raise Wrong(f"there is no {kind} {word!r}", f"a {kind} is {choices(names)}")
    return word


def whole(word: str, what: str, least: int = 0, most: int | None = None) -> int:
    """A whole number within bounds; raises Wrong."""
    right = f"write a whole number from {least}" + ("" if most is None else f" to {most}")
    if not _WHOLE.fullmatch(word):
        raise Wrong(f"{what} {word!r} is no whole number", right)
    number = int(word)
    if number < least or (most is not None and number > most):
        raise Wrong(f"{what} {number} is out of range", right)
    return number


def positive(word: str, what: str) -> float:
    """A decimal number above 0; raises Wrong."""
    if not _DECIMAL.fullmatch(word) or float(word) == 0:
        raise Wrong(f"{what} {word!r} is no number above 0", "write it like 2 or 0.4")
    return float(word)


def duration(word: str) -> float:
    """Seconds above 0, a day at most; raises Wrong."""
    return _within_a_day(positive(word, "a duration"), word)


def pause(word: str) -> float:
    """Seconds from 0 to a day, in which nothing happens; raises Wrong."""
    if not _DECIMAL.fullmatch(word):
        raise Wrong(f"{word!r} is no time in seconds", "write it like 2 or 0.4")
    return _within_a_day(float(word), word)


def weight(word: str) -> float:
    """Grams above 0, those of a grown-up at most; raises Wrong."""
    grams = positive(word, "a weight")
    if grams > HEAVIEST:
        raise Wrong(f"{word} grams are more than anybody weighs", f"write at most {HEAVIEST:g}")
    return grams


def jump(word: str) -> float:
    """Seconds with their sign, as `clock` takes them; raises Wrong."""
    if not _JUMP.fullmatch(word):
        right = "write it like +315360000 or -86400.5: a sign, and at most nine digits before the point"
        raise Wrong(f"{word!r} is no jump of a clock in seconds", right)
    return float(word)


def _within_a_day(seconds: float, word: str) -> float:
    if seconds > DAY:
        raise Wrong(f"{word} seconds are more than a day", f"write at most {DAY:g}")
    return seconds


def moment(prefix: str) -> float:
    """Seconds from 0 to a day, as the prefixes `+S` and `@S` have them; raises Wrong."""
    word = prefix[1:]
    if not _DECIMAL.fullmatch(word):
        raise Wrong(
            f"{prefix!r} is no time in seconds", "write it like +2 (after the step before) or @12.5 (since the start)"
        )
    return _within_a_day(float(word), word)


def slot(word: str) -> Slot:
    """A slot, `section.slot`; raises Wrong."""
    if f"slot.{word}" not in LAMPS:
        right = f"a slot is section.slot, from 0.0 to {SECTIONS - 1}.{SLOTS_PER_SECTION - 1}"
        raise Wrong(f"there is no slot {word!r}", right)
    section, _, number = word.partition(".")
    return Slot(int(section), int(number))


def place(word: str) -> Place:
    """A place where gems lie; raises Wrong."""
    match word:
        case "centre" | "corner":
            return word
    raise Wrong(f"there is no place {word!r}", "a place is centre (the chamber) or corner")


def gems(text: tuple[str, ...], least: int = 1) -> tuple[int, tuple[str, ...]]:
    """Gems as a number or as colours, spaced or joined by commas: how many, and their colours if said. Raises Wrong."""
    right = f"write a number, or colours ({', '.join(GEM_COLOURS)})"
    match text:
        case (word,) if word[0].isdigit():
            return whole(word, "a number of gems", least=least), ()
    colours = tuple(colour for word in text for colour in word.split(","))
    if not colours:
        raise Wrong("it is not said how many gems", right)
    for colour in colours:
        if colour not in GEM_COLOURS:
            raise Wrong(f"there are no gems {colour!r}", right)
    return len(colours), colours


def keys(word: str) -> tuple[str, ...]:
    """A key of the panel or two joined by `+`; raises Wrong."""
    pressed = tuple(word.split("+"))
    for key in pressed:
        one_of(key, KEYS, "key of the panel")
    if len(pressed) > 2 or len(set(pressed)) < len(pressed):
        raise Wrong(f"{word!r} is no pair of keys", "press one key, or two different ones joined by +, like back+go")
    return pressed


def part(word: str, parts: tuple[str, ...] = LOSABLE) -> str:
    """A part of the box, one of `parts`; raises Wrong."""
    if word in LOSABLE and word not in parts:
        raise Wrong(f"the part {word!r} can only be unplugged", f"parts with settings and transfers: {choices(parts)}")
    if word not in LOSABLE and word in PARTS:
        raise Wrong(f"nothing can befall the part {word!r} yet", f"the parts so far are {choices(LOSABLE)}")
    return one_of(word, parts, "part")


def contact(word: str) -> str | Slot:
    """A key of the panel, or a slot (its *entry* contact); raises Wrong."""
    if word in KEYS:
        return word
    if word[0].isdigit():
        return slot(word)
    right = f"what can fail is {choices(FAILURES)}, a key of the panel or a slot"
    raise Wrong(f"there is no part, line or contact {word!r}", right)


def kind(what: str, word: str, kinds: tuple[Kind, ...]) -> Kind:
    """How something fails, one of `kinds`; raises Wrong."""
    for each in kinds:
        if word == each:
            return each
    raise Wrong(f"{what!r} cannot be {word!r}", f"it can be {choices(kinds)}")


def lamp(word: str) -> str:
    """A lamp by name; raises Wrong."""
    if word not in LAMPS:
        raise Wrong(f"there is no lamp {word!r}", "a lamp is slot.S.N, key.1-6, pad.1-6, go, back or meter.1-8")
    return word
