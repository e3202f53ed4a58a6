"""What the lamps show in Sultan's Swoop: a function of the referee's state alone, so no lamp is ever out of step.

Nothing here knows a task or a die: all six colours shine alike, and an entry is only counted (rules.md, principle 3).
"""

from games import talk
from games.contract import Lit
from games.pressing import lit_aside
from games.sultans_swoop import gold, rules
from games.sultans_swoop.asking import panel, question
from games.sultans_swoop.rules import Phase
from games.sultans_swoop.tower import may_grab
from games.sultans_swoop.vocabulary import COLOURS, Colour, Meaning
from games.sultans_swoop.watch import REPEATS, Watch
from games.table import METER


def lamps(watch: Watch) -> tuple[Lit, ...]:
    """All lamps that are lit now; each lamp at most once."""
    if (talked := lit_aside(watch.talk, panel(watch))) is not None:
        return talked
    lit = _pads(watch)
    if not watch.paused:
        lit |= _keys(watch)
        lit |= {f"meter.{entry + 1}": "meter" for entry in range(min(METER, len(watch.talk.entered)))}
        if _go(watch):
            lit["go"] = "go"
        if watch.talk.entered or watch.none or watch.past:
            lit["back"] = "go"
    return tuple(Lit(lamp, means) for lamp, means in lit.items())


def _pads(watch: Watch) -> dict[str, Meaning]:
    """Who has won, who may have the piece that is asked about, the cards one can give up, or whose turn it is."""
    game = watch.game
    match game.phase:
        case Phase.OVER:
            return _of(watch, gold.winners(game.cards), "winner")
        case Phase.GRAB if not watch.paused:
            may = range(game.players) if game.taker is None else may_grab(game.got, game.taker)
            return _of(watch, tuple(may), "choice")
        case Phase.SURRENDER if not watch.paused:
            return {f"pad.{value}": "choice" for value in gold.held(game.cards[rules.turn(game)])}
        case Phase.SHOW | Phase.SURRENDER:
            return _of(watch, (rules.turn(game),), "turn")
        case _:
            return _of(watch, game.rollers, "turn")


_SHINES: dict[str, Colour] = {colour: colour for colour in COLOURS}
"""How a colour of the copy shines, where a lamp can."""


def _of(watch: Watch, players: tuple[int, ...], means: Meaning) -> dict[str, Meaning]:
    return {f"pad.{watch.seats[player] + 1}": means for player in players}


def _keys(watch: Watch) -> dict[str, Meaning]:
    """All colour keys, while a colour is asked for."""
    match question(watch):
        case talk.Colours(expected=expected) if len(watch.talk.entered) >= expected:
            return {}
        case talk.Colours() | talk.Colour():
            return {f"key.{number}": _SHINES.get(name, "white") for number, name in enumerate(watch.game.colours, 1)}
        case _:
            return {}


def _go(watch: Watch) -> bool:
    """Whether `go` would do something now."""
    game, asks = watch.game, question(watch)
    if isinstance(asks, talk.Colours) and watch.talk.entered:
        return asks.fewer or len(watch.talk.entered) >= asks.expected
    if watch.now < watch.talk.timed_at + talk.SAME and not watch.none:
        return False  # it would still belong to the entry before
    if watch.undone or game.phase is Phase.OVER:
        return True
    if not watch.begun:
        return watch.column.stands or watch.by_hand or watch.guided >= REPEATS
    if watch.missing:
        return watch.guided >= REPEATS
    return game.phase in (Phase.ROLL, Phase.COUNT) or (game.phase is Phase.GRAB and game.taker is None)
