"""What can be asked of each command: its help and its arguments, without its weight."""

import sys
from argparse import (
    Action,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
    _SubParsersAction,
)
from collections.abc import Sequence
from typing import TypeAlias

from firmware.commands import descriptions

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"


def asked_for(argv: Sequence[str] | None) -> Namespace:
    """What the command line asks for; None: that of this process. Ends the process where nobody can mean it."""
    boxref = parser()
    asked, left = boxref.parse_known_args(argv)
    if left and not (asked.command == "simulate" and all(_is_setting(word) for word in left)):
        boxref.error(f"unrecognized arguments: {' '.join(left)}")
    if left:
        # argparse takes words without a dash in one place only, and a setting is as good after --games as before it.
        asked.options = [*asked.options, *left]
    return asked


def _is_setting(word: str) -> bool:
    return "=" in word and not word.startswith("-")


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


def _command(commands: Commands, name: str, does: str, description: str) -> ArgumentParser:
    formatter = RawDescriptionHelpFormatter
    return commands.add_parser(name, help=does, description=description, formatter_class=formatter)


def _run(commands: Commands) -> None:
    command = _command(commands, "run", "start the box", descriptions.RUN)
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
    command = _command(commands, "play", "perform plays on the simulated box", descriptions.PLAY)
    command.add_argument("files", nargs="+", metavar="FILE", help="a play: UTF-8 text, one step or expectation a line")


def _games(commands: Commands) -> None:
    _state(_command(commands, "games", "list the games in the journal", descriptions.GAMES))


def _replay(commands: Commands) -> None:
    command = _command(
        commands, "replay", "print a game of the journal as a play, or as a transcript", descriptions.REPLAY
    )
    _state(command)
    _number(command)
    command.add_argument("--transcript", action="store_true", help="print what was done and said instead")
    command.add_argument(
        "--spoil", action="store_true", help="even a game that goes on, with all that players must remember"
    )


def _export(commands: Commands) -> None:
    command = _command(commands, "export", "print a game of the journal as JSON, or to read", descriptions.EXPORT)
    _state(command)
    _number(command)
    command.add_argument("--text", action="store_true", help="print it to be read instead")


def _simulate(commands: Commands) -> None:
    command = _command(commands, "simulate", "let bots play many games", descriptions.SIMULATE)
    command.add_argument("game", metavar="GAME", help="its name, as clever_keys")
    command.add_argument(
        "options",
        nargs="*",
        default=(),
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
    command = _command(commands, "watch", "show every contact, weight, knock and key live", descriptions.WATCH)
    _sim(command)
    _plan(command)
    _state(command)


def _test(commands: Commands) -> None:
    command = _command(commands, "test", "touch each part in turn, and see what passes", descriptions.TEST)
    _sim(command)
    _plan(command)
    _state(command)


def _copy(commands: Commands) -> None:
    command = _command(commands, "copy", "tell what is printed on your copies of the games", descriptions.COPY)
    command.add_argument("what", nargs="?", choices=["show", "check"], help="without: a conversation that asks for it")
    command.add_argument("file", nargs="?", metavar="FILE", help="the file, as with --copy")
    _copy_file(command)
    _state(command)


def _calibrate(commands: Commands) -> None:
    command = _command(commands, "calibrate", "let the box learn its own parts", descriptions.CALIBRATE)
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
    command = _command(commands, "doctor", "say what is wrong with the box, and what mends it", descriptions.DOCTOR)
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
