"""The referee's own state: the game as agreed, what was answered of a question so far, and what `back` and `go` reach.

Nothing of this game is sensed but the keys: dice, residents and jugglers are entered, or follow from what was.
"""

from typing import NamedTuple

from games.announcements.dragon_battle import Colour
from games.announcements.shared import Foul
from games.contract import Left, Timing
from games.dragon_battle.rules import State
from games.pressing import PANEL
from games.talk import Talk


class Half(NamedTuple):
    """What was answered of a question that has several parts; `back` takes the last answer back."""

    colour: Colour | None = None
    """The colour that will be laid out: on which dragon, or whether silver comes along, is asked."""
    onward: bool = False
    """Nothing of this throw is laid out, where nothing must be: the next throw is waited for."""
    stars: tuple[int, ...] = ()
    """The stars of the residents freed, as far as they were told."""


NOTHING = Half()


class Watch(NamedTuple):
    """Everything the referee knows."""

    game: State
    timing: Timing
    seats: tuple[int, ...]
    """The pad of each player, from 0."""
    now: float = 0.0
    """The latest moment heard of."""
    talk: Talk = Talk()
    half: Half = NOTHING
    past: tuple[State, ...] = ()
    """What was agreed before each entry that led on, oldest first: `back` takes the last one."""
    undone: tuple[State, ...] = ()
    """What `go` brings back, latest last; forgotten as soon as a hand enters something."""
    foul: Foul | None = None
    """The foul named last, until a hand does the next thing."""
    lost: frozenset[str] = frozenset()
    """Parts that do not answer."""
    left: Left | None = None
    """The players want another game instead of this one."""

    @property
    def paused(self) -> bool:
        """Nothing can be entered."""
        return PANEL in self.lost
