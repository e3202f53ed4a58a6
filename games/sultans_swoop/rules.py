"""Sultan's Swoop by itself: rolling, snatching, and what each bout earns (rules.md 3.3 to 3.7).

Laws: as in games/contract.py. A bout is a roll, the column, the other pieces, and the check. The dice may be told with
the roll or only at the check, the taker's task beforehand or only then: whoever sees no dice and no card needs neither
before everything is taken. Fouls of a grab are looked for in this order: F17, F12 or F03, F02, F07, F06, F04, F05; the
first that fits is named. F08, F11, F13, F15 and F16 need eyes on the table (`reports.py`).
"""

from collections.abc import Callable
from functools import cache
from typing import assert_never

from games.announcements import Announcement
from games.announcements import sultans_swoop as say
from games.announcements.shared import Foul
from games.contract import Outcome, Rules, Ruling
from games.sultans_swoop import gold, moves
from games.sultans_swoop.bout import go_on, over, ready, settle
from games.sultans_swoop.copy import PLAYERS, Copy
from games.sultans_swoop.dice import COLOURS, DICE, Dice, eight
from games.sultans_swoop.moves import Count, Deal, Grab, Move, NoGrab, Roll, Show, Stacked, Surrender
from games.sultans_swoop.opening import lay, setup
from games.sultans_swoop.settings import End, Next, Replaced, Settings
from games.sultans_swoop.state import Phase, State, dump, load
from games.sultans_swoop.tower import COLUMN, MOST, may_grab

__all__ = [
    "PLAYERS",
    "RULES",
    "Copy",
    "Count",
    "Deal",
    "Dice",
    "End",
    "Grab",
    "Move",
    "Next",
    "NoGrab",
    "Phase",
    "Replaced",
    "Roll",
    "Settings",
    "Show",
    "Stacked",
    "State",
    "Surrender",
    "apply",
    "dump",
    "lay",
    "legal",
    "load",
    "outcome",
    "scores",
    "setup",
    "turn",
]

# Play says the same few hundred things over and over; each is built once.
_on_bazaar: Callable[[int | None], Announcement] = cache(say.OnBazaar)
_has: Callable[[int, str], Announcement] = cache(say.Has)


def legal(state: State) -> tuple[Move, ...]:
    """Every move that would be accepted, chance and speed included."""
    match state.phase:
        case Phase.DEAL:
            return moves.DEALS
        case Phase.ROLL:
            return moves.rolls(state.rollers, state.settings.edge_counts)
        case Phase.GRAB:
            if state.taker is None:
                return moves.swoops(state.players, state.rollers)
            return moves.grabs(may_grab(state.got, state.taker), state.left)
        case Phase.COUNT:
            return moves.counts(state.settings.edge_counts)
        case Phase.SHOW:
            return moves.shows(turn(state))
        case Phase.SURRENDER:
            return moves.surrenders(turn(state), gold.held(state.cards[turn(state)]))
        case Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def apply(state: State, move: Move) -> Ruling[State]:
    """Play a move: the next state and what to say of it, or the same state and the Foul."""
    if state.phase is Phase.OVER:
        return state, Foul("SS-F17", state.roller)
    match move:
        case Roll() | Stacked():
            return _roll(state, move)
        case Grab():
            return _grab(state, move)
        case NoGrab():
            if state.phase is not Phase.GRAB or state.taker is not None:
                return state, Foul("SS-F03", state.roller)
            if move.player not in state.rollers:
                return state, Foul("SS-F01", state.roller)
            return state._replace(phase=Phase.ROLL, dice=None), (say.RollAgain(state.roller),)
        case Count():
            return _count(state, move)
        case Show():
            return _show(state, move)
        case Surrender():
            return _surrender(state, move)
        case Deal():
            return _deal(state, move)
        case _:
            assert_never(move)


def _roll(state: State, move: Roll | Stacked) -> Ruling[State]:
    if state.phase is Phase.DEAL:
        return state, Foul("SS-F14", state.roller)
    if state.phase is not Phase.ROLL:
        return state, Foul("SS-F03", state.roller)
    if move.player not in state.rollers:
        return state, Foul("SS-F01", state.roller)
    if isinstance(move, Stacked):
        return state._replace(voids=state.voids + 1), (say.RollVoid(),)
    if move.dice is None:
        return state._replace(phase=Phase.GRAB, voids=0), (_on_bazaar(None),)
    dice = eight(move.dice, state.settings.edge_counts)
    if dice is None:
        return state, Foul("SS-F10", state.roller, DICE)
    return state._replace(phase=Phase.GRAB, voids=0, dice=dice), _told(state, dice)


def _told(state: State, dice: Dice) -> tuple[Announcement, ...]:
    """What is said of the dice before anything is settled: never whether anybody is chosen."""
    lying = _on_bazaar(dice.counted)
    return (lying, say.SixColours()) if state.settings.announce_six and dice.six else (lying,)


def _grab(state: State, move: Grab) -> Ruling[State]:
    player, piece, taker, got = move.player, move.piece, state.taker, state.got
    if state.phase is not Phase.GRAB or player not in range(state.players):
        return state, Foul("SS-F12" if state.voids else "SS-F03", state.roller)
    if taker is None and piece != COLUMN:
        return state, Foul("SS-F02", player)
    if piece not in state.left:
        return state, Foul("SS-F07", player)
    if move.pieces != 1:
        return state, Foul("SS-F06", player)
    if player == taker and state.players > 2:
        return state, Foul("SS-F04", player)
    if len(got[player]) == MOST:
        return state, Foul("SS-F05", player)
    taker = player if taker is None else taker
    left = tuple(other for other in state.left if other != piece)
    after = state._replace(left=left, got=(*got[:player], (*got[player], piece), *got[player + 1 :]), taker=taker)
    if left:
        return after, (_has(player, piece),)
    ahead, said = _check(after, taker)
    return ahead, (_has(player, piece), *said)


def _check(state: State, taker: int) -> tuple[State, tuple[Announcement, ...]]:
    """Everything is taken: settle the bout, or ask for what is not known yet."""
    if state.dice is None:
        return state._replace(phase=Phase.COUNT), (say.CountDice(),)
    if state.players == 2:
        tasks = {place: task for place, task in enumerate(state.tasks) if task is not None}
        return settle(state, state.dice, taker, tasks)
    task = state.tasks[taker]
    if task is None:
        return state._replace(phase=Phase.SHOW), (say.ShowTask(taker),)
    return settle(state, state.dice, taker, {taker: task})


def _count(state: State, move: Count) -> Ruling[State]:
    if state.phase is not Phase.COUNT or state.taker is None:
        return state, Foul("SS-F03", state.roller)
    dice = eight(move.dice, state.settings.edge_counts)
    if dice is None:
        return state, Foul("SS-F10", state.roller, DICE)
    ahead, said = _check(state._replace(dice=dice), state.taker)
    return ahead, (*_told(state, dice), *said)


def _show(state: State, move: Show) -> Ruling[State]:
    taker, dice = state.taker, state.dice
    if (
        state.phase is not Phase.SHOW
        or taker is None
        or dice is None
        or move.player != taker
        or move.colour not in range(COLOURS)
    ):
        return state, Foul("SS-F14", turn(state))
    return settle(state, dice, taker, {taker: move.colour})


def _surrender(state: State, move: Surrender) -> Ruling[State]:
    player, value = turn(state), move.value
    cards = state.cards[player]
    if state.phase is not Phase.SURRENDER or move.player != player or value not in gold.held(cards):
        return state, Foul("SS-F09", player)
    given = state._replace(
        cards=(*state.cards[:player], gold.add(cards, value, -1), *state.cards[player + 1 :]),
        stacks=gold.add(state.stacks, value, 1),
    )
    ahead, said = go_on(given)
    return ahead, (say.Surrendered(player, value), *said)


def _deal(state: State, move: Deal) -> Ruling[State]:
    if state.phase is not Phase.DEAL or move.colour not in range(COLOURS):
        return state, Foul("SS-F14", state.roller)
    place = state.tasks.index(None)
    dealt = state._replace(tasks=(*state.tasks[:place], move.colour, *state.tasks[place + 1 :]))
    opened = say.OpenTask(state.colours[move.colour])
    if dealt.undealt:
        return dealt, (opened,)
    return dealt._replace(phase=Phase.ROLL), (opened, ready(dealt))


def outcome(state: State) -> Outcome | None:
    """Who won and why, once the bouts are played or the 2-bag cards are gone."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(gold.winners(state.cards), state.bags, over(state))


def scores(state: State) -> tuple[int, ...]:
    """The bags of gold everybody holds."""
    return state.bags


def turn(state: State) -> int:
    """Who is asked to act: the taker where a card is to be shown or given up, else who rolls (or rolled)."""
    if state.phase in {Phase.SHOW, Phase.SURRENDER} and state.taker is not None:
        return state.taker
    return state.roller


RULES: Rules[State, Move] = Rules(
    settings=Settings,
    moves=(Roll, Stacked, NoGrab, Grab, Count, Show, Surrender, Deal),
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    scores=scores,
    turn=turn,
    dump=dump,
    load=load,
)
"""Sultan's Swoop, as the catalogue lists it."""
