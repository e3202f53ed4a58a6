"""The log's lines on standard error, which never hold the loop up: a reader that has stopped misses them."""

import logging
import select
from typing import TextIO


class Lines(logging.StreamHandler[TextIO]):
    """Writes a line where there is room for it; how many there was none for is told as soon as there is again.

    Linux calls a pipe writable while it has a free page, and a journal's socket while three quarters of it are free: a
    line of up to 4096 bytes then goes in at once. A longer one (a traceback) may wait for the reader.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.missed = 0
        self._room = select.poll()
        self._room.register(stream.fileno(), select.POLLOUT)

    def emit(self, record: logging.LogRecord) -> None:
        """Write it, or count it as missed."""
        if not self._room.poll(0):
            self.missed += 1
            return
        if self.missed:
            missed, self.missed = self.missed, 0
            # As any other line: a reader that has gone since is no error of whoever logs.
            super().emit(logging.makeLogRecord({"msg": f"{missed} lines of this log are missing: nobody read them"}))
        super().emit(record)
