"""Writing a game down while it is played: the loop's side of the journal.

Laws: facts reach the disk in the order in which they were ruled on; the loop never waits for the disk, a worker does,
and while it writes what comes next gathers for one write; what a full or read-only disk does not take waits in memory
and is tried again with the next write, so that what is on the disk is a game up to some move and never one with a gap;
a journal that fails by itself is told of once a game, which goes on without it.
"""

import logging
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from drivers.worker import Worker, nothing
from games.contract import Json
from games.facts import Fact, dump

if TYPE_CHECKING:
    from firmware.journal import Journal  # a play without a power cut keeps none, and loads no SQLite

log = logging.getLogger(__name__)

WAITING: Final = 20_000
"""So many writes may wait for room on the disk: more than an evening has, so beyond it a sensor has gone mad."""

_SYNCHRONISED = Path("/run/systemd/timesync/synchronized")


def wall_time() -> float | None:
    """The wall clock, where it is known: a Pi without a network has none worth writing down."""
    return time.time() if _SYNCHRONISED.exists() else None


class Record:
    """What a game leaves in the journal. Only in the loop's thread; `worker` is the journal's alone."""

    def __init__(self, journal: "Journal", worker: Worker, *, wall: Callable[[], float | None] = wall_time) -> None:
        self.journal = journal
        self.no_room: str | None = None
        """Why the disk takes nothing at present; None: it does."""
        self._worker = worker
        self._wall = wall
        self._facts: list[Fact] = []
        self._then: list[Callable[[], None]] = []
        self._jobs: deque[Callable[[], Any]] = deque()  # given to the worker and not begun yet
        self._waiting: deque[Callable[[], Any]] = deque()  # the worker's own: what found no room on the disk
        self._writing = False
        self._broken = False

    def begin(self, name: str, setup: Json) -> None:
        """A game begins. A journal that failed the one before is tried again: of this one nothing is missing yet."""
        if self._facts:
            self._soon(nothing)

        def job() -> None:
            self._broken = False
            self._attempt(lambda: self.journal.begin(name, setup, wall=self._wall()))

        self._queue(job, lambda _: None)

    def resume(self, game: int) -> None:
        """A game goes on."""
        self._soon(lambda: self.journal.resume(game))

    def end(self, outcome: Json | None) -> None:
        """The game has ended so, or its end was taken back."""
        self._soon(lambda: self.journal.end(outcome))

    def bug(self, bug: Exception) -> None:
        """The referee could not rule on the fact that was added last."""
        text = "".join(traceback.format_exception(bug))
        self._soon(lambda: self.journal.bug(text))

    def leave(self) -> None:
        """The game is not wanted any more."""
        self._soon(self.journal.leave)

    def add(self, fact: Fact) -> None:
        """A fact that was ruled on, or is about to be. On its way to the disk with the next `flush` or `durable`."""
        self._facts.append(fact)

    def flush(self) -> None:
        """Write down what was added, as soon as the disk is free."""
        if self._facts and not self._writing:
            self._write()

    def durable(self, then: Callable[[], None]) -> None:
        """Write down what was added, and call `then` when it is on the disk (or can never be)."""
        self._then.append(then)
        if not self._writing:
            self._write()

    def close(self) -> None:
        """Everything on the disk, and the journal closed."""
        facts, self._facts = self._facts, []
        self._jobs.append(partial(self._attempt, partial(self._add, facts)))
        if not self._worker.close(self._finish):
            log.warning("the journal %s hangs: what happened last is lost", self.journal.path)

    def _finish(self) -> None:
        while self._jobs:
            self._next()
        if self.no_room is not None:
            log.warning("the journal %s still has no room: what waited for it is lost", self.journal.path)
        self.journal.close()

    def _write(self) -> None:
        facts, self._facts = self._facts, []
        then, self._then = self._then, []
        self._writing = True

        def written(_: None) -> None:
            self._writing = False
            for call in then:
                call()
            if (self._facts or self._then) and not self._writing:
                self._write()

        self._do(lambda: self._add(facts), written)

    def _soon(self, what: Callable[[], Any]) -> None:
        """After the facts so far."""
        facts, self._facts = self._facts, []

        def job() -> None:
            if facts:
                self._add(facts)
                facts.clear()  # they are kept: where the rest finds no room it alone is tried again
            what()

        self._do(job, lambda _: None)

    def _do(self, job: Callable[[], Any], then: Callable[[None], None]) -> None:
        self._queue(partial(self._attempt, job), then)

    def _queue(self, job: Callable[[], Any], then: Callable[[None], None]) -> None:
        self._jobs.append(job)
        self._worker.do(self._next, then)

    def _next(self) -> None:
        """In the worker's thread."""
        self._jobs.popleft()()

    def _add(self, facts: list[Fact]) -> None:
        self.journal.add([(fact.at, dump(fact)) for fact in facts], wall=self._wall())

    def _attempt(self, job: Callable[[], Any]) -> None:
        """In the worker's thread: do it, behind what found no room before."""
        if self._broken:
            return
        # Late: who keeps a journal has loaded these.
        from sqlite3 import Error  # noqa: PLC0415 - a play without a power cut loads no SQLite

        from firmware.journal import Full  # noqa: PLC0415 - likewise
        from firmware.schema import Unreachable, why  # noqa: PLC0415 - likewise

        self._waiting.append(job)
        try:
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
        except Error as wrong:
            if isinstance(why(wrong), Unreachable) and len(self._waiting) < WAITING:
                self._wait(str(wrong))
            else:
                self._give_up(wrong)
        except Full as wrong:
            self._give_up(wrong)
        else:
            if self.no_room is not None:
                self.no_room = None
                log.warning("the journal %s is written again, and nothing is missing in it", self.journal.path)

    def _wait(self, why: str) -> None:
        if self.no_room is None:
            log.warning(
                "the journal %s cannot be written (%s): what is played now waits for room on the disk, and a cut takes "
                "the game back to here",
                self.journal.path,
                why,
            )
        self.no_room = why

    def _give_up(self, wrong: Exception) -> None:
        from sqlite3 import Error  # noqa: PLC0415 - likewise

        self._broken, self.no_room = True, None
        self._waiting.clear()
        with suppress(Error):
            # Facts are missing from here on: resumed, it would be another game than the one on the table.
            self.journal.leave(cut=True)
        log.warning("the journal %s fails (%s): what is played now is not kept", self.journal.path, wrong)
