"""Fouls that only people can see: what players may report, for the list behind a long `back` (rules.md 2.7).

The dice, residents and jugglers on the table are not sensed. A report changes nothing in the game: it is announced,
and the hands put the table right. No penalty is printed for any of them.
"""

from games.announcements.shared import Foul
from games.dragon_battle.settings import Cocked, Variant
from games.dragon_battle.state import Phase, State
from games.dragon_battle.vocabulary import REPORTS


def reports(state: State) -> tuple[Foul, ...]:
    """What may be reported now, in the order of the list; nothing once the game is over."""
    if state.phase is Phase.OVER:
        return ()
    alone = state.settings.cocked is Cocked.REROLL_ONE
    # Once a throw was told, those of its dice that show black are no free ones any more.
    free = state.dice if state.phase in (Phase.ROLL, Phase.DECIDE) else None
    expected = {"DB-F02": free, "DB-F15": 1 if alone else free}
    return tuple(
        Foul(code, state.cur, expected.get(code))
        for code in REPORTS
        if (code != "DB-F14" or state.settings.variant is Variant.OLDER)
        and (code != "DB-F03" or (state.phase is Phase.PLACE and state.settings.must_place))
    )
