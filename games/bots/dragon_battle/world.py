"""The world of Dragon Battle: a shuffled pile of residents, and four dice."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.announcements.dragon_battle import Failed
from games.bots.chance import Chance, pick
from games.bots.dragon_battle.players import Player
from games.bots.dragon_battle.view import THROW, view
from games.bots.playing import AS_SHIPPED, Result, Way, accepted
from games.dragon_battle.copy import Copy
from games.dragon_battle.dice import FACES, Dice
from games.dragon_battle.moves import Move, Roll
from games.dragon_battle.rules import Phase, Settings, State, Take, apply, deal, outcome

COPY: Final = Copy()
"""The copy as shipped, whose stars and faces are partly assumed."""

Sides = tuple[int, ...]
"""The faces of a die, by their number in FACES."""


@cache
def sides(copy: Copy) -> Sides:
    """What each die of this copy can show."""
    return tuple(FACES.index(face) for face in copy.die_faces)


def play(chance: Chance, players: Sequence[Player], start: int = 0, way: Way = AS_SHIPPED) -> Result:
    """Play one game; see `Bots`."""
    copy: Copy = way.copy or COPY
    dice = sides(copy)
    residents = [*copy.resident_stars]
    chance.shuffle(residents)
    took, failed = [0] * len(players), [0] * len(players)
    state = deal(tuple(residents), len(players), start, way.settings or Settings(), copy)
    while (ended := outcome(state)) is None:
        cur = state.cur
        took[cur] += state.phase is Phase.ROLL
        move = _move(state, players[cur], dice, chance)
        state, said = accepted(apply(state, move), move)
        failed[cur] += any(isinstance(each, Failed) for each in said)
    return Result(ended.scores, ended.winners, sum(took), tuple(took), tuple(failed))


def _move(state: State, player: Player, dice: Sides, chance: Chance) -> Move:
    cur = state.cur
    if state.phase is Phase.ROLL:
        return Roll(cur, throw(state.dice, dice, chance))
    if state.phase is Phase.TAKE:
        return Take(cur, state.taken)
    choice = player.choose(view(state), chance)
    if choice == THROW:
        return Roll(cur, throw(state.dice, dice, chance))
    return choice


def throw(dice: int, faces: Sides, chance: Chance) -> Dice:
    """So many dice thrown, each with these faces."""
    shown = [0] * len(FACES)
    for _ in range(dice):
        shown[pick(chance, faces)] += 1
    return tuple(shown)
