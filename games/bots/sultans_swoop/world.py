"""The world of Sultan's Swoop: how eight dice fall, who has which task, and who is faster.

All figures here are a model and no measurement: one of a hundred rolls is stacked, one die in twenty lies on the edge
and one in twenty beside the bazaar; looking at a die takes a seventh of a second, and reaching for a piece half a
second, a tenth more or less.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.announcements.sultans_swoop import Bout
from games.bots.chance import Chance, pick
from games.bots.playing import AS_SHIPPED, Result, Way, accepted
from games.bots.sultans_swoop.players import Player
from games.bots.sultans_swoop.view import Seen, view
from games.sultans_swoop import gold
from games.sultans_swoop.copy import Copy, tasks
from games.sultans_swoop.dice import COLOURS, DICE, Dice
from games.sultans_swoop.moves import Grab, Move, NoGrab, Roll, Stacked, Surrender
from games.sultans_swoop.rules import Phase, Settings, State, apply, lay, outcome, turn
from games.sultans_swoop.state import OPEN_TASKS
from games.sultans_swoop.tower import COLUMN, may_grab

COPY: Final = Copy()
"""The copy as shipped, whose faces, tasks and towers are partly assumed."""

STACKED: Final = 0.01
"""How often dice lie on one another."""

EDGE: Final = 0.05
"""How often a die lies on the edge."""

OFF: Final = 0.05
"""How often a die leaves the bazaar."""

LOOK: Final = 0.14
"""Seconds it takes to look at a die."""

REACH: Final = 0.5
"""Seconds from the decision to the piece, on average."""

SPREAD: Final = 0.1
"""Seconds by which that differs (standard deviation)."""


Sides = tuple[int, ...]
"""The faces of a die, by the number of their colour."""

_tasks = cache(tasks)


@cache
def sides(copy: Copy) -> Sides:
    """What each die of this copy can show."""
    return tuple(copy.colours.index(face) for face in copy.die_faces)


def play(chance: Chance, players: Sequence[Player], start: int = 0, way: Way = AS_SHIPPED) -> Result:
    """Play one game; see `Bots`. Where players are asked one after another `start` is the first."""
    order = tuple((start + number) % len(players) for number in range(len(players)))
    failed = [0] * len(players)
    copy: Copy = way.copy or COPY
    state, dice = _begun(chance, order, way.settings or Settings(), copy), sides(copy)
    while (ended := outcome(state)) is None:
        move = _move(state, players, order, dice, chance)
        taker = state.taker
        state, said = accepted(apply(state, move), move)
        if taker is not None and any(isinstance(each, Bout) and each.result == "wrong" for each in said):
            failed[taker] += 1
    return Result(ended.scores, ended.winners, state.bouts, (state.bouts,) * len(players), tuple(failed))


def _begun(chance: Chance, order: Sequence[int], settings: Settings, copy: Copy) -> State:
    """The start of a game, all tasks dealt."""
    deck = [*_tasks(copy)]
    chance.shuffle(deck)
    players = len(order)
    dealt = OPEN_TASKS if players == 2 else players
    held: list[int] = deck[:dealt]
    if players > 2:
        for place, player in enumerate(order):
            held[player] = deck[place]
    return lay(
        cards=(gold.NONE,) * players,
        roller=order[0],
        tasks=tuple(held),
        deck=tuple(deck[dealt:]),
        settings=settings,
        copy=copy,
    )


def _move(state: State, players: Sequence[Player], order: Sequence[int], dice: Sides, chance: Chance) -> Move:
    if state.phase is Phase.SURRENDER:
        player = turn(state)
        return Surrender(player, players[player].surrenders(view(state, player), chance))
    if state.dice is None:
        if chance.random() < STACKED:
            return Stacked(state.roller)
        return Roll(state.roller, throw(dice, chance, edge_counts=state.settings.edge_counts))
    if state.taker is None:
        return _swoop(state, state.dice, players, order, chance)
    allowed = may_grab(state.got, state.taker)
    player = min([player for player in order if player in allowed], key=lambda _: chance.gauss(REACH, SPREAD))
    return Grab(player, players[player].snatches(view(state, player), chance))


def _swoop(state: State, dice: Dice, players: Sequence[Player], order: Sequence[int], chance: Chance) -> Move:
    """Whoever is first among those who go for the column has it; if nobody does the same player rolls again."""
    first, best = None, 0.0
    for player in order:
        looked = players[player].looks(chance)
        seen = glimpse(dice, looked, chance)
        if players[player].swoops(view(state, player), seen, looked, chance):
            at = looked * LOOK + chance.gauss(REACH, SPREAD)
            if first is None or at < best:
                first, best = player, at
    return NoGrab(state.roller) if first is None else Grab(first, COLUMN)


def throw(faces: Sides, chance: Chance, *, edge_counts: bool = False) -> Dice:
    """Eight dice thrown, each with these faces; where edge dice count they are told with the others (SS-A2)."""
    valid, edge, off = [0] * COLOURS, 0, 0
    for _ in range(DICE):
        where = chance.random()
        if where < EDGE and not edge_counts:
            edge += 1
        elif EDGE <= where < EDGE + OFF:
            off += 1
        else:
            valid[pick(chance, faces)] += 1
    return Dice(tuple(valid), edge, off)


def glimpse(dice: Dice, looked: int, chance: Chance) -> Seen:
    """The colours of valid dice among those that somebody looks at, which are any of the eight."""
    if looked >= DICE:
        return dice.valid
    lying = [colour for colour, count in enumerate(dice.valid) for _ in range(count)]
    lying += [COLOURS] * (dice.edge + dice.off)
    among = chance.sample(lying, looked)
    return tuple([among.count(colour) for colour in range(COLOURS)])
