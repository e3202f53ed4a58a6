"""A journal's disk that takes its time, under a simulated box."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from drivers.worker import InlineWorker
from firmware.compose import Seams, twins


class SlowDisk(InlineWorker):
    """A worker of the journal: while it holds, what is to be written waits."""

    def __init__(self) -> None:
        super().__init__()
        self._held: list[tuple[Callable[[], Any], Callable[[Any], None]]] | None = None

    def do(self, job: Callable[[], Any], then: Callable[[Any], None]) -> None:
        if self._held is None:
            super().do(job, then)
        else:
            self._held.append((job, then))

    def hold(self) -> None:
        """From now on nothing is written."""
        self._held = []

    def write(self, until: Callable[[], bool]) -> None:
        """Write one after another until it is so: who asked for that one is not told any more."""
        while self._held:
            job, then = self._held.pop(0)
            made = job()
            if until():
                return
            then(made)

    def release(self) -> None:
        """Everything held is written and told, and the disk is fast again."""
        held, self._held = self._held or [], None
        for job, then in held:
            super().do(job, then)


def slow_disks(monkeypatch: pytest.MonkeyPatch) -> list[SlowDisk]:
    """The disk of every simulated box from now on, a new one for each boot; they are fast until they are held."""
    disks: list[SlowDisk] = []

    def disk() -> SlowDisk:
        disks.append(SlowDisk())
        return disks[-1]

    def seams(*args: Any, **how: Any) -> Seams:
        made = twins(*args, **how)
        return replace(made, worker=lambda name: disk() if name == "journal" else made.worker(name))

    monkeypatch.setattr("firmware.simbox.twins", seams)
    return disks
