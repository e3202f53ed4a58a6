"""What only people see and hear, for the list behind a long `back` (rules.md 1.7): eyes, voices, and whose hand it is.

A report changes nothing in the game: it is announced, and the players put right what they can.
"""

from games.announcements.shared import Foul
from games.clever_keys.state import Phase, State
from games.clever_keys.vocabulary import REPORTS


def reports(state: State) -> tuple[Foul, ...]:
    """What may be reported now, in the order of the list; nothing once the game is over.

    Where a turn has earned something, what players count together (CK-F12) is told with the number that is right.
    """
    if state.phase is Phase.OVER:
        return ()
    return tuple(Foul(code, state.cur, state.total or None if code == "CK-F12" else None) for code in REPORTS)
