"""What can be asked of each command: its help and its arguments, without its weight."""

import sys
from argparse import Action, ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter, _SubParsersAction
from typing import TypeAlias

_RUN = """\
Start the box. On a Raspberry Pi it is the real one; on any other computer it is simulated, and the terminal is the
table: type what the hands do, see what the referee says. `help` there tells more. Steps from a pipe work too:

  printf 'push 0.0\\nshow\\n' | boxref run --game clever_keys

Without a terminal it logs to standard error, tells systemd how it is, and stops on SIGTERM; on /dev/null only then.
"""

_PLAY = """\
Perform plays on the simulated box, in virtual time, and print a transcript of each:

  TIME > step                      what the hands did, in seconds since the start
  TIME < Name field=value ...      what the referee announced

firmware/plays/README.md tells how they are written; `help` at the table of `boxref run` lists the steps.
Exit status: 0 every expectation held, 1 one did not (its line, what was expected, what came) or the table did not allow
a step at its moment, 2 a file is wrong (every wrong line with what would be right; then nothing is performed).
"""

_REPLAY = """\
Print a game of the journal as a play for `boxref play`: what hands did, at their moments, and what was announced as
expectations. A fault seen on a table becomes a test by keeping this file.
"""

_GAMES = """\
List the games of the journal, the oldest first: number, date, game, players, and how it ended. `boxref replay N` and
`boxref export N` tell more of one.
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

_SIMULATE = """\
Let bots play many games by the rules alone, on all cores, and print how often each seat won (with the 95 %
Wilson interval), how many turns a game had and what a turn was worth. The same seed gives the same games on any number
of cores.

  boxref simulate clever_keys --games 10000 --players 3 --strategies memory,bold,random
  boxref simulate dragon_battle variant=young --strategies bold,cautious

With --csv it prints a line for each game and seat: game, start, turns, seat, strategy, won (1, 0, or the part of a
shared game), score, own_turns, failed.
"""

_DOCTOR = """\
Look at everything a box needs and say what is wrong, each in a sentence with the command that mends it. It reads only:
it leaves a box alone that runs, and a computer that is no Raspberry Pi is told what one would need.

Exit status: 0 nothing is wrong (it may still have things to say), 1 something is, 2 the plan is wrong.
"""

_WATCH = """\
Show what every part of the box reports (raw) and what is made of it (settled), with the milliseconds since the edge.
Nothing is refereed meanwhile. Stop the service first: systemctl stop boxref. Ctrl-C ends it.

With the key-slot board and keys in it this shows which slots block: it is for whoever builds the box, not for players.
On a simulated box the terminal is the table, as with `boxref run`.
"""

_TEST = """\
Light every lamp, sound the buzzer, and ask for each part to be touched in turn; print what passed. Stop the service
first: systemctl stop boxref. On a simulated box type what the hands do, as with `boxref run`.

Exit status: 0 everything passed, 1 not everything, or there is no box here.
"""

_CALIBRATE = """\
Let the box learn its own parts: it tells each step, and what is likely wrong where one is bad. On a Raspberry Pi it is
the real box (stop its service first), on any other computer the simulated one, whose hands you type as in `boxref run`.

  scale    both load cells, with the gems of your game (centre, corner: one of them)
  knock    the knock sensor, with the hammer
  slots    the contacts of the key slots, without the key-slot board
  gate     the gem gate, with one gem or die of each colour

What was learned is kept in calibration.toml in the state directory, with the values before. Exit status: 0 all is
calibrated, 1 it is not, 2 the command line or the plan is wrong.
"""


Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"


def parser() -> ArgumentParser:
    """The whole command line."""
    boxref = ArgumentParser(
        prog="boxref",
        description="A referee in a box for children's games: it senses, knows the rules, announces and keeps score.",
        epilog="`boxref COMMAND --help` tells more about a command.",
    )
    boxref.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = boxref.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (_run, _play, _games, _replay, _export, _simulate, _watch, _test, _copy, _calibrate, _doctor):
        add(commands)
    return boxref


class _Version(Action):
    """Looks the version up only when it is asked for: the metadata of a distribution takes a while to find."""

    def __call__(self, parser: ArgumentParser, *_asked: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"boxref {version('boxref')}\n")
        parser.exit()


def _command(commands: Commands, name: str, does: str, description: str | None = None) -> ArgumentParser:
    formatter = RawDescriptionHelpFormatter
    return commands.add_parser(name, help=does, description=description, formatter_class=formatter)


def _run(commands: Commands) -> None:
    command = _command(commands, "run", "start the box", _RUN)
    _sim(command)
    command.add_argument("--game", dest="with_game", metavar="NAME", help="begin this game at once, without the lobby")
    command.add_argument("--players", type=_whole, metavar="N", help="how many play (default: as few as can)")
    command.add_argument(
        "--start",
        type=_whole,
        metavar="P",
        help="who begins, counted from 0 as in plays: 0 sits at the first pad (default: 0)",
    )
    command.add_argument(
        "--gems",
        type=_whole,
        metavar="N",
        help="gems in the chamber of the simulated box at the start; the others are at hand, and the box asks for them "
        "before the game begins, unless `go` says that these are all (default: all of the game)",
    )
    command.add_argument(
        "--seed",
        type=_whole,
        metavar="N",
        help="of the simulated box: blocked slots, masses of gems, bounce (default: 0)",
    )
    _plan(command)
    _state(command)
    _copy_file(command)


def _play(commands: Commands) -> None:
    command = _command(commands, "play", "perform plays on the simulated box", _PLAY)
    command.add_argument("files", nargs="+", metavar="FILE", help="a play: UTF-8 text, one step or expectation a line")


def _games(commands: Commands) -> None:
    _state(_command(commands, "games", "list the games in the journal", _GAMES))


def _replay(commands: Commands) -> None:
    command = _command(commands, "replay", "print a game of the journal as a play, or as a transcript", _REPLAY)
    _state(command)
    _number(command)
    command.add_argument("--transcript", action="store_true", help="print what was done and said instead")
    command.add_argument(
        "--spoil", action="store_true", help="even a game that goes on, with all that players must remember"
    )


def _export(commands: Commands) -> None:
    command = _command(commands, "export", "print a game of the journal as JSON, or to read", _EXPORT)
    _state(command)
    _number(command)
    command.add_argument("--text", action="store_true", help="print it to be read instead")


def _simulate(commands: Commands) -> None:
    command = _command(commands, "simulate", "let bots play many games", _SIMULATE)
    command.add_argument("game", metavar="GAME", help="its name, as clever_keys")
    command.add_argument(
        "options",
        nargs="*",
        metavar="NAME=VALUE",
        help="how it is played, as on the game line of a play (default: as recommended)",
    )
    command.add_argument("--games", type=_whole, default=1000, metavar="N", help="how many (default: 1000)")
    command.add_argument(
        "--players",
        type=_whole,
        metavar="N",
        help="how many play (default: as many as strategies are named, else as few as can)",
    )
    command.add_argument(
        "--strategies",
        default="random",
        metavar="A,B",
        help="random, cautious or bold, in Clever Keys memory too: one for each seat, again from the first where more "
        "play (default: random)",
    )
    command.add_argument(
        "--start", type=_whole, metavar="P", help="who begins each game, counted from 0 (default: everybody in turn)"
    )
    command.add_argument("--seed", type=_whole, default=0, metavar="N", help="of all chance (default: 0)")
    command.add_argument("--processes", type=_whole, metavar="N", help="at the same time (default: one for each core)")
    command.add_argument("--csv", action="store_true", help="print a line for each game and seat")
    _state(command)
    _copy_file(command)


def _watch(commands: Commands) -> None:
    command = _command(commands, "watch", "show every contact, weight, knock and key live", _WATCH)
    _sim(command)
    _plan(command)
    _state(command)


def _test(commands: Commands) -> None:
    command = _command(commands, "test", "touch each part in turn, and see what passes", _TEST)
    _sim(command)
    _plan(command)
    _state(command)


def _copy(commands: Commands) -> None:
    command = _command(commands, "copy", "tell what is printed on your copies of the games", _COPY)
    command.add_argument("what", nargs="?", choices=["show", "check"], help="without: a conversation that asks for it")
    command.add_argument("file", nargs="?", metavar="FILE", help="the file, as with --copy")
    _copy_file(command)
    _state(command)


def _calibrate(commands: Commands) -> None:
    command = _command(commands, "calibrate", "let the box learn its own parts", _CALIBRATE)
    command.add_argument("what", choices=["scale", "centre", "corner", "knock", "slots", "gate"], help="the part")
    _sim(command)
    command.add_argument(
        "--afresh", action="store_true", help="forget how empty a scale was: its mount or its cell is another one"
    )
    command.add_argument("--seed", type=_whole, default=0, metavar="N", help="of the simulated box (default: 0)")
    command.add_argument(
        "--gems",
        type=_whole,
        default=0,
        metavar="N",
        help="in the chamber of the simulated box at the start (default: 0)",
    )
    _plan(command)
    _state(command)


def _doctor(commands: Commands) -> None:
    command = _command(commands, "doctor", "say what is wrong with the box, and what mends it", _DOCTOR)
    command.add_argument("--all", dest="everything", action="store_true", help="list what is well too")
    command.add_argument("--json", dest="as_json", action="store_true", help="print everything as JSON")
    _plan(command)
    _state(command)
    _copy_file(command)


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ArgumentTypeError(f"{word!r} is no whole number") from None


def _sim(command: ArgumentParser) -> None:
    command.add_argument("--sim", action="store_true", help="simulate the box, on a Raspberry Pi too")


def _plan(command: ArgumentParser) -> None:
    command.add_argument(
        "--plan",
        metavar="FILE",
        help="what the box is made of (default: box.toml in $CONFIGURATION_DIRECTORY, else the one that came with it)",
    )


def _state(command: ArgumentParser) -> None:
    command.add_argument(
        "--state",
        metavar="DIR",
        help="where the box keeps its journal of games and what it has learned (default: $STATE_DIRECTORY, else "
        "$XDG_STATE_HOME/boxref or ~/.local/state/boxref)",
    )


def _copy_file(command: ArgumentParser) -> None:
    command.add_argument(
        "--copy",
        metavar="FILE",
        help="what is printed on your games (default: copy.toml in $CONFIGURATION_DIRECTORY, else beside the journal)",
    )


def _number(command: ArgumentParser) -> None:
    command.add_argument(
        "game", type=_whole, nargs="?", metavar="N", help="its number in `boxref games` (default: the last)"
    )
