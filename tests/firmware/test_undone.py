"""Undo and redo, to the very start and through a power cut: scores, history and both exports follow together."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from tests.firmware.ends import unplugged

WORLD = "gems 3\nboard 0.3 1.2 2.2 3.3 4.0 5.3 6.2 7.1\ngame clever_keys players=2 start=0\n"
GAME = """\
push 0.0
expect Fits player=0 slot=0.0
take centre 1
expect TurnStarts player=1
push 1.2
expect Red player=1 slot=1.2
take centre 1
put corner 1
expect TurnStarts player=0
push 5.0
expect Fits player=0 slot=5.0
"""
MOVES = 6
"""A placement, a stop, a payment; a placement, a discard; a placement: `back` takes one of them."""

END = "take centre 1\nexpect GameOver winners=0 scores=2,0\n"
CUT = "power off\nwait 3\npower on\nexpect Resumed\n"
BACK = "+2 press back\nexpect Undone\n"
AGAIN = "+2 press go\nexpect Resumed\n"


class Told:
    """What is known of a game after a play."""

    def __init__(self, play: str, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
        shutil.rmtree(state, ignore_errors=True)
        unplugged(WORLD + play, state)
        self.json: dict[str, Any] = json.loads(self._asked(capsys, "export", state))
        self.text = self._asked(capsys, "export", state, "--text")
        self.listed = self._asked(capsys, "games", state)

    def _asked(self, capsys: pytest.CaptureFixture[str], command: str, state: Path, *how: str) -> str:
        assert main([command, "--state", str(state), *how]) == 0
        return capsys.readouterr().out

    @property
    def states(self) -> list[Any]:
        history: list[Any] = self.json["history"]
        return history

    def agrees(self) -> None:
        """The last state of the history has the score, and the text tells the same as the JSON."""
        scores, over = self.json["scores"], self.json["over"]
        last = self.states[-1]
        assert (last["gems"] if over else last["scores"]) == scores
        lines = self.text.splitlines()
        assert f"scores   {', '.join(map(str, scores))}" in lines
        assert f"over     {over}" in lines
        assert f"winners  {', '.join(map(str, self.json['winners'])) if over else 'not known'}" in lines
        assert len([line for line in lines if line[:4].strip().isdigit()]) == len(self.states)
        ends = f"over: winners {','.join(map(str, self.json['winners'] or ()))}, scores {','.join(map(str, scores))}"
        assert (ends in self.listed) is over


@pytest.mark.parametrize("cut", ["", CUT])
def test_every_move_is_taken_back_to_the_very_start_and_comes_again(
    cut: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Told(GAME + cut, tmp_path / "state", capsys)
    whole.agrees()
    assert len(whole.states) == MOVES + 1
    for undone in range(1, MOVES + 1):
        told = Told(GAME + cut + BACK * undone, tmp_path / "state", capsys)
        told.agrees()
        assert told.states == whole.states[:-undone]
    again = Told(GAME + cut + BACK * MOVES + AGAIN * MOVES + "expect scores 1 0\n", tmp_path / "state", capsys)
    again.agrees()
    assert again.states == whole.states
    # At the very start there is nothing more to take back.
    start = Told(GAME + cut + BACK * MOVES + "+2 press back\n+2 press back\n", tmp_path / "state", capsys)
    assert start.states == whole.states[:1]
    assert start.json["scores"] == [0, 0]


def test_what_was_undone_stays_undone_through_a_cut_and_the_rest_can_still_be_undone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Told(GAME, tmp_path / "state", capsys)
    told = Told(GAME + (BACK + CUT) * MOVES + "expect scores 0 0\n", tmp_path / "state", capsys)
    told.agrees()
    assert told.states == whole.states[:1]


def test_a_move_comes_again_only_until_a_hand_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = Told(GAME, tmp_path / "state", capsys)
    told = Told(
        GAME + BACK + "lift 5.0\nexpect TableRight\npress go\nexpect Foul code=F18\n", tmp_path / "state", capsys
    )
    told.agrees()
    assert told.states == whole.states[:-1]


@pytest.mark.parametrize("cut", ["", CUT])
def test_an_end_that_is_undone_is_no_end_and_another_one_may_follow(
    cut: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Told(GAME + END + cut, tmp_path / "state", capsys)
    ended.agrees()
    assert (ended.json["over"], ended.json["winners"], ended.json["scores"]) == (True, [0], [2, 0])

    undone = Told(GAME + END + cut + BACK, tmp_path / "state", capsys)
    undone.agrees()
    assert (undone.json["over"], undone.json["scores"]) == (False, [1, 0])
    assert "goes on" in undone.listed

    redone = Told(GAME + END + cut + BACK + AGAIN + "expect over 0\n", tmp_path / "state", capsys)
    redone.agrees()
    assert redone.states == ended.states
    assert redone.json["winners"] == [0]

    # Taken back as far as the placement, which is then made into a slot that blocks: the last gem is lost.
    other = Told(
        GAME
        + END
        + cut
        + BACK * 3
        + "lift 5.0\nput centre 1\nexpect TableRight\n"
        + "push 5.3\nexpect Red player=0 slot=5.3\ntake centre 1\nput corner 1\n"
        + "expect GameOver winners=0 scores=1,0\n",
        tmp_path / "state",
        capsys,
    )
    other.agrees()
    assert (other.json["over"], other.json["winners"], other.json["scores"]) == (True, [0], [1, 0])
    assert "scores 2,0" not in other.listed
