"""What only people see, for the list behind a long `back` (rules.md 3.6 and 3.7): fouls, stacked dice, a fallen tower.

Neither dice nor hands nor cards are sensed. No penalty is printed for any of these: hands put right what is wrong, and
at most the roll does not count.
"""

from dataclasses import dataclass
from enum import Enum

from games.sultans_swoop.state import Phase, State
from games.sultans_swoop.vocabulary import BOUT_REPORTS, CARD_REPORTS, FALLEN, STACKED


class Then(Enum):
    """What a report does to the game."""

    ON = "on"
    """Nothing: the game stands, and play goes on once hands have put the table right."""
    AGAIN = "again"
    """The bout never began: back to before its roll; the tower is rebuilt, the same player rolls (SS-A19, SS-A23)."""
    VOID = "void"
    """The roll is void: back to before it, then `Stacked` (SS-A3, SS-A21)."""


@dataclass(frozen=True, slots=True)
class Report:
    """How it is called in the list, and what it does."""

    code: str
    then: Then = Then.ON

    @property
    def is_foul(self) -> bool:
        """Whether somebody did what must not be; a void roll and a fallen tower just happen."""
        return self.code not in (STACKED, FALLEN)


_THEN = {STACKED: Then.VOID, FALLEN: Then.AGAIN, "SS-F15": Then.AGAIN}

_FOR_TWO = frozenset({"SS-F11"})
_FOR_MORE = frozenset({"SS-F01", "SS-F04"})
"""Two players roll together, and one of them may have the column and another piece."""

_IN_BOUT = frozenset({Phase.ROLL, Phase.GRAB, Phase.COUNT, Phase.SHOW})


def reports(state: State) -> tuple[Report, ...]:
    """What may be reported now, in the order of the list; nothing once the game is over."""
    if state.phase is Phase.OVER:
        return ()
    others = _FOR_MORE if state.players == 2 else _FOR_TWO
    codes = (
        *(code for code in BOUT_REPORTS if code not in others and state.phase in _IN_BOUT),
        *(code for code in CARD_REPORTS if code != "SS-F16" or state.bouts == 0),
    )
    return tuple(Report(code, _THEN.get(code, Then.ON)) for code in codes)
