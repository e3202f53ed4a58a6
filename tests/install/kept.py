"""A service manager that really starts the box: the program of the unit that counts, under a notify socket.

It does of systemd what an upgrade relies on: `start` returns when READY has come or the process has ended, and a
process that fell is known to have.
"""

import contextlib
import os
import select
import subprocess
import sys
from pathlib import Path

from systemd.install.places import SOURCE, Places
from tests.install.staged import what_starts
from tests.service.manager import Manager


class Kept:
    """The simulated box of whatever version is installed or on trial below a root."""

    there = True

    def __init__(self, places: Places, manager: Manager) -> None:
        self.places = places
        self.process: subprocess.Popen[bytes] | None = None
        self._manager = manager

    def playing(self) -> str | None:
        return None

    def running(self) -> bool:
        return self.process is not None

    def settle(self) -> None:
        """It runs as whoever runs the tests."""

    def reload(self) -> None:
        """Units are read when something is started."""

    def start(self) -> bool:
        self.stop()
        program = what_starts(self.places)
        assert program is not None
        self.process = subprocess.Popen(  # noqa: S603 - our own
            [str(program), "run"],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd="/",
            env={**self._manager.environ(watchdog_s=0.2), "STATE_DIRECTORY": str(self.places.state)},
        )
        return self._says("READY=1")

    def stands(self) -> bool:
        """It feeds the watchdog: that tells as much as any number of seconds."""
        return self._says("WATCHDOG=1")

    def _says(self, word: str) -> bool:
        """Whether it says this before it ends."""
        assert self.process is not None
        ended = os.pidfd_open(self.process.pid)
        try:
            heard = self._manager.socket.fileno()
            while ended not in select.select([heard, ended], [], [])[0]:
                if self._manager.socket.recv(4096).decode() == word:
                    return True
            return False
        finally:
            os.close(ended)

    def stop(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.terminate()
            self.process.wait()
            self.process = None
            self._manager.heard()

    def forget_user(self) -> None:
        """It runs as whoever runs the tests."""

    @property
    def version(self) -> str:
        """Which version's interpreter runs now."""
        assert self.process is not None
        program = Path(f"/proc/{self.process.pid}/cmdline").read_bytes().split(b"\0")[0].decode()
        return Path(program).parents[1].name


def build(version: Path, source: Path) -> None:
    """A real environment with a real command, which reads the libraries from where the tests have them: no network."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(version)], check=True)  # noqa: S603 - our own
    (packages,) = version.glob("lib/python3*/site-packages")
    tested = [entry for entry in sys.path if entry.endswith("site-packages")]
    (packages / "box.pth").write_text("\n".join([str(source), *tested]))
    command = version / "bin/boxref"
    command.write_text(f"#!{version}/bin/python\nimport sys\nfrom firmware.cli import main\nsys.exit(main())\n")
    command.chmod(0o755)


def checkout(folder: Path, change: str) -> Path:
    """A checkout like ours with a change at the end of the command's module."""
    folder.mkdir()
    for name in ("drivers", "games", "hardware", "systemd", "locks", "pyproject.toml"):
        (folder / name).symlink_to(SOURCE / name)
    (folder / "firmware").mkdir()
    for part in (SOURCE / "firmware").iterdir():
        (folder / "firmware" / part.name).symlink_to(part)
    (folder / "firmware/cli.py").unlink()
    (folder / "firmware/cli.py").write_text(f"{(SOURCE / 'firmware/cli.py').read_text()}\n\n{change}\n")
    return folder
