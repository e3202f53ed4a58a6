"""What an adapter is: a game's set-up and its events, as vectors write them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

S = TypeVar("S")


class UnreadableError(ValueError):
    """A set-up or a step that no case of this game can have; the sentence says what would be right."""


@dataclass(frozen=True, slots=True)
class Adapter(Generic[S]):
    """`setup` lays out a position; `step` plays an event and tells the answer. Both raise UnreadableError."""

    title: str
    setup: Callable[[Mapping[str, Any]], S]
    step: Callable[[S, str, list[Any]], tuple[S, Any]]


def known(what: str, given: str, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is not among the allowed ones."""
    if given not in allowed:
        raise UnreadableError(f"there is no {what} {given!r}; there are {', '.join(allowed)}")
