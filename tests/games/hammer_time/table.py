"""Positions of Hammer Time, and play that must be accepted or refused."""

from typing import Any

from games.announcements import Announcement
from games.announcements.shared import Foul
from games.hammer_time.rules import Move, Settings, State, TakeSet, Wagons, apply, lay, legal, setup

WAGON = "ygbr"

TRACKED = Settings(wagons=Wagons.TRACKED)


def position(settings: Settings = TRACKED, **given: Any) -> State:
    """Two players with four of Clara's wagons each, unless it is said otherwise."""
    return lay(settings=settings, **{"stacks": ((WAGON,) * 4,) * 2, **given})


def begun(settings: Settings = TRACKED) -> State:
    """Two players who have told of their sets of wagons."""
    state, _ = play(setup(2, 0, settings), TakeSet(0, "yellow"), TakeSet(1, "red"))
    return state


def play(state: State, *moves: Move) -> tuple[State, tuple[Announcement, ...]]:
    """All these moves, which are legal; what is said of the last."""
    said: tuple[Announcement, ...] | Foul = ()
    for move in moves:
        assert move in legal(state)
        state, said = apply(state, move)
        assert not isinstance(said, Foul)
    assert not isinstance(said, Foul)
    return state, said


def refused(state: State, move: Move) -> Foul:
    """The foul that this move is, which changes nothing and is not legal."""
    assert move not in legal(state)
    after, foul = apply(state, move)
    assert after is state
    assert isinstance(foul, Foul)
    return foul
