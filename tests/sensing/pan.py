"""A load cell on a table, good enough to be wrong: noise, drift, swing, and gems that differ in mass."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, pi, sin
from random import Random

from firmware.sensing import scales
from firmware.sensing.counting import Gems
from firmware.sensing.pan import Cell, Scale
from firmware.sensing.readings import Reading, Weight
from firmware.sensing.scales import Scales
from games.facts import Fact, GemsCounted
from games.table import Place

CELL = Cell(1540.32, -4000.0)
BACKWARDS = Cell(-1540.32, 250_000.0)
GEMS = Gems(1.6, 0.04, 52)
SCALE = Scale(centre=CELL, corner=BACKWARDS, gems=GEMS)


def nothing(_at: float) -> float:
    return 0.0


@dataclass
class Pan:
    """One place and what lies on it; `wait` lets its conversions come as the chip delivers them."""

    seed: int = 1
    scale: Scale = SCALE
    place: Place = "centre"
    noise: float = 0.025
    drift_per_s: float = 0.16 / 60
    """The fastest recorded."""

    def __post_init__(self) -> None:
        self.dice = Random(self.seed)
        self.state: Scales = scales.begin(self.scale)
        self.gems: list[float] = []
        self.at = 0.0
        self.due = 0.0
        self.offset = 0.0
        self.facts: list[Fact] = []
        self.touched = (-9.0, 0.0)
        self.other: Callable[[float], float] = nothing

    def put(self, count: int) -> None:
        new = [
            self.dice.gauss(self.scale.gems.grams, self.scale.gems.grams * self.scale.gems.spread) for _ in range(count)
        ]
        self.gems += new
        self.touched = (self.at, sum(new))

    def take(self, count: int) -> None:
        taken, self.gems = self.gems[:count], self.gems[count:]
        self.touched = (self.at, -sum(taken))

    def see(self, *readings: Reading) -> list[Fact]:
        said: list[Fact] = []
        for reading in readings:
            self.state, facts = scales.see(self.state, reading)
            said += facts
        self.facts += said
        return said

    def wait(self, seconds: float) -> list[Fact]:
        """What is told within `seconds`."""
        said: list[Fact] = []
        end = self.at + seconds
        # The centre is fetched 12.5 times a second but for 0.2 s in each half, when the chip looks at the corner.
        step = 0.08 if self.place == "centre" else 0.5
        while self.due <= end:
            self.at, self.due = self.due, self.due + step
            if self.place == "centre" and self.at % 0.5 < 0.2:
                continue
            said += self.see(Weight(self.at, self.place, self.counts()))
        self.at = end
        return said

    def counts(self) -> int:
        since, change = self.touched
        lapse = self.at - since
        swing = change * exp(-lapse / 0.05) * sin(2 * pi * 8 * lapse)
        drift = self.drift_per_s * self.at
        grams = sum(self.gems) + self.offset + drift + swing + self.other(self.at) + self.dice.gauss(0, self.noise)
        cell = self.scale.centre if self.place == "centre" else self.scale.corner
        return round(grams * cell.counts_per_gram + cell.empty_counts)

    def set_up(self, gems: int) -> "Pan":
        self.put(gems)
        self.wait(3)
        self.state = scales.agreed(self.state, self.place, gems)
        return self


def counts(facts: list[Fact]) -> list[int | None]:
    """The counts told, without the moments of moving between them."""
    return [fact.gems for fact in facts if isinstance(fact, GemsCounted)]
