"""The command `boxref`: what can be asked of it. Each command imports its own weight only when it is called."""

import os
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import Final

WRONG: Final = 2
"""Exit status of a wrong command line, file or plan, as argparse has it."""

_RUN = """\
Start the box. On a Raspberry Pi it is the real one; on any other computer it is simulated, and the terminal is the
table: type what the hands do, see what the referee says. `help` there tells more. Steps from a pipe work too:

  printf 'push 0.0\\nshow\\n' | boxref run
"""

_PLAY = """\
Perform plays on the simulated box, in virtual time, and print a transcript of each:

  TIME > step                      what the hands did, in seconds since the start
  TIME < Name field=value ...      what the referee announced

Exit status: 0 every expectation held, 1 one did not (its line, what was expected, what came), 2 a file is wrong
(every wrong line with what would be right; then nothing is performed).
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; answers the exit status."""
    asked = _parser().parse_args(argv)
    try:
        return _run(asked) if asked.command == "run" else _play(asked)
    except BrokenPipeError:
        # Whoever read us has gone; without this the interpreter would complain once more while closing stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _run(asked: Namespace) -> int:
    from firmware.commands.run import run

    return run(
        sim=asked.sim,
        players=asked.players,
        start=asked.start,
        gems=asked.gems,
        seed=asked.seed,
        plan=asked.plan,
        state=asked.state,
    )


def _play(asked: Namespace) -> int:
    from firmware.commands.play import play

    return play(asked.files)


class _Version(Action):
    """Looks the version up only when it is asked for: the metadata of a distribution takes a while to find."""

    def __call__(self, parser: ArgumentParser, *_asked: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"boxref {version('boxref')}\n")
        parser.exit()


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="boxref",
        description="A referee in a box for children's games: it senses, knows the rules, announces and keeps score.",
        epilog="`boxref COMMAND --help` tells more about a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    run = commands.add_parser(
        "run", help="start the box", description=_RUN, formatter_class=RawDescriptionHelpFormatter
    )
    run.add_argument("--sim", action="store_true", help="simulate the box, on a Raspberry Pi too")
    run.add_argument(
        "--players", type=int, default=2, metavar="N", help="how many play Clever Keys, 2 to 5 (default: 2)"
    )
    run.add_argument(
        "--start",
        type=int,
        default=0,
        metavar="P",
        help="who begins, counted from 0 as in plays: 0 sits at the first pad (default: 0)",
    )
    run.add_argument(
        "--gems",
        type=int,
        metavar="N",
        help="gems in the chamber of the simulated box at the start; the others are at hand, and the box asks for them "
        "before the game begins, unless `go` says that these are all (default: all 52)",
    )
    run.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="of the simulated box: blocked slots, masses of gems, bounce (default: 0)",
    )
    run.add_argument("--plan", metavar="FILE", help="what the box is made of (default: the box.toml that came with it)")

    _state(run)

    play = commands.add_parser(
        "play",
        help="perform plays on the simulated box",
        description=_PLAY,
        formatter_class=RawDescriptionHelpFormatter,
    )
    play.add_argument("files", nargs="+", metavar="FILE", help="a play: UTF-8 text, one step or expectation a line")
    return parser


def _state(command: ArgumentParser) -> None:
    command.add_argument(
        "--state",
        metavar="DIR",
        help="where the journal of games is kept (default: $STATE_DIRECTORY, else $XDG_STATE_HOME/boxref or "
        "~/.local/state/boxref)",
    )


if __name__ == "__main__":
    sys.exit(main())
