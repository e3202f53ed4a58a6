"""What every world of games/bots shares: how a game by bots is asked for, and what is told of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games.announcements import Announcement
from games.announcements.shared import Foul
from games.bots.chance import Chance
from games.contract import Ruling

S = TypeVar("S")

P = TypeVar("P")
"""What a player of one game answers."""

P_contra = TypeVar("P_contra", contravariant=True)
"""The same, for whoever lets them play."""


class Result(NamedTuple):
    """How a game went; players are counted from 0."""

    scores: tuple[int, ...]
    """What everybody has in the end: gems, stars, bags, wagons."""
    winners: tuple[int, ...]
    """All who won."""
    turns: int
    """Turns of the whole game; bouts where all play at once."""
    took: tuple[int, ...]
    """Turns that each player had, or bouts that each took part in."""
    failed: tuple[int, ...]
    """How many of these went wrong: a red key, a failed battle, a swoop without right, gems that ended the turn."""


class Way(NamedTuple):
    """How a game is played: its settings, and what is printed on the copy; None: as recommended, and as shipped."""

    settings: Any = None
    copy: Any = None


AS_SHIPPED = Way()


class Play(Protocol[P_contra]):
    """How bots play one game."""

    def __call__(self, chance: Chance, players: Sequence[P_contra], start: int, way: Way = ..., /) -> Result:
        """Chance, a player for each seat, who begins (from 0), and how it is played. Raises NotAllowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bots(Generic[P]):
    """The bots of one game.

    `play` plays one game. Players remember: each game needs new ones, which `strategies` makes.
    """

    game: str
    title: str
    players: range
    scored: str
    """What is counted in the end."""
    turn: str
    """What a turn is called."""
    strategies: Mapping[str, Callable[[], P]]
    play: Play[P]


class NotAllowed(Exception):
    """A player answered with a move that the rules refuse."""


def accepted(ruling: Ruling[S], move: Any) -> tuple[S, tuple[Announcement, ...]]:
    """Where the move led and what was said of it.

    Raises:
        NotAllowed: The rules refuse the move.
    """
    state, said = ruling
    if isinstance(said, Foul):
        raise NotAllowed(f"{move} is {said.code} in {state}; a player may only answer with what its view allows")
    return state, said
