"""A bench for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.calibrating.bench import Bench


@pytest.fixture
def benches(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    """Makes benches that keep what they learn in one place, one after another."""
    made: list[Bench] = []

    def make(**how: Any) -> Bench:
        if made:
            made[-1].close()
        made.append(Bench(tmp_path, **how))
        return made[-1]

    yield make
    made[-1].close()


@pytest.fixture
def bench(benches: Callable[..., Bench]) -> Bench:
    """A box as it should be, empty, all 52 gems of Clever Keys beside it."""
    return benches()
