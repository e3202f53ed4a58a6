"""What only people see, for the list behind a long `back` (rules.md 3.6 and 3.7): fouls, stacked dice, a fallen tower.

Neither dice nor hands nor cards are sensed. No penalty is printed for any of these: hands put right what is wrong, and
at most the roll does not count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from games.announcements import Announcement
from games.announcements.shared import Foul
from games.announcements.sultans_swoop import RollAgain, RollVoid
from games.sultans_swoop.state import Phase, State


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
    """What is said of it, and what it does."""

    says: Announcement
    then: Then = Then.ON


_IN_BOUT = frozenset({Phase.ROLL, Phase.GRAB, Phase.COUNT, Phase.SHOW})


def reports(state: State) -> tuple[Report, ...]:
    """What may be reported now, most likely first; nothing once the game is over."""
    if state.phase is Phase.OVER:
        return ()
    bout = tuple(_bout(state)) if state.phase in _IN_BOUT else ()
    return (*bout, *(Report(Foul(code, state.roller)) for code in _any_time(state)))


def _bout(state: State) -> Iterator[Report]:
    """Of the bout that is being played: dice, tower, hands."""
    roller = state.roller
    yield Report(RollVoid(), Then.VOID)
    yield Report(RollAgain(roller), Then.AGAIN)
    yield Report(Foul("SS-F15", roller), Then.AGAIN)
    codes = ["SS-F11"] if state.players == 2 else ["SS-F04"]
    for code in (*codes, "SS-F02", "SS-F06", "SS-F05", "SS-F07", "SS-F03", "SS-F13"):
        yield Report(Foul(code, roller))


def _any_time(state: State) -> Iterator[str]:
    """Of cards and set-up."""
    yield from ("SS-F08", "SS-F14", "SS-F09")
    if state.bouts == 0:
        yield "SS-F16"
