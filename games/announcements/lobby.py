"""What the box has to say while no game is on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lobby:
    """No game is on: a colour key chooses one."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game and the way to play it, by their names in plays; so many may play it."""

    game: str
    variant: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody took a seat, or left it: so many sit there now."""

    players: int


@dataclass(frozen=True, slots=True)
class Starts:
    """The players are complete: the pad of whoever starts is asked for."""

    players: int


Announcement = Lobby | Chosen | Seated | Starts
