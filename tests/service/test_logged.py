"""A log that nobody reads holds nobody up."""

import fcntl
import logging
import os
from contextlib import suppress

from firmware.logged import Lines


def test_a_reader_that_has_stopped_misses_lines_and_is_told_how_many() -> None:
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    with os.fdopen(writer, "w", buffering=1, encoding="utf-8") as stream:
        handler = Lines(stream)
        for number in range(200):
            handler.emit(logging.makeLogRecord({"msg": f"line {number:04} {'x' * 90}"}))
        missed = handler.missed
        assert missed > 100
        told = os.read(reader, 65536).decode().splitlines()
        assert len(told) == 200 - missed
        handler.emit(logging.makeLogRecord({"msg": "here again"}))
        assert os.read(reader, 65536).decode().splitlines() == [
            f"{missed} lines of this log are missing: nobody read them",
            "here again",
        ]
    os.close(reader)


def test_a_reader_that_stops_and_then_goes_is_no_error_of_whoever_logs() -> None:
    reader, writer = os.pipe()
    stream = os.fdopen(writer, "w", buffering=1, encoding="utf-8")
    handler = Lines(stream)
    while not handler.missed:
        handler.emit(logging.makeLogRecord({"msg": "x" * 90}))
    os.close(reader)
    handler.emit(logging.makeLogRecord({"msg": "nobody is there"}))
    assert handler.missed == 0, "there will be nobody to tell"
    with suppress(BrokenPipeError):
        stream.close()
