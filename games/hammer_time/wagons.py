"""Which gems fit in a wagon, and where each goes (rulebook, phase 4).

A wagon is its spaces, as `ygbr`; what lies in it is a string as long, with `.` for a free space: `y.w.`.

Which gems fit is a matching of gems with spaces. A coloured gem fits the spaces of its colour and no others, and a
white one all, so counting is exact: gems fit if no colour has more gems than spaces and all together are no more than
the spaces there are. Whites stand wherever they are not in the way, since placed gems may be moved.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from games.hammer_time.gems import BLACK, COLOURS, SPACES, WHITE
from games.hammer_time.moves import Fill, Shift

FREE: Final = "."
"""No gem lies on this space."""


class Lack(NamedTuple):
    """What a wagon lacks: how many gems, and which colours find a space if whites move; white always does."""

    spaces: int
    colours: str


class Ways(NamedTuple):
    """How gems can go on the free spaces of a wagon."""

    shifts: tuple[Shift, ...]
    """Those that lie in it already."""
    fillings: tuple[tuple[str, tuple[Fill, ...]], ...]
    """Those that fell, by colour: in the order of a heap, and only colours that have a way."""


def empty(wagon: str) -> str:
    """The wagon with nothing in it."""
    return FREE * len(wagon)


def loaded(placed: str) -> int:
    """How many gems lie in a wagon."""
    return len(placed) - placed.count(FREE)


def suits(gem: str, space: str) -> bool:
    """Whether a gem may lie on a space of this colour."""
    return gem in (space, WHITE)


def fits(wagon: str, gems: str) -> bool:
    """Whether all these gems, placed ones included, can lie in the wagon together."""
    if len(gems) > len(wagon) or BLACK in gems:
        return False
    return all(gems.count(colour) <= wagon.count(colour) for colour in SPACES)


def lack(wagon: str, placed: str) -> Lack:
    """What the wagon lacks."""
    colours = "".join(colour for colour in SPACES if placed.count(colour) < wagon.count(colour))
    spaces = placed.count(FREE)
    return Lack(spaces, colours if spaces else "")


def loading(player: int, wagon: str, placed: str, gems: str) -> tuple[Fill | Shift, ...] | None:
    """The steps that put all these gems into the wagon, in their order; None if they do not fit together.

    A coloured gem goes on the first space of its colour that is free, else on one that a white gem leaves; a white one
    where no gem that is still to come needs the space. Gems that are not in the way stay where they are.
    """
    if not fits(wagon, placed.replace(FREE, "") + gems):
        return None
    lies, steps = [*placed], list[Fill | Shift]()
    for at, gem in enumerate(gems, 1):
        free = [space for space, lying in enumerate(lies) if lying == FREE]
        if gem == WHITE:
            space = _spare(wagon, free, gems[at:])
        elif (own := next((space for space in free if wagon[space] == gem), None)) is not None:
            space = own
        else:
            space = next(space for space, lying in enumerate(lies) if lying == WHITE and wagon[space] == gem)
            to = _spare(wagon, free, gems[at:])
            steps.append(Shift(player, space, to))
            lies[to] = WHITE
        steps.append(Fill(player, gem, space))
        lies[space] = gem
    return tuple(steps)


def _spare(wagon: str, free: list[int], wanted: str) -> int:
    """A free space that no gem to come needs, if there is one."""
    colours = [wagon[space] for space in free]
    return next((space for space in free if colours.count(wagon[space]) > wanted.count(wagon[space])), free[0])


@lru_cache(maxsize=1 << 14)
def ways(player: int, wagon: str, placed: str) -> Ways:
    """Every way a gem can go on a free space of the wagon."""
    free = [(space, colour) for space, colour in enumerate(wagon) if placed[space] == FREE]
    return Ways(
        tuple(
            Shift(player, space, to)
            for space, gem in enumerate(placed)
            if gem != FREE
            for to, colour in free
            if suits(gem, colour)
        ),
        tuple(
            (gem, fills)
            for gem in COLOURS
            if (fills := tuple(fill(player, gem, space) for space, colour in free if suits(gem, colour)))
        ),
    )


@lru_cache(maxsize=1 << 10)
def fill(player: int, gem: str, space: int) -> Fill:
    """This move, the same object every time."""
    return Fill(player, gem, space)
