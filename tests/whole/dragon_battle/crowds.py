"""Which games are played: everything about a game follows from its seed."""

from random import Random

from tests.whole.dragon_battle.match import Crowd
from tests.whole.dragon_battle.truth import RESIDENTS, Family
from tests.whole.hands import contacts, hands


def crowd(seed: int) -> Crowd:
    """All three variants in turn, with every reading; few kinds of cards, so that ties are met."""
    dice = Random(f"dragons {seed}")
    players = dice.randint(2, 4)
    family = Family(
        players,
        start=dice.randrange(players),
        variant=("base", "young", "older")[seed % 3],
        must_place=dice.random() < 0.6,
        silver_joins=dice.random() < 0.4,
    )
    most = dice.choice([1, 2, 4, 6])
    return Crowd(
        family,
        cards=tuple(dice.randint(1, most) for _ in range(RESIDENTS)),
        hands=hands(dice),
        contacts=contacts(dice),
        journal=dice.random() < 0.5,
        gems=dice.choice([0, 0, 3]),
    )
