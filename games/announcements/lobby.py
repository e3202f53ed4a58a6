"""What the box has to say while no game is on."""

from dataclasses import dataclass
from typing import ClassVar

from games.announcements.special import Special


@dataclass(frozen=True, slots=True)
class Lobby:
    """No game is on: a colour key chooses one."""


@dataclass(frozen=True, slots=True)
class Chosen(Special):
    """A game and the way to play it, by their names in plays; so many may play it."""

    SPECIAL: ClassVar = (r"[a-z_]+", r"[a-z_]+")

    game: str
    variant: str
    least: int
    most: int

    @property
    def special(self) -> tuple[str, ...]:
        """The game, and the way to play it."""
        return self.game, self.variant


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody took a seat, or left it: so many sit there now."""

    players: int


@dataclass(frozen=True, slots=True)
class AllSeated:
    """Somebody would like a seat, and as many sit there as can play the chosen game."""

    most: int


@dataclass(frozen=True, slots=True)
class TooMany:
    """More sit there than can play the chosen game: somebody has to look on."""

    players: int
    most: int


@dataclass(frozen=True, slots=True)
class Starts:
    """The players are complete: the pad of whoever starts is asked for."""

    players: int


Announcement = Lobby | Chosen | Seated | AllSeated | TooMany | Starts
