"""Castle residents and jugglers: the stars on their cards, and how the places under the dragons are filled again.

The box often does not know a card: its stars are UNKNOWN until somebody tells them.
"""

from collections.abc import Sequence

from games.announcements.dragon_battle import Dragon
from games.dragon_battle.dice import ROW

RESIDENTS = 20
"""Castle residents in the box ("Contents")."""

JUGGLERS = 8
"""Jugglers in the box (likewise)."""

STARS = range(1, 7)
"""Stars a card can have: as many as the pads can tell. The rulebook shows cards of 2, 3 and 4."""

Resident = int | None
"""A resident, by the stars on the card; UNKNOWN where nobody has told them."""

UNKNOWN: Resident = None
"""Somebody whose stars are not known."""

NOBODY: Resident = 0
"""An empty place under a dragon: there is no card without stars."""

Residents = tuple[Resident, ...]
"""Residents in an order: under dragons as in ROW, in the draw pile from the top, with a player as they were freed."""


def empty(under: Residents) -> tuple[Dragon, ...]:
    """The dragons under which nobody lies."""
    return tuple(dragon for dragon, resident in zip(ROW, under, strict=True) if resident == NOBODY)


def refilled(under: Residents, pile: Residents) -> tuple[Residents, Residents] | None:
    """The places under the dragons and the draw pile after every empty place got a resident (DB-A6).

    None if the pile has too few for that, empty or not (DB-A5): then nobody is drawn, and the game is over.
    """
    needed = under.count(NOBODY)
    if needed > len(pile):
        return None
    drawn = iter(pile[:needed])
    return tuple(next(drawn) if resident == NOBODY else resident for resident in under), pile[needed:]


def told(residents: Residents, stars: Sequence[int]) -> Residents:
    """These residents, with the stars told for those not known, one after another."""
    left = iter(stars)
    return tuple(next(left, UNKNOWN) if resident is UNKNOWN else resident for resident in residents)


def stars_of(residents: Residents) -> int:
    """The stars of these residents together; whoever is unknown adds none."""
    return sum(resident or 0 for resident in residents)
