"""The referee's own state: the game as agreed, the table as seen, and what is under way between the two."""

from typing import NamedTuple

from games.announcements import Announcement, Guide
from games.clever_keys.judging import Late
from games.clever_keys.rules import Settings, State
from games.clever_keys.seen import Difference, Seen, difference
from games.contract import Timing
from games.table import Place, Slot


class Trouble(NamedTuple):
    """The table does not match what was agreed: what was said about it, until it does again."""

    code: str | None = None
    """The foul named; None while hands bring the table back after an undo."""
    player: int = 0
    expected: int | None = None
    guide: Guide | None = None
    """The step asked for last."""
    asked: tuple[Slot, ...] = ()
    """Where hands may answer a question."""
    about: str = ""
    """What the question was about."""
    guides: tuple[Guide, ...] = ()
    """Every step asked for, repeats included: the third time round `go` takes the table as it stands."""
    said_at: float = 0.0
    """When the step was asked for last: what has not moved since needs no second word."""


class Watch(NamedTuple):
    """Everything the referee knows. A NamedTuple, so that a fold copies it quickly."""

    game: State
    settings: Settings
    timing: Timing
    seen: Seen = Seen()
    now: float = 0.0
    """The latest moment heard of."""
    begun: bool = True
    """False while the set-up is checked."""
    past: tuple[State, ...] = ()
    """What was agreed before each move, oldest first: `back` takes the last one."""
    undone: tuple[State, ...] = ()
    """What `go` brings back, latest last; forgotten as soon as a hand moves."""
    undone_at: float = -1e9
    restoring: bool = False
    """After an undo the table is brought back before anything counts as a move."""
    late: Late | None = None
    trouble: Trouble | None = None
    unsure: Place | None = None
    """A count that was asked about; `go` says it is right."""
    lost: frozenset[str] = frozenset()
    """Parts that do not answer."""

    @property
    def keys(self) -> Difference:
        """How the keys seen differ from the keys agreed."""
        return difference(self.game, self.seen)

    @property
    def gone(self) -> int:
        """Gems that have left the chamber since it was agreed; 0 when that cannot be told or has not come to rest."""
        heap = self.seen.centre
        return 0 if heap.gems is None or heap.moving else self.game.chamber - heap.gems

    @property
    def cast(self) -> int:
        """Gems that have come into the corner since it was agreed; 0 when that cannot be told or is not at rest."""
        heap = self.seen.corner
        return 0 if heap.gems is None or heap.moving else heap.gems - self.game.corner

    @property
    def by_hand(self) -> bool:
        """The scale cannot tell: `go` says that gems were taken."""
        return "scale" in self.lost or (self.seen.centre.gems is None and not self.seen.centre.moving)

    @property
    def keys_told(self) -> bool:
        """Every slot can be told: keys may be judged."""
        return not self.seen.blind


Said = tuple[Announcement, ...]
