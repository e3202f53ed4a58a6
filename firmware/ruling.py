"""What a referee's state asks of the box: asked all at once, so that a bug in one answer spoils no other."""

from typing import Any, NamedTuple

from games.announcements import Announcement
from games.contract import Left, Lit, Outcome, Referee
from games.table import Place


class Ruled(NamedTuple):
    """All that a referee's state asks of the box: as a whole or, where the referee has a bug, not at all."""

    state: Any
    said: tuple[Announcement, ...]
    lit: tuple[Lit, ...]
    heed: Place
    agreed: tuple[int, int] | None
    wake: float | None
    outcome: Outcome | None
    left: Left | None
    history: tuple[Any, ...]


def ruling(referee: Referee[Any], state: Any, said: tuple[Announcement, ...]) -> Ruled:
    """Ask a referee about a state and what it says on the way there. Raises whatever the referee raises."""
    return Ruled(
        state,
        said,
        lit=referee.lamps(state),
        heed=referee.heed(state),
        agreed=referee.agreed(state),
        wake=referee.wake(state),
        outcome=referee.outcome(state),
        left=referee.left(state),
        history=referee.history(state),
    )
