"""What the larger commands can be told. Nothing else is imported: whoever asks for help waits for none of it."""

from argparse import ArgumentParser
from typing import Final

SIMULATE: Final = """\
Let bots play many games by the rules alone, on all cores, and print how often each seat won (with the 95 %
Wilson interval), how many turns a game had and what a turn was worth. The same seed gives the same games on any number
of cores.

  boxref simulate clever_keys --games 10000 --players 3 --strategies memory,bold,random

With --csv it prints a line for each game and seat: game, start, turns, seat, strategy, won (1, 0, or the part of a
shared game), score, own_turns, failed.
"""

CALIBRATE: Final = """\
Let the box learn its own parts: it tells each step, and what is likely wrong where one is bad. On a Raspberry Pi it is
the real box (stop its service first), on any other computer the simulated one, whose hands you type as in `boxref run`.

  scale    both load cells, with the gems of your game (centre, corner: one of them)
  knock    the knock sensor, with the hammer
  slots    the contacts of the key slots, without the key-slot board
  gate     the gem gate, with one gem or die of each colour

What was learned is kept in calibration.toml in the state directory, with the values before. Exit status: 0 all is
calibrated, 1 it is not, 2 the command line or the plan is wrong.
"""


def calibration(command: ArgumentParser) -> None:
    """Options of `boxref calibrate`."""
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
    state(command)


def simulation(command: ArgumentParser) -> None:
    """Options of `boxref simulate`."""
    command.add_argument("game", metavar="GAME", help="its name, as clever_keys")
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


def state(command: ArgumentParser) -> None:
    """Where a command finds what the box keeps."""
    command.add_argument(
        "--state",
        metavar="DIR",
        help="where the journal of games is kept (default: $STATE_DIRECTORY, else $XDG_STATE_HOME/boxref or "
        "~/.local/state/boxref)",
    )
