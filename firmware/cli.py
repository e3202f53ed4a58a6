"""The command `boxref`: who is asked for what, and how it ends. Each command imports its own weight when called."""

import errno
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

from firmware.commands import Refused
from firmware.commands.options import asked_for

UNHEARD: Final = 1
"""Exit status where what it says finds no room: standard output is a file on a full disk."""

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; answers the exit status."""
    _open_ends()
    try:
        status = _answer(argv)
        sys.stdout.flush()  # here, since the interpreter's own flush at the end can only complain
    except (OSError, ExceptionGroup) as ended:
        unheard = _unheard(ended)
        if unheard is None:
            raise
        return _say_no_more(unheard)
    except KeyboardInterrupt:
        return 130
    return status


def _answer(argv: Sequence[str] | None) -> int:
    try:
        asked = asked_for(argv)
    except SystemExit:
        sys.stdout.flush()  # help and version
        raise
    try:
        return _COMMANDS[asked.command](asked)
    except Refused as refused:
        print(f"boxref: {refused}", file=sys.stderr)
        return refused.status


def _open_ends() -> None:
    """Standard output and error where they are closed (what opens next must not be written into) or narrow."""
    if sys.__stdout__ is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.__stderr__ is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, TextIOWrapper):
        # What people typed is told again, whatever the terminal's letters are.
        sys.stdout.reconfigure(errors="backslashreplace")


def _unheard(ended: BaseException) -> OSError | None:
    """What could not be told, if that alone has ended the command: its reader has gone, or the disk is full."""
    match ended:
        case BrokenPipeError():
            return ended
        case OSError(filename=None, errno=why) if why in _NO_ROOM:
            return ended
        case BaseExceptionGroup(exceptions=each):
            found = [_unheard(one) for one in each]
            return found[0] if all(found) else None  # beside a bug that is no reason to be silent
    return None


def _say_no_more(unheard: OSError) -> int:
    # Without this the interpreter would complain once more while closing standard output.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(unheard, BrokenPipeError):
        return 0
    with suppress(OSError):
        print(f"boxref: what it says cannot be written: {unheard.strerror}", file=sys.stderr)
    return UNHEARD


def _run(asked: Namespace) -> int:
    from firmware.commands.run import run

    return run(
        sim=asked.sim,
        game=asked.with_game,
        players=asked.players,
        start=asked.start,
        gems=asked.gems,
        seed=asked.seed,
        plan=asked.plan,
        state=asked.state,
        copy=asked.copy,
    )


def _play(asked: Namespace) -> int:
    from firmware.commands.play import play

    return play(asked.files)


def _games(asked: Namespace) -> int:
    from firmware.commands.past import games

    return games(asked.state)


def _replay(asked: Namespace) -> int:
    from firmware.commands.past import replay

    return replay(asked.state, asked.game, as_transcript=asked.transcript, spoil=asked.spoil)


def _export(asked: Namespace) -> int:
    from firmware.commands.past import export

    return export(asked.state, asked.game, as_text=asked.text)


def _simulate(asked: Namespace) -> int:
    from firmware.commands.simulate import simulate
    from firmware.commands.start import copied

    return simulate(
        asked.game,
        asked.options,
        games=asked.games,
        players=asked.players,
        strategies=asked.strategies,
        start=asked.start,
        seed=asked.seed,
        processes=asked.processes,
        as_csv=asked.csv,
        copy=copied(asked.copy, asked.state),
    )


def _watch(asked: Namespace) -> int:
    from firmware.commands.watch import watch

    return watch(sim=asked.sim, plan=asked.plan, state=asked.state)


def _test(asked: Namespace) -> int:
    from firmware.commands.touch import touch

    return touch(sim=asked.sim, plan=asked.plan, state=asked.state)


def _copy(asked: Namespace) -> int:
    from firmware.commands.copy import copy

    return copy(asked.what, file=asked.file or asked.copy, state=asked.state)


def _calibrate(asked: Namespace) -> int:
    from firmware.commands.calibrate import calibrate

    return calibrate(
        asked.what,
        sim=asked.sim,
        afresh=asked.afresh,
        seed=asked.seed,
        gems=asked.gems,
        plan=asked.plan,
        state=asked.state,
    )


def _doctor(asked: Namespace) -> int:
    from firmware.commands.doctor import doctor

    return doctor(
        state=asked.state, copy=asked.copy, plan=asked.plan, everything=asked.everything, as_json=asked.as_json
    )


_COMMANDS: Final = {
    "run": _run,
    "play": _play,
    "games": _games,
    "replay": _replay,
    "export": _export,
    "simulate": _simulate,
    "copy": _copy,
    "calibrate": _calibrate,
    "watch": _watch,
    "test": _test,
    "doctor": _doctor,
}


if __name__ == "__main__":
    sys.exit(main())
