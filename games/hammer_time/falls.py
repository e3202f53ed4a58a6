"""The moves while gems may fall: any number of gems can, and only a few numbers make a difference."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from games.hammer_time.moves import Knock, Move, TurnFall


@dataclass(frozen=True, slots=True)
class Falls(Sequence[Move]):
    """What is legal then: `listed` has one move for each number that makes a difference, `in` knows every number.

    Listed are knocks that bring down nothing and each number up to the one that wakes the dragon, and one fall without
    a knock. Drawn from evenly that gives games worth playing; with all ninety numbers the dragon would hardly sleep.
    """

    listed: tuple[Move, ...]
    player: int
    knocks: range
    """How many gems a knock may bring down."""
    turns: range
    """How many gems may fall while the box is turned."""

    def __len__(self) -> int:
        return len(self.listed)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, at: int | slice) -> Move | tuple[Move, ...]:
        return self.listed[at]

    def __contains__(self, move: object) -> bool:
        match move:
            case Knock(player, gems):
                return player == self.player and gems in self.knocks
            case TurnFall(player, gems):
                return player == self.player and gems in self.turns
            case _:
                return move in self.listed


def falls(player: int, box: int, bust: int, others: tuple[Move, ...], *, knock: bool, turn: bool) -> Falls:
    """What is legal while gems may fall.

    Args:
        player: Whose turn it is.
        box: Gems on the box.
        bust: So many wake the dragon.
        others: What else is legal.
        knock: The player may knock.
        turn: The player may turn the box.
    """
    knocks = range(box + 1 if knock else 0)
    turns = range(1, box + 1 if turn else 0)
    listed = (
        *(Knock(player, gems) for gems in knocks[: bust + 1]),
        *(TurnFall(player, gems) for gems in turns[:1]),
        *others,
    )
    return Falls(listed, player, knocks, turns)
