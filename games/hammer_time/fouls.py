"""Fouls that no sensor sees: what players may report, and what then puts the game right (rules.md 4.8).

The box lists them while `back` is held. No report earns or costs more than the rulebook prints.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from games.hammer_time.settings import Settings, TouchFall, Variant
from games.hammer_time.state import Phase, State


class Remedy(Enum):
    """What puts the game right after a report."""

    KNOCK_AGAIN = "knock again"
    """All gems that fell in this turn go back, what it led to is taken back, and the player knocks again."""
    TURN_ENDS = "turn ends"
    """The fall counts as one without a knock: the gems go back, and the turn is over."""
    CARD_ON_TOP = "card on top"
    """The task card goes back on top of its stack; the game stands as it was."""
    CARD_UNDER = "card under"
    """The task card goes under its stack; the game stands as it was."""
    CARDS_BACK = "cards back"
    """Task cards that do not fill the wagon go back to whoever holds them; the game stands as it was."""
    GEMS_AS_RULED = "gems as ruled"
    """The gems are put where the game says they are."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a player reports, by the code of the foul, and its remedy."""

    code: str
    remedy: Remedy


AFTER_A_FALL: Final = (Phase.TASK, Phase.COLOURS, Phase.WAGON, Phase.FILL, Phase.HONOUR, Phase.CARDS)
"""Gems have fallen in this turn by a knock."""


def reports(state: State, settings: Settings) -> tuple[Report, ...]:
    """What can be reported now, the likeliest first."""
    if state.phase is Phase.OVER:
        return ()
    fallen = state.phase in AFTER_A_FALL
    listed: list[Report] = []
    if fallen:
        touch = Remedy.TURN_ENDS if settings.touch_fall is TouchFall.END_TURN else Remedy.KNOCK_AGAIN
        # HT-A8 and HT-A17: by hand, from above, or on the table; HT-F02 where nobody can tell which gems fell first.
        listed += [Report("HT-F12", touch), Report("HT-F02", Remedy.KNOCK_AGAIN)]
        if settings.variant is Variant.MASTER:
            listed.append(Report("HT-F11", Remedy.KNOCK_AGAIN))  # HT-A14
    if fallen and state.mode.tasks:
        listed.append(Report("HT-F16" if state.won else "HT-F08", Remedy.CARD_ON_TOP))
    if state.mode.tasks:
        listed.append(Report("HT-F19", Remedy.CARD_UNDER))
    listed.append(Report("HT-F05", Remedy.GEMS_AS_RULED))
    if fallen:
        listed.append(Report("HT-F01", Remedy.KNOCK_AGAIN))  # nobody can hear whose hand holds the hammer
    if state.held[state.cur]:
        # The box asks for cards only where they fill the wagon; hands may lay them there at any time.
        listed.append(Report("HT-F09", Remedy.CARDS_BACK))
    return tuple(listed)
