"""Which games are played: everything about a game follows from its seed."""

from random import Random

from tests.whole.hammer_time.match import Crowd
from tests.whole.hammer_time.truth import CARDS, LETTERS, Family, Tasks, Wagon
from tests.whole.hands import contacts, hands


def crowd(seed: int) -> Crowd:
    """Honour and tracked play in turn, with every reading; in one game of three two wagons of a set look alike."""
    dice = Random(f"hammer {seed}")
    players = dice.randint(2, 4)
    choices: tuple[Tasks, ...] = ("cards", "cards", "box", "off")
    tasks = dice.choice(choices)
    family = Family(
        players,
        start=dice.randrange(players),
        master=dice.random() < 0.3,
        tracked=seed % 2 == 1,
        tasks=tasks,
        touch=dice.choice(("endTurn", "undo")),
    )
    order = [*range(len(CARDS))]
    if tasks == "cards":
        dice.shuffle(order)
    return Crowd(
        family,
        wagons=tuple(_set(dice) for _ in range(4)),
        order=tuple(order),
        gems=90 if dice.random() < 0.7 else dice.randint(50, 89),
        hands=hands(dice),
        contacts=contacts(dice),
        journal=dice.random() < 0.35,
    )


def _set(dice: Random) -> tuple[Wagon, ...]:
    wagons = [_wagon(dice) for _ in range(4)]
    if dice.random() < 0.3:
        wagons[3] = wagons[2]
    return tuple(wagons)


def _wagon(dice: Random) -> Wagon:
    return tuple(dice.choice([*LETTERS.values()]) for _ in range(dice.choice((4, 4, 5, 6))))
