"""What is asked now: a function of the referee's state, as the keys answer it and as it is said."""

from games import talk
from games.announcements.shared import Ask, GameOver, Guide
from games.announcements.sultans_swoop import BuildTower, CountDice, ShowTask, Surrender
from games.pressing import Said, asked_aside
from games.sultans_swoop import gold, rules
from games.sultans_swoop.bout import ready
from games.sultans_swoop.dice import DICE
from games.sultans_swoop.reports import reports
from games.sultans_swoop.rules import Phase
from games.sultans_swoop.tower import COLUMN
from games.sultans_swoop.watch import Watch

TASKS = Ask("tasks")
"""Two players: the colours of the tasks that are laid open."""

NONE = Ask("none")
"""Does none of the dice count? `go` says yes, a colour that one does."""

BY_HAND = Ask("by_hand")
"""Whoever takes the column presses the own pad, since nobody else can tell."""

PUT_COLUMN = Guide("put", part=COLUMN)
"""The column has to stand on its contact before anybody rolls."""


def question(watch: Watch) -> talk.Question:
    """How the keys are heard.

    Every player is heard, and every number, also what cannot be: it is answered with the rule that forbids it.
    """
    game = watch.game
    everybody = tuple(range(game.players))
    match game.phase:
        case Phase.ROLL if watch.begun and watch.by_hand:
            return talk.Player(everybody)
        case Phase.GRAB:
            return talk.Player(everybody, nobody=game.taker is not None and piece(watch) not in watch.passed)
        case Phase.DEAL if watch.begun:
            return talk.Colours(game.tasks.count(None), game.colours)
        case Phase.COUNT:
            # With nothing entered `go` would say that no die counts: that is asked first.
            return talk.Colours(DICE, game.colours, fewer=watch.none or bool(watch.talk.entered), most=DICE + 1)
        case Phase.SHOW:
            return talk.Colour(game.colours)
        case Phase.SURRENDER:
            return talk.Number()
        case _:
            return talk.Nothing()


def piece(watch: Watch) -> str:
    """The piece that is asked about: the column, then each other one as the copy lists them, last those passed over."""
    game = watch.game
    if game.taker is None:
        return COLUMN
    return next((piece for piece in game.left if piece not in watch.passed), game.left[0])


def panel(watch: Watch) -> talk.Panel:
    """What the panel's keys mean."""
    lines = len(reports(watch.game)) if watch.begun else 0
    return talk.Panel(watch.seats, watch.game.colours, reports=lines, mash=watch.timing.undo)


def asked(watch: Watch) -> Said:
    """What the box waits for now."""
    if aside := asked_aside(watch, [report.code for report in reports(watch.game)]):
        return aside
    return (*due(watch), *((PUT_COLUMN,) if watch.missing else ()))


def due(watch: Watch) -> Said:
    """What the game waits for, whatever else the keys are about."""
    game = watch.game
    if not watch.begun:
        return (set_up(watch),)
    match game.phase:
        case Phase.DEAL:
            return (TASKS,)
        case Phase.ROLL:
            return (ready(game), BY_HAND) if watch.by_hand else (ready(game),)
        case Phase.GRAB:
            return (Ask(piece(watch)),)
        case Phase.COUNT:
            return (NONE,) if watch.none else (CountDice(),)
        case Phase.SHOW:
            return (ShowTask(rules.turn(game)),)
        case Phase.SURRENDER:
            return (Surrender(rules.turn(game)),)
        case _:
            return (GameOver(gold.winners(game.cards), game.bags),)


def set_up(watch: Watch) -> BuildTower:
    """What has to stand and lie there before the first roll."""
    game = watch.game
    return BuildTower(game.tower, game.stacks[gold.VALUES.index(2)])
