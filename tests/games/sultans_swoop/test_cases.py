"""Straight-line cases in the format of `python -m tests.vectors`, each with the rule it shows as its title."""

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.contract import UnreadableError
from tests.vectors import cases_in, mismatches

OURS = Path(__file__).parent / "cases.json"
SHARED = Path(__file__).parents[4] / "shared" / "rules" / "vectors.json"


def swoops(path: Path) -> list[dict[str, Any]]:
    return [case for case in cases_in(path.read_text(encoding="utf-8")) if case["game"] == "SS"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in swoops(OURS)])
def test_the_rules_answer_as_written(case: dict[str, Any]) -> None:
    assert list(mismatches(case)) == []


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rule vectors do not lie beside this checkout")
def test_the_rules_answer_the_shared_vectors() -> None:
    assert [wrong for case in swoops(SHARED) for wrong in mismatches(case)] == []


@pytest.mark.parametrize(
    ("setup", "steps", "sentence"),
    [
        ({"n": 7}, [], "n is 7; it would be the number of players, 2 to 6"),
        ({"n": 3, "tasks": "rbg", "roler": 1}, [], "there is no set-up key 'roler'"),
        ({"n": 3, "tasks": "rbg", "roller": 3}, [], "cards and roller must be those of 3 players"),
        ({"n": 3, "tasks": "rbg", "cards": [[1]]}, [], "cards and roller must be those of 3 players"),
        ({"n": 3, "tasks": "rbg", "cards": [[3], [], []]}, [], "no card has 3 bags; there are cards of 1, 2, 4, 5"),
        ({"n": 3, "tasks": "rb"}, [], "there are 2 tasks; 3 players have 3"),
        ({"n": 2, "tasks": "rb"}, [], "there are 2 tasks; 2 players have 3"),
        ({"n": 3, "tasks": "rbz"}, [], "there is no colour 'z'; there are y, r, b, g, p, o"),
        ({"n": 3, "tasks": "rbg", "tower": ["lamp"]}, [], "there is no piece 'lamp'"),
        ({"n": 3, "tasks": "rbg", "tower": ["ruby"]}, [], "has no column"),
        ({"n": 3, "tasks": "rbg"}, [["throw", [], ""]], "there is no event 'throw'"),
        ({"n": 3, "tasks": "rbg"}, [["roll", [0], ""]], "roll takes 2 or 3 or 4 or 5 arguments, not [0]"),
        (
            {"n": 2, "tasks": "rbg", "deck": "", "tower": ["column"]},
            [["roll", [0, "rrryypoo"], "valid=8 six=no"], ["grab", [0, "column"], ""]],
            "the task draw pile is empty",
        ),
    ],
)
def test_a_case_that_cannot_be_is_named_with_what_would_be_right(
    setup: dict[str, Any], steps: list[Any], sentence: str
) -> None:
    with pytest.raises(UnreadableError) as told:
        list(mismatches({"id": "x", "game": "SS", "setup": setup, "steps": steps}))
    assert sentence in str(told.value)
