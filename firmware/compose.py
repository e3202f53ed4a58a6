"""The composition root: the one place that chooses between metal and twins, and joins drivers, folds and outputs."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from drivers.bus import I2cBus
from drivers.buzzer import Buzzer
from drivers.lamps import Lamps, LampsError, Power, Spi, open_port
from drivers.lines import InputLine, OutputLine, open_pins
from drivers.mcp23017 import Mcp23017
from drivers.nau7802 import Nau7802
from drivers.worker import InlineWorker, ThreadWorker, Worker
from firmware import cues
from firmware.announcer import Announcer
from firmware.senses.expanders import Expanders
from firmware.senses.scale import Scale
from firmware.tabletop import Tabletop
from games.catalog import GAMES
from games.table import Place
from hardware.box import Plan

if TYPE_CHECKING:
    from hardware.sim.world import World  # a box of metal loads no twins

log = logging.getLogger(__name__)


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


def metal(plan: Plan, loop: asyncio.AbstractEventLoop) -> Seams:
    """A real box."""
    return Seams(
        pins=open_pins,
        spi=lambda: open_port(plan.lamps.device),
        pause=time.sleep,
        worker=lambda name: ThreadWorker(loop, name=name),
    )


def twins(world: "World", loop: asyncio.AbstractEventLoop, *, virtual: bool) -> Seams:
    """A simulated box: the same drivers on the world's chips; in virtual time transfers run at once."""
    return Seams(
        pins=lambda: world.pins,
        spi=lambda: world.spi,
        pause=(lambda _seconds: None) if virtual else time.sleep,
        worker=(lambda _name: InlineWorker()) if virtual else (lambda name: ThreadWorker(loop, name=name)),
    )


class Box:
    """A box put together and ready to run. Close it in the end: lamps go off and lines are released."""

    def __init__(self, plan: Plan, loop: asyncio.AbstractEventLoop, seams: Seams) -> None:
        """Raises NoBus or LineError with a sentence: without its bus or its lines a box cannot referee."""
        self.plan = plan
        self._loop = loop
        self._bus = I2cBus(plan.bus.number, tries=plan.bus.tries, pause=seams.pause)
        pins = seams.pins()
        self._transfers = seams.worker("transfers")
        self._outputs = seams.worker("outputs")
        self.lamps = _lamps(plan, seams)
        self._buzzer = Buzzer(
            plan.lines.buzzer, lowest_hz=plan.buzzer.lowest_hz, highest_hz=plan.buzzer.highest_hz, pins=pins
        )
        self.cues = cues.load(f"games.{GAMES[0].name}")
        self.announcer = Announcer(
            plan=plan, lamps=self.lamps, buzzer=self._buzzer, loop=loop, worker=self._outputs, cues=self.cues
        )
        self.tabletop = Tabletop(plan, loop, self.announcer)
        chips = {part: Mcp23017(self._bus, address, part=part) for part, address in plan.expanders.addresses.items()}
        self.expanders = Expanders(plan, chips, self._transfers, loop, self.tabletop.post)
        self.scale = Scale(
            plan,
            Nau7802(self._bus, plan.scale.address, part="scale", gain=plan.scale.gain, rate_hz=plan.scale.rate_hz),
            self._transfers,
            loop,
            self.tabletop.post,
        )
        self.tabletop.heeding = self._heed
        self._reset = OutputLine("expander_reset", plan.lines.expander_reset, high=True, pins=pins)
        self._interrupt = InputLine(
            "interrupt", plan.lines.interrupt, self._edge, pins=pins, now=loop.time, pull_up=False
        )
        self.expanders.line = self._interrupt
        self._task: asyncio.Task[None] | None = None

    @property
    def settled(self) -> bool:
        """Every driver has answered or been declared lost."""
        return self.expanders.settled and self.scale.settled

    @property
    def transfers(self) -> int:
        """I2C transfers so far."""
        return self._bus.transfers

    def start(self) -> None:
        """Wake the parts and the referee's task. Only in the running loop, or before it runs."""
        # Whatever state the expanders are in after a warm restart, and whoever holds the bus: RESET clears it.
        self._reset.set(high=False)
        self._reset.set(high=True)
        self._task = self._loop.create_task(self.tabletop.run())
        self.expanders.start()
        self.scale.start()

    async def finished(self) -> None:
        """Wait for the referee's task: it ends only with a bug, which is raised here."""
        if self._task is not None:
            await self._task

    def close(self) -> None:
        """Lamps off, lines released, nothing asked of any chip any more."""
        if self._task is not None:
            self._task.cancel()
        self.expanders.close()
        self.scale.close()
        self._transfers.close()
        self.announcer.close()
        self._outputs.close()
        if self.lamps is not None:
            self.lamps.close()
        self._buzzer.close()
        self._reset.close()
        self._bus.close()

    def _edge(self, _at: float, level: bool) -> None:
        """In gpiozero's thread: only a hop into the loop."""
        if not level:
            self._loop.call_soon_threadsafe(self.expanders.interrupted)

    def _heed(self, place: Place) -> None:
        self.scale.heed = place


def _lamps(plan: Plan, seams: Seams) -> Lamps | None:
    """The chain of lamps; without it the game goes on, and one line says why it is dark."""
    wired = plan.lamps
    try:
        return Lamps(
            seams.spi(),
            count=len(wired.names),
            order=wired.order,
            brightness=wired.brightness,
            power=Power(wired.milliamps_per_channel, wired.milliamps_idle, wired.budget_milliamps),
            hertz=wired.hertz,
            reset_us=wired.reset_us,
            buffer=wired.spi_buffer,
        )
    except LampsError as wrong:
        log.warning("%s; the game goes on without lamps", wrong)
        return None
