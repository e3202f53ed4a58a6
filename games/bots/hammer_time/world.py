"""The world of Hammer Time: shuffled wagons and task cards, gems on the box, and what blows bring down.

The box is played as one that knows the wagons: on their honour players fill them by the same rules. What falls is a
model and no measurement: how many gems a blow brings down varies as a gamma-mixed Poisson number does (gems come down
in lumps, and often none does), which ones is pure chance; turning the box brings one down once in fifty turns.
"""

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from games.bots.chance import Chance, pick
from games.bots.hammer_time.players import Player
from games.bots.hammer_time.view import View
from games.bots.playing import AS_SHIPPED, Result, Way, accepted
from games.contract import Outcome
from games.hammer_time.choices import task_untold, wagon_untold
from games.hammer_time.copy import ASSUMED, TECHNIQUES, Copy
from games.hammer_time.gems import STOCK
from games.hammer_time.moves import Decline, Knock, Move, OpenTask, OpenWagon, Roll, Sort, TurnFall, Use
from games.hammer_time.rules import Phase, Settings, State, Wagons, apply, lay, outcome
from games.hammer_time.tasks import Task
from games.hammer_time.wagons import FREE

SLIP: Final = 0.02
"""How often gems fall while the box is turned before a blow."""

LUMPS: Final = 3.0
"""The shape of the gamma distribution: the lower, the more blows differ."""

_GRAIN: Final = 0.25
"""Blows are told apart by so many gems on average."""

_BEFORE_FALL: Final = (Phase.DIE, Phase.KNOCK)
"""A turn that ends in one of these has failed."""

_CHANCE: Final = (*_BEFORE_FALL, Phase.COLOURS)
"""In these the player chooses nothing but how hard to knock: chance, and cards that lie open, tell the rest."""

_SETTINGS: Final = Settings(wagons=Wagons.TRACKED)
_ALL: Final = "".join(gem * count for gem, count in STOCK.items())
_knock: Final = cache(Knock)


@cache
def _tasks(copy: Copy) -> tuple[Task, ...]:
    return tuple(kind for kind, count in copy.task_cards for _ in range(count))


class _Hidden(NamedTuple):
    """What lies face down."""

    wagons: tuple[tuple[str, ...], ...]
    """Each player's wagons, the first one on top."""
    tasks: tuple[Task | None, ...]
    """The task stack, top first: its open card too."""


def play(chance: Chance, players: Sequence[Player], start: int = 0, way: Way = AS_SHIPPED) -> Result:
    """Play one game; see `Bots`."""
    took, failed = [0] * len(players), [0] * len(players)
    copy: Copy = way.copy or ASSUMED
    settings = replace(way.settings, wagons=Wagons.TRACKED) if way.settings else _SETTINGS
    hidden = shuffled(chance, len(players), start, copy)
    state = begun(len(players), start, settings, copy)
    ended: Outcome | None = None
    while not ended:
        before, cur = state, state.cur
        move = _move(state, players[cur], hidden, chance)
        state, _ = accepted(apply(state, move), move)
        if state.deck is not before.deck:
            hidden = _Hidden(hidden.wagons, _restacked(hidden.tasks, move, before))
        ended = outcome(state)
        if ended or state.cur != cur:
            took[cur] += 1
            # The dragon woke, or gems fell without a blow.
            failed[cur] += before.phase in _BEFORE_FALL
    return Result(ended.scores, ended.winners, sum(took), tuple(took), tuple(failed))


def shuffled(chance: Chance, players: int, start: int, copy: Copy = ASSUMED) -> _Hidden:
    """The wagons of one set for each player and the task cards, in any order."""
    stacks: list[tuple[str, ...]] = [()] * players
    for number, cards in enumerate(copy.wagons[:players]):
        stacks[(start + number) % players] = tuple(chance.sample(cards, len(cards)))
    tasks = _tasks(copy)
    return _Hidden(tuple(stacks), tuple(chance.sample(tasks, len(tasks))))


def begun(players: int, start: int, settings: Settings = _SETTINGS, copy: Copy = ASSUMED) -> State:
    """The start of a game that knows which wagons everybody has, and no order: cards are told as they are opened."""
    # Sets are taken in turn from whoever begins on, as `shuffled` has it.
    stacks = tuple(copy.wagons[(player - start) % players] for player in range(players))
    deck = (None,) * len(_tasks(copy)) if settings.with_tasks else ()
    return lay(settings=settings, stacks=stacks, ordered=False, deck=deck, cur=start, start=start)


def _move(state: State, player: Player, hidden: _Hidden, chance: Chance) -> Move:
    cur, phase = state.cur, state.phase
    if phase not in _CHANCE:
        return player.chooses(View(state), chance)
    if phase is Phase.COLOURS:
        return Sort(cur, _fallen(state, chance))
    if phase is Phase.DIE:
        return _before_knocking(state, hidden, chance) or Roll(cur, pick(chance, TECHNIQUES))
    turned = state.knocks or state.technique
    if not turned and (first := _before_knocking(state, hidden, chance)):
        return first
    return _knock(cur, min(fall(player.knocks(View(state), chance), chance), state.box))


def _before_knocking(state: State, hidden: _Hidden, chance: Chance) -> Move | None:
    """What lies open is told; then the box is turned, and a gem may fall."""
    cur = state.cur
    if wagon_untold(state):
        return OpenWagon(cur, hidden.wagons[cur][state.done[cur]])
    if task_untold(state) and (task := hidden.tasks[0]):
        return OpenTask(cur, task)
    return TurnFall(cur, 1) if chance.random() < SLIP else None


def _restacked(tasks: tuple[Task | None, ...], move: Move, before: State) -> tuple[Task | None, ...]:
    """The task stack after a move that told or took its top card, put it back, or laid used ones under it."""
    held = before.held[before.cur]
    match move:
        case Use(_, cards):
            return (*tasks, *held[:cards])
        case Decline():
            return (held[-1], *tasks)
        case OpenTask():
            return tasks
        case _:
            return tasks[1:]


def _fallen(state: State, chance: Chance) -> str:
    """The gems that fell: any of those that lie in no wagon, as a heap."""
    box = _ALL
    for gem in "".join(state.placed).replace(FREE, ""):
        box = box.replace(gem, "", 1)
    fell, lies, fallen = state.fell, len(box), set[int]()
    while len(fallen) < fell:  # a few of many: faster than `sample`, and each handful is as likely
        fallen.add(int(chance.random() * lies))
    # The box is in the order of a heap, so what is taken in order is one.
    return "".join([box[gem] for gem in sorted(fallen)])


def fall(force: float, chance: Chance) -> int:
    """How many gems a blow brings down that brings down `force` on average."""
    return bisect(_falls(round(force / _GRAIN)), chance.random())


@lru_cache(maxsize=64)
def _falls(grains: int) -> tuple[float, ...]:
    """How likely at most 0, 1, 2... gems fall, as far as it matters: a negative binomial distribution."""
    mean = grains * _GRAIN
    odds = mean / (mean + LUMPS)
    likely = [(1 - odds) ** LUMPS]
    for gems in range(sum(STOCK.values()) - 1):
        likely.append(likely[-1] * odds * (gems + LUMPS) / (gems + 1))
    return tuple(accumulate(likely))
