"""What happens in a turn of Hammer Time: what players do, what falls, and what is told of cards, colours and the die.

Players are counted from 0. Gems are letters and heaps as in gems.py.
"""

from dataclasses import dataclass

from games.hammer_time.tasks import Task


@dataclass(frozen=True, slots=True)
class TakeSet:
    """The player takes the set of wagon cards of this colour (4.2): told where the box tracks wagons."""

    player: int
    colour: str


@dataclass(frozen=True, slots=True)
class OpenWagon:
    """The player's top wagon card is this one: told where the order of the stack is not known."""

    player: int
    spaces: str


@dataclass(frozen=True, slots=True)
class OpenTask:
    """The open task card asks for this: told where the order of the stack is not known."""

    player: int
    kind: Task


@dataclass(frozen=True, slots=True)
class Roll:
    """Master variant: the die shows this technique."""

    player: int
    technique: str


@dataclass(frozen=True, slots=True)
class TurnFall:
    """So many gems fell while the box was turned or moved, without a knock."""

    player: int
    gems: int


@dataclass(frozen=True, slots=True)
class Knock:
    """The player knocks, and so many gems fall; all that has fallen when everything is at rest (HT-A5)."""

    player: int
    gems: int


@dataclass(frozen=True, slots=True)
class Sort:
    """The colours of the gems that fell are told."""

    player: int
    fallen: str


@dataclass(frozen=True, slots=True)
class Decline:
    """The player does not want the task card just earned: it goes back on top (HT-A9)."""

    player: int


@dataclass(frozen=True, slots=True)
class Fill:
    """A gem that fell goes on a space of a wagon: the top one is 0, the one below it 1."""

    player: int
    gem: str
    space: int
    wagon: int = 0


@dataclass(frozen=True, slots=True)
class Shift:
    """A gem in the top wagon moves to another of its spaces."""

    player: int
    space: int
    to: int


@dataclass(frozen=True, slots=True)
class Return:
    """So many gems that are left over go back on the box."""

    player: int
    gems: int


@dataclass(frozen=True, slots=True)
class Use:
    """So many task cards stand for the gems the wagon lacks."""

    player: int
    cards: int


@dataclass(frozen=True, slots=True)
class Full:
    """On the players' honour: the player says that the wagon is full, so many task cards included."""

    player: int
    cards: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """The player is content with the wagon as it is."""

    player: int


Move = (
    TakeSet | OpenWagon | OpenTask | Roll | TurnFall | Knock | Sort | Decline | Fill | Shift | Return | Use | Full | End
)
