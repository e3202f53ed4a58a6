"""The gem gate's colour sensor: woken, looked at at the plan's pace under its own lamp, missed when it is silent."""

import asyncio

from drivers.bus import BusError, I2cBus
from drivers.lines import OutputLine, PinFactory
from drivers.tcs34725 import Colour, Tcs34725
from drivers.worker import Worker
from firmware.senses.parts import SILENT, Part, Post, Watched
from firmware.sensing.readings import Light
from hardware.box import Plan

STIRS = 1.2
"""So many times brighter or darker than the last result: something moves there, and an idle gate looks faster."""


def fit(
    plan: Plan, bus: I2cBus, pins: PinFactory, worker: Worker, *, loop: asyncio.AbstractEventLoop, post: Post
) -> "Gate":
    """The gate on this bus and these lines, or one that is not fitted. Raises LineError."""
    wired = plan.gate
    chip = Tcs34725(bus, wired.address, part="gate", cycles=wired.cycles, gain=wired.gain)
    lamp = OutputLine("gate_lamp", plan.lines.gate_lamp, high=False, pins=pins) if wired.fitted else None
    return Gate(plan, chip, worker, loop, post, lamp=lamp)


class Gate(Watched):
    """One sensor; a gate that is not fitted has no parts, and nothing is asked of it."""

    def __init__(
        self,
        plan: Plan,
        chip: Tcs34725,
        worker: Worker,
        loop: asyncio.AbstractEventLoop,
        post: Post,
        *,
        lamp: OutputLine | None = None,
    ) -> None:
        """`lamp` is the line of the sensor's own lamp, dark so far; it is the gate's from now on."""
        super().__init__(plan, worker, loop, post)
        self._chip = chip
        self._lamp = lamp
        self._part = Part("gate")
        self._idle = False
        self._busy = False
        self._stirs = False
        self._clear = 0
        self._audit_at = 0.0

    @property
    def parts(self) -> tuple[Part, ...]:
        """How the sensor is, if one is fitted."""
        return (self._part,) if self._plan.gate.fitted else ()

    def start(self) -> None:
        """Light the lamp, wake the sensor, then look at the plan's pace."""
        if self._lamp is not None:
            self._lamp.set(high=True)
        if self._plan.gate.fitted:
            self._step()

    def idle(self, on: bool) -> None:
        """Look seldom while nobody touches anything."""
        self._idle = on
        if not on and self._chip.running and not self._busy and self._part.timer is not None and not self._closed:
            self._part.timer.cancel()
            self._tick()

    def close(self) -> None:
        """Stop looking; the lamp goes dark."""
        self._closed = True
        if self._part.timer is not None:
            self._part.timer.cancel()
        if self._lamp is not None:
            self._lamp.set(high=False)
            self._lamp.close()

    def _step(self) -> None:
        self._wake(self._part, self._chip.step, self._runs)

    def _runs(self) -> None:
        self._audit_at = self._loop.time()
        self._found(self._part)
        self._tick()

    def _tick(self) -> None:
        self._busy = True
        audit = self._loop.time() - self._audit_at >= self._plan.expanders.audit_s

        def job() -> tuple[float, Colour | BusError | None, bool]:
            now = self._loop.time()
            try:
                if audit:
                    self._chip.audit()
                return now, self._chip.read(now), audit
            except BusError as error:
                return now, error, False

        self._worker.do(job, self._looked)

    def _looked(self, seen: tuple[float, Colour | BusError | None, bool]) -> None:
        self._busy = False
        self._heard(self._part)
        at, result, audited = seen
        if audited:
            self._audit_at = at
        if isinstance(result, BusError):
            self._part.misses += 1
            if self._part.misses >= SILENT or not self._chip.running:
                self._restart(str(result))
                return
        elif not self._chip.running:
            self._restart("it lost its settings: its supply was away")
            return
        elif result is not None:
            self._part.misses = 0
            self._notice(result)
            self._post(Light(at, result.clear, result.red, result.green, result.blue))
        gate = self._plan.gate
        self._later(self._part, 1 / (gate.idle_read_hz if self._idle and not self._stirs else gate.read_hz), self._tick)

    def _notice(self, result: Colour) -> None:
        before, self._clear = self._clear, 0xFFFF if result.clear is None else max(1, result.clear)
        self._stirs = not before / STIRS <= self._clear <= before * STIRS

    def _restart(self, why: str) -> None:
        if self._part.timer is not None:
            self._part.timer.cancel()
        self._chip.running = False
        self._gone(self._part, why, self._step)
