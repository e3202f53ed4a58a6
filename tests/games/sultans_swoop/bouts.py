"""A bout as a test tells it: moves one after another, all of them accepted."""

from games.announcements import Announcement
from games.announcements.shared import Foul
from games.sultans_swoop.rules import Dice, Grab, Move, Phase, Roll, Settings, State, apply, lay, setup

YELLOW, RED, BLUE, GREEN, PURPLE, ORANGE = range(6)

SIX = Dice((2, 2, 1, 1, 1, 1))
"""All six colours, and nothing three times."""

RED_AND_ALL = Dice((1, 3, 1, 1, 1, 1))
"""All six colours, and red three times."""

TWICE_THREE = Dice((0, 3, 3, 2, 0, 0))
"""Red and blue three times each."""

DULL = Dice((2, 2, 2, 2, 0, 0))
"""Nothing for anybody."""


def play(state: State, *moves: Move) -> tuple[State, tuple[Announcement, ...]]:
    """Where the moves lead, and what was said of the last one."""
    said: tuple[Announcement, ...] | Foul = ()
    for move in moves:
        state, said = apply(state, move)
        assert not isinstance(said, Foul), (move, said)
    assert not isinstance(said, Foul)
    return state, said


def bout(state: State, dice: Dice | None, taker: int = 0) -> tuple[State, tuple[Announcement, ...]]:
    """A roll, the column for the taker, and the other pieces for whoever may have them."""
    state, said = play(state, Roll(state.roller, dice), Grab(taker, "column"))
    others = [player for player in range(state.players) if player != taker] * 2
    for player, piece in zip(others, state.left, strict=False):
        state, said = play(state, Grab(player, piece))
    return state, said


def at(phase: Phase, players: int = 3) -> State:
    """A position of that phase."""
    state = setup(players) if players == 2 else setup(players, settings=Settings(bouts=1))
    match phase:
        case Phase.GRAB:
            return play(state, Roll(0, DULL))[0]
        case Phase.COUNT:
            return bout(state, None)[0]
        case Phase.SHOW:
            return bout(state, DULL)[0]
        case Phase.SURRENDER:
            return bout(lay(cards=((1, 0, 0, 0),) * players, tasks=(0, 1, 2)), DULL)[0]
        case Phase.OVER:
            return bout(lay(cards=((0,) * 4,) * players, tasks=(0, 1, 2), bouts=9), DULL)[0]
        case _:
            return state
