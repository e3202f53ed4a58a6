"""What every course of calibration is: a pure fold, what it says and lights, and how it ends.

Laws: time comes from the stamps of readings alone; a course ends by itself, at its limit at the latest; one that fails
has learned nothing, and names one likely cause.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from firmware.calibrating.words import Word
from firmware.sensing.readings import Reading
from games.contract import Lit
from games.facts import Fact
from games.table import Place


class Figure(NamedTuple):
    """Something measured, for people: `right` says what it should be."""

    what: str
    value: str
    right: str

    def __str__(self) -> str:
        return f"{self.what}: {self.value} (right: {self.right})"


class End(NamedTuple):
    """How a course ended. `cause` is the likely one where it failed, `learned` what to keep, by part."""

    cause: str | None = None
    learned: tuple[tuple[str, Any], ...] = ()


class Step(NamedTuple):
    """The next state, and what is to be said."""

    state: Any
    said: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The calibration of one part.

    `part` is named as in box.toml, `minutes` are what it takes at most. The state is the course's own; `see` takes
    readings, and the facts that sensing made of them.
    """

    part: str
    minutes: int
    begin: Callable[[float], Step]
    see: Callable[[Any, Reading | Fact], Step]
    wake: Callable[[Any], float]
    lit: Callable[[Any], tuple[Lit, ...]]
    end: Callable[[Any], End | None]
    figures: Callable[[Any], tuple[Figure, ...]]
    alone: Callable[[Any], Place | None] = lambda _state: None
    """The place whose every conversion is wanted now."""
    heed: Place | None = None
    """The place whose weight matters most."""
