"""An asyncio loop in which time passes only as far as the next timer: hours of play in seconds, and no waiting.

Everything else is asyncio's own: the loop asks its selector to wait, and this selector moves the clock instead.
"""

import asyncio
import selectors
from collections.abc import Callable, Mapping
from contextvars import Context
from threading import get_ident
from typing import Any, TypeVarTuple

Ts = TypeVarTuple("Ts")

LATE = 1e-9
"""Seconds that a leap ends behind the timer: like a real clock, and unlike a sum of floats, it is never early. Who
finds that the time has not quite come asks again, and without this would ask for ever."""


class Clock:
    """Seconds since the loop was made."""

    now: float = 0.0


class _Leap(selectors.BaseSelector):
    """A selector that does not wait: it looks at its files, and if nothing is there, time has passed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._files = selectors.DefaultSelector()

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._files.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._files.unregister(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._files.get_map()

    def close(self) -> None:
        self._files.close()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout == 0:
            return []  # something is to run before time passes: the files are looked at then
        ready = self._files.select(0)
        if not ready and timeout is not None and timeout > 0:
            self._clock.now += timeout + LATE
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose `time()` leaps from timer to timer."""

    def __init__(self) -> None:
        self._virtual = Clock()
        self._home = get_ident()
        super().__init__(_Leap(self._virtual))

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._virtual.now

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """As in any loop; whoever calls it in the loop's own thread need not wake it for that."""
        call = self.call_soon if get_ident() == self._home else super().call_soon_threadsafe
        return call(callback, *args, context=context)

    def run_until(self, when: float) -> None:
        """Let everything happen that is due until then; the past is not run again."""
        if when <= self.time():
            return
        self.call_at(when, self.stop)
        self.run_forever()
        # A leap adds seconds to the clock, and a sum may fall short of `when` by a rounding.
        self._virtual.now = max(self._virtual.now, when)
