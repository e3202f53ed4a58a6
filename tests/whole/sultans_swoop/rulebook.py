"""Sultan's Swoop once more, from the rulebook's text and rules.md section 3: what a bout earns, and who is next.

It shares no code with the rules of the game. Colours are names, a card is its number of bags; nothing here knows a key
or a sensor.
"""

from typing import Literal, NamedTuple

COLUMN = "column"
WORTH = {"lantern": 2, "chest": 2, "carpet": 1, "cushion": 1, "ruby": 1, "ruby2": 1}
TOWERS = {
    2: ("column", "lantern", "ruby"),
    3: ("column", "lantern", "carpet", "ruby"),
    4: ("column", "lantern", "carpet", "ruby", "ruby2"),
    5: ("column", "lantern", "chest", "carpet", "ruby", "ruby2"),
    6: ("column", "lantern", "chest", "carpet", "cushion", "ruby", "ruby2"),
}
SUPPLY = {1: 40, 2: 20, 4: 12, 5: 12}
"""Gold cards by their bags; two, three and four players use only ten of those with two."""

COLOURS = ("yellow", "red", "blue", "green", "purple", "orange")
TASK_CARDS = COLOURS * 3
DICE = 8
OPEN = 3
"""Tasks that lie open between two players."""

Hand = tuple[int, ...]
"""Gold cards, the lowest first."""


class Readings(NamedTuple):
    """What rules.md 3.8 leaves to the family."""

    both_pays: int = 5
    both_replaces: bool = True
    edge_counts: bool = False
    after_six: Literal["taker", "sameRoller"] = "taker"
    after_wrong: Literal["taker", "sameRoller"] = "sameRoller"
    end: Literal["bouts", "stack"] = "bouts"
    bouts: int = 10
    two_player_replace: Literal["one", "all", "none"] = "one"
    announce_six: bool = False


class Gold(NamedTuple):
    """Who holds which cards, and how many with so many bags are left."""

    hands: tuple[Hand, ...]
    stacks: tuple[tuple[int, int], ...]

    @property
    def bags(self) -> tuple[int, ...]:
        return tuple(map(sum, self.hands))

    def left(self, value: int) -> int:
        return dict(self.stacks)[value]

    def pay(self, player: int, value: int) -> tuple["Gold", int]:
        """A card from its stack; an empty one pays nothing. The bags that were paid."""
        if not self.left(value):
            return self, 0
        return self._move(player, (*self.hands[player], value), value, -1), value

    def give_up(self, player: int, value: int) -> "Gold":
        hand = [*self.hands[player]]
        hand.remove(value)
        return self._move(player, tuple(hand), value, 1)

    def winners(self) -> tuple[int, ...]:
        """Most bags, then most cards; who still ties shares the win."""
        ranks = [(sum(hand), len(hand)) for hand in self.hands]
        return tuple(player for player, rank in enumerate(ranks) if rank == max(ranks))

    def _move(self, player: int, hand: Hand, value: int, by: int) -> "Gold":
        hands = (*self.hands[:player], tuple(sorted(hand)), *self.hands[player + 1 :])
        return Gold(hands, tuple((of, left + by * (of == value)) for of, left in self.stacks))


def opening(players: int) -> Gold:
    supply = SUPPLY | {2: 20 if players > 4 else 10}
    return Gold(((),) * players, tuple(supply.items()))


class Settled(NamedTuple):
    """A bout is scored."""

    gold: Gold
    result: Literal["task", "six", "wrong"]
    pay: tuple[int, ...]
    gives_up: bool
    """The taker has to give up a card."""
    fulfilled: bool
    replaced: tuple[int, ...]
    """Which tasks make room, by their place (between more than two: the taker's only one)."""


def settle(
    gold: Gold, got: tuple[tuple[str, ...], ...], dice: tuple[str, ...], tasks: tuple[str, ...], readings: Readings
) -> Settled:
    """Score a bout: who has which pieces, the dice that count, and the tasks that count for whoever has the column."""
    players = len(got)
    taker = next(player for player, pieces in enumerate(got) if COLUMN in pieces)
    six = set(dice) == set(COLOURS)
    fulfilled = tuple(place for place, task in enumerate(tasks) if dice.count(task) >= 3)
    column = 5 if six and (not fulfilled or readings.both_pays == 5) else 4 if fulfilled else 0
    pay = [0] * players
    for player, pieces in enumerate(got):
        for piece in pieces:
            if player == taker and not column:
                continue
            gold, paid = gold.pay(player, column if piece == COLUMN else WORTH[piece])
            pay[player] += paid
    replaced = fulfilled if not six or readings.both_replaces else ()
    if players == 2 and replaced and readings.two_player_replace != "all":
        replaced = replaced[:1] if readings.two_player_replace == "one" else ()
    if players == 2 and six and not readings.both_replaces:
        replaced = ()
    result: Literal["task", "six", "wrong"] = "six" if column == 5 else "task" if column else "wrong"
    return Settled(gold, result, tuple(pay), not column and bool(gold.hands[taker]), bool(fulfilled), replaced)


def next_roller(players: int, roller: int, taker: int, settled: Settled, readings: Readings) -> int:
    """A fulfilled task opens the next bout; else as the family agreed. Two players roll together."""
    if players == 2:
        return roller
    if settled.fulfilled:
        return taker
    agreed = readings.after_wrong if settled.result == "wrong" else readings.after_six
    return taker if agreed == "taker" else roller


def is_over(gold: Gold, bouts: int, readings: Readings) -> bool:
    """The bouts are scored, or the cards with two bags are gone."""
    return (readings.end == "bouts" and bouts >= readings.bouts) or not gold.left(2)
