"""Hammer Time by itself: what may happen next, what it leads to, and which moves are refused (rules.md 4.2 to 4.8).

Laws: as in games/contract.py. Any number of gems may fall: `legal` lists those that make a difference and its `in`
knows them all (falls.py). Fouls are looked for in this order: F20, F01, then those of the kind of move as written
here. F08, F13, F18 and F19 need eyes on the table (fouls.py).
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, assert_never

from games.announcements import Announcement
from games.announcements import hammer_time as say
from games.announcements.shared import Foul
from games.contract import Outcome, Rules, Ruling
from games.hammer_time.choices import legal, may_turn, task_untold, wagon_untold
from games.hammer_time.copy import ASSUMED, TECHNIQUES, Copy, check
from games.hammer_time.course import go_on, opened, pass_turn, take_set, winners
from games.hammer_time.dealing import deck
from games.hammer_time.filling import call_full, fill, put_back, return_rest, shift, use_cards
from games.hammer_time.gems import heaps, names
from games.hammer_time.moves import (
    Decline,
    End,
    Fill,
    Full,
    Knock,
    Move,
    OpenTask,
    OpenWagon,
    Return,
    Roll,
    Shift,
    Sort,
    TakeSet,
    TurnFall,
    Use,
)
from games.hammer_time.settings import Settings, Tasks, TouchFall, Variant, Wagons
from games.hammer_time.state import Phase, State, dump, free_sets, lay, load, untaken
from games.hammer_time.tasks import TASKS

__all__ = [
    "ASSUMED",
    "PLAYERS",
    "RULES",
    "Copy",
    "Decline",
    "End",
    "Fill",
    "Full",
    "Knock",
    "Move",
    "OpenTask",
    "OpenWagon",
    "Phase",
    "Return",
    "Roll",
    "Settings",
    "Shift",
    "Sort",
    "State",
    "TakeSet",
    "Tasks",
    "TouchFall",
    "TurnFall",
    "Use",
    "Variant",
    "Wagons",
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

PLAYERS: Final = range(2, 5)
"""The numbers of players the game is for."""

_DEFAULTS = Settings()

# Asked for at every move, and on Python 3.11 a member of an Enum takes some twenty times as long to look up as a name.
_OVER: Final = Phase.OVER
_SETS: Final = Phase.SETS

_MAY_END: Final = (Phase.CARDS, Phase.HONOUR)
"""In these the player may end the turn."""

# Play says the same few things over and over; each is built once.
_fell: Callable[[int], Announcement] = cache(say.Fell)
_dragon: Callable[[int], Announcement] = cache(say.Dragon)
_KNOCKED: Final = say.Knocked()
_NOTHING: Final = say.NothingFell()


@lru_cache(maxsize=1 << 12)
def _sorted(fallen: str) -> Announcement:
    return say.Sorted(names(fallen))


def setup(players: int, start: int = 0, settings: Settings = _DEFAULTS, copy: Copy = ASSUMED) -> State:
    """The start of a game: all gems on the box, each player with a stack of four wagons (4.2).

    Where wagons are tracked each player first tells of the set that is taken, beginning with who begins.

    Args:
        players: 2 to 4.
        start: Who begins, from 0 (the youngest).
        settings: The readings taken, and what chance has dealt.
        copy: What is printed on the owner's cards.

    Raises:
        ValueError: The game is not for so many, nobody sits at `start`, or no copy can be like this one.
    """
    if players not in PLAYERS:
        raise ValueError(f"Hammer Time is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    if start not in range(players):
        raise ValueError(f"player {start} cannot begin; the {players} players are 0 to {players - 1}")
    if wrong := check(copy):
        raise ValueError(". ".join(wrong))
    # Who begins a game at a table tells what was entered; here only cards that are not those shipped can tell it.
    settings = settings.as_entered(entered=copy.wagons != ASSUMED.wagons)
    nothing = ((),) * players
    state = lay(settings=settings, stacks=nothing, ordered=False, deck=deck(settings, copy), cur=start, start=start)
    return untaken(state, copy) if state.mode.tracked else state


def apply(state: State, move: Move) -> Ruling[State]:
    """Play a move: the next state and what to say of it, or the same state and the Foul."""
    cur, phase = state.cur, state.phase
    if phase is _OVER:
        return state, Foul("HT-F20", cur)
    if move.player != cur:
        return state, Foul("HT-F01", cur)
    if phase is _SETS and not isinstance(move, TakeSet):
        return state, Foul("HT-F06", cur)
    match move:
        case Fill():
            return fill(state, move)
        case Knock():
            return _knock(state, move)
        case Sort():
            if phase is Phase.COLOURS and move.fallen in heaps(state.fell):
                return go_on(state, (_sorted(move.fallen),), state.fell, move.fallen)
            return state, Foul("HT-F05", cur, state.fell)
        case Return():
            if phase is Phase.FILL and move.gems == len(state.fallen):
                return return_rest(state)
            return state, Foul("HT-F07", cur, _due(state))
        case Shift():
            return shift(state, move)
        case End():
            if phase in _MAY_END:
                return pass_turn(state, ())
            # Gems that fell come first; before they have fallen the turn has hardly begun.
            return state, Foul("HT-F07", cur, _due(state)) if state.fell else Foul("HT-F12", cur)
        case Use():
            return use_cards(state, move)
        case Full():
            return call_full(state, move)
        case TurnFall():
            if may_turn(state) and move.gems in range(1, state.box + 1):
                return pass_turn(state, (say.TurnedFall(move.gems),))
            return state, Foul("HT-F15", cur)
        case Roll():
            if phase is Phase.DIE and move.technique in TECHNIQUES:
                rolled = state._replace(phase=Phase.KNOCK, technique=move.technique)
                return rolled, (say.Technique(move.technique),)
            return state, Foul("HT-F14" if phase is Phase.DIE else "HT-F11", cur)
        case OpenTask():
            if task_untold(state) and move.kind in TASKS:
                told = state._replace(deck=(move.kind, *state.deck[1:]))
                return _told(told, say.TaskOpen(move.kind))
            return state, Foul("HT-F16", cur)
        case TakeSet():
            if phase is Phase.SETS and move.colour in free_sets(state):
                return take_set(state, move.colour)
            return state, Foul("HT-F06", cur)
        case OpenWagon():
            if wagon_untold(state) and move.spaces in state.below[cur]:
                return _told(*opened(state, move.spaces))
            return state, Foul("HT-F06", cur)
        case Decline():
            if state.won and phase in (Phase.FILL, Phase.HONOUR):
                return put_back(state)
            return state, Foul("HT-F16", cur)
        case _:
            assert_never(move)


def _told(state: State, said: Announcement) -> Ruling[State]:
    """A card is told; where the turn had to wait for it, it goes on."""
    return go_on(state, (said,), state.fell, state.fallen) if state.fell else (state, (said,))


def _knock(state: State, move: Knock) -> Ruling[State]:
    cur, phase, numbers = state.cur, state.phase, range(state.box + 1)
    if phase is not Phase.KNOCK:
        return state, Foul("HT-F14" if phase is Phase.DIE else "HT-F02", cur)
    if move.gems not in numbers:
        return state, Foul("HT-F05", cur)  # more than lie on the box
    gems = numbers.index(move.gems)  # whatever equals a whole number is that number from here on
    if not gems:
        return state._replace(knocks=state.knocks + 1), (_NOTHING,)
    if gems >= state.mode.bust:
        return pass_turn(state, (_KNOCKED, _fell(gems), _dragon(gems)))
    return go_on(state, (_KNOCKED, _fell(gems)), gems, "")


def _due(state: State) -> int:
    """The gems to return before the turn can go on."""
    return len(state.fallen)


def outcome(state: State) -> Outcome | None:
    """Who won and why, once the last round is played."""
    if state.phase is not _OVER:
        return None
    return Outcome(winners(state), state.done, "the last round is played")


def scores(state: State) -> tuple[int, ...]:
    """The wagons everybody has filled."""
    return state.done


def turn(state: State) -> int:
    """Whose turn it is; after the end, whose turn was the last."""
    return state.cur


RULES: Rules[State, Move] = Rules(
    settings=Settings,
    moves=(TakeSet, OpenWagon, OpenTask, Roll, TurnFall, Knock, Sort, Decline, Fill, Shift, Return, Use, Full, End),
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    scores=scores,
    turn=turn,
    dump=dump,
    load=load,
)
"""Hammer Time, as the catalogue lists it."""
