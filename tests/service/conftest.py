"""A service manager for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.manager import Manager


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify"))
    yield made
    made.close()
