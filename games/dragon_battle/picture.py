"""What the lamps show in Dragon Battle: a function of the referee's state alone, so no lamp is ever out of step.

Nothing here knows a resident's stars (rules.md, principle 3).
"""

from games import talk
from games.contract import Lit
from games.dragon_battle.asking import may, offered, panel, question
from games.dragon_battle.dice import NUMBER
from games.dragon_battle.rules import Phase, Roll, Stop
from games.dragon_battle.scoring import winners
from games.dragon_battle.vocabulary import Meaning
from games.dragon_battle.watch import NOTHING, Watch
from games.pressing import lit_aside
from games.table import METER


def lamps(watch: Watch) -> tuple[Lit, ...]:
    """All lamps that are lit now; each lamp at most once."""
    if (talked := lit_aside(watch.talk, panel(watch))) is not None:
        return talked
    lit = _pads(watch)
    if not watch.paused:
        lit |= {f"key.{NUMBER[colour] + 1}": colour for colour in offered(watch)}
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


def _go(watch: Watch) -> bool:
    """Whether `go` would do something now."""
    game, entered = watch.game, len(watch.talk.entered)
    if entered:
        return entered >= game.dice
    if watch.now < watch.talk.timed_at + talk.SAME:
        return False  # it would still belong to the entry before
    if watch.undone or game.phase is Phase.OVER:
        return True
    throws_on = game.phase is Phase.PLACE and not watch.half.onward and may(game, Roll)
    return throws_on or may(game, Stop)
