"""Straight-line cases in the format of `python -m tests.vectors`, each with the rule it shows as its title."""

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.contract import UnreadableError
from tests.vectors import cases_in, mismatches

OURS = Path(__file__).parent / "cases.json"
SHARED = Path(__file__).parents[4] / "shared" / "rules" / "vectors.json"


def hammer_time(path: Path) -> list[dict[str, Any]]:
    return [case for case in cases_in(path.read_text(encoding="utf-8")) if case["game"] == "HT"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in hammer_time(OURS)])
def test_the_rules_answer_as_written(case: dict[str, Any]) -> None:
    assert list(mismatches(case)) == []


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rule vectors do not lie beside this checkout")
def test_the_rules_answer_the_shared_vectors() -> None:
    assert [wrong for case in hammer_time(SHARED) for wrong in mismatches(case)] == []


WAGONS = [["ygbr"], ["ygbr"]]


@pytest.mark.parametrize(
    ("setup", "step", "sentence"),
    [
        ({"n": 5}, None, "n is 5; it would be the number of players, 2 to 4"),
        ({"n": 2, "wagon": []}, None, "there is no set-up key 'wagon'"),
        ({"n": 2, "wagons": WAGONS, "cur": 2}, None, "must be those of 2 players"),
        ({"n": 2, "wagons": WAGONS, "done": [1]}, None, "must be those of 2 players"),
        ({"n": 2, "wagons": [["ygkr"], ["ygbr"]]}, None, "no wagon is 'ygkr'; its spaces would be some of yrbg"),
        ({"n": 2, "wagons": WAGONS, "deck": ["three"]}, None, "there is no task 'three'"),
        ({"n": 2, "wagons": WAGONS, "placed": [{"1": "y"}, {}]}, None, "gem 'y' cannot lie on space 1 of wagon 'ygbr'"),
        ({"n": 2, "wagons": WAGONS}, ["jump", []], "there is no event 'jump'"),
        ({"n": 2, "wagons": WAGONS}, ["fill", [0]], r"fill takes 3 or 4 arguments, not \[0\]"),
        ({"n": 2, "wagons": WAGONS}, ["knock", [0, "p"]], "no gem has the colour 'p'; there are y, r, b, g, k, w"),
    ],
)
def test_what_no_case_can_have_is_named(setup: dict[str, Any], step: list[Any] | None, sentence: str) -> None:
    case = {"id": "one", "game": "HT", "setup": setup, "steps": [[*step, ""]] if step else []}
    with pytest.raises(UnreadableError, match=sentence):
        list(mismatches(case))
