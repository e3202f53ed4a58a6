"""A game as its owner has it: what is printed on this copy, and how this house reads what the rulebook leaves open.

What is not entered is as shipped; the metadata of each field of a game's copy tells whether that is printed in the
rulebook, derived from it or assumed. Readings that are not chosen are those recommended. Pure.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from games import plain
from games.catalog import GAMES
from games.contract import Game
from games.settings import changed, public, readings

SOURCES: Final = ("rulebook", "derived", "assumed")
"""Where a shipped value comes from, the surest first: the keys of a field's metadata."""


Shape = Literal["one", "list", "counts", "lists", "table"]
"""How a value is made: one thing, a list of them, names with one each, lists in a list, names with a list each."""


class Doubt(NamedTuple):
    """What cannot be true of any copy: the value it is about (empty: of the game as a whole), and a sentence."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """One game's copy; None where nothing is printed on the game that the box would have to know.

    `entered` are the public names of the values that are the owner's own, `chosen` this house's settings by theirs.
    """

    game: Game
    copy: Any
    entered: frozenset[str] = frozenset()
    chosen: Mapping[str, plain.Plain] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The public names of all values."""
        return () if self.copy is None else tuple(public(each.name) for each in fields(self.copy))

    @property
    def readings(self) -> tuple[str, ...]:
        """The public names of the settings that can be chosen for good; variants are chosen by the keys."""
        by_hand = {name for variant in self.game.variants for name in variant.settings}
        return readings(self.game.rules.settings, by_hand)

    @property
    def values(self) -> dict[str, plain.Plain]:
        """All values as a file says them."""
        return {} if self.copy is None else plain.dump(self.copy)

    def value(self, name: str) -> Any:
        """A value as the game takes it."""
        return next(getattr(self.copy, each.name) for each in fields(self.copy) if public(each.name) == name)

    def shape(self, name: str) -> Shape:
        """How a value is made."""
        hints = {public(own): hint for own, hint in get_type_hints(type(self.copy)).items()}
        entry = _entry(hints[name])
        if entry is None:
            return "one"
        if get_origin(entry) is not tuple:
            return "list"
        if _entry(entry) is not None:
            return "lists"
        return "counts" if _entry(get_args(entry)[-1]) is None else "table"

    def enter(self, name: str, value: plain.Plain) -> "Owned":
        """This copy with a value of the owner's own; a tower that is not told of stays. Raises ValueError.

        The sentence tells why the value cannot be meant.
        """
        if self.shape(name) == "table" and isinstance(value, dict):
            value = {**{str(key): things for key, things in self.values[name]}, **value}
        copy = plain.load(type(self.copy), {**self.values, name: value})
        return replace(self, copy=copy, entered=self.entered | {name})

    def choose(self, name: str, value: plain.Plain) -> "Owned":
        """This game with a setting of the house's own. Raises ValueError; the sentence tells what would be right."""
        if name not in self.readings:
            raise ValueError(f"{name}: no such setting here; there are {', '.join(self.readings)}")
        house = replace(self, chosen={**self.chosen, name: value})
        house.read(self.game.rules.settings())
        return house

    def read(self, settings: Any) -> Any:
        """Settings as this house reads them."""
        return changed(settings, self.chosen)

    def doubts(self) -> tuple[Doubt, ...]:
        """What cannot be true of any copy; nothing where the game can be played with this one."""
        if self.copy is None:
            return ()
        return tuple(Doubt(self._about(sentence), sentence) for sentence in self.game.check(self.copy))

    def marks(self, name: str) -> tuple[str, ...]:
        """Where a value comes from: `yours`, or what the rulebook says, what follows from it and what is assumed."""
        if name in self.entered:
            return ("yours",)
        told = self._metadata(name)
        return tuple(f"{source}: {told[source]}" for source in SOURCES if source in told)

    def asks(self, name: str) -> tuple[str, ...]:
        """What a value means, in a line for its owner; nothing where its name says it all."""
        told = self._metadata(name)
        return (told["asks"],) if "asks" in told else ()

    def _metadata(self, name: str) -> Mapping[str, Any]:
        return next(each.metadata for each in fields(self.copy) if public(each.name) == name)

    def _about(self, sentence: str) -> str:
        names = self.names
        return next((word for word in re.findall(r"\w+", sentence) if word in names), "")


def shipped(games: tuple[Game, ...] = GAMES) -> tuple[Owned, ...]:
    """Every game as the box came with it, read as recommended."""
    return tuple(Owned(game=game, copy=None if game.copy is None else game.copy()) for game in games)


def _entry(hint: Any) -> Any:
    """What a list has in it; None for anything that is no list of any length."""
    args = get_args(hint)
    return args[0] if get_origin(hint) is tuple and args[-1] is Ellipsis else None
