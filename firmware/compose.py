"""The composition root: the one place that chooses between metal and twins, and joins drivers, folds and outputs."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from drivers.bus import I2cBus
from drivers.buzzer import Buzzer
from drivers.lamps import Chain, Spi, open_port
from drivers.lines import InputLine, OutputLine, open_pins
from drivers.mcp23017 import Mcp23017
from drivers.worker import InlineWorker, ThreadWorker, Worker, nothing
from firmware import cues, lit
from firmware.announcer import Announcer
from firmware.converters import converter
from firmware.idle import Idle
from firmware.record import Record, wall_time
from firmware.senses import parts, peak
from firmware.senses.expanders import Expanders
from firmware.senses.gate import fit
from firmware.senses.knock import Knocks
from firmware.senses.scale import Scale
from firmware.sensing.gate import UNTAUGHT, Learned
from firmware.sensing.readings import Sounding
from firmware.switching import tell_cut_off
from firmware.tabletop import Tabletop
from games.contract import Game
from games.table import Place
from hardware.box import Plan

if TYPE_CHECKING:
    from firmware.journal import Journal  # a box that keeps none loads no SQLite
    from firmware.owned import Owned  # most boxes have no copy file
    from hardware.sim.world import World  # a box of metal loads no twins

log = logging.getLogger(__name__)

POWER_UP: Final = 1_767_225_600.0
"""The wall clock at the beginning of virtual time: the first second of 2026, in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seams:
    """Where the drivers meet metal or its twins."""

    pins: Callable[[], Any]
    """Opens a gpiozero pin factory."""
    spi: Callable[[], Spi]
    """Opens the port of the lamps."""
    pause: Callable[[float], None]
    """Waits between tries of a transfer."""
    worker: Callable[[str], Worker]
    """Starts something that transfers run on."""
    pulses: Callable[[], float] = time.monotonic
    """Times what is clocked by hand, in seconds."""
    draw: Callable[[int], int] = secrets.randbelow
    """Chance: a number from 0 that is lower than the one it is given, each as likely."""
    pwm: Callable[[], Chain] | None = None
    """Opens the chain of lamps where it hangs on a PWM line, and not on the port."""
    wall: Callable[[], float | None] = wall_time
    """The wall clock, in seconds since 1970; None while it is not known."""


def metal(plan: Plan, loop: asyncio.AbstractEventLoop) -> Seams:
    """A real box."""
    return Seams(
        pins=open_pins,
        spi=lambda: open_port(plan.lamps.device),
        pwm=lit.pwm(plan),
        pause=time.sleep,
        worker=lambda name: ThreadWorker(loop, name=name),
    )


def twins(world: "World", loop: asyncio.AbstractEventLoop, *, virtual: bool) -> Seams:
    """A simulated box: the same drivers on the world's chips; in virtual time transfers run at once.

    Its lamps hang on the SPI port whatever the plan says: the other way leads to the metal of this computer.
    """
    return Seams(
        pins=lambda: world.pins,
        spi=lambda: world.spi,
        pause=(lambda _seconds: None) if virtual else time.sleep,
        worker=(lambda _name: InlineWorker()) if virtual else (lambda name: ThreadWorker(loop, name=name)),
        pulses=world.pulses,
        draw=world.draw,
        wall=lambda: world.wall_time(POWER_UP + loop.time() if virtual else wall_time()),
    )


class Box:
    """A box put together and ready to run. Close it in the end: lamps go off and lines are released."""

    def __init__(
        self,
        plan: Plan,
        loop: asyncio.AbstractEventLoop,
        seams: Seams,
        journal: "Journal | None" = None,
        copies: Mapping[str, "Owned"] = MappingProxyType({}),
        *,
        learned: Learned = UNTAUGHT,
    ) -> None:
        """`journal` is the box's from now on. Without one, nothing is kept.

        `copies` is what the owner has entered of what is printed on the games, by name; all else is as shipped.
        `learned` is what its owner has taught the gem gate.

        Raises LineError with a sentence: without its lines a box cannot referee.
        """
        self.plan = plan
        self._loop = loop
        self.game: Game | None = None
        """The game whose words the box speaks; in the lobby none."""
        self._task: asyncio.Task[None] | None = None
        self._bug: BaseException | None = None
        self._broken = asyncio.Event()
        with ExitStack() as undo:
            self.record = None if journal is None else Record(journal, seams.worker("journal"), wall=seams.wall)
            if self.record is not None:
                undo.callback(self.record.close)
            self._bus = I2cBus(plan.bus.number, tries=plan.bus.tries, pause=seams.pause)
            transfers = seams.worker("transfers")
            undo.callback(transfers.close, self._bus.close)
            pins = seams.pins()
            self._reset = OutputLine("expander_reset", plan.lines.expander_reset, high=True, pins=pins)
            undo.callback(self._reset.close)
            chips = {part: Mcp23017(self._bus, at, part=part) for part, at in plan.expanders.addresses.items()}
            scale = converter(plan, self._bus, pins, seams.pulses, undo)
            self.buzzer = Buzzer(
                plan.lines.buzzer, lowest_hz=plan.buzzer.lowest_hz, highest_hz=plan.buzzer.highest_hz, pins=pins
            )
            undo.callback(self.buzzer.close)
            self.lamps = lit.lamps(plan, seams.spi, seams.pwm)
            outputs = seams.worker("outputs")
            undo.callback(outputs.close, nothing if self.lamps is None else self.lamps.close)
            self.cues = cues.of_lobby()
            self.announcer = Announcer(
                plan=plan, lamps=self.lamps, buzzer=self.buzzer, loop=loop, worker=outputs, cues=self.cues
            )
            undo.callback(self.announcer.close)
            self.tabletop = Tabletop(
                plan, loop, self.announcer, self.record, copies=copies, draw=seams.draw, learned=learned
            )
            undo.callback(self.tabletop.close)
            self.expanders = Expanders(plan, chips, transfers, loop, self.tabletop.post)
            undo.callback(self.expanders.close)
            self.scale = Scale(plan, scale, transfers, loop, self.tabletop.post)
            undo.callback(self.scale.close)
            self.gate = fit(plan, self._bus, pins, transfers, loop=loop, post=self.tabletop.post)
            undo.callback(self.gate.close)
            if plan.gate.fitted and not learned.colours:
                log.warning("gate has been taught no colours yet: it enters nothing")
            peaks = peak.fitted(plan, self._bus, transfers, loop, self.tabletop.post)
            self.knocks = Knocks(plan, loop, self.tabletop.post, peaks)
            undo.callback(self.knocks.close)
            self.expanders.release, self.expanders.clear = self._release, self._bus.held
            self.tabletop.heeding = self._heed
            self.announcer.sounds = lambda at, until: self.tabletop.post(Sounding(at, until))
            self.tabletop.when(speaks=self._speak_of, idles=self._idle)
            self.expanders.line = InputLine(
                "interrupt", plan.lines.interrupt, self._edge, pins=pins, now=loop.time, pull_up=False
            )
            # Where no sensor is fitted the line must rest all the same.
            low = plan.knock.active == "low"
            self.knocks.line = InputLine(
                "knock", plan.lines.knock, self._knocked, pins=pins, now=loop.time, pull_up=low, pull_down=not low
            )
            # Closing runs backwards: first nobody asks any more, then the lamps go dark, and only then is waited for a
            # transfer that may hang on a held bus.
            self._close = undo.pop_all()

    @property
    def settled(self) -> bool:
        """Every driver has answered or been declared lost."""
        return parts.settled(self._parts)

    @property
    def alive(self) -> bool:
        """Settled, and since then every driver goes on answering, or is lost; asked in the loop."""
        return self.settled and parts.alive(self._parts, self._loop.time())

    @property
    def lost(self) -> tuple[str, ...]:
        """The parts that are lost now, by name."""
        return tuple(part.name for part in self._parts if part.lost)

    @property
    def _parts(self) -> tuple[parts.Part, ...]:
        return (*self.expanders.parts, *self.scale.parts, *self.gate.parts, *self.knocks.parts)

    @property
    def transfers(self) -> int:
        """I2C transfers so far."""
        return self._bus.transfers

    def resume(self) -> bool:
        """Go on with the journal's game, if there is one; whether there is. Only before `start`."""
        if self.record is None:
            return False
        from firmware.resuming import resume  # noqa: PLC0415 - with the journal it brings SQLite

        resumed = resume(self.tabletop, self.record)
        if resumed and self.game is not None:
            log.info("resumed: %s", self.game.title)
        return resumed

    def start(self) -> None:
        """Wake the parts and the referee's task. Only in the running loop, or before it runs."""
        self._loop.set_exception_handler(self._unexpected)
        # Whatever state the expanders are in after a warm restart, and whoever holds the bus: RESET clears it.
        self._release()
        self._task = self._loop.create_task(self.tabletop.run())
        self._task.add_done_callback(self._ended)
        self.expanders.start()
        self.scale.start()
        self.gate.start()
        self.knocks.start()

    def check(self) -> None:
        """Raise the bug that has ended the box, if one has."""
        if self._bug is not None:
            raise self._bug

    def begin(
        self, game: Game | None, *, players: int, start: int, settings: Any, gems: tuple[int, int] | None = None
    ) -> None:
        """Start a game, in its own words; with none open the lobby. Without `gems` the table is checked first.

        Raises ValueError as the rules, and PlanError for a melody the buzzer cannot sound.
        """
        if game is None:
            self.tabletop.lobby()
        else:
            self.tabletop.begin(game, players=players, start=start, settings=settings, gems=gems)
        tell_cut_off(self.tabletop, self.record)

    def _speak_of(self, game: Game | None) -> None:
        """Raises PlanError for a melody the buzzer cannot sound."""
        if game is not self.game or game is None:
            self.cues, self.game = cues.of_lobby() if game is None else cues.of(game), game
            self.announcer.use(self.cues)

    async def finished(self) -> None:
        """Wait until a bug ends the box, and raise it: a box that goes on half dead would referee wrongly."""
        await self._broken.wait()
        self.check()

    def close(self) -> None:
        """Lamps off, lines released, nothing asked of any chip any more."""
        if self._task is not None:
            self._task.cancel()
        self._close.close()

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            self._fail(task.exception() or RuntimeError("the referee's task has ended"))

    def _unexpected(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A bug in a callback or in a worker's job: what it left undone can no longer be trusted."""
        loop.default_exception_handler(context)
        self._fail(context.get("exception") or RuntimeError(context["message"]))

    def _fail(self, bug: BaseException) -> None:
        self._bug = self._bug or bug
        if self.record is not None:
            self.record.journal.clean = False
        self._broken.set()

    def _edge(self, at: float, level: bool) -> None:
        """In gpiozero's thread: only a hop into the loop."""
        if not level:
            self._loop.call_soon_threadsafe(self.expanders.interrupted, at)

    def _knocked(self, at: float, level: bool) -> None:
        """In gpiozero's thread: only a hop into the loop."""
        self._loop.call_soon_threadsafe(self.knocks.edge, at, level)

    def _release(self) -> None:
        """Pulse RESET: 1 us would do (DS20001952C, parameter 30), and two calls take longer."""
        self._reset.set(high=False)
        self._reset.set(high=True)

    def _heed(self, place: Place) -> None:
        self.scale.heed = place

    def _idle(self, idle: Idle) -> None:
        """Nobody has touched anything for a while: look seldom, later dim; or somebody has."""
        self.expanders.idle(idle is not Idle.AWAKE)
        self.scale.idle(idle is not Idle.AWAKE)
        self.gate.idle(idle is not Idle.AWAKE)
        self.announcer.rest(still=idle is not Idle.AWAKE, dim=idle is Idle.DIM)
