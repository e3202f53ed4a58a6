"""The world of Clever Keys: a board of which nobody knows where it blocks, and the turns around it."""

from collections.abc import Sequence

from games.bots.chance import Chance
from games.bots.clever_keys.players import Player
from games.bots.clever_keys.view import view
from games.bots.playing import AS_SHIPPED, Result, Way, accepted
from games.clever_keys.moves import place
from games.clever_keys.rules import Discard, Move, Phase, Place, Settings, State, Stop, Take, apply, outcome, setup
from games.table import SECTIONS, SLOTS_PER_SECTION, Slot

Board = frozenset[Slot]
"""The blocked slots, one in each section."""


def board(chance: Chance) -> Board:
    """A board laid at random: how its pieces are printed is not known, so each slot is as likely."""
    return frozenset([Slot(section, chance.randrange(SLOTS_PER_SECTION)) for section in range(SECTIONS)])


def play(chance: Chance, players: Sequence[Player], start: int = 0, way: Way = AS_SHIPPED) -> Result:
    """Play one game; see `Bots`."""
    blocked = board(chance)
    took, failed = [0] * len(players), [0] * len(players)
    around = (*players[start:], *players[:start])
    state = setup(len(players), start, way.settings or Settings())
    while (ended := outcome(state)) is None:
        took[state.cur] += state.phase is Phase.CHOOSE
        failed[state.cur] += state.phase is Phase.DISCARD
        move = _move(state, players[state.cur], blocked, chance)
        state, _ = accepted(apply(state, move), move)
        if isinstance(move, Place):
            for player in around:
                player.saw(move, chance)
    return Result(ended.scores, ended.winners, sum(took), tuple(took), tuple(failed))


def _move(state: State, player: Player, blocked: Board, chance: Chance) -> Move:
    cur = state.cur
    if state.phase is Phase.TAKE:
        return Take(cur, state.due)
    if state.phase is Phase.DISCARD:
        return Discard(cur, 1)
    push = player.choose(view(state), chance)
    if push is None:
        return Stop(cur)
    key, section, slot = push
    return place(cur, key, section, slot, "red" if (section, slot) in blocked else "in")
