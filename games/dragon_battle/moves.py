"""What a player of Dragon Battle can do (rules.md 2.4). Players are counted from 0.

What chance decides stands in the move that shows it: the dice in Roll, the stars of residents not known before in Take.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product

from games.announcements.dragon_battle import Colour, Dragon
from games.dragon_battle.dice import NUMBER, ROW, SILVER, Dice, throws
from games.dragon_battle.residents import STARS


@dataclass(frozen=True, slots=True)
class Roll:
    """The player throws the free dice, and this is what they show (counts in the order of dice.FACES)."""

    player: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Place:
    """The player lays out so many dice of a colour on a dragon."""

    player: int
    colour: Colour
    dragon: Dragon
    dice: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The player is content with the dragons scared so far."""

    player: int


@dataclass(frozen=True, slots=True)
class Take:
    """The player takes the residents of these dragons, told in the order of the row.

    `stars` are those of the residents among them whose stars are not known yet and count, in the order in which their
    dragons were scared: what the cards show.
    """

    player: int
    dragons: tuple[Dragon, ...]
    stars: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Juggler:
    """The player takes a juggler after a failed battle."""

    player: int


@dataclass(frozen=True, slots=True)
class Decline:
    """The player does not want the juggler (DB-A9)."""

    player: int


Move = Roll | Place | Stop | Take | Juggler | Decline


@cache
def rolls(player: int, dice: int) -> tuple[Roll, ...]:
    """Every throw of so many dice."""
    return tuple(Roll(player, thrown) for thrown in throws(dice))


@cache
def placements(player: int, roll: Dice, scared: tuple[Dragon, ...], silver_joins: bool) -> tuple[Place, ...]:
    """Every way to lay out one colour of this throw."""
    silver, free = roll[SILVER], tuple(dragon for dragon in ROW if dragon not in scared)
    ways: list[Place] = []
    for dragon in free:
        if dice := roll[NUMBER[dragon]]:
            ways.append(Place(player, dragon, dragon, dice))
            if silver and silver_joins:
                ways.append(Place(player, dragon, dragon, dice + silver))
    if silver:
        ways += [Place(player, "silver", dragon, silver) for dragon in free]
    return tuple(ways)


@cache
def takings(player: int, dragons: tuple[Dragon, ...], untold: int) -> tuple[Take, ...]:
    """Every way to take the residents of these dragons, the stars of so many of which are not known yet."""
    return tuple(Take(player, dragons, stars) for stars in product(STARS, repeat=untold))
