"""A process killed at any moment leaves a game to go on with: 30 times in CI, a thousand times by `make soak`."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.cuts.kills import evening

EVENINGS, KILLS = 3, 10
"""In CI: games, and kills of each."""

LONG_EVENINGS, MANY_KILLS = 20, 50
"""A thousand kills, in games so long that the log is carried over into the journal."""


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_a_killed_process_goes_on_with_all_that_was_said(
    seed: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    tally = evening(tmp_path / "state", Random(seed), KILLS, longest=4.0)
    record_property("kills", tuple(tally))
    assert (tally.kills, tally.resumed, tally.lost) == (KILLS, KILLS - 1, 0)
    assert tally.rows > KILLS


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 100 + LONG_EVENINGS))
def test_a_thousand_kills_lose_nothing(
    seed: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    tally = evening(tmp_path / "state", Random(seed), MANY_KILLS, longest=6.0)
    record_property("kills", tuple(tally))
    assert (tally.kills, tally.resumed, tally.lost) == (MANY_KILLS, MANY_KILLS - 1, 0)
    assert tally.rows > 5 * MANY_KILLS
