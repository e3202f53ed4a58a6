"""Where the bus's transfers run: off the loop in one thread on metal, at once in virtual time.

Laws: jobs run one after another in the order given; `then` runs in the loop, never inside another `then`; an exception
that leaves a job is a bug and is reported as one (a job catches the BusError it expects and returns it).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Worker(Protocol):
    """Does jobs elsewhere and brings what they return."""

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        """Queue a job; `then` gets its result in the loop."""

    def close(self) -> None:
        """Finish the job at hand, forget the others and bring no more results."""


class ThreadWorker:
    """One named thread that sleeps on a queue: no polling, no wake-ups while nothing is asked."""

    def __init__(self, loop: asyncio.AbstractEventLoop, *, name: str) -> None:
        self._loop = loop
        self._closed = False
        self._jobs: SimpleQueue[tuple[Callable[[], Any], Callable[[Any], None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        """Queue a job; `then` gets its result in the loop."""
        if self._closed:
            raise RuntimeError(f"{self._thread.name} is closed and takes no more jobs")
        self._jobs.put((job, then))

    def close(self) -> None:
        """Finish the job at hand, forget the others and bring no more results; waits for the thread to end."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._jobs.get()) is not None:
            if not self._closed:
                self._one(*work)

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

    def close(self) -> None:
        """Forget the jobs that wait."""
        self._closed = True
        self._waiting.clear()
