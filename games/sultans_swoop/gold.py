"""Gold-bag cards: four stacks of 1, 2, 4 and 5 bags, and what players hold of them (rulebook, page 4).

Cards are kept as numbers of each kind, in the order of VALUES, for a stack as for a player.
"""

VALUES = (1, 2, 4, 5)
"""The kinds of card: four stacks, and the rewards are 1, 2, 4 and 5 bags, so no card has 3."""

Cards = tuple[int, ...]
"""How many cards of each kind."""

NONE: Cards = (0,) * len(VALUES)

_INDEX = {value: index for index, value in enumerate(VALUES)}


def hold(*values: int) -> Cards:
    """So many cards of each kind as these values are. Raises ValueError for a card that does not exist."""
    for value in values:
        if value not in _INDEX:
            raise ValueError(f"no card has {value} bags; there are cards of {', '.join(map(str, VALUES))}")
    return tuple(values.count(value) for value in VALUES)


def bags(cards: Cards) -> int:
    """The bags of gold on these cards."""
    ones, twos, fours, fives = cards
    return ones + 2 * twos + 4 * fours + 5 * fives


def held(cards: Cards) -> tuple[int, ...]:
    """The kinds of card there is at least one of."""
    return tuple(value for value, count in zip(VALUES, cards, strict=True) if count)


def add(cards: Cards, value: int, count: int) -> Cards:
    """With so many more of the kind `value`, or fewer where `count` is negative."""
    index = _INDEX[value]
    return (*cards[:index], cards[index] + count, *cards[index + 1 :])


def pay(stacks: Cards, due: tuple[int, ...]) -> tuple[Cards, Cards]:
    """What is left of the stacks, and the cards taken for `due`; an empty stack pays nothing."""
    left, taken = list(stacks), [0] * len(VALUES)
    for value in due:
        index = _INDEX[value]
        if left[index]:
            left[index] -= 1
            taken[index] += 1
    return tuple(left), tuple(taken)


def winners(hands: tuple[Cards, ...]) -> tuple[int, ...]:
    """Most bags win; of those who tie, who has most cards; who still ties shares (rulebook, "End of the game")."""
    standing = [(bags(cards), sum(cards)) for cards in hands]
    best = max(standing)
    return tuple(player for player, each in enumerate(standing) if each == best)
