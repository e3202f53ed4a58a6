"""Counting all play from small positions, as chess programs count lines: one slip in a rule changes a number."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.announcements.shared import Foul
from games.clever_keys.rules import Settings, Standing, lay
from games.contract import Rules
from games.dragon_battle import rules as dragon_battle
from games.hammer_time import rules as hammer_time
from games.hammer_time.rules import Tasks, Variant, Wagons
from games.sultans_swoop import rules as sultans_swoop

DEPTHS: dict[str, dict[str, tuple[Callable[[], Any], int]]] = {
    "clever_keys": {
        "the first moves, 2 players": (lambda: lay(gems=(0, 0), chamber=52, settings=Settings()), 3),
        "the last gem, 2 players, keys in at 0.0 and 1.1, red at 2.2": (
            lambda: lay(
                gems=(3, 4),
                chamber=1,
                corner=44,
                keys=(Standing(0, 0, "in"), Standing(1, 1, "in"), Standing(2, 2, "red")),
                settings=Settings(),
            ),
            5,
        ),
        "two gems, 3 players, keys in at 7.0 and 0.1 and 0.2, each key blocked by slots of its own": (
            lambda: lay(
                gems=(0, 1, 2),
                chamber=2,
                keys=(Standing(7, 0, "in"), Standing(0, 1, "in"), Standing(0, 2, "in")),
                settings=Settings(keys_identical=False),
            ),
            5,
        ),
    },
    "hammer_time": {
        "the first moves, 2 players, tasks told": (lambda: hammer_time.setup(2, 0, _small()), 5),
        "the last wagons, 2 players, a card each": (
            lambda: hammer_time.lay(
                settings=_small(), stacks=((), ()), done=(3, 3), held=(("odd",), ("even",)), deck=("2black", "1-3")
            ),
            8,
        ),
    },
    "hammer_time.tracked": {
        "sets and the first moves, 2 players": (
            lambda: hammer_time.setup(2, 1, _small(wagons=Wagons.TRACKED, tasks=Tasks.OFF)),
            5,
        ),
        "a wagon with a white gem and two free spaces, a card in hand, no tasks": (
            lambda: hammer_time.lay(
                settings=_small(wagons=Wagons.TRACKED, tasks=Tasks.OFF),
                stacks=(("ygbr", "yygbr"), ("ggbbr",)),
                placed=("w.b.", "....."),
                held=(("odd",), ()),
            ),
            5,
        ),
        "the last space of the last wagon, 2 players": (
            lambda: hammer_time.lay(
                settings=_small(wagons=Wagons.TRACKED),
                stacks=(("ygbr",), ("ygbr",)),
                placed=("yg.r", "y.br"),
                done=(3, 3),
                deck=("odd", "2black"),
            ),
            7,
        ),
        "the die, 2 players, the box turned only before the first knock": (
            lambda: hammer_time.setup(2, 0, _small(variant=Variant.MASTER, turn_between_knocks=False)),
            5,
        ),
    },
    "dragon_battle": {
        "the first throw, 2 players, residents told as they are freed": (lambda: dragon_battle.setup(2), 2),
        "an empty pile, 2 players, one juggler left": (lambda: _empty_pile(dragon_battle.Settings()), 5),
        "an empty pile, older children who need not lay out a colour, and silver joins": (
            lambda: _empty_pile(
                dragon_battle.Settings(variant=dragon_battle.Variant.OLDER, must_place=False, silver_joins=True)
            ),
            4,
        ),
    },
    "sultans_swoop": {
        "the first roll, 3 players": (lambda: sultans_swoop.setup(3), 2),
        "the open tasks, 2 players": (lambda: sultans_swoop.setup(2), 2),
        "the last bout, 3 players, the column gone, six colours but for orange, tasks not told": (
            lambda: _swooped(3, (2, 2, 2, 1, 1, 0), bouts=9),
            5,
        ),
        "a bout of 2 players, the column gone, two open tasks fulfilled and both replaced": (
            lambda: _swooped(2, (3, 3, 0, 0, 0, 0), replaced=sultans_swoop.Replaced.ALL),
            3,
        ),
    },
}
"""For each game its positions, and how many moves deep each is counted."""


def _small(**settings: Any) -> hammer_time.Settings:
    """Hammer Time with a dragon that wakes at three gems: few heaps can fall, and all rules are met."""
    return hammer_time.Settings(bust=3, **settings)


def _empty_pile(settings: dragon_battle.Settings) -> dragon_battle.State:
    return dragon_battle.lay(
        under=(2, 4, 3, 1), pile=(), won=((3, 1), (4,)), jugglers=1, juggler_stars=1, settings=settings
    )


def _swooped(
    players: int,
    valid: tuple[int, ...],
    bouts: int = 0,
    replaced: sultans_swoop.Replaced = sultans_swoop.Replaced.ONE,
) -> sultans_swoop.State:
    state = sultans_swoop.lay(
        cards=((1, 1, 0, 0),) * players,
        bouts=bouts,
        tasks=(0, 1, 2) if players == 2 else (),
        settings=sultans_swoop.Settings(two_player_replace=replaced),
    )
    dice = sultans_swoop.Dice(valid, edge=8 - sum(valid))
    for move in (sultans_swoop.Roll(0, dice), sultans_swoop.Grab(0, "column")):
        state, _ = sultans_swoop.apply(state, move)
    return state


def census(rules: Rules[Any, Any], start: Any, depth: int) -> list[dict[str, int]]:
    """For each number of moves: the lines of play so long, the states they reach, and how many of those are ends."""
    reached, counts = Counter([start]), []
    for moves in range(depth + 1):
        ends = sum(rules.outcome(state) is not None for state in reached)
        counts.append({"moves": moves, "lines": reached.total(), "states": len(reached), "ends": ends})
        ahead: Counter[Any] = Counter()
        for state, lines in reached.items():
            for move in rules.legal(state):
                after, said = rules.apply(state, move)
                assert not isinstance(said, Foul)
                ahead[after] += lines
        reached = ahead
    return counts


def censuses(name: str, rules: Rules[Any, Any]) -> dict[str, list[dict[str, int]]]:
    return {title: census(rules, start(), depth) for title, (start, depth) in DEPTHS[name].items()}
