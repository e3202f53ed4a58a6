"""What the lamps show in Dragon Battle: a function of the referee's state alone, so no lamp is ever out of step.

Nothing here knows a resident's stars (rules.md, principle 3).
"""

from games import talk
from games.announcements.dragon_battle import Colour
from games.contract import Lit
from games.dragon_battle import rules
from games.dragon_battle.asking import laying, may, panel, question
from games.dragon_battle.dice import FACES, NUMBER
from games.dragon_battle.rules import Phase, Place, Roll, Stop
from games.dragon_battle.scoring import winners
from games.dragon_battle.vocabulary import Meaning
from games.dragon_battle.watch import NOTHING, Watch
from games.table import METER


def lamps(watch: Watch) -> tuple[Lit, ...]:
    """All lamps that are lit now; each lamp at most once."""
    if (talked := talk.lamps(watch.talk, panel(watch))) is not None:
        return talked
    lit = _pads(watch)
    if not watch.paused:
        lit |= {f"key.{NUMBER[colour] + 1}": colour for colour in _colours(watch)}
        lit |= {f"meter.{die + 1}": "meter" for die in range(min(METER, len(watch.talk.entered)))}
        if _go(watch):
            lit["go"] = "go"
        if watch.talk.entered or watch.half != NOTHING or watch.past:
            lit["back"] = "go"
    return tuple(Lit(lamp, means) for lamp, means in lit.items())


def _pads(watch: Watch) -> dict[str, Meaning]:
    """Whose turn it is, who has won, or the numbers that can be told."""
    game, asks = watch.game, question(watch)
    if game.phase is Phase.OVER:
        return {f"pad.{watch.seats[player] + 1}": "winner" for player in winners(game)}
    if isinstance(asks, talk.Number) and not watch.paused:
        return {f"pad.{number}": "choice" for number in range(1, asks.most + 1)}
    return {f"pad.{watch.seats[game.cur] + 1}": "turn"}


def _colours(watch: Watch) -> tuple[Colour, ...]:
    """The colours that the rules would accept."""
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


def _go(watch: Watch) -> bool:
    """Whether `go` would do something now."""
    game, entered = watch.game, len(watch.talk.entered)
    if entered:
        return entered >= game.dice
    if watch.undone or game.phase is Phase.OVER:
        return True
    if watch.now < watch.talk.timed_at + talk.SAME:
        return False  # it would still belong to the entry before
    throws_on = game.phase is Phase.PLACE and not watch.half.onward and may(game, Roll)
    return throws_on or may(game, Stop)
