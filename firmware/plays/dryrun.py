"""The steps of a play, tried without the box: when each begins, where every key is, how many gems can be taken or put.

How deep a key goes is the board's business, so nothing here depends on it; clumsy hands leave the table as tidy ones
do. How long an expectation waits is the referee's, so moments are known from one expectation to the next only.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from firmware.plays import acts, terms
from firmware.plays.script import At, Step, Wrong
from firmware.plays.terms import DAY
from games.table import Place, Slot
from hardware.sim.table import COLOURS

KEYS: Final = 3
"""Keys of Clever Keys, beside the box at first."""


@dataclass(slots=True)
class DryHands:
    """What the hands have done so far: slots with a key in them, gems at each place, gems taken and not put back.

    `meant` is what the colour keys mean, k1 first. `off` are gems on no scale of which the colour is known.
    """

    gems: dict[Place, int]
    meant: tuple[str, ...] = ()
    held: int = 0
    off: Counter[str] = field(default_factory=Counter)
    column_up: bool = False
    standing: set[Slot] = field(default_factory=set)
    powered: bool = True

    def do(self, deed: acts.Deed) -> None:
        """Do the step; raises Wrong where it is impossible, and has done nothing then."""
        match deed:
            case acts.Push(slot):
                if slot in self.standing:
                    raise Wrong(f"a key stands in {slot} already", "push into a free slot, or lift that key first")
                if len(self.standing) == KEYS:
                    raise Wrong(f"all {KEYS} keys stand in slots", "lift one first")
                self.standing.add(slot)
            case acts.Shove(slot):
                self._stands(slot)
            case acts.Lift(slot):
                self._stands(slot)
                self.standing.remove(slot)
            case acts.Touch():
                if self.standing:
                    raise Wrong("the board is on: keys stand in it", "lift every key first")
            case acts.Take(place, gems, colours):
                self._leave(place, gems, colours)
            case acts.Blow(_, gems, colours) | acts.TurnBox(gems, colours):
                self._leave("centre", gems, colours)
            case acts.Put(place, gems, colours):
                if gems > self.held:
                    raise Wrong(f"{self.held} gems have been taken, not {gems}", "put back no more than were taken")
                self.gems[place] += gems
                self.held -= gems
                # Gems whose colour was not said may be any of those that are known to be off.
                self.off = +(self.off - (Counter(colours) if colours else Counter(dict.fromkeys(self.off, gems))))
            case acts.Enter(colours):
                for colour in colours:
                    if colour not in self.meant:
                        right = f"write {terms.choices(self.meant)}" if self.meant else "this game asks for no colours"
                        raise Wrong(f"no colour key means {colour!r} now", right)
            case acts.Column(up):
                if up is self.column_up:
                    where = "up" if up else "in its place"
                    raise Wrong(f"the column is {where} already", "column up and column down take turns")
                self.column_up = up
            case acts.Swap(place, gems):
                self._lie(place, gems)
            case acts.Power(on):
                if on is self.powered:
                    raise Wrong(f"the power is {'on' if on else 'off'} already", "power off and power on take turns")
                self.powered = on
            case _:
                pass

    def _stands(self, slot: Slot) -> None:
        if slot not in self.standing:
            stand = ", ".join(map(str, sorted(self.standing)))
            raise Wrong(f"no key stands in {slot}", f"keys stand in {stand}" if stand else "push one in first")

    def _leave(self, place: Place, gems: int, colours: tuple[str, ...]) -> None:
        self._lie(place, gems)
        off = self.off + Counter(colours)
        for colour, number in off.items():
            if number > COLOURS[colour]:
                there = COLOURS[colour] - self.off[colour]
                raise Wrong(
                    f"of {COLOURS[colour]} {colour} gems {there} can still lie there", "name no more than there are"
                )
        self.gems[place] -= gems
        self.held += gems
        self.off = off

    def _lie(self, place: Place, gems: int) -> None:
        if gems > self.gems[place]:
            raise Wrong(f"{self.gems[place]} gems lie in the {place}, not {gems}", "take no more than are there")


@dataclass(slots=True)
class DryClock:
    """When steps begin and end at the earliest, and which slots and keys of the panel are in a hand until when."""

    tidy: bool
    latest: float = 0.0
    ends: float = 0.0
    busy: dict[Slot | str, float] = field(default_factory=dict)

    def wait(self) -> None:
        """An expectation takes its time."""
        self.busy.clear()

    def begin(self, step: Step) -> None:
        """The step begins; raises Wrong where it cannot at that moment."""
        if isinstance(step.begins, At):
            begins = step.begins.seconds
            if begins < self.latest:
                raise Wrong(
                    f"@{begins:g} lies before @{self.latest:g} further up", "write the steps in the order of time"
                )
            self.latest = begins
        else:
            begins = self.ends + step.begins.seconds
            self.busy.clear()
        for what in _handled(step.deed):
            if begins < self.busy.get(what, 0.0):
                free = f"@{self.busy[what]:g}"
                raise Wrong(f"a hand is still busy with {what} until {free}", f"begin at {free} or later")
        begins = max(begins, self.latest)
        ends = begins + _lasts(step.deed)
        if self.tidy:  # clumsy hands may be faster than they were told
            self.busy.update(dict.fromkeys(_handled(step.deed), ends))
        self.ends = max(self.ends, ends)
        if self.ends > DAY:
            raise Wrong("the play lasts longer than a day up to here", f"let it last {DAY:g} seconds at most")


def _handled(deed: acts.Deed) -> tuple[Slot | str, ...]:
    match deed:
        case acts.Push(slot=slot) | acts.Shove(slot) | acts.Lift(slot) | acts.Touch(slot=slot):
            return (slot,)
        case acts.Press(keys) | acts.Hold(keys, _):
            return keys
        case _:
            return ()


def _lasts(deed: acts.Deed) -> float:
    """Seconds that a step lasts at least."""
    return deed.seconds if isinstance(deed, acts.Push | acts.Hold | acts.Wait) else 0.0
