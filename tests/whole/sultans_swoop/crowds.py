"""Which games are played: everything about a game follows from its seed."""

from random import Random

from tests.whole.hands import contacts, hands
from tests.whole.sultans_swoop.match import Crowd
from tests.whole.sultans_swoop.rulebook import Readings


def crowd(seed: int) -> Crowd:
    """Two to six players, mostly with few bouts and the usual readings; one box in three may lose its power."""
    dice = Random(f"swoop {seed}")
    readings = Readings(bouts=10 if seed % 5 == 0 else dice.randint(2, 6))
    if dice.random() < 0.4:
        readings = readings._replace(
            both_pays=dice.choice((4, 5)),
            both_replaces=dice.random() < 0.5,
            after_six=dice.choice(("taker", "sameRoller")),
            after_wrong=dice.choice(("taker", "sameRoller")),
            two_player_replace=dice.choice(("one", "all", "none")),
            announce_six=dice.random() < 0.5,
            end="stack" if seed % 5 == 0 else "bouts",
        )
    return Crowd(
        players=dice.randint(2, 6),
        readings=readings,
        hands=hands(dice),
        contacts=contacts(dice),
        journal=dice.random() < 0.35,
    )
