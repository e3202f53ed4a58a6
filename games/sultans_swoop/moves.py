"""What players of Sultan's Swoop can do, and every move there is, built once.

Chance and speed are in the moves, never in the rules: how dice fall (`Roll`, `Stacked`, `Count`), which tasks are drawn
(`Deal`, and `Show` for those dealt in secret), and who was faster (`Grab`). Players are counted from 0.
"""

from dataclasses import dataclass
from functools import cache

from games.sultans_swoop.dice import COLOURS, Dice, every
from games.sultans_swoop.tower import COLUMN, Tower


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice lie on the bazaar; two players roll at the same time, and either stands for both.

    `dice` is None where nobody has told them yet: people see them, the box hears of them when the bout is checked.
    """

    player: int
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Stacked:
    """The player rolled, and dice lie on one another: the roll is void (SS-A3)."""

    player: int


@dataclass(frozen=True, slots=True)
class NoGrab:
    """All agree that nobody swoops (SS-A18), or nobody took what they reached for (SS-A19): the player rolls again."""

    player: int


@dataclass(frozen=True, slots=True)
class Grab:
    """The player has this piece now; `pieces` were taken in that grab."""

    player: int
    piece: str
    pieces: int = 1


@dataclass(frozen=True, slots=True)
class Count:
    """The dice, told only now that the bout is checked."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Show:
    """The player with the column shows the secret task card, and this is its colour."""

    player: int
    colour: int


@dataclass(frozen=True, slots=True)
class Surrender:
    """The player gives up a card of so many bags."""

    player: int
    value: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A task card of this colour is laid open between two players, on the first free place."""

    colour: int


Move = Roll | Stacked | NoGrab | Grab | Count | Show | Surrender | Deal


@cache
def rolls(players: tuple[int, ...], edge_counts: bool) -> tuple[Move, ...]:
    """Every roll one of the players can make."""
    ways: list[Move] = []
    for player in players:
        ways += [Roll(player), Stacked(player), *(Roll(player, dice) for dice in every(edge_counts))]
    return tuple(ways)


@cache
def swoops(players: int, rollers: tuple[int, ...]) -> tuple[Move, ...]:
    """Everybody may go for the column; or nobody does, and one of the rollers takes the dice again."""
    return (*(Grab(player, COLUMN) for player in range(players)), *(NoGrab(player) for player in rollers))


@cache
def grabs(players: tuple[int, ...], left: Tower) -> tuple[Move, ...]:
    """Any of the players takes any piece that is left."""
    return tuple(Grab(player, piece) for player in players for piece in left)


@cache
def counts(edge_counts: bool) -> tuple[Move, ...]:
    """Every way the dice may turn out to lie."""
    return tuple(Count(dice) for dice in every(edge_counts))


@cache
def shows(player: int) -> tuple[Move, ...]:
    """Every card the player may turn out to have."""
    return tuple(Show(player, colour) for colour in range(COLOURS))


@cache
def surrenders(player: int, values: tuple[int, ...]) -> tuple[Move, ...]:
    """Every card the player may choose to give up."""
    return tuple(Surrender(player, value) for value in values)


DEALS: tuple[Move, ...] = tuple(Deal(colour) for colour in range(COLOURS))
"""Every task card that may come."""
