"""`boxref play FILE...`: plays on the simulated box, in virtual time."""

import logging
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Fault, Play

LONGEST: Final = 10_000_000
"""Bytes that a play may have: more is something else, or has no end."""


def play(files: Sequence[str]) -> int:
    """Perform plays one after another; answers the exit status. A wrong file keeps all from being performed."""
    read = [_read(file) for file in files]
    faults = [fault for found in read if not isinstance(found, Play) for fault in found]
    if faults:
        print(*faults, sep="\n", file=sys.stderr)
        return Verdict.WRONG
    # What drivers log of a part that a play unplugs is no part of its transcript.
    for room in ("drivers", "firmware"):
        logging.getLogger(room).addHandler(logging.NullHandler())
    verdicts = [_perform(found, headed=len(files) > 1) for found in read if isinstance(found, Play)]
    if len(verdicts) > 1:
        print(_summary(verdicts))
    return max(verdicts)


def _read(file: str) -> Play | tuple[Fault, ...]:
    try:
        with Path(file).open("rb") as source:
            written = source.read(LONGEST + 1)
        if len(written) > LONGEST:
            return (Fault(file, 0, f"more than {LONGEST:,} bytes are no play", "name a text of steps"),)
        text = written.decode()
    except OSError as error:
        return (Fault(file, 0, f"cannot be read ({error.strerror})", "name a file that is there"),)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return (Fault(file, line, "this is no UTF-8", "save the file as UTF-8 text"),)
    return read_play(file, text)


def _perform(found: Play, *, headed: bool) -> Verdict:
    from firmware.simbox import Simulated

    if headed:
        print(f"== {found.file}")
    stage = Simulated(found.setting, journal=found.cuts)
    try:
        return Performance(found, stage, print).run()
    finally:
        stage.close()


def _summary(verdicts: Sequence[Verdict]) -> str:
    ended = Counter(verdicts)
    parts = [f"{len(verdicts)} plays: {ended[Verdict.HELD]} held"]
    if ended[Verdict.MISSED]:
        parts.append(f"{ended[Verdict.MISSED]} did not")
    return ", ".join(parts)
