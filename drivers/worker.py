"""Where the bus's transfers run: off the loop in one thread on metal, at once in virtual time.

Laws: jobs run one after another in the order given; `then` runs in the loop, never inside another `then`; an exception
that leaves a job is a bug and is reported as one (a job catches the BusError it expects and returns it).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_S = 1.3
"""Seconds that closing waits for the job at hand and the last one: the kernel gives a held bus up after one second.

A box has three workers, and 5 s to stop."""


def nothing() -> None:
    """The last job of a worker that need not leave anything in order."""


class Worker(Protocol):
    """Does jobs elsewhere and brings what they return."""

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        """Queue a job; `then` gets its result in the loop."""

    def close(self, last: Callable[[], object] = nothing) -> bool:
        """Finish the job at hand, forget the others, do the `last` one and bring no more results; False: one hangs."""


class ThreadWorker:
    """One named thread that sleeps on a queue: no polling, no wake-ups while nothing is asked."""

    def __init__(self, loop: asyncio.AbstractEventLoop, *, name: str, patience_s: float = PATIENCE_S) -> None:
        self._loop = loop
        self._patience_s = patience_s
        self._closed = False
        self._last: Callable[[], object] = nothing
        self._bug: Exception | None = None
        self._jobs: SimpleQueue[tuple[Callable[[], Any], Callable[[Any], None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        """Queue a job; `then` gets its result in the loop."""
        if self._closed:
            raise RuntimeError(f"{self._thread.name} is closed and takes no more jobs")
        self._jobs.put((job, then))

    def close(self, last: Callable[[], object] = nothing) -> bool:
        """Finish the job at hand, forget the others, do the `last` one in the thread too, and wait for it to end.

        Raises what the last job raises. False, and one line in the log: a job hangs (in the kernel, say). Its thread is
        left behind, and keeps no process from ending.
        """
        self._last, self._closed = last, True
        self._jobs.put(None)
        self._thread.join(self._patience_s)
        if self._thread.is_alive():
            log.warning("%s hangs in a job, which is left behind", self._thread.name)
            return False
        if self._bug is not None:
            raise self._bug
        return True

    def _run(self) -> None:
        while (work := self._jobs.get()) is not None:
            if not self._closed:
                self._one(*work)
        try:
            self._last()
        except Exception as bug:  # noqa: BLE001 - raised where the worker is closed
            self._bug = bug

    def _one(self, job: Callable[[], Any], then: Callable[[Any], None]) -> None:
        try:
            result = job()
        except Exception as bug:  # noqa: BLE001 - the thread must outlive any bug, and the loop reports it
            context = {"message": f"a job of {self._thread.name} failed", "exception": bug}
            self._enter(self._loop.call_exception_handler, context)
        else:
            self._enter(self._bring, then, result)

    def _bring(self, then: Callable[[Any], None], result: Any) -> None:
        if not self._closed:
            then(result)

    def _enter(self, call: Callable[..., None], *args: Any) -> None:
        # The loop may have been closed while the job ran; then nobody is left to tell.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *args)


class InlineWorker:
    """Virtual time: a job and its `then` run at once, in the caller's turn."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Any], Callable[[Any], None]]] = deque()
        self._busy = False
        self._closed = False

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        """Run the job, then `then`; a job asked for meanwhile runs after both, as on metal."""
        if self._closed:
            raise RuntimeError("the worker is closed and takes no more jobs")
        self._waiting.append((job, then))
        if self._busy:
            return
        self._busy = True
        try:
            while self._waiting:
                work, bring = self._waiting.popleft()
                bring(work())
        finally:
            self._busy = False
            self._waiting.clear()

    def close(self, last: Callable[[], object] = nothing) -> bool:
        """Forget the jobs that wait, and do the `last` one."""
        self._closed = True
        self._waiting.clear()
        last()
        return True
