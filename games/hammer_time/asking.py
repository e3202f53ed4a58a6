"""What is asked now: a function of the referee's state, as the keys answer it and as it is said."""

from typing import Final

from games import talk
from games.announcements.shared import Ask, GameOver, Guide, TurnStarts, Unsure
from games.hammer_time import rules
from games.hammer_time.choices import task_untold, wagon_untold
from games.hammer_time.fouls import reports
from games.hammer_time.gems import COLOURS
from games.hammer_time.rules import Phase
from games.hammer_time.state import free_sets
from games.hammer_time.tasks import TASKS
from games.hammer_time.watch import Said, Watch
from games.pressing import asked_aside

SET = Ask("set")
"""Which set of wagon cards has the player? The key of its colour."""

DIE = Ask("die")
"""What does the die show? The key of that colour."""

TASK = Ask("task")
"""What does the open task card ask for? k1 even, k2 odd, k3 one to three, k4 six to eight, k5 two black."""

WAGON = Ask("wagon")
"""Which card is the player's top wagon? Its number."""

COLOURS_FELL = Ask("colours")
"""Which gems fell? A colour key for each."""

FILL = Ask("fill")
"""Which gems go into the wagon? A colour key for each, then `go`."""

FULL = Ask("full")
"""Is the wagon full (the player's own pad), or does the turn end (`go`)?"""

USE = Ask("cards")
"""Are task cards used? `go` says yes, `back` no."""

HOW_MANY = Ask("how_many")
"""How many task cards are in the wagon? Their number."""

KNOCK = Ask("knock")
"""Was that a knock, and the box has not heard it? `go` says yes, `back` no."""

BY_HAND = Ask("fall")
"""The scale cannot count: what fell is told by a colour key for each gem, then `go`."""

GEMS = Ask("gems")
"""The scale cannot count, or not to the gem: `go` says that the gems are where they belong."""

RESUME = Ask("resume")
"""Most of the game is gone from the table: does it go on (`go`), or does a new one begin (`back`)?"""

NAMES: Final = tuple(COLOURS.values())
"""What the colour keys mean, k1 first."""

KEYS_OF_TASKS: Final = NAMES[: len(TASKS)]
"""What the keys that tell of task cards are called."""

MOST: Final = 12
"""Gems of a fall that can be told by hand; nine are the dragon's."""


def questions(watch: Watch) -> tuple[talk.Question, ...]:
    """How the keys are heard: what is asked, and what may be told besides, of which each has keys of its own."""
    if watch.doubted or watch.resume == "asked":
        return (talk.YesNo(),)
    if not watch.begun or watch.restoring is not None or watch.unsure:
        return (talk.Nothing(),)
    return _of_phase(watch)


def _of_phase(watch: Watch) -> tuple[talk.Question, ...]:
    game = watch.game
    match game.phase:
        case Phase.SETS:
            return (talk.Colour(tuple(free_sets(game))),)
        case Phase.DIE:
            return (talk.Colour(NAMES), *_numbers(watch))
        case Phase.KNOCK:
            if watch.blind:
                return (talk.Colours(MOST, NAMES, fewer=bool(watch.talk.entered)), *_numbers(watch))
            task: tuple[talk.Question, ...] = (talk.Colour(KEYS_OF_TASKS),) if task_untold(game) else (talk.Nothing(),)
            return (*task, *_numbers(watch))
        case Phase.TASK:
            return (talk.Colour(KEYS_OF_TASKS),)
        case Phase.COLOURS:
            return (talk.Colours(game.fell, NAMES, fewer=bool(watch.talk.entered), most=MOST),)
        case Phase.WAGON:
            return _numbers(watch)
        case Phase.FILL if not watch.agreed.placed:
            return (talk.Colours(len(game.fallen), NAMES, fewer=bool(watch.talk.entered)),)
        case Phase.CARDS:
            return (talk.YesNo(),)
        case Phase.HONOUR:
            return (_honour(watch),)
        case _:
            return (talk.Nothing(),)


def _numbers(watch: Watch) -> tuple[talk.Question, ...]:
    cards = numbers(watch)
    return (talk.Number(choices=tuple(cards)),) if cards else ()


def numbers(watch: Watch) -> dict[int, str]:
    """The cards that may be the player's top wagon, by number; none while that is known."""
    game = watch.game
    if not wagon_untold(game):
        return {}
    cards = dict(game.mode.sets)[game.sets[game.cur]]
    return {number: spaces for number, spaces in enumerate(cards, 1) if spaces in game.below[game.cur]}


def _honour(watch: Watch) -> talk.Question:
    half = watch.half
    if half.cards:
        return talk.Number()  # a larger number than can be is heard too, and answered with the rule
    return talk.YesNo() if half.full else talk.Player(tuple(range(watch.game.players)))


def panel(watch: Watch) -> talk.Panel:
    """What the panel's keys mean."""
    listed = len(reports(watch.game, watch.settings)) if watch.begun else 0
    return talk.Panel(watch.seats, NAMES, reports=listed, mash=watch.timing.undo)


def asked(watch: Watch) -> Said:
    """What the box waits for now."""
    if aside := asked_aside(watch, [report.code for report in reports(watch.game, watch.settings)]):
        return aside
    if watch.knocking and not watch.doubted and not watch.unsure:
        return (TurnStarts(watch.game.cur), *besides(watch))
    return besides(watch)


def besides(watch: Watch) -> Said:
    """What the box waits for, or would like to know, where whose turn it is has been said."""
    if watch.doubted:
        return (KNOCK,)
    if watch.resume == "asked":
        return (RESUME,)
    if watch.unsure:
        return (Unsure("centre", watch.lies or 0),)
    if not watch.begun or watch.restoring is not None:
        return () if watch.step is None else (watch.step,)
    return _asked_of_phase(watch)


def _asked_of_phase(watch: Watch) -> Said:
    game, half = watch.game, watch.half
    match game.phase:
        case Phase.SETS:
            return (SET,)
        case Phase.DIE:
            return (DIE, *_adrift(watch))
        case Phase.KNOCK:
            task = (TASK,) if task_untold(game) and not watch.blind else ()
            told = (*((BY_HAND,) if watch.blind else task), *((WAGON,) if wagon_untold(game) else ()))
            return (*told, *_adrift(watch))
        case Phase.TASK:
            return (TASK,)
        case Phase.COLOURS:
            return (COLOURS_FELL,)
        case Phase.WAGON:
            return (WAGON,)
        case Phase.FILL if not watch.agreed.placed:
            return (FILL,)
        case Phase.FILL:
            return () if watch.step is None else (watch.step,)
        case Phase.CARDS:
            return (USE,)
        case Phase.HONOUR:
            return (HOW_MANY if half.cards else USE if half.full else FULL,)
        case _:
            return over(watch)


def _adrift(watch: Watch) -> Said:
    """Whether all gems lie on the box is asked beside all else: who knocks has answered it as well.

    On the players' honour nothing depends on one that does not: it may lie in a wagon, and only what falls counts.
    """
    return (GEMS,) if watch.adrift and watch.tracked and not watch.blind else ()


def over(watch: Watch) -> Said:
    """The end, if this is the end."""
    ended = rules.outcome(watch.game)
    return () if ended is None else (GameOver(ended.winners, ended.scores),)


def put(gems: int, *, known: bool = True) -> Guide:
    """So many gems go back on the box, or (negative) come off it; how many is said only where that is known."""
    return Guide(do="put" if gems > 0 else "take", place="centre", gems=abs(gems) if known else None)
