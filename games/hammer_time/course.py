"""How a turn goes on by itself: the task is checked, a full wagon is cleared, the turn passes, the game ends."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from games.announcements import Announcement, shared
from games.announcements import hammer_time as say
from games.contract import Ruling
from games.hammer_time.copy import WAGONS
from games.hammer_time.gems import names
from games.hammer_time.state import UNKNOWN, Phase, State, free_sets, uncover
from games.hammer_time.tasks import BLACKS, Task, fulfilled
from games.hammer_time.wagons import FREE, empty, loaded

Said = tuple[Announcement, ...]

_turn_starts: Callable[[int], Announcement] = cache(shared.TurnStarts)
_task_open: Callable[[Task], Announcement] = cache(say.TaskOpen)
_task_done: Callable[[int, Task], Announcement] = cache(say.TaskDone)
_task_missed: Callable[[Task], Announcement] = cache(say.TaskMissed)
_wagon_full: Callable[[int, int], Announcement] = cache(say.WagonFull)
_LAST_ROUND: Final = say.LastRound()


def go_on(state: State, said: Said, fell: int, fallen: str) -> Ruling[State]:
    """From a count below the dragon's on to phase 4: the first thing that is not told yet is waited for.

    `fell` gems fell, `fallen` are their colours, if they are told. The task is checked once in a turn, as soon as it
    can be: most kinds need no colours (phase 3).
    """
    won, deck, cur = state.won, state.deck, state.cur
    box = state.box + state.fell - fell
    if won is None:
        won = False
        if deck and state.mode.tasks:  # HT-A10: where all cards are held phase 3 is skipped
            task = deck[0]
            if task is None:
                return state._replace(phase=Phase.TASK, box=box, fell=fell), said
            if task == BLACKS and not fallen:
                return state._replace(phase=Phase.COLOURS, box=box, fell=fell), said
            if fulfilled(task, fell, fallen):
                # The card is taken without being asked for (HT-A9); the next one waits for the next turn.
                won = True
                state = state._replace(held=swap(state.held, cur, (*state.held[cur], task)), deck=deck[1:])
                said = (*said, _task_done(cur, task), *lies_open(state.deck))
            else:
                said = (*said, _task_missed(task))
    if not state.mode.tracked:
        phase = Phase.HONOUR
    elif not fallen:
        phase = Phase.COLOURS
    elif state.tops[cur] == UNKNOWN and state.below[cur]:
        phase = Phase.WAGON
    else:
        phase = Phase.FILL
    return (
        state.with_turn(
            phase, cur, box, fell=fell, fallen=fallen, knocks=state.knocks, won=won, technique=state.technique
        ),
        said,
    )


def lies_open(deck: tuple[Task | None, ...]) -> Said:
    """What is said of the task card that lies on top now, if it is known."""
    return (_task_open(deck[0]),) if deck and deck[0] else ()


def complete(state: State, cards: int, said: Said) -> Ruling[State]:
    """Phase 5: the wagon is full, so many task cards included. They go under the stack, the oldest ones first.

    Gems go back on the box, the next wagon comes up, the turn is over.
    """
    cur, held, deck = state.cur, state.held, state.deck
    if cards:
        used = held[cur][:cards]
        under = used if state.mode.dealt else (None,) * cards
        held = swap(held, cur, held[cur][cards:])
        said = (*said, say.CardsUsed(cur, cards))
        said = (*said, *(() if deck else lies_open(under)))
        deck = (*deck, *under)
    top, below = uncover(state.below[cur], ordered=state.mode.ordered)
    done = swap(state.done, cur, state.done[cur] + 1)
    last = WAGONS not in state.done and done[cur] == WAGONS and _next(state) != state.mode.start
    said = (*said, _wagon_full(cur, done[cur]), *((_LAST_ROUND,) * last))
    return pass_turn(
        state._replace(
            done=done,
            held=held,
            deck=deck,
            tops=swap(state.tops, cur, top),
            placed=swap(state.placed, cur, empty(top)),
            below=swap(state.below, cur, below),
            box=state.box + loaded(state.placed[cur]),
        ),
        said,
    )


def pass_turn(state: State, said: Said) -> Ruling[State]:
    """The turn passes; when everybody has had as many turns and somebody has filled the last wagon, the game ends."""
    cur, box = _next(state), state.box + state.down
    if cur == state.mode.start and WAGONS in state.done:
        return state.with_turn(Phase.OVER, state.cur, box), (*said, shared.GameOver(winners(state), state.done))
    return state.with_turn(Phase.DIE if state.mode.master else Phase.KNOCK, cur, box), (*said, _turn_starts(cur))


def _next(state: State) -> int:
    return (state.cur + 1) % len(state.done)


def winners(state: State) -> tuple[int, ...]:
    """Who has filled all wagons; of several those who hold the most task cards, and all who tie (HT-A13)."""
    finished = [player for player, wagons in enumerate(state.done) if wagons == WAGONS]
    most = max(len(state.held[player]) for player in finished)
    return tuple(player for player in finished if len(state.held[player]) == most)


def take_set(state: State, colour: str) -> Ruling[State]:
    """The player takes the set of this colour; when all have one the first turn starts."""
    cur = state.cur
    sets = swap(state.sets or ("",) * state.players, cur, colour)
    top, below = uncover(free_sets(state)[colour], ordered=False)
    took = state._replace(
        sets=sets,
        tops=swap(state.tops, cur, top),
        placed=swap(state.placed, cur, empty(top)),
        below=swap(state.below, cur, below),
        cur=_next(state),
    )
    said: Said = (say.SetTaken(cur, colour),)
    if "" in sets:
        return took, said
    return took._replace(phase=Phase.DIE if state.mode.master else Phase.KNOCK), (*said, _turn_starts(took.cur))


def opened(state: State, spaces: str) -> tuple[State, Announcement]:
    """The player's top wagon is told."""
    cur = state.cur
    below = [*state.below[cur]]
    below.remove(spaces)
    known = state._replace(
        tops=swap(state.tops, cur, spaces),
        placed=swap(state.placed, cur, empty(spaces)),
        below=swap(state.below, cur, tuple(below)),
    )
    return known, say.WagonOpen(cur, names(spaces))


def is_full(placed: str) -> bool:
    """Whether a gem lies on each space of a wagon that is there."""
    return bool(placed) and FREE not in placed


T = TypeVar("T")


def swap(each: tuple[T, ...], player: int, now: T) -> tuple[T, ...]:
    """What each player has, with this player's changed."""
    changed = [*each]
    changed[player] = now
    return tuple(changed)
