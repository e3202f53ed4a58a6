"""The referee's loop: one inbound queue of readings, one task that folds them into facts, rulings and announcements.

Laws: nothing but this task touches the folds; whatever comes from elsewhere (a worker, a line, a timer) is a reading in
the queue.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from firmware import switching
from firmware.idle import Doze, Idle
from firmware.known import Known
from firmware.listening import Listener, Outputs
from firmware.match import Match
from firmware.record import Record
from firmware.replay import Begun
from firmware.ruling import Ruled
from firmware.sensing import column, contacts, gate, knock, panel, scales
from firmware.sensing.readings import Edge, Light, Passed, Reading
from firmware.tuning import column_of, gate_of, knock_of, panel_of, scale_of, slots_of, timing_of
from games.announcements import Announcement
from games.announcements.shared import Corrected, Counted, SwitchingOff
from games.contract import Game, Outcome
from games.facts import ColumnMoved, Fact, GemsCounted, KeyStands, Knock, Pressed, TimePassed, Weighing
from games.lobby.lobby import Choice
from games.settings import drawn, known
from games.table import Depth, Place, Slot
from hardware.box import Plan

if TYPE_CHECKING:
    from firmware.owned import Owned  # most boxes have no copy file


class Tabletop:
    """The table as the box knows it: sensing's folds, and the game that is on, if one is."""

    def __init__(
        self,
        plan: Plan,
        loop: asyncio.AbstractEventLoop,
        outputs: Outputs,
        record: Record | None = None,
        *,
        copies: Mapping[str, "Owned"] = MappingProxyType({}),
        draw: Callable[[int], int] = secrets.randbelow,
        learned: gate.Learned = gate.UNTAUGHT,
    ) -> None:
        """`record` writes games down; without one nothing is kept. `draw` is chance: a number lower than it is given.

        `copies` are the games as their owner has them, by name; `learned` is what the gate was taught.
        """
        self.plan = plan
        self.copies = copies
        self.heeding: Callable[[Place], None] = lambda _place: None
        """Told which place's weight matters most now."""
        self.watching: Callable[[Reading, tuple[Fact, ...]], None] | None = None
        """Told every reading with the facts it completes, in place of the game: nothing is ruled on meanwhile."""
        self.switched_off: Callable[[], None] | None = None
        """Told when `back` and `go` were held for so long that this is meant; without it they mean nothing."""
        self._loop = loop
        self._inbox: asyncio.Queue[Reading] = asyncio.Queue()
        self._column, self._slots, self._panel = column_of(plan), slots_of(plan), panel_of(plan)
        self.learn(plan, learned)
        self._known = Known()
        self._before = Known()  # what a resumed game knew
        self._draw = draw
        self._match = Match(loop, outputs, self._known, draw, record)
        self._match.ruled = self._ruled
        self._match.chosen = self._chosen
        self._match.went_on = self._set_timer
        self._counting: Begun | None = None  # the game whose agreed gems the scales count on from
        self._doze = Doze(loop, still_s=plan.settle.idle_s, dim_s=plan.settle.dim_s)
        self._timer: asyncio.TimerHandle | None = None
        self._wake: float | None = None

    @property
    def listeners(self) -> list[Listener]:
        """Whoever hears every announcement with its moment."""
        return self._match.listeners

    @property
    def idle(self) -> Idle:
        """How long nobody has touched anything."""
        return self._doze.idle

    def learn(self, plan: Plan, learned: gate.Learned) -> None:
        """Weigh, hear and see as this plan and what the gate was taught say from now on; gems are counted anew."""
        self._scales, self._knock = scales.begin(scale_of(plan)), knock.begin(knock_of(plan))
        self._gate = gate_of(plan, learned)

    def when(self, *, speaks: Callable[[Game | None], None], idles: Callable[[Idle], None]) -> None:
        """Tell whose words are spoken from now on, a game's or (None) the lobby's, and how long nobody has moved."""
        self._match.speaks, self._doze.became = speaks, idles

    def post(self, reading: Reading) -> None:
        """A reading for the referee's task. Only in the loop's thread."""
        self._inbox.put_nowait(reading)

    def say(self, said: Announcement) -> None:
        """Say what is no ruling: nothing changes by it."""
        self._match.say(said)

    async def run(self) -> None:
        """Fold readings until cancelled."""
        self._doze.touched()
        while True:
            self._fold(await self._inbox.get())

    def close(self) -> None:
        """Nothing wakes it any more."""
        self._doze.close()
        if self._timer is not None:
            self._timer.cancel()

    # --- for whoever starts games -------------------------------------------------------------------------------------

    def lobby(self) -> None:
        """Let the hands choose a game."""
        self._match.lobby()
        self._set_timer()

    def begin(
        self,
        game: Game,
        *,
        players: int,
        start: int,
        settings: Any,
        gems: tuple[int, int] | None = None,
        seats: tuple[int, ...] = (),
    ) -> None:
        """Start a game; without `gems` (chamber, corner) the table is checked first. Raises ValueError as the rules.

        `seats` is the pad of each player, from 0; without it they sit in the order of the pads.
        """
        owned = self.copies.get(game.name)
        self._match.begin(
            Begun(
                game=game,
                players=players,
                start=start,
                settings=drawn(known(settings, owned.entered if owned else ()), self._draw),
                gems=gems,
                timing=timing_of(self.plan),
                at=self._loop.time(),
                seats=seats,
                copy=owned.copy if owned else game.copy and game.copy(),
            )
        )
        self._set_timer()

    def _chosen(self, by: Choice) -> None:
        settings = self.copies[by.game.name].read(by.settings) if by.game.name in self.copies else by.settings
        self.begin(by.game, players=len(by.seats), start=by.start, settings=settings, seats=by.seats)

    def resume(self, begun: Begun, state: Any, facts: Iterable[Fact]) -> None:
        """Go on with a game that was cut off: `state` is the fold of its `facts`.

        Only before the parts are woken: what lay on the scale is what it is first taken for. The referee hears that the
        power is back as soon as every slot has been told or lost.
        """
        self._match.resume(begun, state)
        for fact in facts:
            self._before.keep(fact)
        if self._match.outcome() is None:
            # The gems of a game that has ended go back into the chamber, all at once: no count leads there.
            for place, gems in self._before.counts().items():
                self._scales = scales.agreed(self._scales, place, gems)

    def remembered(self) -> tuple[dict[Slot, Depth], dict[Place, int], bool]:
        """Keys, gems, and whether the column was up, as a resumed game saw them last: for a simulated table."""
        up = self._before.column is not None and self._before.column.up
        return self._before.keys(), self._before.counts(), up

    def leave(self) -> None:
        """The table is no more: the game that is on will not be resumed."""
        self._match.leave()

    @property
    def weighed(self) -> bool:
        """Both places have been counted at least once."""
        return len(self._known.gems) == 2

    @property
    def state(self) -> Any:
        """The referee's state; None while no game is on."""
        return self._match.state

    @property
    def colours(self) -> tuple[str, ...]:
        """What the colour keys mean now, k1 first; nothing where no colours are asked for."""
        return self._match.colours

    def scores(self) -> tuple[int, ...]:
        """Everybody's score; nobody's while no game is on."""
        return self._match.scores()

    def turn(self) -> int | None:
        """Whose turn it is; None while no game is on."""
        return self._match.turn()

    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self._match.outcome()

    # --- the fold -----------------------------------------------------------------------------------------------------

    def _fold(self, reading: Reading) -> None:
        # The column first: the slots' fold tells when the part they share is back, and by then its facts must be out.
        self._column, of_column = column.see(self._column, reading)
        self._slots, of_slots = contacts.see(self._slots, reading)
        self._panel, of_panel = panel.see(self._panel, reading)
        # Without a hammer a blow on the sensor is a gem or an elbow, and tells nothing of when gems came to rest.
        begun, of_scales = self._match.begun, tuple[Fact, ...]()
        if not isinstance(reading, Edge) or (begun is not None and begun.game.hammered):
            self._scales, of_scales = scales.see(self._scales, reading)
        self._knock, of_knock = knock.see(self._knock, reading)
        keys = gate.meant(self.colours, self._match.lit) if isinstance(reading, Light) else ()
        self._gate, of_gate, shown = gate.see(self._gate, reading, keys)
        facts = (*of_column, *of_slots, *of_panel, *of_scales, *of_knock, *of_gate)
        if self.switched_off is not None and not self._match.over and switching.meant_by(facts):
            self._switch_off(self.switched_off)
        if self._match.over:
            return
        if self.watching is not None:
            self._doze.touched()  # whoever watches is there
            for fact in facts:
                self._known.keep(fact)
            self.watching(reading, facts)
            self._set_timer()
            return
        for said in shown:
            self._doze.touched()
            self._match.say(said)
        for fact in facts:
            if isinstance(fact, KeyStands | Weighing | Pressed | Knock | ColumnMoved) and not knock.doubted(fact):
                # Before the fact is ruled on: the first touch counts as a move, and is seen and heard.
                self._doze.touched()
            self._known.keep(fact)
            self._match.see(fact)
        wake = self._match.wake
        if isinstance(reading, Passed) and wake is not None and reading.at >= wake:
            self._match.see(TimePassed(at=reading.at))
        if self._match.waking and contacts.told(self._slots):
            self._match.wake_up()
        self._match.flush()
        self._set_timer()

    def _switch_off(self, told: Callable[[], None]) -> None:
        """Nothing is ruled on any more, not even what was on its way to the disk: the next start does."""
        self._doze.touched()
        self._match.over = True
        self._match.say(SwitchingOff(), switching.LIT)
        told()

    def _ruled(self, ruled: Ruled) -> None:
        self.heeding(ruled.heed)
        if ruled.agreed is None:
            self._counting = None
        begun, counting = self._match.begun, self._counting
        if ruled.agreed is not None and (counting is not begun or Corrected() in ruled.said):
            # From now on the scales count on from what was agreed to lie there.
            places: tuple[tuple[Place, int], ...] = (("centre", ruled.agreed[0]), ("corner", ruled.agreed[1]))
            self._counting = begun
            for place, gems in places:
                # A correction of keys leaves gems that are under way as they are.
                if counting is not begun or getattr(self._known.gems.get(place), "gems", None) == gems:
                    self._agree(place, gems)
        for said in ruled.said:
            if isinstance(said, Counted):
                self._agree(said.place, said.gems)

    def _agree(self, place: Place, gems: int) -> None:
        self._scales = scales.agreed(self._scales, place, gems)
        pan = self._scales.centre if place == "centre" else self._scales.corner
        if pan.level is not None:
            # At rest: that is what lies there. Else the count at the next rest will tell.
            counted = GemsCounted(at=self._loop.time(), place=place, gems=gems)
            self._known.keep(counted)
            self._match.see(counted)

    def _set_timer(self) -> None:
        """One timer for all that wants to be woken."""
        folds = (column.wake(self._column), contacts.wake(self._slots), panel.wake(self._panel))
        moments = (*folds, scales.wake(self._scales), knock.wake(self._knock), self._match.wake)
        wake = min([moment for moment in moments if moment is not None], default=None)
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
