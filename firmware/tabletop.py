"""The referee's loop: one inbound queue of readings, one task that folds them into facts, rulings and announcements.

Laws: nothing but this task touches the folds; whatever comes from elsewhere (a worker, a line, a timer) is a reading in
the queue; a ruling waits for no output. The listeners hear every announcement with its moment; they neither raise nor
block.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import Any, Protocol

from firmware.record import Record
from firmware.replay import Begun
from firmware.sensing import contacts, panel, scales
from firmware.sensing.counting import Gems
from firmware.sensing.readings import Passed, Reading
from games.announcements import Announcement, words
from games.announcements.shared import Corrected, Counted
from games.catalog import GAMES
from games.contract import Game, Lit, Outcome, Referee, Step, Timing
from games.facts import Fact, GemsCounted, KeyStands, PartBack, PartLost, PowerBack, Pressed, TimePassed, Weighing
from games.table import Depth, Place, Slot
from hardware.box import Plan

log = logging.getLogger(__name__)


class Idle(Enum):
    """How long nobody has touched anything."""

    AWAKE = "awake"
    STILL = "still"
    """For `idle_s`: parts are looked at seldom."""
    DIM = "dim"
    """For `dim_s`: lamps are dimmed and stand still, and nothing is said."""


Listener = Callable[[float, Announcement], None]
"""Hears an announcement and its moment."""


class Outputs(Protocol):
    """What the referee's loop drives: lamps and sounds."""

    def announce(
        self, said: Sequence[Announcement], lit: Sequence[Lit], still_holds: Callable[[Announcement], bool]
    ) -> None:
        """Light the picture and sound what was said, at once."""


@dataclass(slots=True)
class Known:
    """The latest facts of every kind: a game that begins later starts from these."""

    slots: dict[Slot, KeyStands] = field(default_factory=dict)
    gems: dict[Place, GemsCounted | Weighing] = field(default_factory=dict)
    lost: dict[str, PartLost] = field(default_factory=dict)

    def keep(self, fact: Fact) -> None:
        """Remember what a later game needs to know."""
        match fact:
            case KeyStands():
                self.slots[fact.slot] = fact
            case GemsCounted() | Weighing():
                self.gems[fact.place] = fact
            case PartLost():
                self.lost[fact.part] = fact
            case PartBack():
                self.lost.pop(fact.part, None)
            case PowerBack() | Pressed() | TimePassed():
                pass

    def facts(self) -> tuple[Fact, ...]:
        """What is known, in a sensible order."""
        return (*self.lost.values(), *self.slots.values(), *self.gems.values())


class Tabletop:
    """The table as the box knows it: sensing's folds, and the game that is on, if one is."""

    def __init__(
        self, plan: Plan, loop: asyncio.AbstractEventLoop, outputs: Outputs, record: Record | None = None
    ) -> None:
        """`record` writes games down; without one nothing is kept."""
        self.plan = plan
        self._record = record
        self.listeners: list[Listener] = []
        self.heeding: Callable[[Place], None] = lambda _place: None
        """Told which place's weight matters most now."""
        self.idling: Callable[[Idle], None] = lambda _idle: None
        """Told when nobody touches anything any more, and at the first touch."""
        self.idle = Idle.AWAKE
        self._touched_at = loop.time()
        self._doze: asyncio.TimerHandle | None = None
        self._loop = loop
        self._outputs = outputs
        self._inbox: asyncio.Queue[Reading] = asyncio.Queue()
        self._slots = contacts.begin(
            {part_bit: Slot(*slot) for slot, part_bit in plan.slot_contacts.items()},
            contact_s=plan.settle.contact_ms / 1000,
            skew_s=plan.settle.skew_s,
        )
        self._panel = panel.begin(
            {("a" if contact.port == "A" else "b", contact.bit): name for name, contact in plan.panel_keys.items()},
            contact_s=plan.settle.contact_ms / 1000,
            bounce_s=plan.settle.bounce_s,
        )
        self._scales = scales.begin(scale_of(plan))
        self._known = Known()
        self._before = Known()  # what a resumed game knew
        self._begun: Begun | None = None
        self._referee: Referee[Any] | None = None
        self._state: Any = None
        self._outcome: Outcome | None = None
        self._waking = False  # a game goes on as soon as the sensors have told how the table stands
        self._pressed: Pressed | None = None  # on its way to the disk
        self._behind: deque[Fact] = deque()  # facts that wait behind it
        self._counting = False  # whether the scales know what was agreed when the game began
        self._timer: asyncio.TimerHandle | None = None
        self._wake: float | None = None

    # --- for the rims -------------------------------------------------------------------------------------------------

    def post(self, reading: Reading) -> None:
        """A reading for the referee's task. Only in the loop's thread."""
        self._inbox.put_nowait(reading)

    async def run(self) -> None:
        """Fold readings until cancelled."""
        self._rouse()
        while True:
            self._fold(await self._inbox.get())

    def close(self) -> None:
        """Nothing wakes it any more."""
        for timer in (self._timer, self._doze):
            if timer is not None:
                timer.cancel()

    # --- for whoever starts games -------------------------------------------------------------------------------------

    def begin(
        self, game: Game, *, players: int, start: int, settings: Any, gems: tuple[int, int] | None = None
    ) -> None:
        """Start a game. Without `gems` (chamber, corner) the table is checked first. Raises ValueError as the rules."""
        self._begin(
            Begun(
                game=game,
                players=players,
                start=start,
                settings=settings,
                gems=gems,
                timing=timing_of(self.plan),
                at=self._loop.time(),
            )
        )
        self._set_timer()

    def resume(self, begun: Begun, state: Any, facts: Iterable[Fact]) -> None:
        """Go on with a game that was cut off: `state` is the fold of its `facts`.

        Only before the parts are woken: what lay on the scale is what it is first taken for. The referee hears that the
        power is back as soon as every slot has been told or lost.
        """
        for fact in facts:
            self._before.keep(fact)
        self._begun, self._referee, self._state = begun, begun.game.referee(), state
        self._outcome = self._referee.outcome(state)
        if self._outcome is None:
            # The gems of a game that has ended go back into the chamber, all at once: no count leads there.
            for place, gems in self.remembered()[1].items():
                self._scales = scales.agreed(self._scales, place, gems)
        self._counting = False
        self._waking = True

    def remembered(self) -> tuple[dict[Slot, Depth], dict[Place, int]]:
        """Keys and gems as a resumed game saw them last; for a simulated table, that there be one to resume it on."""
        slots = {slot: fact.depth for slot, fact in self._before.slots.items()}
        gems = {
            place: fact.gems
            for place, fact in self._before.gems.items()
            if isinstance(fact, GemsCounted) and fact.gems is not None
        }
        return {slot: depth for slot, depth in slots.items() if depth in (Depth.ENTERED, Depth.FULL)}, gems

    def leave(self) -> None:
        """The table is no more: the game that is on will not be resumed."""
        if self._record is not None and self._referee is not None:
            self._record.leave()

    def _begin(self, begun: Begun) -> None:
        step = begun.first()
        self._begun, self._referee, self._outcome = begun, begun.game.referee(), None
        self._waking = self._counting = False
        if self._record is not None:
            self._record.begin(begun.game.name, begun.dump())
        self._ruled(self._referee, step)
        for fact in self._known.facts():
            self._rule(fact)

    @property
    def weighed(self) -> bool:
        """Both places have been counted at least once."""
        return len(self._known.gems) == 2

    def scores(self) -> tuple[int, ...]:
        """Everybody's score; nobody's while no game is on."""
        return () if self._referee is None else self._referee.scores(self._state)

    def turn(self) -> int | None:
        """Whose turn it is; None while no game is on."""
        return None if self._referee is None or self.outcome() is not None else self._referee.turn(self._state)

    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return None if self._referee is None else self._referee.outcome(self._state)

    # --- the fold -----------------------------------------------------------------------------------------------------

    def _fold(self, reading: Reading) -> None:
        self._slots, of_slots = contacts.see(self._slots, reading)
        self._panel, of_panel = panel.see(self._panel, reading)
        self._scales, of_scales = scales.see(self._scales, reading)
        for fact in (*of_slots, *of_panel, *of_scales):
            if isinstance(fact, KeyStands | Weighing | Pressed):
                # Before the fact is ruled on: the first touch counts as a move, and is seen and heard.
                self._rouse()
            self._known.keep(fact)
            self._rule(fact)
        if isinstance(reading, Passed):
            self._rule(TimePassed(at=reading.at))
        if self._waking and contacts.told(self._slots):
            self._wake_up()
        if self._record is not None:
            self._record.flush()
        self._set_timer()

    def _wake_up(self) -> None:
        self._waking = False
        known = self._known.facts()
        self._rule(PowerBack(at=self._loop.time()))
        for fact in known:
            self._rule(fact)

    def _rule(self, fact: Fact) -> None:
        """Rule on a fact, at once where it may be; a press has to be on the disk first, and what comes later waits."""
        if self._referee is None or self._waking:
            return
        if self._record is None:
            self._see(fact)
        elif self._pressed is not None:
            self._behind.append(fact)
        elif isinstance(fact, Pressed):
            self._pressed = fact
            self._record.add(fact)
            self._record.durable(self._kept)
        else:
            self._record.add(fact)
            self._see(fact)

    def _kept(self) -> None:
        """The press is on the disk: now what it leads to may be announced, and what came behind it ruled on."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None:
            self._see(pressed)
        while self._behind and self._pressed is None:
            self._rule(self._behind.popleft())
        if self._record is not None:
            self._record.flush()
        self._set_timer()

    def _see(self, fact: Fact) -> None:
        referee, begun = self._referee, self._begun
        if referee is None or begun is None:
            return
        self._ruled(referee, referee.see(self._state, fact))
        if self._record is not None and (outcome := referee.outcome(self._state)) != self._outcome:
            self._outcome = outcome
            self._record.end(outcome and asdict(outcome))
        if referee.left(self._state):
            self._begin(replace(begun, at=self._loop.time(), gems=None))

    def _ruled(self, referee: Referee[Any], step: Step[Any]) -> None:
        self._state = state = step.state
        self._outputs.announce(step.said, referee.lamps(state), self._holds)
        now = self._loop.time()
        for said in step.said:
            log.info("%s", words(said))
            for listener in self.listeners:
                listener(now, said)
        self.heeding(referee.heed(state))
        agreed = referee.agreed(state)
        if agreed is not None and (not self._counting or Corrected() in step.said):
            # From now on the scales count on from what was agreed to lie there.
            places: tuple[tuple[Place, int], ...] = (("centre", agreed[0]), ("corner", agreed[1]))
            begun, self._counting = self._counting, True
            for place, gems in places:
                # A correction of keys leaves gems that are under way as they are.
                if not begun or self._lie(place) == gems:
                    self._agree(place, gems)
        for said in step.said:
            if isinstance(said, Counted):
                self._agree(said.place, said.gems)

    def _lie(self, place: Place) -> int | None:
        """The gems last counted there; None while that cannot be told."""
        known = self._known.gems.get(place)
        return known.gems if isinstance(known, GemsCounted) else None

    def _agree(self, place: Place, gems: int) -> None:
        self._scales = scales.agreed(self._scales, place, gems)
        pan = self._scales.centre if place == "centre" else self._scales.corner
        if pan.level is not None:
            # At rest: that is what lies there. Else the count at the next rest will tell.
            counted = GemsCounted(at=self._loop.time(), place=place, gems=gems)
            self._known.keep(counted)
            self._rule(counted)

    def _holds(self, said: Announcement) -> bool:
        return self._referee is not None and self._referee.still_holds(self._state, said)

    # --- idle ---------------------------------------------------------------------------------------------------------

    def _rouse(self) -> None:
        """Somebody touched something. The timer is not moved at every touch: it finds out when it rings."""
        self._touched_at = self._loop.time()
        if self.idle is not Idle.AWAKE or self._doze is None:
            self._become(Idle.AWAKE, self.plan.settle.idle_s)

    def _become(self, idle: Idle, next_s: float | None) -> None:
        if self._doze is not None:
            self._doze.cancel()
        self._doze = None if next_s is None else self._loop.call_at(self._touched_at + next_s, self._dozed)
        if idle is not self.idle:
            self.idle = idle
            self.idling(idle)

    def _dozed(self) -> None:
        untouched, settle = self._loop.time() - self._touched_at, self.plan.settle
        if untouched >= settle.dim_s:
            self._become(Idle.DIM, None)
        elif untouched >= settle.idle_s:
            self._become(Idle.STILL, settle.dim_s)
        else:
            self._become(Idle.AWAKE, settle.idle_s)

    def _set_timer(self) -> None:
        """One timer for all that wants to be woken."""
        moments = [contacts.wake(self._slots), panel.wake(self._panel), scales.wake(self._scales)]
        if self._referee is not None and not self._waking and self._pressed is None:
            # While a press is on its way to the disk nothing is ruled on: the referee would ask again at once.
            moments.append(self._referee.wake(self._state))
        wake = min((moment for moment in moments if moment is not None), default=None)
        if wake == self._wake and self._timer is not None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._wake = wake
        self._timer = None if wake is None else self._loop.call_at(wake, self._woken, wake)

    def _woken(self, at: float) -> None:
        # The moment itself, not the clock: a timer may fire a rounding early, and would then be asked for again.
        self._timer = self._wake = None
        self.post(Passed(max(at, self._loop.time())))


def timing_of(plan: Plan) -> Timing:
    """The plan's settling times, as referees take them."""
    settle = plan.settle
    return Timing(
        rest_contact=settle.rest_contact_s,
        rest_table=settle.rest_table_s,
        undo=settle.undo_s,
        late_gem=settle.late_gem_s,
        patience=settle.patience_s,
        sure=plan.gems.sure,
    )


def scale_of(plan: Plan) -> scales.Scale:
    """The plan's scale, as sensing takes it."""
    cell, gems, settle = plan.scale.cell, plan.gems, plan.settle
    return scales.Scale(
        centre=scales.Cell(cell.centre_counts_per_gram, cell.centre_empty_counts),
        corner=scales.Cell(cell.corner_counts_per_gram, cell.corner_empty_counts),
        gems=Gems(gems.grams, gems.spread, most=max(game.gems for game in GAMES)),
        sure=gems.sure,
        window_s=settle.weight_window_s,
        steady_grams=settle.weight_grams,
        patience_s=settle.weight_patience_s,
    )
