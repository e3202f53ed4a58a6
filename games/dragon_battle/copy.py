"""What the rulebook does not print and the owner's box knows (rules.md 2.1, 2.8, 6): stars and the faces of the dice.

Law: every default that is a guess carries its reason under "assumed" in the field's metadata, and under "asks" what to
ask its owner; whoever tells which values are assumed reads it there. No rule depends on the list of stars or on the
faces: stars are entered as residents are freed, and throws as they fall. Who draws at random draws from here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from games.announcements.dragon_battle import Colour
from games.dragon_battle.dice import FACES
from games.dragon_battle.residents import RESIDENTS, STARS

_SIDES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """The values of one copy of the game."""

    resident_stars: tuple[int, ...] = field(
        default=(1,) * 5 + (2,) * 5 + (3,) * 5 + (4,) * 5,
        metadata={
            "asks": "The stars on each of the 20 residents, in any order",
            "assumed": "the rulebook shows a king of 4, a knight of 3 and a maid of 2 stars, and no more",
        },
    )
    """The stars of all residents, in any order."""

    juggler_stars: int = field(
        default=1,
        metadata={
            "asks": "The stars on each juggler card",
            "assumed": "the number on the juggler cards is not printed elsewhere",
        },
    )
    """The stars of each juggler."""

    die_faces: tuple[Colour, ...] = field(
        default=("black", "yellow", "red", "blue", "purple", "silver"),
        metadata={
            "asks": "The six faces of a die, in any order",
            "assumed": "the rules name six results, so one face each; the faces are not listed",
        },
    )
    """The faces of each of the four dice, in any order."""

    black_looks_grey: Literal["possible", "yes", "no"] = field(
        default="possible",
        metadata={
            "asks": "Does the face for the well look grey on your dice, so that it may be taken for silver?",
            "assumed": "the maker's own page calls the face for the well grey",
        },
    )
    """Whether the face the rulebook calls black may be taken for silver."""


def check(copy: Copy) -> tuple[str, ...]:
    """What cannot be true of any copy: a sentence for each, telling what would be right; none if all can be."""
    return tuple(_doubts(copy))


def _doubts(copy: Copy) -> Iterator[str]:
    least, most = STARS[0], STARS[-1]
    if len(copy.resident_stars) != RESIDENTS:
        yield f"residentStars lists {len(copy.resident_stars)} residents; the box has {RESIDENTS}"
    for stars in sorted({stars for stars in copy.resident_stars if stars not in STARS}):
        yield f"residentStars has a resident of {stars} stars; each has {least} to {most}"
    if copy.juggler_stars not in STARS:
        yield f"jugglerStars is {copy.juggler_stars}; a juggler has {least} to {most}"
    if len(copy.die_faces) != _SIDES:
        yield f"dieFaces lists {len(copy.die_faces)} faces; a die has {_SIDES}"
    for face in sorted({str(face) for face in copy.die_faces if face not in FACES}):
        yield f"dieFaces has a face {face!r}; there are {', '.join(FACES)}"
    for face in FACES:
        if face not in copy.die_faces:
            yield f"dieFaces lacks {face}; the rulebook names it among the results of a throw"
    if copy.black_looks_grey not in {"possible", "yes", "no"}:
        yield f"blackLooksGrey is {copy.black_looks_grey!r}; it can be possible, yes or no"
