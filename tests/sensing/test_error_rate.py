"""Gems are counted wrong no more often than the odds say, and what is asked about is what nobody could be sure of."""

import csv
from collections.abc import Iterator
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from statistics import median, stdev

import pytest

from hardware.sim.weights import Plate
from tests.counting import CELLS_KG, GRAMS, SPREADS, Kind, LoadCell, main, table, tally, trials

RECORDING = Path(__file__).parents[2].parent / "shared/data/loadcell/raw_steadystate.csv"
COUNTS_PER_GRAM = 1540.32

FEW = 3


@pytest.mark.parametrize("kilograms", CELLS_KG)
def test_no_more_counts_are_wrong_than_their_odds_give_away(kilograms: float) -> None:
    kinds = [Kind(kilograms, grams, spread) for grams in GRAMS for spread in SPREADS]
    assert tally(chain.from_iterable(trials(kind, FEW) for kind in kinds)).honest


@pytest.mark.parametrize("grams", GRAMS)
def test_on_a_cell_of_1_kg_even_gems_are_hardly_ever_asked_about(grams: float) -> None:
    for spread in (0.02, 0.04):
        assert tally(trials(Kind(1.0, grams, spread), FEW)).asked_share <= 0.1


def test_handfuls_of_uneven_gems_are_asked_about() -> None:
    told = list(trials(Kind(1.0, 1.6, 0.08), 10))
    few, many = (tally(one for one in told if (one.gems > 5) is big).asked_share for big in (False, True))
    assert few < 0.1
    assert 0.1 < many < 0.5


def test_what_a_coarse_cell_cannot_tell_is_asked_about() -> None:
    told = tally(trials(Kind(5.0, 1.0, 0.06), FEW))
    assert told.asked_share > 0.4
    assert told.honest


def test_uneven_gems_taken_for_even_ones_are_told_wrong_more_often_than_said() -> None:
    """So the comparison above can fail: the spread has to be the true one."""
    assert not tally(trials(Kind(1.0, 1.6, 0.15), 20, believed=Kind(1.0, 1.6, 0.02))).honest


def test_a_coarse_cell_taken_for_a_fine_one_is_told_wrong_more_often_than_said() -> None:
    assert not tally(trials(Kind(10.0, 1.0, 0.02), 10, believed=Kind(1.0, 1.0, 0.02))).honest


def test_the_table_has_a_line_for_each_cell_and_gem(capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(table(1))
    assert len(lines) == 1 + len(CELLS_KG) * len(GRAMS) + 1
    assert lines[1].startswith("1 kg  1.0 g")
    assert lines[-1].split()[2] == str(len(CELLS_KG) * len(GRAMS) * len(SPREADS) * 10)
    assert main(["0"]) == main(["many"]) == main(["1", "2"]) == 2
    assert "usage" in capsys.readouterr().err


def recorded() -> Iterator[tuple[float, float]]:
    with RECORDING.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield float(row["time"]), int(row["data"]) / COUNTS_PER_GRAM


def noise(conversions: list[tuple[float, float]]) -> float:
    """Of one conversion: from what two in a row differ by, so that no drift is in it."""
    return stdev(after - before for (_, before), (_, after) in pairwise(conversions)) / 2**0.5


def wander(conversions: list[tuple[float, float]], seconds: float) -> float:
    """How far apart the medians of ten seconds lie at most, within so much time."""
    slices: dict[int, list[float]] = {}
    for at, grams in conversions:
        slices.setdefault(int(at // 10), []).append(grams)
    medians = [median(slices[number]) for number in sorted(slices)]
    span = max(round(seconds / 10), 2)
    return max(max(part) - min(part) for part in (medians[n : n + span] for n in range(len(medians) - span + 1)))


@pytest.mark.skipif(not RECORDING.exists(), reason="no recordings beside this checkout (../shared/data)")
def test_the_simulated_cell_is_as_bad_as_the_recorded_one() -> None:
    real, cells = list(recorded()), [LoadCell(Random(seed), 1.0) for seed in range(9)]
    simulated = [[(at, cell.convert(at)) for at, _ in real] for cell in cells]
    for figure in (noise, partial(wander, seconds=60), partial(wander, seconds=600)):
        typical = median(figure(conversions) for conversions in simulated)
        assert 0.85 < typical / figure(real) < 1.6


def test_a_cell_for_five_kilograms_is_five_times_coarser() -> None:
    fine, coarse = (Plate(Random(3), 0.0, kilograms=kilograms) for kilograms in CELLS_KG)
    assert coarse.drift(60.0) == pytest.approx(5 * fine.drift(60.0))
    both = [[plate.convert(n / 12) - plate.drift(n / 12) for n in range(400)] for plate in (fine, coarse)]
    assert stdev(both[1]) == pytest.approx(5 * stdev(both[0]))
