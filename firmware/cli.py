"""The command `boxref`: what can be asked of it. Each command imports its own weight only when it is called."""

import errno
import os
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

WRONG: Final = 2
"""Exit status of a wrong command line, file or plan, as argparse has it."""

UNHEARD: Final = 1
"""Exit status where what it says finds no room: standard output is a file on a full disk."""

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_PLAY = """\
Perform plays on the simulated box, in virtual time, and print a transcript of each:

  TIME > step                      what the hands did, in seconds since the start
  TIME < Name field=value ...      what the referee announced

Exit status: 0 every expectation held, 1 one did not (its line, what was expected, what came) or the table did not allow
a step at its moment, 2 a file is wrong (every wrong line with what would be right; then nothing is performed).
"""


_REPLAY = """\
Print a game of the journal as a play for `boxref play`: what hands did, at their moments, and what was announced as
expectations. A fault seen on a table becomes a test by keeping this file.
"""

_EXPORT = """\
Print a game of the journal: players, scores and every agreed state. What players must remember is in it only when the
game is over.
"""

_COPY = """\
Tell the box what is printed on your copies of the games and in no rulebook: wagon cards, stars, colours, towers.

  boxref copy         asks for it, value by value, and writes it down
  boxref copy show    lists every value: yours, printed in the rulebook, derived from it, or assumed
  boxref copy check   names every wrong line of the file, with what would be right (exit status 2)
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; answers the exit status."""
    if sys.__stdout__ is None:  # closed from the start: what opens next must not be written into
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    try:
        asked = _parser().parse_args(argv)
        status = _COMMANDS[asked.command](asked)
        sys.stdout.flush()
    except BrokenPipeError:
        _say_no_more()  # whoever read us has gone
        return 0
    except OSError as wrong:
        if wrong.errno not in _NO_ROOM:
            raise
        _say_no_more()
        with suppress(OSError):
            print(f"boxref: what it says cannot be written: {wrong.strerror}", file=sys.stderr)
        return UNHEARD
    except KeyboardInterrupt:
        return 130
    return status


def _say_no_more() -> None:
    """Without this the interpreter would complain once more while closing standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    from firmware.places import copy_file, state_directory

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
        copy=copy_file(asked.copy, state_directory(asked.state)),
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


class _Version(Action):
    """Looks the version up only when it is asked for: the metadata of a distribution takes a while to find."""

    def __call__(self, parser: ArgumentParser, *_asked: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"boxref {version('boxref')}\n")
        sys.stdout.flush()
        parser.exit()


def _parser() -> ArgumentParser:
    from firmware.commands.options import calibrate, doctor, game, makers, run, simulate

    parser = ArgumentParser(
        prog="boxref",
        description="A referee in a box for children's games: it senses, knows the rules, announces and keeps score.",
        epilog="`boxref COMMAND --help` tells more about a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    begun = run(commands)
    _state(begun)
    _copy_file(begun)

    play = commands.add_parser(
        "play",
        help="perform plays on the simulated box",
        description=_PLAY,
        formatter_class=RawDescriptionHelpFormatter,
    )
    play.add_argument("files", nargs="+", metavar="FILE", help="a play: UTF-8 text, one step or expectation a line")

    _state(commands.add_parser("games", help="list the games in the journal"))

    replay = commands.add_parser(
        "replay", help="print a game of the journal as a play, or as a transcript", description=_REPLAY
    )
    _state(replay)
    game(replay)
    replay.add_argument("--transcript", action="store_true", help="print what was done and said instead")
    replay.add_argument(
        "--spoil", action="store_true", help="even a game that goes on, with all that players must remember"
    )

    export = commands.add_parser("export", help="print a game of the journal as JSON, or to read", description=_EXPORT)
    _state(export)
    game(export)
    export.add_argument("--text", action="store_true", help="print it to be read instead")

    simulated = simulate(commands)
    _state(simulated)
    _copy_file(simulated)
    for command in makers(commands):
        _state(command)
    copy = commands.add_parser(
        "copy",
        help="tell what is printed on your copies of the games",
        description=_COPY,
        formatter_class=RawDescriptionHelpFormatter,
    )
    copy.add_argument("what", nargs="?", choices=["show", "check"], help="without: a conversation that asks for it")
    copy.add_argument("file", nargs="?", metavar="FILE", help="the file, as with --copy")
    _copy_file(copy)
    _state(copy)
    _state(calibrate(commands))

    examined = doctor(commands)
    _state(examined)
    _copy_file(examined)
    return parser


def _copy_file(command: ArgumentParser) -> None:
    command.add_argument(
        "--copy",
        metavar="FILE",
        help="what is printed on your games (default: copy.toml in $CONFIGURATION_DIRECTORY, else beside the journal)",
    )


def _state(command: ArgumentParser) -> None:
    command.add_argument(
        "--state",
        metavar="DIR",
        help="where the journal of games is kept (default: $STATE_DIRECTORY, else $XDG_STATE_HOME/boxref or "
        "~/.local/state/boxref)",
    )


if __name__ == "__main__":
    sys.exit(main())
