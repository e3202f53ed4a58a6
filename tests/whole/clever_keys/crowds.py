"""Which games are played: everything about a game follows from its seed."""

from random import Random

from tests.whole.clever_keys.match import Crowd
from tests.whole.hands import contacts, hands


def crowd(seed: int) -> Crowd:
    """Two to five players with mostly few gems, so that ends, short payments and ties are met often."""
    dice = Random(f"crowd {seed}")
    return Crowd(
        players=dice.randint(2, 5),
        gems=52 if seed % 25 == 0 else dice.choice([3, 5, 8, 10, 12, 16, 20]),
        hands=hands(dice),
        contacts=contacts(dice),
    )
