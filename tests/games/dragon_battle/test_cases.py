"""Straight-line cases in the format of `python -m tests.vectors`, each with the rule it shows as its title."""

from pathlib import Path
from typing import Any

import pytest

from tests.vectors import cases_in, mismatches

OURS = Path(__file__).parent / "cases.json"
SHARED = Path(__file__).parents[4] / "shared" / "rules" / "vectors.json"


def dragon_battle(path: Path) -> list[dict[str, Any]]:
    return [case for case in cases_in(path.read_text(encoding="utf-8")) if case["game"] == "DB"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in dragon_battle(OURS)])
def test_the_rules_answer_as_written(case: dict[str, Any]) -> None:
    assert list(mismatches(case)) == []


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rule vectors do not lie beside this checkout")
def test_the_rules_answer_the_shared_vectors() -> None:
    assert [wrong for case in dragon_battle(SHARED) for wrong in mismatches(case)] == []
