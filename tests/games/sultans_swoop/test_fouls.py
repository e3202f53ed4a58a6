"""Every foul the rules can see: refused by name, and the position stays as it was."""

import pytest

from games.announcements.shared import Foul
from games.sultans_swoop.rules import (
    Count,
    Deal,
    Dice,
    Grab,
    Move,
    NoGrab,
    Phase,
    Roll,
    Settings,
    Show,
    Stacked,
    State,
    Surrender,
    apply,
    lay,
    setup,
)
from tests.games.sultans_swoop.bouts import DULL, SIX, at, play

SEVEN = Dice((2, 2, 2, 1, 0, 0))

GRABBED = play(setup(4), Roll(0, SIX), Grab(0, "column"), Grab(1, "lantern"), Grab(1, "ruby"))[0]
"""Player 0 has the column, player 1 two pieces; carpet and the other ruby are left."""

ALONE = play(lay(cards=((0,) * 4,) * 2, tasks=(0, 1, 2)), Roll(0, SIX), Grab(0, "column"), Grab(0, "ruby"))[0]
"""Two players; player 0 has two pieces, the lantern is left."""


@pytest.mark.parametrize(
    ("state", "move", "foul"),
    [
        (at(Phase.ROLL), Roll(1, SIX), Foul("SS-F01", 0)),
        (at(Phase.ROLL), Stacked(1), Foul("SS-F01", 0)),
        (at(Phase.GRAB), NoGrab(1), Foul("SS-F01", 0)),
        (at(Phase.GRAB), Grab(1, "ruby"), Foul("SS-F02", 1)),
        (at(Phase.GRAB), Grab(1, "cushion"), Foul("SS-F02", 1)),
        (at(Phase.GRAB), Grab(3, "column"), Foul("SS-F03", 0)),
        (at(Phase.GRAB), Roll(0, SIX), Foul("SS-F03", 0)),
        (at(Phase.GRAB), Count(SIX), Foul("SS-F03", 0)),
        (at(Phase.ROLL), Grab(1, "column"), Foul("SS-F03", 0)),
        (at(Phase.ROLL), NoGrab(0), Foul("SS-F03", 0)),
        (at(Phase.SHOW), Stacked(0), Foul("SS-F03", 0)),
        (at(Phase.COUNT), Grab(1, "ruby"), Foul("SS-F03", 0)),
        (at(Phase.DEAL, 2), Grab(1, "column"), Foul("SS-F03", 0)),
        (GRABBED, NoGrab(0), Foul("SS-F03", 0)),
        (GRABBED, Grab(0, "carpet"), Foul("SS-F04", 0)),
        (GRABBED, Grab(1, "carpet"), Foul("SS-F05", 1)),
        (ALONE, Grab(0, "lantern"), Foul("SS-F05", 0)),
        (GRABBED, Grab(2, "carpet", 2), Foul("SS-F06", 2)),
        (GRABBED, Grab(2, "lantern"), Foul("SS-F07", 2)),
        (GRABBED, Grab(2, "column"), Foul("SS-F07", 2)),
        (GRABBED, Grab(2, "cushion"), Foul("SS-F07", 2)),
        (at(Phase.SURRENDER), Surrender(0, 5), Foul("SS-F09", 0)),
        (at(Phase.SURRENDER), Surrender(1, 1), Foul("SS-F09", 0)),
        (at(Phase.SURRENDER), Roll(0, SIX), Foul("SS-F03", 0)),
        (at(Phase.ROLL), Surrender(0, 1), Foul("SS-F09", 0)),
        (at(Phase.ROLL), Roll(0, SEVEN), Foul("SS-F10", 0, 8)),
        (at(Phase.COUNT), Count(SEVEN), Foul("SS-F10", 0, 8)),
        (setup(3, settings=Settings(edge_counts=True)), Roll(0, SEVEN._replace(edge=1)), Foul("SS-F10", 0, 8)),
        (play(setup(3), Stacked(0))[0], Grab(1, "column"), Foul("SS-F12", 0)),
        (at(Phase.DEAL, 2), Roll(0, SIX), Foul("SS-F14", 0)),
        (at(Phase.DEAL, 2), Deal(6), Foul("SS-F14", 0)),
        (at(Phase.ROLL), Deal(0), Foul("SS-F14", 0)),
        (at(Phase.ROLL), Show(0, 0), Foul("SS-F14", 0)),
        (at(Phase.SHOW), Show(1, 0), Foul("SS-F14", 0)),
        (at(Phase.SHOW), Show(0, 6), Foul("SS-F14", 0)),
        (at(Phase.OVER), Roll(0, DULL), Foul("SS-F17", 0)),
        (at(Phase.OVER), Grab(0, "column"), Foul("SS-F17", 0)),
        (at(Phase.OVER), Deal(0), Foul("SS-F17", 0)),
    ],
    ids=str,
)
def test_a_foul_is_named_and_changes_nothing(state: State, move: Move, foul: Foul) -> None:
    assert apply(state, move) == (state, foul)
