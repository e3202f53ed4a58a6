"""Parts that are set up, lost, looked for and found: the same for every kind of chip."""

import asyncio
import logging
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from drivers.bus import BusError
from drivers.worker import Worker
from firmware.sensing.readings import Back, Lost, Reading
from hardware.box import Plan

log = logging.getLogger(__name__)

SILENT = 3
"""Failed looks in a row before a part is lost: with a fifth of the transfers failing none is."""

QUIET_S = 5.0
"""A part of which nothing has come back for so long hangs; each is looked at once a second at least."""

STORM_S = 60.0
"""A loss that comes so soon after one that was logged is not logged anew: the next line has the count."""

STAYS_S = 10.0
"""... unless the part stays away for so long."""

Post = Callable[[Reading], None]


@dataclass(slots=True)
class Part:
    """What is known of a part."""

    name: str
    up: bool = False
    """Set up and answering."""
    lost: bool = False
    """Said to be lost."""
    told: bool = False
    """Answered, or declared lost, at least once."""
    misses: int = 0
    heard_at: float = -math.inf
    """When a look at it last came back, with an answer or without."""
    losses: int = 0
    """How often it was lost: a count instead of a log storm."""
    lost_at: float = -math.inf
    logged_at: float = -math.inf
    """When a loss was logged last; one that was not has a silent return."""
    tries: int = 0
    timer: asyncio.TimerHandle | None = None


def settled(parts: Iterable[Part]) -> bool:
    """Every part has answered or been declared lost."""
    return all(part.told for part in parts)


def alive(parts: Sequence[Part], now: float) -> bool:
    """Every part has been heard of late, or is lost; and some part has: of a bus that hangs nothing is heard."""
    late = now - QUIET_S
    return any(part.heard_at > late for part in parts) and all(part.lost or part.heard_at > late for part in parts)


class Watched:
    """What looks at parts: it says once that one is lost, and once that it is back."""

    def __init__(self, plan: Plan, worker: Worker, loop: asyncio.AbstractEventLoop, post: Post) -> None:
        self._plan = plan
        self._worker = worker
        self._loop = loop
        self._post = post
        self._closed = False

    def _heard(self, part: Part) -> None:
        """A look at the part came back."""
        part.heard_at = self._loop.time()

    def _later(self, part: Part, delay: float, call: Callable[[], None]) -> None:
        if not self._closed:
            part.timer = self._loop.call_later(delay, call)

    def _wait_no_more(self, part: Part) -> None:
        """Somebody looks at the part now, or will: its own wait would only have it looked at twice."""
        if part.timer is not None:
            part.timer.cancel()

    def _wake(self, part: Part, step: Callable[[float], float | None], runs: Callable[[], None]) -> None:
        """Step the part's power-up as it wants until it is done, then `runs`; after an error all begins anew.

        `step` is called on the worker: it answers the seconds until the next step, or None when the chip runs.
        """
        again = partial(self._wake, part, step, runs)

        def job() -> float | BusError | None:
            try:
                return step(self._loop.time())
            except BusError as error:
                return error

        def then(result: float | BusError | None) -> None:
            if isinstance(result, BusError):
                self._gone(part, str(result), again)
            elif result is not None:
                self._heard(part)
                self._later(part, result, again)
            else:
                runs()

        if not self._closed:
            self._worker.do(job, then)

    def _gone(self, part: Part, why: str, again: Callable[[], None]) -> None:
        """The part does not answer: said once, and looked for with back-off."""
        part.up = False
        self._heard(part)
        self._lose(part, why)
        waits = self._plan.bus.back_off_s
        self._later(part, waits[min(part.tries, len(waits) - 1)], again)
        part.tries += 1

    def _lose(self, part: Part, why: str) -> None:
        """Say that the part is lost, once."""
        now = self._loop.time()
        anew = not part.lost
        if anew:
            part.lost = part.told = True
            part.losses += 1
            part.lost_at = now
        silent = part.logged_at < part.lost_at
        if silent and (now >= part.logged_at + STORM_S if anew else now >= part.lost_at + STAYS_S):
            part.logged_at = now
            log.warning("%s is lost (%d so far): %s", part.name, part.losses, why)
        if anew:
            self._post(Lost(now, part.name))

    def _found(self, part: Part) -> None:
        """The part is set up and answers."""
        part.up = part.told = True
        self._heard(part)
        part.misses = part.tries = 0
        if part.lost:
            part.lost = False
            if part.logged_at >= part.lost_at:
                log.warning("%s is back", part.name)
            self._post(Back(self._loop.time(), part.name))
