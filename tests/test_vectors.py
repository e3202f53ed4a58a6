"""The command that runs rule vectors: mismatches are printed, wrong files are named."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vectors import main

GOOD = {
    "id": "one",
    "game": "CK",
    "setup": {"n": 2},
    "steps": [["place", [0, "A", 0, 0, "in"], "IN +1 total=1"], ["stop", [0], "due=1"]],
}


def run(tmp_path: Path, cases: Any) -> int:
    file = tmp_path / "cases.json"
    file.write_text(cases if isinstance(cases, str) else json.dumps(cases), encoding="utf-8")
    return main([str(file)])


def test_cases_that_hold_exit_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, [GOOD]) == 0
    assert capsys.readouterr().out == "Clever Keys: 1 cases, all as expected\n"


def test_a_mismatch_tells_case_step_expected_and_got(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [["place", [0, "A", 0, 0, "in"], "IN +2 total=2"], ["stop", [0], "due=1"]]
    assert run(tmp_path, [GOOD | {"id": "two", "steps": steps}]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "two step 1 place [0, \"A\", 0, 0, \"in\"]: expected 'IN +2 total=2', got 'IN +1 total=1'",
        "Clever Keys: 1 cases, 1 with a mismatch",
    ]


@pytest.mark.parametrize(
    ("cases", "sentence"),
    [
        ("[", "line 1: Expecting value; a file of cases is a JSON list"),
        ({}, "this is a dict; a file of cases is a JSON list"),
        ([3], "case 1 needs 'id', a str"),
        ([GOOD | {"steps": "none"}], "case 1 needs 'steps', a list"),
        ([GOOD | {"game": "XX"}], "case one: there is no game 'XX'; there are CK, HT, DB, SS"),
        ([GOOD | {"steps": [["stop", 0]]}], 'case one: a step is [event, [arguments], answer], not ["stop", 0]'),
        ([GOOD | {"steps": [["jump", [], "ok"]]}], "case one, step 1: there is no event 'jump'"),
        ([GOOD | {"steps": [["stop", [], "ok"]]}], "case one, step 1: stop takes 1 arguments, not []"),
        ([GOOD | {"setup": {"n": 2, "chambre": 3}}], "case one, set-up: there is no set-up key 'chambre'"),
        ([GOOD | {"setup": {}}], "case one, set-up: n is 0; it would be the number of players, 2 to 5"),
        ([GOOD | {"setup": {"n": 2, "gems": [1]}}], "gems and cur must be those of 2 players"),
        ([GOOD | {"setup": {"n": 2, "keys": {"D": [0, 0, "in"]}}}], "there is no key 'D'; there are A, B, C"),
        ([GOOD | {"setup": {"n": 2, "keys": {"A": [9, 0, "in"]}}}], "key A cannot stand at [9, 0, 'in']"),
    ],
)
def test_a_wrong_file_is_named_with_what_would_be_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cases: Any, sentence: str
) -> None:
    assert run(tmp_path, cases) == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no/such/file.json"]) == 2
    assert "no/such/file.json: No such file or directory" in capsys.readouterr().err


def test_one_file_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
