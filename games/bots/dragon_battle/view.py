"""What a player of Dragon Battle sees: the open cards and the dice.

Law: a view is a position whose draw pile lies face down. The rulebook's game is played, in which residents under
dragons lie face up.
"""

from typing import Final, Literal, NewType

from games.dragon_battle.dice import FACES, NUMBER
from games.dragon_battle.moves import placements
from games.dragon_battle.residents import UNKNOWN
from games.dragon_battle.rules import Decline, Juggler, Phase, Place, State, Stop

View = NewType("View", State)
"""A position in which nobody in the pile is known."""

THROW: Final = "throw"
"""Throw the free dice again: what they will show nobody knows."""

Choice = Place | Stop | Juggler | Decline | Literal["throw"]
"""What a player decides: a move, or THROW."""


def view(state: State) -> View:
    """What everybody at the table sees."""
    return View(state._replace(pile=(UNKNOWN,) * len(state.pile)))


def choices(seen: View) -> tuple[Choice, ...]:
    """Everything a player may decide now; none where the turn goes on by itself."""
    match seen.phase:
        case Phase.PLACE:
            return placements(seen.cur, seen.roll, seen.scared, seen.settings.silver_joins)
        case Phase.DECIDE:
            return (THROW, Stop(seen.cur))
        case Phase.JUGGLER:
            return (Juggler(seen.cur), Decline(seen.cur))
        case _:
            return ()


def risk(seen: View) -> float:
    """How likely the next throw fails: no die shows a colour that may be laid out. Each face is taken for as likely."""
    bad = 1 + len(seen.on)  # black, and the dragons scared already; silver always finds another
    return float((bad / len(FACES)) ** seen.dice)


def stars(seen: View, place: Place) -> int:
    """The stars of the resident who would be freed; 0 if they are not known."""
    return seen.under[NUMBER[place.dragon]] or 0
