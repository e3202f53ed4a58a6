"""What every referee answers in the same way, from what it knows of its game."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from games.announcements import Announcement
from games.announcements.shared import Foul, GameOver, SensorBack, SensorLost
from games.contract import Begin, Left, Lit, Referee, Rules, Step
from games.facts import Fact
from games.table import Place


class Watching(Protocol):
    """What a referee knows, as far as all do alike."""

    @property
    def game(self) -> Any:
        """The rules' state as agreed now."""

    @property
    def left(self) -> Left | None:
        """The players want another game instead of this one."""


W = TypeVar("W", bound=Watching)


def referee(
    rules: Rules[Any, Any],
    *,
    begin: Begin[Step[W]],
    see: Callable[[W, Fact], Step[W]],
    wake: Callable[[W], float | None],
    lamps: Callable[[W], tuple[Lit, ...]],
    still_holds: Callable[[W, Announcement], bool],
    before: Callable[[W], tuple[Any, ...]],
    agreed: Callable[[W], tuple[int, int] | None] = lambda _watch: None,
    heed: Callable[[W], Place] = lambda _watch: "centre",
) -> Referee[W]:
    """A referee whose scores, turn and end are those of its game.

    `before` is every state that was agreed before the present one and not undone. A game without gems leaves out what
    is `agreed` of them and what weight to `heed`.
    """
    return Referee(
        begin=begin,
        see=see,
        wake=wake,
        lamps=lamps,
        heed=heed,
        agreed=agreed,
        still_holds=still_holds,
        scores=lambda watch: rules.scores(watch.game),
        turn=lambda watch: rules.turn(watch.game),
        outcome=lambda watch: rules.outcome(watch.game),
        left=lambda watch: watch.left,
        history=lambda watch: (*before(watch), watch.game),
    )


def still_true(said: Announcement, *, foul: Foul | None, lost: frozenset[str], over: bool) -> bool:
    """Whether what any game may say is still true: whatever is no state of the table was true when it was said.

    `foul` was named last and no hand has done anything since; the parts `lost` do not answer; the game is `over`.
    """
    match said:
        case Foul():
            return foul == said
        case SensorLost(part):
            return part in lost
        case SensorBack(part):
            return part not in lost
        case GameOver():
            return over
        case _:
            return True
