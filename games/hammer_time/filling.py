"""Phases 4 and 5: gems go into the wagon, the rest goes back, task cards complete it or go back on top (rules.md 4.4).

Each of these is a move that the rules refuse by a Foul, in the order written here, and the position is then the same.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from games.announcements import Announcement
from games.announcements import hammer_time as say
from games.announcements.shared import Foul
from games.contract import Ruling
from games.hammer_time.choices import cards_in_wagon
from games.hammer_time.course import complete, is_full, lies_open, swap
from games.hammer_time.gems import BLACK, COLOURS, names
from games.hammer_time.moves import Fill, Full, Shift, Use
from games.hammer_time.state import Phase, State
from games.hammer_time.wagons import FREE, lack, suits

# Play says the same few things over and over; each is built once.
_placed: Callable[[str, int, int], Announcement] = cache(say.Placed)
_BACK: Final = say.GemsBack()


@lru_cache(maxsize=1 << 12)
def _missing(wagon: str, placed: str) -> Announcement:
    lacks = lack(wagon, placed)
    return say.Missing(lacks.spaces, names(lacks.colours))


def fill(state: State, move: Fill) -> Ruling[State]:
    """A gem that fell goes on a space of the top wagon."""
    cur, gem = state.cur, move.gem
    wagon, placed = state.tops[cur], state.placed[cur]
    if state.phase is not Phase.FILL:
        return state, Foul("HT-F05", cur)
    if move.wagon != 0 or not wagon:
        return state, Foul("HT-F06", cur)
    if gem == BLACK:
        return state, Foul("HT-F17", cur)
    if gem not in COLOURS or gem not in state.fallen:
        return state, Foul("HT-F05", cur)
    space = _space(wagon, move.space)
    if space is None or placed[space] != FREE:
        return state, Foul("HT-F04", cur)
    if not suits(gem, wagon[space]):
        return state, Foul("HT-F03", cur)
    placed = placed[:space] + gem + placed[space + 1 :]
    filled = state._replace(fallen=state.fallen.replace(gem, "", 1), placed=swap(state.placed, cur, placed))
    return filled, (_placed(COLOURS[gem], len(placed) - placed.count(FREE), len(placed)),)


def shift(state: State, move: Shift) -> Ruling[State]:
    """A gem in the top wagon moves to a free space of it."""
    cur = state.cur
    wagon, placed = state.tops[cur], state.placed[cur]
    space, to = _space(wagon, move.space), _space(wagon, move.to)
    if state.phase is not Phase.FILL or space is None or placed[space] == FREE:
        return state, Foul("HT-F05", cur)
    if to is None or placed[to] != FREE:
        return state, Foul("HT-F04", cur)
    gem = placed[space]
    if not suits(gem, wagon[to]):
        return state, Foul("HT-F03", cur)
    lies = [*placed]
    lies[space], lies[to] = FREE, gem
    return state._replace(placed=swap(state.placed, cur, "".join(lies))), (say.Shifted(COLOURS[gem]),)


def _space(wagon: str, space: int) -> int | None:
    """The space of this number, if the wagon has one."""
    spaces = range(len(wagon))
    return spaces.index(space) if space in spaces else None


def return_rest(state: State) -> Ruling[State]:
    """What is left over is back: the wagon is looked at (phase 5)."""
    cur, placed = state.cur, state.placed[state.cur]
    if is_full(placed):
        return complete(state, 0, (_BACK,))
    said: tuple[Announcement, ...] = (_BACK, _missing(state.tops[cur], placed))
    free = placed.count(FREE)
    if 0 < free <= len(state.held[cur]):
        said = (*said, say.CardsFill(cur, free))
    return state._replace(phase=Phase.CARDS, box=state.box + len(state.fallen), fallen=""), said


def use_cards(state: State, move: Use) -> Ruling[State]:
    """Task cards stand for exactly what the wagon lacks."""
    cur, cards = state.cur, move.cards
    if state.phase is not Phase.CARDS:
        return state, Foul("HT-F09", cur)
    missing, held = state.placed[cur].count(FREE), len(state.held[cur])
    if cards not in range(held + 1):
        return state, Foul("HT-F10", cur, held)
    if cards != missing or not missing:
        return state, Foul("HT-F09", cur, missing)
    return complete(state, missing, ())


def call_full(state: State, move: Full) -> Ruling[State]:
    """On the players' honour: the wagon is full, so many task cards included."""
    cur, cards = state.cur, move.cards
    if state.phase is not Phase.HONOUR:
        return state, Foul("HT-F06", cur)
    held = len(state.held[cur])
    if cards not in range(held + 1):
        return state, Foul("HT-F10", cur, held)
    numbers = cards_in_wagon(state)
    if cards not in numbers:
        return state, Foul("HT-F09", cur)
    return complete(state, numbers.index(cards), ())


def put_back(state: State) -> Ruling[State]:
    """The card just earned goes back on top, and covers the next one again."""
    cur, held = state.cur, state.held
    deck = (held[cur][-1], *state.deck)
    return state._replace(won=False, held=swap(held, cur, held[cur][:-1]), deck=deck), lies_open(deck)
