"""Moves played one after another, none of which may be refused."""

from games.announcements import Announcement
from games.announcements.shared import Foul
from games.dragon_battle.rules import Move, State, apply


def heard(state: State, move: Move) -> tuple[State, tuple[Announcement, ...]]:
    """The next state, and what was said."""
    after, said = apply(state, move)
    assert not isinstance(said, Foul), (move, said)
    return after, said


def played(state: State, *moves: Move) -> State:
    for move in moves:
        state, _ = heard(state, move)
    return state
