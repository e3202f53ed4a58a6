"""A game told again from its facts: what hands did, as the steps of a play, and what was announced, in order of time.

Laws: a step is what explains the facts, not what was seen of it (a push tells two contacts, a lift too); moments count
on over a power cut, whose length nobody knows; what no hand of a play can do is left out.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from firmware.plays.terms import LOSABLE
from firmware.replay import Begun, fold
from games.announcements import Announcement
from games.announcements.clever_keys import Red
from games.facts import (
    ColumnMoved,
    Fact,
    GemsCounted,
    KeyStands,
    Knock,
    PartBack,
    PartLost,
    PowerBack,
    Pressed,
    Weighing,
)
from games.table import Depth, Place, Slot

CUT: Final = 20.0
"""Seconds that a power cut is taken to have lasted: long enough for what was moved meanwhile."""

PUSH: Final = 2.0
"""Seconds within which *entered* and *full* are one push, and *entered* and *empty* one lift."""

FALL: Final = 1.0
"""Seconds within which gems that leave the box after a knock have fallen by it."""

HELD: Final = 0.5
"""A key pressed for longer is held."""


class Moment(NamedTuple):
    """Seconds since the game began, and a step of the hands or an announcement."""

    at: float
    what: str | Announcement


@dataclass(slots=True)
class _Hands:
    """What hands did, read from the facts; `began` is the monotonic moment that counts as 0."""

    began: float
    now: float = 0.0
    depths: dict[Slot, tuple[Depth, float]] = field(default_factory=dict)
    gems: dict[Place, int] = field(default_factory=dict)
    stirred: dict[Place, float] = field(default_factory=dict)
    steps: list[Moment] = field(default_factory=list)
    back: float = -1.0
    """When the power came back last."""
    untold: set[Slot] = field(default_factory=set)
    """Slots in which keys stood before it went, and that have not been told since."""
    up: bool = False
    """Whether somebody has the silver column; a play begins with it in its place."""
    column_told: bool = False
    column_untold: bool = False
    """It stood in its place before the power went, and has not been told since."""
    knock: int | None = None
    """The last knock among the steps, unless a fall belongs to it already."""

    def see(self, fact: Fact) -> None:
        if isinstance(fact, PowerBack):
            self._cut(fact.at)
            return
        at = fact.at - self.began
        if self.untold and not isinstance(fact, PartLost) and not (isinstance(fact, KeyStands) and at <= self.back):
            self._missing()
        if self.column_untold and at > self.back and not isinstance(fact, PartLost):
            self._column(up=True, at=self.back)
        self.now = max(self.now, at)
        match fact:
            case KeyStands():
                self._key(fact, at)
            case Weighing():
                self.stirred[fact.place] = at
            case GemsCounted(place=place, gems=gems) if gems is not None:
                self._gems(place, gems, self.stirred.pop(place, at))
            case Knock():
                self.knock = len(self.steps)
                self._step(at, "knock")
            case ColumnMoved(up=up):
                self._column(up=up, at=at)
            case Pressed(key=key, held=held):
                step = f"hold {key} {held:.2f}" if held > HELD else f"press {key}"
                self.steps.append(Moment(at - held, step))
            case PartLost(part=part) if part in LOSABLE:
                self.steps.append(Moment(at, f"unplug {part}"))
            case PartBack(part=part) if part in LOSABLE:
                self.steps.append(Moment(at, f"plug {part}"))
            case _:
                pass

    def _cut(self, at: float) -> None:
        """What stands and lies as before is told again, in its own order; only the rest was moved meanwhile."""
        off = self.now + 0.1
        self.now = self.back = off + CUT
        self.began = at - self.now
        self.steps += [Moment(off, "power off"), Moment(self.now, "power on")]
        self.untold = {slot for slot, (depth, _) in self.depths.items() if depth in (Depth.ENTERED, Depth.FULL)}
        self.column_untold = self.column_told and not self.up
        self.stirred = dict.fromkeys(self.gems, off + 4)

    def _missing(self) -> None:
        """Slots that are not told again are empty."""
        for slot in sorted(self.untold):
            self.depths[slot] = (Depth.EMPTY, self.back)
            self._step(self.back - CUT + 1, f"lift {slot}")
        self.untold = set()

    def _key(self, fact: KeyStands, at: float) -> None:
        slot, depth = fact.slot, fact.depth
        before, since = self.depths.get(slot, (Depth.EMPTY, at))
        self.untold.discard(slot)
        if at <= self.back:
            at = self.back - CUT + 2
        self.depths[slot] = (depth, at)
        match before, depth:
            case Depth.EMPTY, Depth.ENTERED:
                self._step(at, f"push {slot} half")
            case Depth.EMPTY, Depth.FULL:
                self._step(at, f"push {slot}")
            case Depth.ENTERED, Depth.FULL if self._last(f"push {slot} half") and at - since <= PUSH:
                self.steps[-1] = Moment(self.steps[-1].at, f"push {slot}")
            case Depth.ENTERED, Depth.FULL:
                self._step(at, f"shove {slot}")
            case ((Depth.ENTERED | Depth.FULL), Depth.EMPTY):
                self._step(at, f"lift {slot}")

    def _gems(self, place: Place, gems: int, at: float) -> None:
        moved = gems - self.gems.get(place, gems)
        self.gems[place] = gems
        if moved < 0 and place == "centre" and self._fell(at, -moved):
            return
        if moved:
            self._step(at, f"{'put' if moved > 0 else 'take'} {place} {abs(moved)}")

    def _fell(self, at: float, gems: int) -> bool:
        """Whether gems that began to leave the box at `at` fell by a knock; they belong to its step then."""
        if self.knock is None or abs(at - self.steps[self.knock].at) > FALL:
            return False
        self.steps[self.knock] = Moment(self.steps[self.knock].at, f"knock falls={gems}")
        self.knock = None
        return True

    def _column(self, *, up: bool, at: float) -> None:
        if at <= self.back:
            at = self.back - CUT + 3
        self.column_told, self.column_untold = True, False
        if up is not self.up:
            self.up = up
            self._step(at, f"column {'up' if up else 'down'}")

    def _step(self, at: float, step: str) -> None:
        self.steps.append(Moment(max(at, 0.0), step))

    def _last(self, step: str) -> bool:
        return bool(self.steps) and self.steps[-1].what == step


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """A game told again: `moments` in order of time, and the referee's last state."""

    begun: Begun
    moments: tuple[Moment, ...]
    state: object
    blocked: tuple[Slot, ...]
    """Slots that were announced red."""


def retell(begun: Begun, facts: Iterable[Fact], without: Container[int] = ()) -> Retold:
    """Tell a game again; what hands did at the places `without` is told, but the game went on without it."""
    hands, said, blocked = _Hands(begun.at), list[Moment](), dict[int, Slot]()
    facts = tuple(facts)
    steps = fold(begun, facts, without)
    last = next(steps)
    said += [Moment(0.0, announcement) for announcement in last.said]
    for fact, last in zip(facts, steps, strict=True):
        hands.see(fact)
        said += [Moment(hands.now, announcement) for announcement in last.said]
        blocked |= {
            announcement.slot.section: announcement.slot for announcement in last.said if isinstance(announcement, Red)
        }
    # Where the board does not let a key in any further, it was pushed as far as it goes.
    whole = {f"push {slot} half": f"push {slot}" for slot in blocked.values()}
    did = (Moment(at, whole.get(what, what) if isinstance(what, str) else what) for at, what in hands.steps)
    # A step led to what was said at the same moment: it comes first.
    moments = sorted((*did, *said), key=lambda moment: moment.at)
    return Retold(begun=begun, moments=tuple(moments), state=last.state, blocked=tuple(blocked.values()))
