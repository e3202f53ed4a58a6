"""What is asked now: a function of the referee's state, as the keys answer it and as it is said."""

from games import talk
from games.announcements.dragon_battle import Colour
from games.announcements.shared import Ask, GameOver, TurnStarts
from games.dragon_battle import rules
from games.dragon_battle.dice import FACES, choices
from games.dragon_battle.reports import reports
from games.dragon_battle.residents import STARS
from games.dragon_battle.rules import Phase, Place, Roll, State, Stop
from games.dragon_battle.scoring import scores, winners
from games.dragon_battle.watch import Watch
from games.pressing import Said, asked_aside
from games.table import METER

THROW = Ask("throw")
"""The throw is to be entered: a colour key for each die."""

LAY = Ask("colour")
"""Which colour is laid out?"""

DRAGON = Ask("dragon")
"""On which dragon does the silver go?"""

SILVER = Ask("silver")
"""Does the silver go along with the colour chosen (press silver), or not (press that colour again)?"""

STOP = Ask("stop")
"""Stop (`go`), or throw again and enter that?"""


def question(watch: Watch) -> talk.Question:
    """How the keys are heard.

    Every colour is heard, also one that cannot be laid out: it is answered with the rule that forbids it.
    """
    game = watch.game
    if game.phase is Phase.TAKE:
        return talk.Number(STARS[-1])
    if game.phase is Phase.OVER or (game.phase is Phase.PLACE and not watch.half.onward):
        return talk.Colour(FACES)
    # Too few dice or too many are a throw that cannot be. With nothing entered `go` is no entry: it stops.
    return talk.Colours(game.dice, FACES, fewer=bool(watch.talk.entered), most=METER)


def panel(watch: Watch) -> talk.Panel:
    """What the panel's keys mean."""
    return talk.Panel(watch.seats, FACES, reports=len(reports(watch.game)), mash=watch.timing.undo)


def laying(watch: Watch) -> Colour | None:
    """The colour that will be laid out, if that is settled: it was chosen, or it is silver and there is no other."""
    only = choices(watch.game.roll, watch.game.scared) == ("silver",)
    return watch.half.colour or ("silver" if only else None)


def offered(watch: Watch) -> tuple[Colour, ...]:
    """The colours that the rules would accept now."""
    match question(watch):
        case talk.Colours(expected=dice):
            return FACES if len(watch.talk.entered) < dice else ()
        case talk.Colour() if watch.game.phase is Phase.PLACE:
            colour = laying(watch)
            places = [move for move in rules.legal(watch.game) if isinstance(move, Place)]
            if colour is None:
                return tuple(dict.fromkeys(move.colour for move in places))
            if colour == "silver":
                return tuple(move.dragon for move in places if move.colour == "silver")
            return colour, "silver"
        case _:
            return ()


def may(game: State, kind: type[Roll | Stop]) -> bool:
    """Whether a throw, or to stop, is allowed although something could be laid out (DB-A1)."""
    return any(isinstance(move, kind) for move in rules.legal(game))


def asked(watch: Watch) -> Said:
    """What the box waits for now."""
    game, half = watch.game, watch.half
    if aside := asked_aside(watch, [foul.code for foul in reports(game)]):
        return aside
    match game.phase:
        case Phase.ROLL:
            return (TurnStarts(game.cur),)
        case Phase.PLACE if half.onward and not game.on:
            return (THROW,)
        case Phase.PLACE if not half.onward:
            colour = laying(watch)
            return (LAY if colour is None else DRAGON if colour == "silver" else SILVER,)
        case Phase.TAKE:
            return (Ask(f"stars_{game.untold[len(half.stars)]}"),)
        case Phase.OVER:
            return over(game)
        case _:
            return (STOP,)


def over(game: State) -> Said:
    """The end."""
    return (GameOver(winners(game), scores(game)),)
