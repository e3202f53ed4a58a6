"""What many games come to: the share of games each seat won, and how far that may be chance."""

from math import sqrt
from typing import Final, NamedTuple

from games.bots.playing import Result

SURE: Final = 1.959964
"""Standard deviations within which 95 of a hundred lie (normal distribution)."""


class Share(NamedTuple):
    """A share of games, and between what it lies with 95 in a hundred."""

    share: float
    low: float
    high: float


def wilson(won: float, games: int) -> Share:
    """The share of games won, with its Wilson interval (E. B. Wilson, 1927).

    Args:
        won: Games won. A game shared by n players counts 1/n for each: the interval is then wider than it need be.
        games: Games played, at least 1.
    """
    share, spread = won / games, SURE**2 / games
    middle = share + spread / 2
    reach = SURE * sqrt((share * (1 - share) + spread / 4) / games)
    low, high = ((middle + way) / (1 + spread) for way in (-reach, reach))
    return Share(share, max(0.0, low), min(1.0, high))


class Seat(NamedTuple):
    """What one player's games come to."""

    won: float = 0.0
    """Games won; of shared ones the player's part."""
    scored: int = 0
    turns: int = 0
    failed: int = 0
    """Turns that went wrong."""


class Standings(NamedTuple):
    """What games come to."""

    seats: tuple[Seat, ...]
    games: int = 0
    turns: int = 0


def nothing(players: int) -> Standings:
    """The standings before the first game."""
    return Standings((Seat(),) * players)


def after(standings: Standings, result: Result) -> Standings:
    """The standings after one more game."""
    played = zip(standings.seats, parts(result), result.scores, result.took, result.failed, strict=True)
    seats = [
        Seat(seat.won + won, seat.scored + scored, seat.turns + turns, seat.failed + failed)
        for seat, won, scored, turns, failed in played
    ]
    return Standings(tuple(seats), standings.games + 1, standings.turns + result.turns)


def parts(result: Result) -> tuple[float, ...]:
    """What part of the game each player has won."""
    part = 1 / len(result.winners)
    return tuple([part if player in result.winners else 0.0 for player in range(len(result.scores))])
