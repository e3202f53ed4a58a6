"""The service manager's end: a bound socket as systemd's, and what it takes to run the real process under it."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO


class Manager:
    """Hears what a service says. `name` is a path, or begins with @ where there is to be no file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + name[1:] if name.startswith("@") else name)

    def environ(self, watchdog_s: float | None = None) -> dict[str, str]:
        """What the service finds in its environment."""
        asked = {"NOTIFY_SOCKET": self.name}
        return asked if watchdog_s is None else asked | {"WATCHDOG_USEC": str(round(watchdog_s * 1e6))}

    def heard(self) -> list[str]:
        """What has come since the last call."""
        said = []
        while self.comes(0):
            said.append(self.socket.recv(4096).decode())
        return said

    def comes(self, seconds: float) -> bool:
        """Whether something comes within so many real seconds."""
        return bool(select.select([self.socket], [], [], seconds)[0])

    def close(self) -> None:
        self.socket.close()


class Process:
    """`boxref run --sim`, started as a manager would start it."""

    def __init__(self, process: "subprocess.Popen[str]", manager: Manager) -> None:
        self.process = process
        self.pid = process.pid
        self._manager = manager
        self._ended = os.pidfd_open(process.pid)

    def until(self, word: str) -> list[str]:
        """Everything it says until it says this; fails if it ends before."""
        said: list[str] = []
        while word not in said:
            heard = self._manager.socket.fileno()
            if heard not in select.select([heard, self._ended], [], [])[0]:
                raise AssertionError(f"it ended without {word}, having said {said}: {self.process.communicate()}")
            said.append(self._manager.socket.recv(4096).decode())
        return said

    def line(self, part: str) -> str:
        """The next line on standard error that has this in it."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if part in line:
                return line
        raise AssertionError(f"it ended without a line about {part!r}")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, list[str]]:
        """Ask it to stop: its exit status, and what was left on standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate()
        return self.process.returncode, errors.splitlines()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._ended)


BOX: Sequence[str] = (sys.executable, "-m", "firmware.cli")


@contextmanager
def started(
    manager: Manager,
    state: Path,
    *,
    watchdog_s: float | None = None,
    command: Sequence[str] = BOX,
    stdin: int = subprocess.DEVNULL,
    stderr: int | IO[str] = subprocess.PIPE,
    environ: Mapping[str, str] = os.environ,
) -> Iterator[Process]:
    """The process while in the block."""
    process = Process(
        subprocess.Popen(  # noqa: S603 - our own
            [*command, "run", "--sim", "--game", "clever_keys", "--state", str(state)],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**environ, **manager.environ(watchdog_s)},
        ),
        manager,
    )
    try:
        yield process
    finally:
        process.close()
