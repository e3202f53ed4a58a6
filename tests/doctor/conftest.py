"""The computer that each test breaks."""

from pathlib import Path

import pytest

from tests.doctor.computer import Computer, healthy


@pytest.fixture
def pi(tmp_path: Path) -> Computer:
    return healthy(tmp_path)
