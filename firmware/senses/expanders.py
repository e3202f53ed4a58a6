"""All expanders on their one interrupt line.

Laws: the interrupt is a hint and the slow poll the truth; while the line stays low the ports are read again; a change
is believed only from a chip whose configuration is still ours, since a browned-out expander reads as if every contact
had moved, or as silence.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from drivers.bus import BusError, BusTimeout
from drivers.lines import InputLine
from drivers.mcp23017 import Mcp23017
from drivers.worker import Worker
from firmware.senses.looks import Asked, Look, look_at
from firmware.senses.lowline import LowLine
from firmware.senses.parts import SILENT, Part, Post, Watched
from firmware.sensing.readings import Ports
from hardware.box import Plan

log = logging.getLogger(__name__)

INSISTING = 8
"""Looks in a row while the interrupt line stays low; then the poll goes on, at its pace."""


@dataclass(slots=True)
class _Expander(Part):
    chip: Mcp23017 = field(kw_only=True)
    ports: tuple[int, int] | None = None


class Expanders(Watched):
    """All expanders on their one interrupt line."""

    def __init__(
        self,
        plan: Plan,
        chips: dict[str, Mcp23017],
        worker: Worker,
        loop: asyncio.AbstractEventLoop,
        post: Post,
    ) -> None:
        super().__init__(plan, worker, loop, post)
        self.line: InputLine | None = None
        """The interrupt line, once it is open; without it the poll alone tells what changed."""
        self.release: Callable[[], None] = lambda: None
        """Pulses RESET: it clears a chip that holds the bus, and with it the settings of all expanders."""
        self.clear: Callable[[], object] = lambda: None
        """Called on the worker: makes any other chip let go of the bus, where it can."""
        self._parts = {name: _Expander(name, chip=chip) for name, chip in chips.items()}
        self._looking = False
        self._wanted = False
        self._insisted = 0
        self._fell_at: float | None = None
        """The edge of the interrupt line that no look has answered yet."""
        self._low = LowLine()
        self._released_at = -1e9
        self._told_held = False
        """Said to be held, and no expander has answered since: a bus that is held for good makes no log storm."""
        self._pace = plan.expanders.poll_hz
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def parts(self) -> tuple[Part, ...]:
        """How the expanders are."""
        return (*self._parts.values(),)

    def start(self) -> None:
        """Set every expander up, then look whenever something changes, and at the poll's pace in any case."""
        self._set_up(tuple(self._parts.values()))
        self._poll()
        self._audit()

    def interrupted(self, at: float) -> None:
        """The interrupt line fell at this moment."""
        self._insisted = 0
        if self._fell_at is None:
            self._fell_at = at
        self.look()

    def idle(self, on: bool) -> None:
        """Poll slowly while nobody touches anything: the interrupt line wakes the box all the same."""
        pace = self._plan.expanders.idle_poll_hz if on else self._plan.expanders.poll_hz
        if pace != self._pace and not self._closed:
            self._pace = pace
            self._timers["poll"].cancel()
            self._poll()

    def look(self) -> None:
        """Read the ports of every expander that is up."""
        if self._closed:
            return
        if self._looking:
            self._wanted = True
            return
        self._looking, self._wanted = True, False
        asked = [Asked(part.name, part.chip, part.ports) for part in self._parts.values() if part.up]
        self._worker.do(partial(self._read, asked), self._seen)

    def tell_anew(self) -> None:
        """Tell how the ports of every expander stand, changed or not."""
        for part in self._parts.values():
            part.ports = None
        self.look()

    def close(self) -> None:
        """Stop looking."""
        self._closed = True
        for timer in (*self._timers.values(), *(p.timer for p in self._parts.values() if p.timer)):
            timer.cancel()
        if self.line is not None:
            self.line.close()

    def _poll(self) -> None:
        self._timers["poll"] = self._loop.call_later(1 / self._pace, self._poll)
        self.look()

    def _read(self, asked: list[Asked]) -> list[Look] | BusTimeout:
        """On the worker."""
        # Taken here, not where the look was asked for: the worker may have been busy since. An edge that comes at this
        # very moment may lose its stamp; then the moment of the read stands for it.
        fell_at, self._fell_at = self._fell_at, None
        return look_at(asked, fell_at, self._loop.time)

    def _seen(self, looks: list[Look] | BusTimeout) -> None:
        self._looking = False
        if isinstance(looks, BusTimeout):
            self._held(looks)
            return
        now = self._loop.time()
        for look in looks:
            part = self._parts[look.part]
            if part.up:
                part.heard_at = now
                self._take(part, look)
        low = self.line is not None and not self.line.level()
        if low and self._insisted < INSISTING:
            self._insisted += 1
            self._wanted = True
        elif not low:
            self._insisted = 0
        self._low.seen(self._loop.time(), low=low and all(part.up for part in self._parts.values()))
        if self._wanted:
            self.look()

    def _held(self, why: BusTimeout) -> None:
        """A look found the bus held."""
        up = [part for part in self._parts.values() if part.up]
        if up and not self._clear(why):
            for part in up:
                self._miss(part)

    def _clear(self, why: BusTimeout, behind: Sequence[_Expander] = ()) -> bool:
        """Somebody holds the bus: RESET clears the expanders, nine clocks the others, once for each wait.

        The expanders that are up are set up anew, and `behind` them these.
        """
        now = self._loop.time()
        if now - self._released_at < self._plan.bus.back_off_s[-1]:
            return False
        self._released_at = now
        if not self._told_held:
            self._told_held = True
            log.warning("%s; RESET clears the expanders", why)
        self.release()
        self._worker.do(self.clear, lambda _: None)
        again = [part for part in self._parts.values() if part.up]
        for part in again:
            part.up = False
        self._set_up((*again, *behind), cleared=True)
        return True

    def _take(self, part: _Expander, look: Look) -> None:
        if look.forgot:
            self._forget(part)
        elif look.ports is None:
            self._miss(part)
        else:
            part.misses = 0
            if look.ports != part.ports:
                part.ports = look.ports
                self._post(Ports(look.at, part.name, *look.ports))

    def _miss(self, part: _Expander) -> None:
        self._heard(part)
        part.misses += 1
        if part.misses >= SILENT:
            part.ports = None
            self._gone(part, "it does not answer", self._seek)

    def _forget(self, part: _Expander) -> None:
        """A brown-out: what the contacts did meanwhile is unknown, and the chip is set up anew at once."""
        part.up, part.ports = False, None
        self._lose(part, "it lost its settings: its supply was away")
        self._set_up((part,))

    def _seek(self) -> None:
        """Whichever wait is over first, all that are lost are looked for as one: one held bus costs one look."""
        self._set_up([part for part in self._parts.values() if part.lost])

    def _set_up(self, parts: Sequence[_Expander], *, cleared: bool = False) -> None:
        """One after another; where one finds the bus held none behind it is tried, for each would take its second.

        `cleared`: the bus has just been cleared for them.
        """
        held = False

        def job(part: _Expander) -> BusError | bool:
            """True: it is set up; False: nobody tried, since the bus is held or it is up already."""
            nonlocal held
            if held or part.up:
                return False
            try:
                part.chip.start()
            except BusTimeout as error:
                held = True
                return error
            except BusError as error:
                return error
            return True

        def then(part: _Expander, done: BusError | bool) -> None:
            if isinstance(done, BusTimeout):
                self._held_back(parts[parts.index(part) :], done, cleared=cleared)
            elif isinstance(done, BusError):
                self._gone(part, str(done), self._seek)
            elif done:
                # Whatever was read before is told anew: it may have changed while nobody looked.
                part.ports = None
                self._told_held = False
                self._found(part)
                self.look()

        if not self._closed:
            for part in parts:
                self._wait_no_more(part)
                self._worker.do(partial(job, part), partial(then, part))

    def _held_back(self, parts: Sequence[_Expander], why: BusTimeout, *, cleared: bool) -> None:
        """These could not be set up since the bus is held: if clearing it does not help they are lost as one.

        One more try for each loss and no more, by `cleared` and not by the clock: a try takes longer than any wait.
        """
        anew = () if cleared or all(part.lost for part in parts) else parts
        freed = self._clear(why, anew)
        if freed and anew:
            return
        if not freed:
            parts = (*parts, *(part for part in self._parts.values() if part not in parts))
        for part in parts[1:]:
            part.up = False
            self._wait_no_more(part)
            self._lose(part, "the bus is held")
        self._gone(parts[0], str(why), self._seek)

    def _audit(self) -> None:
        self._timers["audit"] = self._loop.call_later(self._plan.expanders.audit_s, self._audit)
        asked = [part for part in self._parts.values() if part.up]

        def job() -> list[tuple[_Expander, bool | None]] | BusTimeout:
            found: list[tuple[_Expander, bool | None]] = []
            for part in asked:
                try:
                    found.append((part, part.chip.audit()))
                except BusTimeout as held:
                    return held
                except BusError:
                    found.append((part, None))
            return found

        def then(found: list[tuple[_Expander, bool | None]] | BusTimeout) -> None:
            if isinstance(found, BusTimeout):
                self._held(found)
                return
            for part, ours in found:
                if part.up and ours is False:
                    self._forget(part)
                elif part.up and ours is None:
                    self._miss(part)

        self._worker.do(job, then)
