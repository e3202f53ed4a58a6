"""What may happen next in a position: the moves of players, and each way chance and what is told can turn out."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from games.hammer_time.copy import LENGTHS, TECHNIQUES
from games.hammer_time.falls import Falls, falls
from games.hammer_time.gems import heaps
from games.hammer_time.moves import Decline, End, Full, Move, OpenTask, OpenWagon, Return, Roll, Sort, TakeSet, Use
from games.hammer_time.state import UNKNOWN, Phase, State, free_sets
from games.hammer_time.tasks import TASKS
from games.hammer_time.wagons import FREE, ways

_return = cache(Return)
_decline = cache(Decline)
_end = cache(End)
_use = cache(Use)
_full = cache(Full)


def legal(state: State) -> Sequence[Move]:
    """Every move that would be accepted; chance, and what is told, come as each way it can be."""
    cur = state.cur
    match state.phase:
        case Phase.FILL:
            return _filling(state)
        case Phase.CARDS:
            cards = state.placed[cur].count(FREE)
            return (_end(cur), _use(cur, cards)) if 0 < cards <= len(state.held[cur]) else (_end(cur),)
        case Phase.KNOCK:
            return _falls(cur, state.box, state.mode.bust, *_untold(state), knock=True, turn=may_turn(state))
        case Phase.COLOURS:
            return _sortings(cur, state.fell)
        case Phase.HONOUR:
            full = tuple(_full(cur, cards) for cards in cards_in_wagon(state))
            return (_end(cur), *full, _decline(cur)) if state.won else (_end(cur), *full)
        case Phase.DIE:
            return _falls(cur, state.box, state.mode.bust, *_untold(state), knock=False, turn=True)
        case Phase.TASK | Phase.WAGON:
            return _telling(cur, *_untold(state))
        case Phase.SETS:
            return tuple(TakeSet(cur, colour) for colour in free_sets(state))
        case _:
            return ()  # the game is over


def _filling(state: State) -> list[Move]:
    cur, fallen = state.cur, state.fallen
    shifts, fillings = ways(cur, state.tops[cur], state.placed[cur])
    moves: list[Move] = [*shifts]
    for gem, spaces in fillings:
        if gem in fallen:
            moves += spaces
    moves.append(_return(cur, len(fallen)))
    if state.won:
        moves.append(_decline(cur))
    return moves


def may_turn(state: State) -> bool:
    """The box may be turned before any knock, or only before the first (HT-A3)."""
    return state.phase is Phase.DIE or (state.phase is Phase.KNOCK and (state.mode.turn_between or not state.knocks))


def _untold(state: State) -> tuple[bool, tuple[str, ...]]:
    """Whether the open task card may be told now, and the wagons of which one may be told to be on top."""
    return task_untold(state), state.below[state.cur] if wagon_untold(state) else ()


@lru_cache(maxsize=1 << 12)
def _falls(player: int, box: int, bust: int, task: bool, cards: tuple[str, ...], *, knock: bool, turn: bool) -> Falls:
    """While gems may fall: by a knock, or before the die by turning alone."""
    others = _telling(player, task, cards)
    if not knock:
        others = (*(Roll(player, technique) for technique in TECHNIQUES), *others)
    return falls(player, box, bust, others, knock=knock, turn=turn)


@lru_cache(maxsize=1 << 10)
def _telling(player: int, task: bool, cards: tuple[str, ...]) -> tuple[Move, ...]:
    """What lies open and is not told yet."""
    kinds = TASKS if task else ()
    return (
        *(OpenTask(player, kind) for kind in kinds),
        *(OpenWagon(player, spaces) for spaces in dict.fromkeys(cards)),
    )


def task_untold(state: State) -> bool:
    """Whether it may be told now what the open task card asks for."""
    return state.phase in _BEFORE_TASK and bool(state.deck) and state.deck[0] is None


def wagon_untold(state: State) -> bool:
    """Whether it may be told now which wagon is the player's top one."""
    return state.phase in _BEFORE_WAGON and state.tops[state.cur] == UNKNOWN and bool(state.below[state.cur])


_BEFORE_TASK: Final = (Phase.DIE, Phase.KNOCK, Phase.TASK)
_BEFORE_WAGON: Final = (Phase.DIE, Phase.KNOCK, Phase.WAGON)


@lru_cache(maxsize=64)
def _sortings(player: int, gems: int) -> tuple[Move, ...]:
    return tuple(Sort(player, fallen) for fallen in heaps(gems))


def cards_in_wagon(state: State) -> range:
    """How many task cards may lie in a wagon that the players call full."""
    return range(min(len(state.held[state.cur]), LENGTHS[-1]) + 1)
