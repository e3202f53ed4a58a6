"""The referee's own state: the game as agreed, the table as seen, and what is under way between the two."""

from typing import NamedTuple

from games.announcements import Announcement
from games.announcements.shared import Ask, Guide
from games.clever_keys.judging import Late, expected
from games.clever_keys.rules import Phase, Settings, State
from games.clever_keys.seen import Difference, Heap, Seen, difference
from games.contract import Left, Timing
from games.table import Depth, Place, Slot
from games.talk import Talk

RESUME = Ask("resume")
"""Most of the game is gone from the table: does it go on (`go`), or does a new one begin (`back`)?"""

TURN = 6
"""So many gems a turn may earn: where more are missing, or too many, more than a turn has gone on."""

REPEATS = 3
"""After the same step was asked for so often, `go` takes the table as it stands: no dead ends."""


ARM = 10.0
"""A weight that has moved for so long is no hand that takes gems: nobody can tell what lies there."""

FILLING = 60.0
"""... and so long while the chamber is filled at the start."""

GEMS = Ask("gems")
"""Asked where the turn waits for gems that cannot be counted: `go` says that they are right."""

STOP = Ask("stop")
"""Asked where a key would be a foul, had the player not stopped by taking gems that cannot be counted."""

OF_GEMS = frozenset({"CK-F08", "CK-F09", "CK-F13"})
"""Fouls about gems."""


class Trouble(NamedTuple):
    """The table does not match what was agreed: what was said about it, until it does again."""

    code: str | None = None
    """The foul named; None while hands bring the table back after an undo, or set it up."""
    player: int = 0
    expected: int | None = None
    placed: tuple[Slot, ...] = ()
    """Where keys stood that were not agreed, when it was judged last: another one is another foul."""
    step: Guide | Ask | None = None
    """The step or the answer asked for last."""
    slots: tuple[Slot, ...] = ()
    """Where hands do that step."""
    asked: tuple[Guide | Ask, ...] = ()
    """Every step asked for, repeats included: hands that go to and fro between two steps are stuck as well."""
    said_at: float = 0.0
    """When the step was asked for last: what has not moved since needs no second word."""

    @property
    def place(self) -> Place | None:
        """Where gems are asked for; None when it is about keys."""
        return self.step.place if isinstance(self.step, Guide) else None

    @property
    def of_gems(self) -> bool:
        """Gems are called for, and come before the keys."""
        return self.code in OF_GEMS or self.asks

    @property
    def asks(self) -> bool:
        """It is no foul: the gems cannot be counted, and `go` tells what is so."""
        return self.step in (GEMS, STOP)

    @property
    def asked_again(self) -> "Trouble":
        """The same step is asked for once more."""
        return self._replace(asked=(*self.asked, *([] if self.step is None else [self.step])))

    @property
    def stuck(self) -> bool:
        """The same step was asked for again and again."""
        return self.step is not None and self.asked.count(self.step) >= REPEATS


class Undone(NamedTuple):
    """A game taken back, and whether the table was on its way to it then."""

    game: State
    restoring: bool


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
    undone: tuple[Undone, ...] = ()
    """What `go` brings back, latest last; forgotten as soon as a hand moves."""
    restoring: bool = False
    """After an undo the table is brought back before anything counts as a move."""
    late: Late | None = None
    trouble: Trouble | None = None
    unsure: Place | None = None
    """Where a count was asked about; `go` says it is right."""
    unsure_at: float = 0.0
    """When that was asked last."""
    uncounted: bool = False
    """The scale is back, and has not told yet what lies there."""
    lost: frozenset[str] = frozenset()
    """Parts that do not answer."""
    waking: bool = False
    """The power is back, and the whole table has not been looked at since."""
    resumed: bool = False
    """It is after a power cut that the table is brought back: then what the box waits for is said as well."""
    left: Left | None = None
    """The players want another game instead of this one."""
    seats: tuple[int, ...] = ()
    """The pad of each player, from 0."""
    talk: Talk = Talk()

    @property
    def keys(self) -> Difference:
        """How the keys seen differ from the keys agreed."""
        return difference(self.game, self.seen)

    @property
    def still_from(self) -> float:
        """From when on the keys have been still: a key that is wriggled lets go of its contacts for a moment."""
        return self.seen.moved_at + self.timing.rest_contact

    @property
    def rest_from(self) -> float:
        """From when on the keys have rested."""
        return self.seen.moved_at + self.timing.rest_table

    @property
    def gone(self) -> int | None:
        """Gems that have left the chamber since it was agreed; None when that cannot be told or is not at rest."""
        lie = self._lie(self.seen.centre)
        return None if lie is None else self.game.chamber - lie

    @property
    def cast(self) -> int | None:
        """Gems that have come into the corner since it was agreed; None when that cannot be told or is not at rest."""
        lie = self._lie(self.seen.corner)
        return None if lie is None else lie - self.game.corner

    def _lie(self, heap: Heap) -> int | None:
        return None if heap.moving or "scale" in self.lost else heap.gems

    @property
    def moving(self) -> bool:
        """A hand is at the gems."""
        return self.moves(self.seen.centre) or self.moves(self.seen.corner)

    def moves(self, heap: Heap) -> bool:
        """Whether the weight moves, and will come to rest when the hand has done what it does."""
        return heap.moving and "scale" not in self.lost and self.now < self.until(heap)

    @property
    def by_hand(self) -> bool:
        """The scale cannot tell what the turn depends on: `go` says that gems were taken."""
        return self.untold("centre") or (self.game.phase is Phase.DISCARD and self.untold("corner"))

    def until(self, heap: Heap) -> float:
        """The moment from which on a weight that moves is taken for an arm."""
        return heap.since + (ARM if self.begun and not self.resumed else FILLING)

    def untold(self, place: Place) -> bool:
        """No hand is there, and yet nobody can tell how many gems there are."""
        heap = self.seen.heap(place)
        return self._lie(heap) is None and not self.moves(heap)

    @property
    def patient(self) -> bool:
        """What cannot be told was waited for: an arm goes away, a scale that is lost does not come back so soon."""
        heaps = [heap for heap in (self.seen.centre, self.seen.corner) if heap.gems is None]
        wait = self.timing.rest_table + self.timing.patience
        return "scale" in self.lost or all(self.now >= heap.since + wait for heap in heaps)

    @property
    def doubt(self) -> Place | None:
        """A place at rest whose count is neither sure nor what is expected: it is asked about, never guessed."""
        if not self.begun or self.resumed or self.game.phase is Phase.OVER or "scale" in self.lost:
            return None
        if self._doubtful(self.seen.centre, "centre"):
            return "centre"
        return "corner" if self._doubtful(self.seen.corner, "corner") else None

    def _doubtful(self, heap: Heap, place: Place) -> bool:
        if heap.gems is None or heap.moving or heap.odds >= self.timing.sure:
            return False
        return heap.gems not in expected(self.game, place)

    @property
    def packed(self) -> bool:
        """Most of the game is gone: every key that stood (or two of them), and more gems than a turn moves.

        Without a scale the keys alone tell. Gems that cannot be told for another reason have to come to rest first.
        """
        standing = sum(key is not None for key in self.game.keys)
        if len(self.keys.lifted) < min(2, standing):
            return False
        if "scale" in self.lost:
            return standing > 1
        return abs(self.gone or 0) > TURN

    @property
    def asks_to_resume(self) -> bool:
        """It was asked whether this game goes on."""
        return self.trouble is not None and self.trouble.step == RESUME

    @property
    def silent(self) -> str | None:
        """A part with key slots that does not answer: play is paused."""
        return min((part for part in self.lost if part.startswith("slots")), default=None)

    @property
    def keys_told(self) -> bool:
        """Every slot can be told: keys may be judged."""
        return not self.seen.blind

    def stands(self, slot: Slot) -> bool:
        """Whether a key is seen to stand there; what cannot be told is no key."""
        return self.seen.depth(slot) in (Depth.ENTERED, Depth.FULL)


Said = tuple[Announcement, ...]
