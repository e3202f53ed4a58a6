"""Word to the service manager: systemd's protocol of one datagram a message (man 3 sd_notify), in own code.

Laws: without NOTIFY_SOCKET nothing is opened and nothing sent; no exception leaves it, and it never waits: a manager
whose queue is full misses a word rather than holding up a ruling.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

_MOST_USEC: Final = 2**63


class Notify:
    """The way to whoever started this process, as its environment tells."""

    def __init__(self, environ: Mapping[str, str] = os.environ, *, pid: int | None = None) -> None:
        """`pid` is this process's; the watchdog may be meant for another one (WATCHDOG_PID)."""
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))
        self._socket: socket.socket | None = None
        if self._address is not None:
            with suppress(OSError):
                self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.watchdog_s = None if self._socket is None else _half(environ, os.getpid() if pid is None else pid)
        """Seconds between two pings: half of what is borne (man 3 sd_watchdog_enabled); None: none are wanted."""

    @property
    def listened_to(self) -> bool:
        """Whether there is anybody to tell."""
        return self._socket is not None

    def tell(self, word: str) -> bool:
        """Send a word such as READY=1; False: it did not get through, try again later."""
        if self._socket is None or self._address is None:
            return True
        try:
            self._socket.sendto(word.encode(), self._address)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Say nothing more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _address(named: str) -> bytes | None:
    if named.startswith("@"):  # a name without a file
        return b"\0" + os.fsencode(named[1:])
    return os.fsencode(named) if named.startswith("/") else None


def _half(environ: Mapping[str, str], pid: int) -> float | None:
    try:
        usec = int(environ.get("WATCHDOG_USEC", ""))
        meant = int(environ.get("WATCHDOG_PID", pid))
    except ValueError:
        return None
    return usec / 2e6 if 0 < usec < _MOST_USEC and meant == pid else None
