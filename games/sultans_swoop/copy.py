"""What the rulebook does not print and the owner's box knows (rules.md 3.1, 3.8 and 6).

Law: the metadata of a field tells where its default comes from: under "rulebook" what is printed, under "derived" what
follows from it, under "assumed" what is a guess, and why, and under "asks" what to ask its owner. Whoever tells what is
assumed reads it there.
Tables are tuples of pairs, so that a copy is hashable: `dict(copy.tower)[4]` is the tower for four.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.sultans_swoop.dice import COLOURS
from games.sultans_swoop.gold import VALUES
from games.sultans_swoop.tower import BAGS, COLUMN, PIECES, Tower, most_in_a_bout, twos

PLAYERS = range(2, 7)
"""The numbers of players the game is for."""

BOUTS = 10
"""Bouts of a game ("How to play"): the cards must last so long."""

GOLD_CARDS = 84
"""Gold-bag cards in the box ("Contents")."""

TASK_CARDS = 18
"""Task cards in the box (likewise)."""

ALIKE = "perColour"
"""The key of `task_cards` where each colour has equally many."""

_NAMES = ("yellow", "red", "blue", "green", "purple", "orange")


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """The values of one copy of the game."""

    colours: tuple[str, ...] = field(
        default=_NAMES,
        metadata={
            "asks": "The six colours of dice and task cards, in the order of the colour keys",
            "rulebook": "there are six colours",
            "assumed": "which six is not printed",
        },
    )
    """The colours of dice and task cards, in the order of the colour keys."""

    die_faces: tuple[str, ...] = field(
        default=_NAMES,
        metadata={
            "asks": "The six faces of a die, in any order",
            "assumed": "one face of each colour on every die; the faces are not listed",
        },
    )
    """The faces of each of the eight dice, in any order. No rule depends on it; who rolls at random draws from here."""

    task_cards: tuple[tuple[str, int], ...] = field(
        default=((ALIKE, 3),),
        metadata={
            "asks": "How many task cards each colour has: perColour=N, and COLOUR=N where one has another number",
            "rulebook": "there are 18 cards, one colour each",
            "assumed": "3 of each colour; the fronts are not shown",
        },
    )
    """How many task cards each colour has: `perColour`, save where a colour is named."""

    gold_cards: tuple[tuple[int, int], ...] = field(
        default=((1, 40), (2, 20), (4, 12), (5, 12)),
        metadata={
            "asks": "How many gold cards have 1, 2, 4 and 5 bags",
            "rulebook": "there are 84 cards",
            "derived": "20 have 2 bags, which end the game after ten bouts; at least 40, 10 and 10 have 1, 4 and 5",
            "assumed": "4 cards may be of 1, 4 or 5 bags",
        },
    )
    """How many cards have so many bags."""

    two_bag_in_use: tuple[tuple[int, int], ...] = field(
        default=((2, 10), (3, 10), (4, 10), (5, 20), (6, 20)),
        metadata={
            "asks": "How many 2-bag cards are in use with 2, 3, 4, 5 and 6 players",
            "rulebook": "3 and 4 players need ten of them; 2 players put ten back",
            "derived": "5 and 6 players use all twenty",
        },
    )
    """How many 2-bag cards are used by so many players."""

    tower: tuple[tuple[int, Tower], ...] = field(
        default=(
            (2, ("column", "lantern", "ruby")),
            (3, ("column", "lantern", "carpet", "ruby")),
            (4, ("column", "lantern", "carpet", "ruby", "ruby2")),
            (5, ("column", "lantern", "chest", "carpet", "ruby", "ruby2")),
            (6, ("column", "lantern", "chest", "carpet", "cushion", "ruby", "ruby2")),
        ),
        metadata={
            "asks": "The pieces of the tower for so many players, column first",
            "rulebook": "the tower for 2 is written out",
            "derived": "the tower for 6 has every piece",
            "assumed": "the towers for 3, 4 and 5 are drawn, not written: please look at the picture in the rulebook",
        },
    )
    """The pieces of the tower for so many players, in the order in which the box asks who has them."""


def check(copy: Copy) -> tuple[str, ...]:
    """What cannot be true of any copy: a sentence for each, telling what would be right; none if all can be."""
    return (*_colours(copy), *_cards(copy), *_towers(copy))


def tasks(copy: Copy) -> tuple[int, ...]:
    """Every task card as the number of its colour, in no order that matters: who deals at random shuffles it."""
    return tuple(number for number, colour in enumerate(copy.colours) for _ in range(_per_colour(copy)[colour]))


def _per_colour(copy: Copy) -> Counter[str]:
    written = Counter(dict(copy.task_cards))
    alike = written.pop(ALIKE, 0)
    return Counter(dict.fromkeys(copy.colours, alike) | written)


def _colours(copy: Copy) -> Iterator[str]:
    colours = copy.colours
    if len(colours) != COLOURS or len(set(colours)) != COLOURS:
        yield f"colours lists {', '.join(colours) or 'none'}; there are {COLOURS} different ones"
    for name in colours:
        if not name.strip() or not name.isprintable():
            yield f"colours has {name!r}; a colour has a name that can be read out, as 'red'"
    if len(copy.die_faces) != COLOURS:
        yield f"dieFaces lists {len(copy.die_faces)} faces; a die has {COLOURS}"
    for face in sorted(set(copy.die_faces) - set(colours)):
        yield f"dieFaces has {face!r}; the colours are {', '.join(colours)}"
    for colour in sorted(set(colours) - set(copy.die_faces)):
        yield f"dieFaces lacks {colour}; all six colours can show at once"
    for name in sorted(set(_per_colour(copy)) - set(colours)):
        yield f"taskCards has {name!r}; it can have {ALIKE}, or the colours {', '.join(colours)}"
    for name, cards in copy.task_cards:
        if cards < 0:
            yield f"taskCards has {cards} cards of {name}; there can be 0 or more"
    if (total := _per_colour(copy).total()) != TASK_CARDS:
        yield f"taskCards come to {total}; the box has {TASK_CARDS}"


def _cards(copy: Copy) -> Iterator[str]:
    gold = Counter(dict(copy.gold_cards))
    for value in sorted(set(gold) - set(VALUES)):
        yield f"goldCards has cards of {value} bags; there are cards of {', '.join(map(str, VALUES))}"
    if gold.total() != GOLD_CARDS:
        yield f"goldCards come to {gold.total()}; the box has {GOLD_CARDS}"
    for value, why in ((4, "the column can earn 4"), (5, "the column can earn 5")):
        if gold[value] < BOUTS:
            yield f"goldCards has {gold[value]} cards of {value} bags; {why} in each of {BOUTS} bouts"
    ones = max((sum(BAGS.get(piece) == 1 for piece in tower) for _, tower in copy.tower), default=0)
    if gold[1] < BOUTS * ones:
        yield f"goldCards has {gold[1]} cards of 1 bag; {ones} pieces earn one in each of {BOUTS} bouts"
    for players, used in copy.two_bag_in_use:
        if used > gold[2]:
            yield f"twoBagInUse has {used} cards for {players} players; there are {gold[2]}"


def _towers(copy: Copy) -> Iterator[str]:
    towers, used = dict(copy.tower), dict(copy.two_bag_in_use)
    for name, given in (("tower", set(towers)), ("twoBagInUse", set(used))):
        if given != set(PLAYERS):
            yield f"{name} is told for {', '.join(map(str, sorted(given))) or 'no'} players; it would be for 2 to 6"
    for players, tower in copy.tower:
        of = f"tower for {players} players"
        for piece in sorted(set(tower) - set(PIECES)):
            yield f"the {of} has {piece!r}; the pieces are {', '.join(PIECES)}"
        if len(set(tower)) != len(tower):
            yield f"the {of} has a piece twice; a second ruby is called ruby2"
        if COLUMN not in tower:
            yield f"the {of} has no column"
        if len(tower) > most_in_a_bout(players):
            yield f"the {of} has {len(tower)} pieces; so few players can take {most_in_a_bout(players)} in a bout"
        if (now := used.get(players, 0)) != BOUTS * twos(tower):
            yield f"twoBagInUse for {players} players is {now}; {BOUTS} bouts of their tower use {BOUTS * twos(tower)}"
