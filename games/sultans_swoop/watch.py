"""The referee's own state: the game as agreed, the silver column as its contact tells, and what the keys are about.

Of this game only the column is sensed. Dice, pieces and cards are entered, and only when all of a bout is over.
"""

from typing import NamedTuple

from games.announcements.shared import Foul
from games.contract import Left, Timing
from games.pressing import PANEL
from games.sultans_swoop.rules import Phase, State
from games.talk import Talk

CONTACT = "slots4"
"""The part that the column's contact belongs to: without it the pads tell who has the column."""

REPEATS = 3
"""After the column was asked for so often, `go` takes the table as it stands: no dead ends."""


class Column(NamedTuple):
    """The silver column, and what its absence means.

    Away and `home`: it has just left, and may be back in a moment. Away and not `home`: it was ruled on that it left,
    or it never stood there; it has to come back.
    """

    stands: bool = False
    since: float = 0.0
    home: bool = False
    """It has stood at rest: when it leaves now, that says something."""


class Watch(NamedTuple):
    """Everything the referee knows."""

    game: State
    timing: Timing
    seats: tuple[int, ...]
    """The pad of each player, from 0."""
    column: Column
    now: float = 0.0
    """The latest moment heard of."""
    begun: bool = True
    """False while the set-up is checked."""
    talk: Talk = Talk()
    passed: tuple[str, ...] = ()
    """Pieces that nobody has yet, as was said when they were asked about; they are asked about once more at the end."""
    none: bool = False
    """It was asked whether none of the dice counts."""
    guided: int = 0
    """How often the column was asked for since it is missed."""
    overruled: bool = False
    """The players say that the column stands, whatever its contact tells."""
    past: tuple[State, ...] = ()
    """What was agreed before each entry that led on, oldest first: `back` takes the last one."""
    undone: tuple[State, ...] = ()
    """What `go` brings back, latest last; forgotten as soon as a hand moves."""
    foul: Foul | None = None
    """The foul named last, until a hand does the next thing."""
    lost: frozenset[str] = frozenset()
    """Parts that do not answer."""
    left: Left | None = None
    """The players want another game instead of this one."""

    @property
    def paused(self) -> bool:
        """Nothing can be entered."""
        return PANEL in self.lost

    @property
    def by_hand(self) -> bool:
        """Nobody can tell where the column is: whoever has it presses the own pad."""
        return CONTACT in self.lost or self.overruled

    @property
    def awaits(self) -> bool:
        """The column has to be in its place before anything else can happen."""
        return not self.begun or self.game.phase is Phase.ROLL

    @property
    def missing(self) -> bool:
        """The column is awaited, and has been away for so long that this is no way of putting it back."""
        column = self.column
        away = not column.stands and not column.home and not self.by_hand
        return away and self.awaits and self.now >= column.since + self.timing.rest_table
