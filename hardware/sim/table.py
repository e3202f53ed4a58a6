"""What stands and lies where: the truth that sensors are to find out, and what is impossible by it.

Law: three keys and the gems never become more or fewer; what a running gesture is going to take is promised to it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from hardware.box import SECTIONS, SLOTS_PER_SECTION
from hardware.sim.hands import GemMoves, Impossible, KeyMoves, Movement, Place, SlotId, Spot, Stand
from hardware.sim.weights import Gem, Plate

KEYS: Final = 3
"""Keys in the box ("Contents" of Clever Keys)."""

COLOURS: Final = {"yellow": 16, "red": 16, "blue": 16, "green": 16, "black": 16, "white": 10}
"""Gems in the box by colour ("Contents" of Hammer Time; Clever Keys prints none, and counts only)."""

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
        self.gems_in_hands: list[Gem] = []
        """Gems on no scale: in hands, with the players, and fallen beside the box."""
        self.plates = plates
        self._promised_keys = 0
        self._promised_gems: Counter[Spot] = Counter()
        self._promised_colours: Counter[tuple[Spot, str]] = Counter()

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

    def spare(self, source: Spot, gems: int | Sequence[str]) -> int:
        """How many gems more than these (so many, or of these colours) could be moved from there.

        Raises Impossible if these cannot.
        """
        number = gems if isinstance(gems, int) else len(gems)
        left = max(0, len(self._lie(source)) - self._promised_gems[source])
        where = "the hands hold" if source == "hands" else f"the {source} holds"
        if not 0 <= number <= left:
            raise Impossible(f"{number} gems cannot be moved: {where} {left}")
        if not isinstance(gems, int):
            for colour, wanted in Counter(gems).items():
                there = self._of(source, colour) - self._promised_colours[source, colour]
                if wanted > there:
                    raise Impossible(f"{wanted} {colour} gems cannot be moved: {where} {max(0, there)}")
        return left - number

    def drawn(self, dice: Random, source: Spot, gems: int, *, beside: Iterable[str] = ()) -> tuple[str, ...]:
        """The colours of so many gems drawn there, of those that nobody has been promised, not counting `beside`."""
        lie = Counter(gem.colour for gem in self._lie(source))
        lie.subtract(beside)
        lie.subtract({colour: n for (spot, colour), n in self._promised_colours.items() if spot == source})
        return tuple(dice.sample(sorted((+lie).elements()), gems))

    def promise(self, movements: Iterable[Movement]) -> None:
        """The gems that a gesture has yet to move are nobody else's."""
        for movement in movements:
            if isinstance(movement, GemMoves):
                self._promised_gems[movement.source] += 1
                if movement.colour is not None:
                    self._promised_colours[movement.source, movement.colour] += 1

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

    def move_gem(self, at: float, move: GemMoves) -> None:
        """A promised gem changes its spot."""
        place = self._place(move)
        self._promised_gems[move.source] -= 1
        if move.colour is not None:
            self._promised_colours[move.source, move.colour] -= 1
        gem = self.gems_in_hands.pop(place) if move.source == "hands" else self.plates[move.source].pick(at, place)
        if move.target == "hands":
            self.gems_in_hands.append(gem)
        else:
            self.plates[move.target].lay(at, gem, dropped=move.dropped)

    def _place(self, move: GemMoves) -> int:
        """Which gem moves: the last one there of its colour, else the last one whose colour is not all promised."""
        lie = self._lie(move.source)
        for place in reversed(range(len(lie))):
            colour = lie[place].colour
            if move.colour == colour:
                return place
            if move.colour is None and self._of(move.source, colour) > self._promised_colours[move.source, colour]:
                return place
        return -1

    def _lie(self, spot: Spot) -> Sequence[Gem]:
        return self.gems_in_hands if spot == "hands" else self.plates[spot].gems

    def _of(self, spot: Spot, colour: str) -> int:
        return sum(gem.colour == colour for gem in self._lie(spot))


def near(slot: SlotId) -> tuple[SlotId, SlotId]:
    """The slots on either side of one, all around the board."""
    place = SLOTS.index(slot)
    return SLOTS[place - 1], SLOTS[(place + 1) % len(SLOTS)]


def name(slot: SlotId) -> str:
    """As people write it: section, point, slot."""
    return ".".join(map(str, slot))


def bag(dice: Random, gems: int) -> list[str]:
    """The colours of so many gems, shuffled; more than the box has begin anew."""
    colours: list[str] = []
    while len(colours) < gems:
        box = [colour for colour, number in COLOURS.items() for _ in range(number)]
        dice.shuffle(box)
        colours += box
    return colours[:gems]
