"""What can be asked of the commands with many options: their help and their arguments, without their weight."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction

_RUN = """\
Start the box. On a Raspberry Pi it is the real one; on any other computer it is simulated, and the terminal is the
table: type what the hands do, see what the referee says. `help` there tells more. Steps from a pipe work too:

  printf 'push 0.0\\nshow\\n' | boxref run --game clever_keys

Without a terminal it logs to standard error, tells systemd how it is, and stops on SIGTERM; on /dev/null only then.
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


def run(commands: "_SubParsersAction[ArgumentParser]") -> ArgumentParser:
    """Add `run`."""
    command = commands.add_parser(
        "run", help="start the box", description=_RUN, formatter_class=RawDescriptionHelpFormatter
    )
    command.add_argument("--sim", action="store_true", help="simulate the box, on a Raspberry Pi too")
    command.add_argument(
        "--game",
        dest="with_game",
        metavar="NAME",
        help="begin this game at once, without the lobby",
    )
    command.add_argument("--players", type=int, metavar="N", help="how many play (default: as few as can)")
    command.add_argument(
        "--start",
        type=int,
        metavar="P",
        help="who begins, counted from 0 as in plays: 0 sits at the first pad (default: 0)",
    )
    command.add_argument(
        "--gems",
        type=int,
        metavar="N",
        help="gems in the chamber of the simulated box at the start; the others are at hand, and the box asks for them "
        "before the game begins, unless `go` says that these are all (default: all 52)",
    )
    command.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="of the simulated box: blocked slots, masses of gems, bounce (default: 0)",
    )
    command.add_argument(
        "--plan",
        metavar="FILE",
        help="what the box is made of (default: box.toml in $CONFIGURATION_DIRECTORY, else the one that came with it)",
    )
    return command


def simulate(commands: "_SubParsersAction[ArgumentParser]") -> ArgumentParser:
    """Add `simulate`; it takes the places of state and copy too."""
    command = commands.add_parser(
        "simulate",
        help="let bots play many games",
        description=_SIMULATE,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.add_argument("game", metavar="GAME", help="its name, as clever_keys")
    command.add_argument(
        "options",
        nargs="*",
        metavar="NAME=VALUE",
        help="how it is played, as on the game line of a play (default: as recommended)",
    )
    command.add_argument("--games", type=int, default=1000, metavar="N", help="how many (default: 1000)")
    command.add_argument(
        "--players",
        type=int,
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
        "--start", type=int, metavar="P", help="who begins each game, counted from 0 (default: everybody in turn)"
    )
    command.add_argument("--seed", type=int, default=0, metavar="N", help="of all chance (default: 0)")
    command.add_argument("--processes", type=int, metavar="N", help="at the same time (default: one for each core)")
    command.add_argument("--csv", action="store_true", help="print a line for each game and seat")
    return command


def doctor(commands: "_SubParsersAction[ArgumentParser]") -> ArgumentParser:
    """Add `doctor`; it takes the places of state and copy too."""
    command = commands.add_parser(
        "doctor",
        help="say what is wrong with the box, and what mends it",
        description=_DOCTOR,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.add_argument("--all", dest="everything", action="store_true", help="list what is well too")
    command.add_argument("--json", dest="as_json", action="store_true", help="print everything as JSON")
    command.add_argument(
        "--plan", metavar="FILE", help="what the box is made of (default: the box.toml that came with it)"
    )
    return command


def makers(commands: "_SubParsersAction[ArgumentParser]") -> tuple[ArgumentParser, ...]:
    """Add `watch` and `test`; they take the place of the state too."""
    watch = commands.add_parser(
        "watch",
        help="show every contact, weight, knock and key live",
        description=_WATCH,
        formatter_class=RawDescriptionHelpFormatter,
    )
    test = commands.add_parser(
        "test",
        help="touch each part in turn, and see what passes",
        description=_TEST,
        formatter_class=RawDescriptionHelpFormatter,
    )
    for command in (watch, test):
        command.add_argument("--sim", action="store_true", help="simulate the box, on a Raspberry Pi too")
        command.add_argument(
            "--plan", metavar="FILE", help="what the box is made of (default: the box.toml that came with it)"
        )
    return watch, test


def calibrate(commands: "_SubParsersAction[ArgumentParser]") -> ArgumentParser:
    """Add `calibrate`; it takes the place of the state too."""
    command = commands.add_parser(
        "calibrate",
        help="let the box learn its own parts",
        description=_CALIBRATE,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.add_argument("what", choices=["scale", "centre", "corner", "knock", "slots", "gate"], help="the part")
    command.add_argument("--sim", action="store_true", help="simulate the box, on a Raspberry Pi too")
    command.add_argument(
        "--afresh", action="store_true", help="forget how empty a scale was: its mount or its cell is another one"
    )
    command.add_argument("--seed", type=int, default=0, metavar="N", help="of the simulated box (default: 0)")
    command.add_argument(
        "--gems", type=int, default=0, metavar="N", help="in the chamber of the simulated box at the start (default: 0)"
    )
    command.add_argument("--plan", metavar="FILE", help="what the box is made of (default: the box.toml it came with)")
    return command


def game(command: ArgumentParser) -> None:
    """Which game of the journal."""
    command.add_argument(
        "game", type=int, nargs="?", metavar="N", help="its number in `boxref games` (default: the last)"
    )
