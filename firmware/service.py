"""The life of a box as a service: how it is stopped, what systemd is told, and a line in the log for each event.

Laws: READY is said once every driver has answered or been declared lost, and never again; the watchdog is fed by a
timer of the referee's own loop, while every driver answers or is lost: a loop or a driver that hangs starves it, a part
that is missing does not; where nobody listens there is no timer. Everything is closed within 5 s of being asked to
stop.
"""

import asyncio
import logging
import signal
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Final, Self

from firmware import switching
from firmware.compose import Box
from firmware.notify import Notify

log = logging.getLogger(__name__)

LOOK_S: Final = 0.02
"""Seconds until the next look at a box that is not ready, or does not answer; asked for only while it is so."""

DEAF_S: Final = 0.64
"""A manager that is not reached is tried after LOOK_S, twice that, and so on up to this: it may never be there."""

UNHEARD_S: Final = 30.0
"""A computer that was asked to power off and has stopped nothing within so many seconds will not: the box ends itself,
and who keeps it starts it anew."""

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Service:
    """A box's keeper, from before the box is put together until after it is put away: a `with` block around both."""

    def __init__(self, what: str, notify: Notify | None = None) -> None:
        """Only in the running loop. `what` starts, for the log."""
        self.stopping = False
        """It was asked to stop, or switched off by hand."""
        self._what = what
        self._notify = Notify() if notify is None else notify
        self._loop = asyncio.get_running_loop()
        self._asked = asyncio.Event()
        self._ready = False
        self._status = ""
        self._timer: asyncio.Handle | None = None
        self._deaf_s = LOOK_S

    def __enter__(self) -> Self:
        for number in _SIGNALS:
            self._loop.add_signal_handler(number, self._stop, number)
        log.info("started: %s", self._what)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in _SIGNALS:
            self._loop.remove_signal_handler(number)
        self._notify.close()
        if kind is None:
            log.info("stopped: lamps off, lines released")

    async def keep(self, box: Box, meanwhile: Coroutine[Any, Any, None] | None = None) -> None:
        """Feed systemd until SIGTERM or SIGINT, until it is switched off by hand, or until `meanwhile` is done.

        Raises the bug that ends the box. The box is still to be closed; systemd knows that it will be.
        """
        by_hand = asyncio.Event()
        box.tabletop.switched_off = by_hand.set
        ways = (self._asked.wait(), box.finished(), self._switched_off(box, by_hand))
        ends = [self._loop.create_task(way) for way in ways]
        if meanwhile is not None:
            ends.append(self._loop.create_task(meanwhile))
        if self._notify.listened_to:
            box.tabletop.listeners.append(lambda _at, _said: self._tell_status(box))
            self._look(box)
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in done:
                end.result()
        finally:
            self._notify.tell("STOPPING=1")
            if self._timer is not None:
                self._timer.cancel()
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)

    async def _switched_off(self, box: Box, by_hand: asyncio.Event) -> None:
        """Until it is to end because of it. Whoever was asked to power off stops the service."""
        await by_hand.wait()
        self.stopping = True
        await switching.said_and_kept(box)
        if not switching.ask():
            log.info("switched off by hand: nobody here powers off, so only this program ends")
            return
        log.info("switched off by hand: asked for the computer to be powered off")
        await asyncio.sleep(UNHEARD_S)
        log.warning("nobody has powered off within %.0f s, so the box ends by itself", UNHEARD_S)

    def _stop(self, number: signal.Signals) -> None:
        if not self._asked.is_set():
            self.stopping = True
            log.info("stop asked: %s", number.name)
            self._asked.set()

    def _look(self, box: Box) -> None:
        # Behind whatever the referee's task has been given so far: a driver's answer counts once it is folded.
        self._timer = self._loop.call_soon(self._feed, box)

    def _feed(self, box: Box) -> None:
        if self._ready:
            answers = box.alive
            fed = answers and self._notify.tell("WATCHDOG=1")
        else:
            answers = box.settled
            fed = self._ready = answers and self._notify.tell("READY=1")
        self._tell_status(box)
        pause = self._notify.watchdog_s if fed else self._deaf_s if answers else LOOK_S
        self._deaf_s = min(2 * self._deaf_s, DEAF_S) if answers and not fed else LOOK_S
        self._timer = None if pause is None else self._loop.call_later(pause, self._look, box)

    def _tell_status(self, box: Box) -> None:
        status = status_of(box) if self._ready else "Waiting for the parts to answer."
        if status != self._status and self._notify.tell(f"STATUS={status}"):
            self._status = status


def status_of(box: Box) -> str:
    """What `systemctl status` shows of a box that is ready."""
    what = "Lobby" if box.game is None else box.game.title
    parts = f"lost: {', '.join(box.lost)}" if box.lost else "every part answers"
    full = box.record is not None and box.record.no_room is not None
    return f"{what}; {parts}{'; nothing is kept, for want of room on the disk' if full else ''}."
