"""The service manager, as far as an installation needs it: this computer's own, or none below another root."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from systemd.install.places import Places

LOBBY: Final = "Lobby"
"""What the box tells systemd first (`firmware.service.status_of`) while no game is on."""

STANDS_S: Final = 60.0
"""Seconds for which a new version has to run on: by then it has looked at every part many times, and written."""

LOOK_S: Final = 1.0
"""Seconds between two looks at it: as long as systemd waits before it starts one anew that fell."""

_SERVICE: Final = "boxref.service"
_POWER_OFF: Final = "boxref-poweroff.path"
_RULES: Final = "boxref.conf"
"""In sysusers.d and in tmpfiles.d, wherever below the root these lie."""


class Service(Protocol):
    """The box's service."""

    @property
    def there(self) -> bool:
        """Whether there is anybody who could start it."""

    def playing(self) -> str | None:
        """The title of the game that is on; None: none is."""

    def running(self) -> bool:
        """Whether it is meant to run now: it does, or it is being started again and again."""

    def settle(self) -> None:
        """Users, groups, folders and rules for devices are as the files say; watchdog and log too."""

    def reload(self) -> None:
        """Units are as the files say."""

    def start(self) -> bool:
        """Start it, anew where it runs; whether it said READY."""

    def stands(self) -> bool:
        """Whether it runs on for STANDS_S, never started anew; told as soon as it does not. Only after `start`."""

    def stop(self) -> None:
        """Stop it, and what waits for its wish to power off."""

    def forget_user(self) -> None:
        """Its user is gone."""


@dataclass(frozen=True, slots=True)
class Live:
    """This computer's systemd. READY is what `systemctl restart` of a Type=notify waits for."""

    clock: Callable[[], float] = time.monotonic
    pause: Callable[[float], None] = time.sleep

    @property
    def there(self) -> bool:
        return True

    def playing(self) -> str | None:
        told = self._told()
        title = told.get("StatusText", "").partition(";")[0]
        return title if told.get("ActiveState") == "active" and title not in ("", LOBBY) else None

    def running(self) -> bool:
        return self._told().get("ActiveState") in ("active", "activating", "reloading")

    def settle(self) -> None:
        _do("systemd-sysusers", _RULES)
        _do("systemd-tmpfiles", "--create", _RULES)
        _do("systemctl", "daemon-reexec")
        for rest in (
            ("modprobe", "i2c-dev"),
            ("udevadm", "control", "--reload"),
            ("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=i2c-dev", "--subsystem-match=spidev"),
            ("systemctl", "try-restart", "systemd-journald.service"),
        ):
            _try(*rest)  # where there is none of these, the next boot will do

    def reload(self) -> None:
        _do("systemctl", "daemon-reload")

    def start(self) -> bool:
        _try("systemctl", "reset-failed", _SERVICE)
        if not _try("systemctl", "restart", _SERVICE):
            return False
        _try("systemctl", "start", _POWER_OFF)
        return True

    def stands(self) -> bool:
        until = self.clock() + STANDS_S
        while self._has_not_fallen():
            if self.clock() >= until:
                return True
            self.pause(LOOK_S)
        return False

    def _has_not_fallen(self) -> bool:
        # `reset-failed`, said before each start, has emptied the counter.
        told = self._told()
        return told.get("ActiveState") == "active" and told.get("NRestarts", "0") == "0"

    def stop(self) -> None:
        _try("systemctl", "stop", _POWER_OFF, _SERVICE)

    def forget_user(self) -> None:
        _try("userdel", "boxref")

    def _told(self) -> dict[str, str]:
        asked = ("systemctl", "show", _SERVICE, "--property=ActiveState,StatusText,NRestarts")
        done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - our own
        return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)


@dataclass(frozen=True, slots=True)
class Staged:
    """Another root, or one that was not booted: nothing runs there, and only root can make its user and folders."""

    root: Path

    @property
    def there(self) -> bool:
        return False

    def playing(self) -> str | None:
        return None

    def running(self) -> bool:
        return False

    def settle(self) -> None:
        if os.geteuid() == 0:
            (self.root / "etc").mkdir(parents=True, exist_ok=True)
            below = f"--root={self.root}"
            _do("systemd-sysusers", below, _RULES)
            _do("systemd-tmpfiles", below, "--create", _RULES)

    def reload(self) -> None:
        """Nobody has read anything yet."""

    def start(self) -> bool:
        return False

    def stands(self) -> bool:
        return False

    def stop(self) -> None:
        """Nothing runs."""

    def forget_user(self) -> None:
        if os.geteuid() == 0:
            _try("userdel", "--prefix", str(self.root), "boxref")


def found(places: Places, booted: Path = Path("/run/systemd/system")) -> Service:
    """Who keeps services there. A chroot in which an image is made has systemd's programs, but was not booted by it.

    `booted` is there where it was (man 3 sd_booted).
    """
    return Live() if places.live and booted.is_dir() else Staged(places.root)


class Failed(Exception):
    """A command of the system failed."""


def _do(*command: str) -> None:
    if _found(command[0]) is None:
        raise Failed(f"there is no {command[0]} here: this needs systemd, as on Raspberry Pi OS and Debian")
    if not _try(*command):
        raise Failed(f"`{' '.join(command)}` failed (above it says why)")


def _try(*command: str) -> bool:
    program = _found(command[0])
    return program is not None and subprocess.run([program, *command[1:]], check=False).returncode == 0  # noqa: S603 - our own


def _found(program: str) -> str | None:
    # Some of these are root's alone, and sudo may keep the path of whoever asked.
    return shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin")
