"""What hands did, read from a game's facts, as the steps of a play: the simpler deed that leaves the same facts.

Laws: a step is what explains the facts, not what was seen of it (a push tells two contacts, a lift too), and begins so
much earlier that the contacts move when they did; what is undone at once is a slip, and left out; moments count on over
a power cut, whose length nobody knows; what no hand of a play can do is left out.
"""

from dataclasses import InitVar, dataclass, field
from typing import Final, NamedTuple

from firmware.plays.terms import LOSABLE
from firmware.stays import SLIP, Move, Stay, moves_of, without_slips
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

HELD: Final = 0.5
"""A key pressed for longer is held."""

ARM: Final = 0.8
"""Something moved on a scale so much longer than gems take: an arm lay there as well."""

DOUBT: Final = 2.0
"""A count that is sure is told within so many seconds."""

ARM_GRAMS: Final = 300

FALL: Final = 1.0
"""Seconds within which gems that leave the box after a knock have fallen by it."""

# When the contacts of a play's push and lift move, in shares of the push and in seconds (hardware.sim.hands.Tidy).
_ENTERS, _SHORTEST, _OUT, _USUAL, _GEM = 0.33, 0.1, 0.26, 0.4, 0.4


class Did(NamedTuple):
    """Seconds since the game began, and a step of the hands."""

    at: float
    step: str


@dataclass(slots=True)
class Hands:
    """What hands did so far; `began` is the monotonic moment that counts as 0, `now` the latest one heard of."""

    began: float
    gems: InitVar[tuple[int, int] | None]
    now: float = 0.0
    steps: list[Did] = field(default_factory=list)
    _stood: dict[Slot, Depth] = field(default_factory=dict)
    """How the slots stood when they were told whole for the last time: at the begin, before a cut."""
    _stays: dict[Slot, list[Stay]] = field(default_factory=dict)
    """How they have stood since."""
    _gems: dict[Place, int] = field(init=False)
    _stirred: dict[Place, float] = field(default_factory=dict)
    _held: int = 0
    """Gems taken and not put back."""
    _owed: dict[Place, int] = field(default_factory=dict)
    """Gems that must have left a place, whose count has not told so."""
    _back: float = -1.0
    """When the power came back last."""
    _cut: float | None = None
    """When the power went, while nothing has been told since but how the slots stand."""
    _untold: set[Slot] = field(default_factory=set)
    """Slots in which keys stood before it went, and that have not been told since."""

    _up: bool = False
    """Whether somebody has the silver column; a play begins with it in its place."""
    _column_told: bool = False
    _column_untold: bool = False
    """It stood in its place before the power went, and has not been told since."""
    _knock: int | None = None
    """The last knock among the steps, unless a fall belongs to it already."""

    def __post_init__(self, gems: tuple[int, int] | None) -> None:
        """The gems as agreed when the game began (chamber, corner); None: the first counts tell."""
        self._gems = {} if gems is None else {"centre": gems[0], "corner": gems[1]}

    def see(self, fact: Fact) -> None:
        """Take the next fact."""
        if isinstance(fact, PowerBack):
            self._power(fact.at)
            return
        at = fact.at - self.began
        if self._cut is not None and not (
            isinstance(fact, PartLost) or (isinstance(fact, KeyStands) and at <= self.now)
        ):
            self._meanwhile()
        if self._column_untold and at > self._back and not isinstance(fact, PartLost):
            self._column(up=True, at=self._back)
        self.now = max(self.now, at)
        match fact:
            case KeyStands(slot=slot, depth=depth) if depth is not Depth.UNKNOWN:
                self._untold.discard(slot)
                self._stays.setdefault(slot, []).append(Stay(depth, at))
            case Weighing(place=place):
                self._stirred.setdefault(place, at)
            case GemsCounted(place=place, gems=int() as gems):
                self._count(place, gems, at)
            case Pressed(key=key, held=held):
                self._step(at - held, f"hold {key} {held:.2f}" if held > HELD else f"press {key}")
            # A doubtful one was the box's own doing, and comes again with whatever it came from.
            case Knock(doubtful=False):
                self._knock = len(self.steps)
                self._step(at, "knock")
            case ColumnMoved(up=up):
                self._column(up=up, at=at)
            case PartLost(part=part) if part in LOSABLE:
                self._step(at, f"unplug {part}")
            case PartBack(part=part) if part in LOSABLE:
                self._step(at, f"plug {part}")
            case _:
                pass

    def late(self, at: float) -> bool:
        """Whether a count that stands since the moment `at` was told so late that it was in doubt."""
        return self.now - (at - self.began) > DOUBT

    def end(self) -> None:
        """No more facts come."""
        if self._cut is not None:
            self._meanwhile()
        for place, begun in self._stirred.items():
            if begun > self._back:
                self._step(begun, f"lean {place} {ARM_GRAMS} {self.now - begun + ARM:.2f}")
        self._keys()
        self.steps.sort(key=lambda did: did.at)

    def forget(self, key: str) -> None:
        """The press of this key, the latest step, was no deed of the game."""
        self.steps.remove(next(did for did in reversed(self.steps) if did.step.split()[1:2] == [key]))

    def _power(self, at: float) -> None:
        """What stands and lies as before is told again, in its own order; only the rest was moved meanwhile."""
        if self._cut is not None:
            self._meanwhile()
        self._keys()
        self._cut = self.now + 0.1
        self.now = self._back = self._cut + CUT
        self.began = at - self.now
        self._step(self._cut, "power off")
        self._step(self.now, "power on")
        self._untold = {slot for slot, depth in self._stood.items() if depth in (Depth.ENTERED, Depth.FULL)}
        self._column_untold = self._column_told and not self._up
        self._knock = None
        self._stirred = dict.fromkeys(self._gems, self._cut + 6)

    def _meanwhile(self) -> None:
        """Keys that stand otherwise since the cut: out, in, deeper; slots that are not told again are empty."""
        cut, self._cut = self._cut or 0.0, None
        told = {slot: stays[-1].depth for slot, stays in self._stays.items()}
        told |= dict.fromkeys(self._untold, Depth.EMPTY)
        self._stays.clear()
        self._untold = set()
        steps = []
        for slot, depth in sorted(told.items()):
            before, self._stood[slot] = self._stood.get(slot, Depth.EMPTY), depth
            match before, depth:
                case ((Depth.ENTERED | Depth.FULL), Depth.EMPTY):
                    steps.append((0, f"lift {slot}"))
                case Depth.EMPTY, Depth.ENTERED:
                    steps.append((1, f"push {slot} half"))
                case Depth.EMPTY, Depth.FULL:
                    steps.append((1, f"push {slot}"))
                case Depth.ENTERED, Depth.FULL:
                    steps.append((1, f"shove {slot}"))
        for number, (_, step) in enumerate(sorted(steps)):
            self._step(cut + 1 + number * 0.5, step)

    def _count(self, place: Place, gems: int, at: float) -> None:
        stirred = self._stirred.pop(place, None)
        moved = gems - self._gems.get(place, gems)
        self._gems[place] = gems
        begun = at if stirred is None else stirred
        if moved > 0:
            if begun <= self._back:
                begun += CUT / 3  # what was put in meanwhile had been taken first
            if unseen := max(moved - self._held, 0):
                # Gems come from somewhere: their leaving the other place was not seen, or is counted later.
                other: Place = "corner" if place == "centre" else "centre"
                self._owed[other] = self._owed.get(other, 0) + unseen
                self._step(begun - 0.05 - _GEM * unseen - _SHORTEST, f"take {other} {unseen}")
            self._held += unseen - moved
            self._step(begun - 0.05, f"put {place} {moved}")
        elif moved:
            known = min(self._owed.get(place, 0), -moved)
            self._owed[place] = self._owed.get(place, 0) - known
            if place == "centre" and self._fell(begun, -moved - known):
                return
            self._held += -moved - known
            if -moved > known:
                self._step(begun - 0.05, f"take {place} {-moved - known}")
        if stirred is None or stirred <= self._back or (place == "centre" and self._shaken(stirred)):
            return
        if not moved or at - begun - _GEM * abs(moved) > ARM:
            self._step(begun, f"lean {place} {ARM_GRAMS} {max(at - begun, _SHORTEST):.2f}")

    def _shaken(self, at: float) -> bool:
        """Whether the scale moved by the last blow."""
        blows = (did.at for did in reversed(self.steps) if did.step.startswith("knock"))
        return abs(at - next(blows, at - 2 * FALL)) <= FALL

    def _fell(self, at: float, gems: int) -> bool:
        """Whether gems that began to leave the box at `at` fell by a knock; they belong to its step then."""
        if not gems or self._knock is None or abs(at - self.steps[self._knock].at) > FALL:
            return False
        self.steps[self._knock] = Did(self.steps[self._knock].at, f"knock falls={gems}")
        self._held += gems
        self._knock = None
        return True

    def _column(self, *, up: bool, at: float) -> None:
        if at <= self._back:
            at = self._back - CUT + 3
        self._column_told, self._column_untold = True, False
        if up is not self._up:
            self._up = up
            self._step(at, f"column {'up' if up else 'down'}")

    def _keys(self) -> None:
        """What has become of every slot since it was told whole."""
        moves: list[Move] = []
        for slot, stays in self._stays.items():
            still = without_slips([Stay(self._stood.get(slot, Depth.EMPTY), -SLIP), *stays])
            moves += moves_of(slot, still)
            self._stood[slot] = still[-1].depth
        self._stays.clear()
        free: dict[Slot, float] = {}
        out = 0.0
        for at, slot, verb, lasts in sorted(moves):
            match verb:
                case "lift":
                    begins = max(at - _OUT, free.get(slot, 0.0))
                    out = max(out, begins + _OUT + _SHORTEST)
                    free[slot] = begins + _USUAL + 0.01
                    self._step(begins, f"lift {slot}")
                case "shove":
                    begins = max(at - _USUAL, free.get(slot, 0.0))
                    free[slot] = begins + _USUAL + 0.01
                    self._step(begins, f"shove {slot}")
                case _:
                    # The key may have left another slot only just before.
                    seconds = max(lasts / (1 - _ENTERS), _SHORTEST) if verb == "push" else _USUAL
                    begins = max(at - seconds * _ENTERS, out, free.get(slot, 0.0))
                    if begins > at - seconds * _ENTERS:
                        seconds = max((at - begins) / _ENTERS, _SHORTEST) if verb == "half" else seconds
                    free[slot] = begins + seconds + 0.01
                    within = "" if abs(seconds - _USUAL) < _SHORTEST else f" in={seconds:.2f}"
                    self._step(begins, f"push {slot}{within}{' half' if verb == 'half' else ''}")

    def _step(self, at: float, step: str) -> None:
        self.steps.append(Did(max(at, 0.0), step))
