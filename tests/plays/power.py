"""Power cuts as plays, written by rule: a phase of a turn, what befalls the table meanwhile, and the way back.

The way back is reckoned here anew from what was agreed and what stands and lies there: keys that are too many out, keys
that are missing in, then the corner, then the chamber.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

BOARD: Final = "board 0.3 1.2 2.2 3.3 4.0 5.3 6.2 7.1"


class Table(NamedTuple):
    """Keys by their slots, and gems in the chamber and in the corner."""

    keys: tuple[str, ...] = ()
    centre: int = 52
    corner: int = 0


class Phase(NamedTuple):
    """A moment of a game: the deeds that lead there, the table as agreed and as it is, and how it goes on."""

    deeds: str
    agreed: Table
    there: Table
    waits: tuple[str, ...]
    """What the box says that it waits for, once the table is right."""
    scores: str
    goes_on: str
    """Deeds of which the agreed game gives proof."""
    mover: str | None = None
    """Where the key of this turn stands: it goes back last."""
    gems: int = 52
    soon: str = ""
    """Before `power off`, where a second later another moment has come."""


FITS = "push 0.0\nexpect Fits player=0 slot=0.0\n"
TURN = f"{FITS}take centre 1\nexpect TurnStarts player=1\n"
TURNS = f"{TURN}push 5.0\nexpect Fits player=1 slot=5.0\ntake centre 1\nexpect TurnStarts player=0\n"
RED = "push 1.2\nexpect Red player=0 slot=1.2\nexpect Discard player=0\n"
CAST = f"{RED}take centre 1\nput corner 1\nexpect TurnStarts player=1\n"
TWO = f"{FITS}lift 0.0\npush 1.0\nexpect Fits total=2\npress go\nexpect Take player=0 gems=2\n"
STOP = f"{FITS}press go\nexpect Take player=0 gems=1\n"

CHOOSE = Table(("0.0",), 51)
DECIDE = Table(("0.0",))
LATER = Table(("0.0", "5.0"), 50)
LOST = Table(("1.2",))
PAID = Table(("1.2",), 51, 1)

PLAYS_ON = "push 5.1\nexpect Fits player=1 slot=5.1 gained=1 total=1"
PLAYS_ON_LATER = "push 2.0\nexpect Fits player=0 slot=2.0 gained=1 total=1"
DARES = "lift 0.0\npush 1.0\nexpect Fits player=0 slot=1.0 gained=1 total=2"
STOPS = "press go\nexpect Take player=0 gems=1\ntake centre 1\nexpect Took player=0 gems=1 left=51"
TAKES = "take centre 1\nexpect Took player=0 gems=1 left=51\nexpect turn 1"
TAKES_TWO = "take centre 2\nexpect Took player=0 gems=2 left=50"
DISCARDS = "take centre 1\nput corner 1\nexpect Discarded player=0 left=51\nexpect turn 1"

WAITS_FOR_1 = ("TurnStarts player=1",)
WAITS_FOR_0 = ("TurnStarts player=0",)
WAITS_FOR_STOP = ("Ask about=stop",)
WAITS_FOR_GEM = ("Take player=0 gems=1",)
WAITS_FOR_LOST = ("Discard player=0",)

PHASES: Final = {
    "before_anything": Phase(
        "", Table(), Table(), WAITS_FOR_0, "0 0", "push 0.0\nexpect Fits player=0 slot=0.0 gained=1"
    ),
    "choose": Phase(TURN, CHOOSE, CHOOSE, WAITS_FOR_1, "1 0", PLAYS_ON),
    "choose_later": Phase(TURNS, LATER, LATER, WAITS_FOR_0, "1 1", PLAYS_ON_LATER),
    "key_in_hand": Phase(f"{TURN}lift 0.0\n", CHOOSE, Table((), 51), WAITS_FOR_1, "1 0", PLAYS_ON),
    "own_key_in_hand": Phase(f"{FITS}lift 0.0\n", DECIDE, Table(), WAITS_FOR_STOP, "0 0", DARES, mover="0.0"),
    "entered_half": Phase(
        f"{TURN}push 5.0 half\n", CHOOSE, Table(("0.0", "5.0"), 51), WAITS_FOR_1, "1 0", PLAYS_ON, soon="+0.2 "
    ),
    "pressed_not_at_rest": Phase(
        f"{TURN}push 5.0\n", CHOOSE, Table(("0.0", "5.0"), 51), WAITS_FOR_1, "1 0", PLAYS_ON, soon="+0.2 "
    ),
    "decide": Phase(FITS, DECIDE, DECIDE, WAITS_FOR_STOP, "0 0", STOPS, mover="0.0"),
    "take_nothing": Phase(STOP, DECIDE, DECIDE, WAITS_FOR_GEM, "0 0", TAKES, mover="0.0"),
    "take_partly": Phase(
        f"{TWO}take centre 1\nwait 2\n",
        Table(("1.0",)),
        Table(("1.0",), 51),
        ("Take player=0 gems=2",),
        "0 0",
        TAKES_TWO,
        mover="1.0",
    ),
    "discard_nothing": Phase(RED, LOST, LOST, WAITS_FOR_LOST, "0 0", DISCARDS, mover="1.2"),
    "discard_in_hand": Phase(
        f"{RED}take centre 1\nwait 2\n", LOST, Table(("1.2",), 51), WAITS_FOR_LOST, "0 0", DISCARDS, mover="1.2"
    ),
    "foul_F05_other_key": Phase(
        f"{FITS}push 5.0\nexpect Foul code=F05\n",
        DECIDE,
        Table(("0.0", "5.0")),
        WAITS_FOR_STOP,
        "0 0",
        STOPS,
        mover="0.0",
    ),
    "foul_F08_too_many": Phase(
        f"{FITS}take centre 3\nexpect Foul code=F08\n",
        DECIDE,
        Table(("0.0",), 49),
        WAITS_FOR_GEM,
        "0 0",
        TAKES,
        mover="0.0",
    ),
    "foul_F09_two_lost": Phase(
        f"{RED}take centre 2\nput corner 2\nexpect Foul code=F09\n",
        LOST,
        Table(("1.2",), 50, 2),
        WAITS_FOR_LOST,
        "0 0",
        DISCARDS,
        mover="1.2",
    ),
    "foul_F10_lifted": Phase(
        f"{STOP}lift 0.0\nexpect Foul code=F10\n", DECIDE, Table(), WAITS_FOR_GEM, "0 0", TAKES, mover="0.0"
    ),
    "foul_F13_corner": Phase(
        f"{CAST}take corner 1\nexpect Foul code=F13\n", PAID, Table(("1.2",), 51), WAITS_FOR_1, "0 0", PLAYS_ON
    ),
    "asked_which_key": Phase(
        f"{TURNS}lift 0.0\nlift 5.0\nexpect Ask about=key\n",
        LATER,
        Table((), 50),
        WAITS_FOR_0,
        "1 1",
        PLAYS_ON_LATER,
    ),
    "asked_which_slot": Phase(
        f"{TURN}push 5.0\n+0 push 6.0\nexpect Ask about=slot\n",
        CHOOSE,
        Table(("0.0", "5.0", "6.0"), 51),
        WAITS_FOR_1,
        "1 0",
        PLAYS_ON,
    ),
    "undone": Phase(
        f"{TURN}press back\nexpect Undone\n",
        DECIDE,
        Table(("0.0",), 51),
        WAITS_FOR_GEM,
        "0 0",
        TAKES,
        mover="0.0",
    ),
    "undone_twice": Phase(
        f"{STOP}press back\nexpect Undone\n+2 press back\nexpect Undone\n",
        Table(),
        DECIDE,
        WAITS_FOR_0,
        "0 0",
        "push 0.1\nexpect Fits player=0 slot=0.1",
    ),
    "game_over": Phase(
        f"{FITS}take centre 1\nexpect GameOver winners=0 scores=1,0\n",
        Table(("0.0",), 0),
        Table(("0.0",), 0),
        (),
        "1 0",
        "expect over 0\npress back\nexpect Undone\nexpect scores 0 0\nexpect turn 0",
        gems=1,
    ),
}


class Written(NamedTuple):
    """Lines of a play, and the table behind them."""

    lines: str
    there: Table


Cut = Callable[[Phase], Written | None]
"""From the moment at which the power goes to the moment at which the box has said `Resumed` for the last time."""

BACK = "power on\nexpect Resumed\n"


def as_it_was(phase: Phase) -> Written:
    """Nobody touches anything."""
    return Written(f"{phase.soon}power off\nwait 3\n{BACK}", phase.there)


def key_moved(phase: Phase) -> Written | None:
    """Somebody puts a key elsewhere."""
    if not phase.there.keys:
        return None
    *others, key = phase.there.keys
    return Written(
        f"{phase.soon}power off\nlift {key}\npush 7.0\n{BACK}",
        phase.there._replace(keys=tuple(sorted((*others, "7.0")))),
    )


def key_gone(phase: Phase) -> Written | None:
    """Somebody takes a key away."""
    if not phase.there.keys:
        return None
    key, *others = phase.there.keys
    return Written(f"{phase.soon}power off\nlift {key}\n{BACK}", phase.there._replace(keys=tuple(others)))


def gem_moved(phase: Phase) -> Written | None:
    """A gem goes from the chamber into the corner. The corner tells; of fifty in the chamber one may stay unseen."""
    if not phase.there.centre:
        return None
    return Written(
        f"{phase.soon}power off\ntake centre 1\nput corner 1\n{BACK}",
        phase.there._replace(corner=phase.there.corner + 1),
    )


def gems_moved(phase: Phase) -> Written | None:
    """Three are taken, and two of them lie in the corner."""
    if phase.there.centre < 3:
        return None
    _, centre, corner = phase.there
    return Written(
        f"{phase.soon}power off\ntake centre 3\nput corner 2\n{BACK}",
        phase.there._replace(centre=centre - 3, corner=corner + 2),
    )


def gone_again_at_once(phase: Phase) -> Written:
    """The plug goes again before the box has looked around."""
    return Written(f"{phase.soon}power off\npower on\n+0 power off\n{BACK}", phase.there)


def gone_again_later(phase: Phase) -> Written:
    """... and again when it has, and has asked for what is missing."""
    return Written(f"{phase.soon}power off\n{BACK}wait 2\npower off\n{BACK}", phase.there)


def gone_again_while_moved(phase: Phase) -> Written | None:
    """Something is moved in each of two cuts."""
    first = key_moved(phase)
    second = first and gem_moved(phase._replace(there=first.there))
    return first and second and Written(first.lines + second.lines, second.there)


def packed(phase: Phase) -> Written | None:
    """Most of the game is put away."""
    if phase.there.centre < 20:
        return None
    lifts = "".join(f"lift {key}\n" for key in phase.there.keys)
    asks = "expect Ask about=resume\nexpect lamp go white\nexpect lamp back white\n"
    return Written(
        f"{phase.soon}power off\n{lifts}take centre 20\n{BACK}{asks}",
        phase.there._replace(keys=(), centre=phase.there.centre - 20),
    )


CUTS: Final[dict[str, Cut]] = {
    cut.__name__: cut
    for cut in (
        as_it_was,
        key_moved,
        key_gone,
        gem_moved,
        gems_moved,
        gone_again_at_once,
        gone_again_later,
        gone_again_while_moved,
    )
}


def guided(phase: Phase, there: Table) -> str:
    """Every step back to the table as agreed, as it is asked for and done."""
    lines = []
    for key in there.keys:
        if key not in phase.agreed.keys:
            lines += [f"expect Guide do=lift slot={key}", f"lift {key}"]
    missing = [key for key in phase.agreed.keys if key not in there.keys]
    for key in sorted(missing, key=lambda key: (key == phase.mover, key)):
        lines += [f"expect Guide do=push slot={key}", f"push {key}"]
    for place, more in (
        ("corner", there.corner - phase.agreed.corner),
        ("centre", there.centre - phase.agreed.centre),
    ):
        if more:
            do = "take" if more > 0 else "put"
            lines += [f"expect Guide do={do} place={place} gems={abs(more)}", f"{do} {place} {abs(more)}"]
    return "\n".join((*lines, "expect TableRight") if lines else lines)


def script(phase: Phase, cut: str, back: str, *, seed: int = 0) -> str:
    """A whole play: the phase, the cut, the way back, and how it goes on."""
    waits = "\n".join(f"expect {said}" for said in phase.waits)
    head = f"box seed={seed}\ngems {phase.gems}\n{BOARD}\ngame clever_keys players=2 start=0"
    return "\n".join((head, phase.deeds, cut, back, waits, f"expect scores {phase.scores}", phase.goes_on))
