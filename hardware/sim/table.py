"""What stands and lies where: the truth that sensors are to find out, and what is impossible by it.

Law: three keys and the gems never become more or fewer; what a running gesture is going to take is promised to it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from hardware.box import SECTIONS, SLOTS_PER_SECTION
from hardware.sim.hands import GemMoves, Impossible, KeyMoves, Movement, Place, SlotId, Spot, Stand
from hardware.sim.weights import Plate

KEYS: Final = 3
"""Keys in the box ("Contents" of Clever Keys)."""

SLOTS: Final = tuple((section, slot) for section in range(SECTIONS) for slot in range(SLOTS_PER_SECTION))


class Table:
    """Keys in slots, in the hand and beside the box; gems on `plates` and in the hands.

    `board` is the blocked slot of each section, 0 to 3; None draws it with `dice`. Raises ValueError for any other.
    """

    def __init__(self, dice: Random, board: Sequence[int] | None, plates: Mapping[Place, Plate]) -> None:
        if board is None:
            board = [dice.randrange(SLOTS_PER_SECTION) for _ in range(SECTIONS)]
        if len(board) != SECTIONS or not all(slot in range(SLOTS_PER_SECTION) for slot in board):
            right = "right are 8 numbers from 0 to 3, each section's blocked slot"
            raise ValueError(f"board {list(board)} is wrong: {right}")
        self.board = tuple(board)
        self.standing: dict[SlotId, Stand] = {}
        self.keys_in_hand = 0
        self.gems_in_hands: list[float] = []
        self._plates = plates
        self._promised_keys = 0
        self._promised_gems: Counter[Spot] = Counter()

    @property
    def keys_beside(self) -> int:
        """Keys beside the box."""
        return KEYS - self.keys_in_hand - len(self.standing)

    def deepest(self, slot: SlotId) -> Stand:
        """As far as a key goes there."""
        section, place = slot
        return "blocked" if self.board[section] == place else "full"

    def free(self, slot: SlotId) -> None:
        """Raises Impossible unless a key could go into this slot."""
        if slot in self.standing:
            raise Impossible(f"a key stands in slot {name(slot)} already; lift it first")
        if self.keys_in_hand + self.keys_beside <= self._promised_keys:
            raise Impossible(f"no key is left to push into slot {name(slot)}; lift one first")

    def stands(self, slot: SlotId) -> Stand:
        """How deep the key in this slot stands. Raises Impossible where there is none."""
        if slot not in self.standing:
            raise Impossible(f"no key stands in slot {name(slot)}; push one into it first")
        return self.standing[slot]

    def grasp_key(self) -> None:
        """A hand gets hold of a key to push: of one in the hand, else of one from beside the box."""
        if self.keys_in_hand <= self._promised_keys:
            self.keys_in_hand += 1
        self._promised_keys += 1

    def spare(self, source: Spot, gems: int) -> int:
        """How many gems more than these could be moved from there. Raises Impossible if these cannot."""
        there = len(self.gems_in_hands) if source == "hands" else self._plates[source].gems
        left = max(0, there - self._promised_gems[source])
        if not 0 <= gems <= left:
            where = "the hands hold" if source == "hands" else f"the {source} holds"
            raise Impossible(f"{gems} gems cannot be moved: {where} {left}")
        return left - gems

    def promise(self, movements: Iterable[Movement]) -> None:
        """The gems that a gesture has yet to move are nobody else's."""
        self._promised_gems.update(movement.source for movement in movements if isinstance(movement, GemMoves))

    def move_key(self, key: KeyMoves) -> None:
        """A key goes deeper, less deep, in or out."""
        if key.slot not in self.standing:
            self.keys_in_hand -= 1
            self._promised_keys -= 1
        if key.to is None:
            del self.standing[key.slot]
            self.keys_in_hand += 1
        else:
            self.standing[key.slot] = key.to

    def move_gem(self, at: float, gem: GemMoves) -> None:
        """A promised gem changes its spot."""
        self._promised_gems[gem.source] -= 1
        mass = self.gems_in_hands.pop() if gem.source == "hands" else self._plates[gem.source].pick(at)
        if gem.target == "hands":
            self.gems_in_hands.append(mass)
        else:
            self._plates[gem.target].lay(at, mass, dropped=gem.dropped)


def near(slot: SlotId) -> tuple[SlotId, SlotId]:
    """The slots on either side of one, all around the board."""
    place = SLOTS.index(slot)
    return SLOTS[place - 1], SLOTS[(place + 1) % len(SLOTS)]


def name(slot: SlotId) -> str:
    """As people write it: section, point, slot."""
    return ".".join(map(str, slot))
