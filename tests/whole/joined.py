"""Which games are played whole by clumsy hands, and how many of each.

How a game joins:

1. A folder `tests/whole/NAME/` of its own, NAME as in the catalogue, with a function `play(seed: int) -> Played` in
   `played.py`: it plays the game that follows from the seed to its end and raises `WrongRuling` wherever what the box
   announced is not what is true. Whoever is at the box builds on `Evening` (evening.py), and what children are like
   comes from `hands.py`; the oracle is written from the rulebook and shares no code with the game's referee. What was
   pressed comes from `fingers.py`, and what is too close to call goes either way (`doubt.py`).
2. One line in GAMES, with its weight. Every game is given its part of CI's hundred, so a game more costs no more time;
   `make soak` plays a thousand of each. `tests/conftest.py` reports a line for each game by itself.
3. Faults that whole games find are kept in `NAME/test_mended.py`, each as the shortest game that shows it.
"""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from tests.whole.clever_keys import played as clever_keys
from tests.whole.dragon_battle import played as dragon_battle
from tests.whole.evening import Played
from tests.whole.hammer_time import played as hammer_time
from tests.whole.sultans_swoop import played as sultans_swoop

CI = 100
"""Whole games that CI plays, of all games together."""

SOAK = range(1000, 2000)
"""The seeds of the long run, for each game."""


class Joined(NamedTuple):
    """How a game is played whole, and how much it weighs among the others."""

    play: Callable[[int], Played]
    weight: int


GAMES = {
    "clever_keys": Joined(clever_keys.play, 2),
    "dragon_battle": Joined(dragon_battle.play, 1),
    "hammer_time": Joined(hammer_time.play, 1),
    "sultans_swoop": Joined(sultans_swoop.play, 1),
}


def ci() -> list[tuple[str, int]]:
    """The name and the seed of every game that CI plays."""
    total = sum(game.weight for game in GAMES.values())
    marks = [CI * upto // total for upto in accumulate((game.weight for game in GAMES.values()), initial=0)]
    parts = zip(GAMES, marks, marks[1:], strict=False)
    return [(name, seed) for name, begin, end in parts for seed in range(end - begin)]


def soak() -> list[tuple[str, int]]:
    """The name and the seed of every game of the long run."""
    return [(name, seed) for name in GAMES for seed in SOAK]
