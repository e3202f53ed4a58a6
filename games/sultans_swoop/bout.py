"""How a bout is settled (rules.md 3.4): was the swoop rightful, who is paid what, which task goes, who is next."""

from typing import NamedTuple

from games.announcements import Announcement
from games.announcements.shared import GameOver, TurnStarts
from games.announcements.sultans_swoop import (
    BothRoll,
    Bout,
    NewTask,
    OpenTask,
    Replace,
    Result,
    Surrender,
)
from games.sultans_swoop import gold
from games.sultans_swoop.dice import Dice
from games.sultans_swoop.settings import End, Next, Replaced, Settings
from games.sultans_swoop.state import OPEN_TASKS, Phase, State
from games.sultans_swoop.tower import BAGS, Tower

SIX = 5
"""Bags for the column where the dice show six colours."""

TASK = 4
"""Bags for the column where they fulfil the taker's task."""

_TWOS = gold.VALUES.index(2)


class Verdict(NamedTuple):
    """What the dice say about the column."""

    result: Result
    column: int
    """Bags for the column; 0 where it was taken without right."""
    fulfilled: tuple[int, ...]
    """Which of the tasks that count for the taker are fulfilled, by their place."""
    replaced: tuple[int, ...]
    """Which of these make room for new ones."""


def judge(dice: Dice, tasks: dict[int, int], settings: Settings, *, alone: bool) -> Verdict:
    """Look whether the column was taken by right.

    Args:
        dice: As they lie.
        tasks: The colours of the tasks that count for the taker, by their place.
        settings: The readings taken (SS-A1, SS-A16).
        alone: Two players play, and the tasks lie open.
    """
    fulfilled = tuple(place for place, colour in tasks.items() if dice.fulfil(colour))
    replaced = fulfilled
    if dice.six and not settings.both_replaces:
        replaced = ()
    elif alone:
        most = {Replaced.NONE: 0, Replaced.ONE: 1, Replaced.ALL: OPEN_TASKS}
        replaced = fulfilled[: most[settings.two_player_replace]]
    if dice.six and (not fulfilled or settings.both_pays == SIX):
        return Verdict("six", SIX, fulfilled, replaced)
    if fulfilled:
        return Verdict("task", TASK, fulfilled, replaced)
    return Verdict("wrong", 0, (), ())


def due(got: tuple[Tower, ...], taker: int, column: int) -> tuple[tuple[int, ...], ...]:
    """The cards each player is owed, in the order of the pieces taken; nothing to a taker without right (SS-A17)."""
    return tuple(
        () if player == taker and not column else tuple(BAGS.get(piece, column) for piece in pieces)
        for player, pieces in enumerate(got)
    )


def settle(state: State, dice: Dice, taker: int, tasks: dict[int, int]) -> tuple[State, tuple[Announcement, ...]]:
    """Score the bout, now that everything about it is known; `tasks` as for `judge`."""
    verdict = judge(dice, tasks, state.settings, alone=state.players == 2)
    stacks, cards, pay = state.stacks, [], []
    for hand, owed in zip(state.cards, due(state.got, taker, verdict.column), strict=True):
        stacks, taken = gold.pay(stacks, owed)
        cards.append(tuple(map(sum, zip(hand, taken, strict=True))))
        pay.append(gold.bags(taken))
    scored = state._replace(
        roller=_next_roller(state, taker, verdict),
        bouts=state.bouts + 1,
        cards=tuple(cards),
        stacks=stacks,
        dice=None,
        left=state.tower,
        got=((),) * state.players,
    )
    said: tuple[Announcement, ...] = (Bout(scored.bouts, verdict.result, tuple(pay)),)
    if not verdict.column and any(cards[taker]):
        return scored._replace(phase=Phase.SURRENDER, taker=taker), (*said, Surrender(taker))
    if verdict.replaced:
        scored, drawn = _draw(scored, taker, verdict.replaced)
        said += drawn
    ended, last = go_on(scored)
    return ended, said + last


def _next_roller(state: State, taker: int, verdict: Verdict) -> int:
    """Whoever fulfilled a task opens the next bout; else as agreed (SS-A9). Of two players both do."""
    if state.players == 2:
        return state.roller
    if verdict.fulfilled:
        return taker
    choice = state.settings.next_after_six if verdict.column else state.settings.next_after_wrong
    return taker if choice is Next.TAKER else state.roller


def _draw(state: State, taker: int, places: tuple[int, ...]) -> tuple[State, tuple[Announcement, ...]]:
    """New tasks from the draw pile, as far as it is known."""
    tasks, deck = list(state.tasks), state.deck
    said: tuple[Announcement, ...] = (NewTask(taker),)
    for place in places:
        old, new, deck = tasks[place], deck[0] if deck else None, deck[1:]
        tasks[place] = new
        if state.players == 2:
            said += tuple(
                kind(state.colours[task]) for kind, task in ((Replace, old), (OpenTask, new)) if task is not None
            )
    return state._replace(tasks=tuple(tasks), deck=deck), said


def over(state: State) -> str:
    """Why the game is over, between two bouts; empty while it is not (SS-A12)."""
    if state.settings.end is End.BOUTS and state.bouts >= state.settings.bouts:
        return f"{state.settings.bouts} bouts are scored"
    return "" if state.stacks[_TWOS] else "the cards with 2 bags are gone"


def go_on(state: State) -> tuple[State, tuple[Announcement, ...]]:
    """What comes after a bout: the end, a new open task, or the next roll."""
    if over(state):
        ended = state._replace(phase=Phase.OVER, taker=None)
        return ended, (GameOver(gold.winners(state.cards), state.bags),)
    if state.undealt:
        return state._replace(phase=Phase.DEAL, taker=None), ()
    return state._replace(phase=Phase.ROLL, taker=None), (ready(state),)


def ready(state: State) -> Announcement:
    """Who is to roll."""
    return BothRoll() if state.players == 2 else TurnStarts(state.roller)
