"""How often gems are counted wrong: `python -m tests.counting [TRIALS]`.

Handfuls of 1 to 10 gems are put onto a simulated load cell or taken from it, and what the scale's fold tells of each is
held against the truth: told as sure and right, told as sure and *wrong*, or asked about. A step that goes unnoticed is
a wrong one: the count that was told before still stands.

Gems of 1 to 4 g, each with a mass of its own by a relative standard deviation of 2 to 8 %; cells for 1 and for 5 kg.
The cell's noise (0.025 g for one conversion) and the walk of its zero (0.07 g for the root of a minute) are those of a
recorded cell of 1 kg: tests/sensing/test_error_rate.py holds them against the recording. On a cell of 5 kg they are
five times as much. Swing, creep and the hand that presses while it takes are those of hardware/sim/weights.py, which
are assumed. Conversions are fetched and told as box.toml has it. Errors and doubts of the scale are carried on from one
handful to the next, as in a game; after a question, and after a wrong count, the players tell the truth.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Literal, NamedTuple

from firmware.sensing import scales
from firmware.sensing.counting import Gems
from firmware.sensing.pan import Cell, Scale
from firmware.sensing.readings import Weight
from firmware.tuning import scale_of
from games.facts import GemsCounted
from hardware.box import load
from hardware.sim.weights import Gem, Plate

CELLS_KG = (1.0, 5.0)
GRAMS = (1.0, 1.6, 2.0, 3.0, 4.0)
SPREADS = (0.02, 0.04, 0.06, 0.08)
HANDFULS = range(1, 11)

ROUNDS = 5
"""Handfuls of each size until another pile is taken, since each is light or heavy in its own way."""

PILE = 26
"""Gems that lie there in the middle; handfuls come and go around it."""

UNNOTICED_S = 6.0
"""A handful that nothing was told of for so long went unnoticed: a doubt is told after 3 s."""

Verdict = Literal["right", "wrong", "asked"]

WALK = 0.07
"""Grams for the root of a minute: how the zero of a cell of 1 kg walks."""

_PLAN = load()
_EVERY_S = 1 / _PLAN.scale.read_hz
_COUNTS_PER_GRAM = 1000.0


class Kind(NamedTuple):
    """A cell and gems: the capacity in kilograms, the mass of a gem in grams, its relative standard deviation."""

    kilograms: float
    grams: float
    spread: float


class Told(NamedTuple):
    """What came of one handful: how many gems it was, the verdict, and the odds the count was told with."""

    gems: int
    verdict: Verdict
    odds: float


class LoadCell:
    """A plate whose zero walks as the recorded one: asked for conversions in the order of time."""

    def __init__(self, dice: Random, kilograms: float, gems: Iterable[Gem] = ()) -> None:
        self.plate = Plate(dice, 0.0, gems, kilograms=kilograms)
        self._dice = dice
        self._walk = WALK * kilograms
        self._at = self._zero = 0.0

    def convert(self, at: float) -> float:
        """One noisy conversion, in grams."""
        self._zero += self._dice.gauss(0.0, self._walk * sqrt((at - self._at) / 60))
        self._at = at
        return self.plate.convert(at) - self.plate.drift(at) + self._zero


@dataclass
class Pan:
    """A pile on a load cell, and the scale's fold beside it; `believed` is what the fold takes both for."""

    kind: Kind
    dice: Random
    believed: Kind

    def __post_init__(self) -> None:
        self.cell = LoadCell(self.dice, self.kind.kilograms, [self._gem() for _ in range(PILE)])
        self.plate = self.cell.plate
        kilograms, grams, spread = self.believed
        cell = Cell(_COUNTS_PER_GRAM, 0, kilograms)
        gems = Gems(grams, spread, scale_of(_PLAN).gems.most)
        scale: Scale = replace(scale_of(_PLAN), centre=cell, corner=cell, gems=gems)
        self.fold = scales.begin(scale)
        self.at = 0.0
        self._told(3 * scale.window_s)
        self.agree()

    def handful(self, gems: int, *, put: bool) -> Told:
        """Put so many gems, or take them, wait for what is told, and tell the truth where it was not that."""
        self._told(self.dice.uniform(0.5, 10.0))
        if put:
            hand = [self._gem() for _ in range(gems)]
            for gem in hand:
                self.plate.lay(self.at, gem)
                self._told(0.08)
        else:
            self.plate.press(self.at, 0.3 + 0.1 * gems, self.dice.uniform(20, 80), jerky=True)
            for _ in range(gems):
                self.plate.pick(self.at, self.dice.randrange(len(self.plate.gems)))
                self._told(0.1)
        counted = self._told(UNNOTICED_S)
        told = Told(gems, "wrong", 1.0)
        if counted is not None:
            sure = counted.gems is not None and counted.odds >= self.fold.scale.sure
            right = counted.gems == len(self.plate.gems)
            told = Told(gems, ("right" if right else "wrong") if sure else "asked", counted.odds)
        if told.verdict != "right":
            self.agree()
        return told

    def agree(self) -> None:
        self.fold = scales.agreed(self.fold, "centre", len(self.plate.gems))

    def _told(self, seconds: float) -> GemsCounted | None:
        """The last count told while so much time passes."""
        told, end = None, self.at + seconds
        while self.at < end:
            self.at += _EVERY_S
            counts = round(self.cell.convert(self.at) * _COUNTS_PER_GRAM)
            self.fold, facts = scales.see(self.fold, Weight(self.at, "centre", counts))
            told = next((fact for fact in reversed(facts) if isinstance(fact, GemsCounted)), told)
        return told

    def _gem(self) -> Gem:
        _, grams, spread = self.kind
        return Gem(max(0.2 * grams, self.dice.gauss(grams, grams * spread)), "red")


def trials(kind: Kind, number: int, *, believed: Kind | None = None) -> Iterator[Told]:
    """So many handfuls of each size, in an order of their own; ROUNDS of them with one pile, as in a game."""
    dice = Random(repr(kind))
    for begun in range(0, number, ROUNDS):
        handfuls = [*HANDFULS] * min(ROUNDS, number - begun)
        dice.shuffle(handfuls)
        pan = Pan(kind, dice, believed or kind)
        for gems in handfuls:
            yield pan.handful(gems, put=len(pan.plate.gems) < PILE)


class Tally(NamedTuple):
    """Of some handfuls: how many, how many were asked about, and how many were told as sure and wrong.

    `given_away` is how many of the latter the odds allow for, `deviation` the standard deviation of that.
    """

    handfuls: int
    asked: int
    wrong: int
    given_away: float
    deviation: float

    @property
    def asked_share(self) -> float:
        return self.asked / self.handfuls

    @property
    def honest(self) -> bool:
        """Were no more counts wrong than the odds say, give or take chance?"""
        return self.wrong <= self.given_away + 3 * self.deviation + 0.5


def tally(told: Iterable[Told]) -> Tally:
    told = tuple(told)
    sure = [one for one in told if one.verdict != "asked"]
    return Tally(
        handfuls=len(told),
        asked=len(told) - len(sure),
        wrong=sum(one.verdict == "wrong" for one in sure),
        given_away=sum(1 - one.odds for one in sure),
        deviation=sum(one.odds * (1 - one.odds) for one in sure) ** 0.5,
    )


def table(number: int) -> Iterator[str]:
    """What is asked about, in per cent of the handfuls of 1 to 5 and of 6 to 10; and what was told wrong."""
    yield "cell  gem    " + "".join(f"{f'spread {spread:.0%}':>15}" for spread in SPREADS) + "    wrong, given away"
    whole: list[Told] = []
    for kilograms in CELLS_KG:
        for grams in GRAMS:
            row, shares = list[Told](), ""
            for spread in SPREADS:
                told = list(trials(Kind(kilograms, grams, spread), number))
                few, many = (tally(one for one in told if (one.gems > 5) is big).asked_share for big in (False, True))
                shares += f"{f'{few:.1%} / {many:.1%}':>15}"
                row += told
            total = tally(row)
            wrong = f"{total.wrong} of {total.handfuls}, {total.given_away:.1f}"
            yield f"{kilograms:g} kg  {grams:.1f} g  {shares}    {wrong}"
            whole += row
    total = tally(whole)
    yield f"{total.wrong} of {total.handfuls} handfuls told wrong; the odds give {total.given_away:.1f} away"


def main(arguments: list[str]) -> int:
    """Print the table, of so many handfuls of each size and kind of gem (100)."""
    if len(arguments) > 1 or not all(argument.isdecimal() and int(argument) for argument in arguments):
        print("usage: python -m tests.counting [TRIALS], of each size of handful", file=sys.stderr)
        return 2
    for line in table(int(arguments[0]) if arguments else 100):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
