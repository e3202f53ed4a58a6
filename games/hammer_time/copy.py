"""What is printed on the owner's copy and nowhere else: wagon cards, task cards, the die of the master variant.

Law: the metadata of a field tells where its default comes from: under "rulebook" what is printed, under "derived" what
follows from it, under "assumed" what is a guess, and why. Whoever tells the owner what is assumed reads it there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from games.hammer_time.gems import COLOURS, SPACES
from games.hammer_time.tasks import TASKS, Task

SETS: Final = 4
"""Sets of wagon cards, one for each player."""

WAGONS: Final = 4
"""Cards in a set; who has filled them all has finished."""

CARDS: Final = 9
"""Task cards in the box."""

LENGTHS: Final = range(4, 7)
"""How many spaces a wagon may have."""

TECHNIQUES: Final = ("handle", "fist", "thumbOff", "weakerHand", "headOnTable", "eyesClosed")
"""How to knock in the master variant, in the rulebook's order (4.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """The values of one copy of the game; `check` tells what cannot be."""

    sets: tuple[str, ...] = field(
        default=("yellow", "red", "blue", "green"),
        metadata={
            "asks": "The colours of the four sets of wagon cards",
            "rulebook": "there are four sets, each of another colour",
            "assumed": "which four is not printed",
        },
    )
    """The colour of each set of wagon cards, as colour keys tell it."""

    wagons: tuple[tuple[str, ...], ...] = field(
        default=(("ygbr", "yygbr", "ggbbr", "yygbrr"),) * SETS,
        metadata={
            "asks": "The spaces of each wagon card, a letter each (y, r, b, g), the cards of a set in any order",
            "rulebook": "a wagon has four to six spaces; one (Clara's) is yellow, green, blue, red",
            "assumed": "the other cards are not shown: enter all sixteen, and the box can track wagons",
        },
    )
    """The cards of each set, by number: their spaces."""

    task_cards: tuple[tuple[Task, int], ...] = field(
        default=(("even", 2), ("odd", 2), ("1-3", 2), ("6-8", 2), ("2black", 1)),
        metadata={
            "asks": "How many task cards there are of each kind",
            "rulebook": "there are nine cards of five kinds",
            "assumed": "how many of each follows from printer's marks left in the rulebook",
        },
    )
    """How many cards there are of each kind."""

    master_die: tuple[tuple[str, str], ...] = field(
        default=tuple(zip(COLOURS.values(), TECHNIQUES, strict=True)),
        metadata={
            "asks": "How the gnome with a helmet of each colour knocks",
            "rulebook": "six techniques, told by the helmet colours of the gnomes pictured",
            "assumed": "which colour means which is drawn, not written: please look at the picture in the rulebook",
        },
    )
    """The technique that each colour of the die asks for."""


ASSUMED: Final = Copy()
"""The copy as shipped."""


def check(copy: Copy) -> tuple[str, ...]:
    """What is wrong with these values, a sentence each: which value, what it is, what would be right."""
    return (*_wagons(copy), *_tasks(copy), *_die(copy))


def _wagons(copy: Copy) -> Iterator[str]:
    if len(copy.sets) != SETS or len(set(copy.sets)) != SETS or not set(copy.sets) <= set(COLOURS.values()):
        yield f"sets is {_listed(copy.sets)}; it names {SETS} different colours out of {_listed(COLOURS.values())}"
    if len(copy.wagons) != SETS or any(len(cards) != WAGONS for cards in copy.wagons):
        found = _listed(len(cards) for cards in copy.wagons)
        yield f"wagons has sets of {found} cards; there are {SETS} sets of {WAGONS}"
    for number, cards in enumerate(copy.wagons, 1):
        for card, spaces in enumerate(cards, 1):
            if len(spaces) not in LENGTHS or set(spaces) - set(SPACES):
                yield (
                    f"wagons: card {card} of set {number} is {spaces!r};"
                    f" a card has {LENGTHS[0]} to {LENGTHS[-1]} spaces, one letter each out of {SPACES}"
                )


def _tasks(copy: Copy) -> Iterator[str]:
    if sorted(kind for kind, _ in copy.task_cards) != sorted(TASKS):
        kinds = _listed(kind for kind, _ in copy.task_cards)
        yield f"taskCards tells of {kinds}; it tells of each kind once: {_listed(TASKS)}"
    cards = sum(count for _, count in copy.task_cards)
    if cards != CARDS or any(count < 0 for _, count in copy.task_cards):
        yield f"taskCards has {_listed(count for _, count in copy.task_cards)} cards; there are {CARDS} together"


def _die(copy: Copy) -> Iterator[str]:
    if sorted(technique for _, technique in copy.master_die) != sorted(TECHNIQUES):
        found = _listed(technique for _, technique in copy.master_die)
        yield f"masterDie asks for {found}; it asks for each technique once: {_listed(TECHNIQUES)}"
    if {colour for colour, _ in copy.master_die} != set(COLOURS.values()):
        found = _listed(colour for colour, _ in copy.master_die)
        yield f"masterDie has the colours {found}; the colour keys tell its six sides: {_listed(COLOURS.values())}"


def _listed(words: Iterable[object]) -> str:
    return ", ".join(map(str, words)) or "nothing"
