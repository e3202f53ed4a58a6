"""The owner's copy of a game as far as it is known: its values, and which of them the owner has entered.

What is not entered is as shipped; the metadata of each field of a game's copy tells whether that is printed in the
rulebook, derived from it or assumed. Pure.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from games import plain
from games.catalog import GAMES
from games.contract import Game
from games.settings import public

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
    """One game's copy. `entered` are the public names of the values that are the owner's own."""

    game: Game
    copy: Any
    entered: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The public names of all values."""
        return tuple(public(field.name) for field in fields(self.copy))

    @property
    def values(self) -> dict[str, plain.Plain]:
        """All values as a file says them."""
        return plain.dump(self.copy)

    def value(self, name: str) -> Any:
        """A value as the game takes it."""
        return next(getattr(self.copy, field.name) for field in fields(self.copy) if public(field.name) == name)

    def shape(self, name: str) -> Shape:
        """How a value is made."""
        hints = {public(field): hint for field, hint in get_type_hints(type(self.copy)).items()}
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

    def doubts(self) -> tuple[Doubt, ...]:
        """What cannot be true of any copy; nothing where the game can be played with this one."""
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
        return next(field.metadata for field in fields(self.copy) if public(field.name) == name)

    def _about(self, sentence: str) -> str:
        names = self.names
        return next((word for word in re.findall(r"\w+", sentence) if word in names), "")


def shipped(games: tuple[Game, ...] = GAMES) -> tuple[Owned, ...]:
    """The copies as the box came with them, of every game that has anything printed on it."""
    return tuple(_shipped(games))


def _entry(hint: Any) -> Any:
    """What a list has in it; None for anything that is no list of any length."""
    args = get_args(hint)
    return args[0] if get_origin(hint) is tuple and args[-1] is Ellipsis else None


def _shipped(games: tuple[Game, ...]) -> Iterator[Owned]:
    for game in games:
        if game.copy is not None:
            yield Owned(game=game, copy=game.copy())
