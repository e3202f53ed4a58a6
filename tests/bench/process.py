"""A service in a process of its own, watched from outside through /proc: nothing in it knows that it is measured."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import NamedTuple, Self

PATIENCE = 30.0
"""Seconds within which a service is ready, or has ended."""

LOOK = 0.5
"""Seconds between two looks whether it lives, while it is waited for."""

ROOT = Path(__file__).parents[2]


def environ(cache: Path) -> dict[str, str]:
    """An installed box has its modules compiled; whoever measures may have switched that off."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PYTHONPYCACHEPREFIX": str(cache), "PYTHONUNBUFFERED": "1"}


class Used(NamedTuple):
    """What a process has used since it began."""

    switches: int
    """Times one of its threads went to sleep, and hence woke up again: voluntary context switches."""
    cpu: float
    """Seconds of a core, of all threads that still are."""


class Service:
    """A Python service that tells NOTIFY_SOCKET when it is ready. A `with` block starts it, and ends it by SIGTERM."""

    def __init__(self, *options: str, cache: Path) -> None:
        """`options` are Python's; `{state}` in one becomes a directory of its own. `cache` keeps compiled modules."""
        self.lines: list[str] = []
        """What it wrote, once it has ended."""
        self._home = TemporaryDirectory(prefix="bench-")
        home = Path(self._home.name)
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.bind(str(home / "notify"))
        self._ear.settimeout(LOOK)
        (home / "state").mkdir()
        self._told = (home / "told").open("w+", encoding="utf-8")
        self._began = time.perf_counter()
        self._process = subprocess.Popen(  # noqa: S603 - our own services
            [sys.executable, *(option.format(state=home / "state") for option in options)],
            env=environ(cache) | {"NOTIFY_SOCKET": str(home / "notify")},
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=self._told,
            stderr=subprocess.STDOUT,
        )
        self.proc = Path("/proc") / str(self._process.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)
        self._told.seek(0)
        self.lines = self._told.read().splitlines()
        self._told.close()
        self._ear.close()
        self._home.cleanup()

    def ready(self) -> float:
        """Wait for READY; the seconds since exec. Raises RuntimeError with what it said instead."""
        while self._process.poll() is None and time.perf_counter() - self._began < PATIENCE:
            with suppress(TimeoutError):
                if b"READY=1" in self._ear.recv(4096).split(b"\n"):
                    return time.perf_counter() - self._began
        raise RuntimeError(f"it was not ready within {PATIENCE:g} s:\n{Path(self._told.name).read_text('utf-8')}")

    def resident(self) -> int:
        """Kilobytes of memory it holds, those that it shares with other processes too (RSS)."""
        lines = (self.proc / "smaps_rollup").read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Rss:"))

    def threads(self) -> int:
        """How many it has."""
        return len(self._tasks())

    def used(self) -> Used:
        """What it has used so far."""
        switches, nanoseconds = 0, 0
        for task in self._tasks():
            status = (task / "status").read_text("utf-8").splitlines()
            switches += int(next(line for line in status if line.startswith("voluntary_ctxt_switches")).split()[1])
            nanoseconds += int((task / "schedstat").read_text("ascii").split()[0])
        return Used(switches, nanoseconds / 1e9)

    def written(self) -> int:
        """Bytes it has had written to a disk so far."""
        lines = (self.proc / "io").read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))

    def mark(self) -> None:
        """SIGUSR1: a service that counts for itself writes down how far it is."""
        self._process.send_signal(signal.SIGUSR1)

    def _tasks(self) -> list[Path]:
        return list((self.proc / "task").iterdir())
