"""What was found when boxes were started from every disk: mishaps, each by name."""

import os
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import NAME, open_journal
from tests.cuts.calls import Stood
from tests.cuts.stage import Stage


def test_a_box_set_up_again_after_its_game_had_ended_begins_the_next_one(tmp_path: Path) -> None:
    """All gems had come back into an empty chamber while the power was off: that was taken for something else."""
    stage = Stage(tmp_path, boot="1", stood=Stood(keys=(), centre=1, corner=0))
    try:
        stage.wait(5)
        stage.world.press("go")
        stage.wait(2)
        stage.world.push_key((0, (stage.world.board[0] + 1) % 4))
        stage.wait(3)
        stage.world.take_gems("centre", 1)
        stage.wait(5)
        assert stage.said[-1] == "GameOver winners=0 scores=1,0,0"
    finally:
        stage.close()
    stage = Stage(tmp_path, boot="2")
    try:
        stage.wait(8)
        assert stage.said == ["Resumed", "GameOver winners=0 scores=1,0,0", "TurnStarts player=0"]
    finally:
        stage.close()


def test_a_plug_pulled_on_the_first_evening_does_not_take_the_whole_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal was flushed, and the names of the folders it was made in were not."""
    flushed: list[Path] = []
    fsync = os.fsync

    def noted(fd: Any) -> None:
        fsync(fd)
        flushed.append(Path(f"/proc/self/fd/{fd}").readlink())

    monkeypatch.setattr(os, "fsync", noted)
    for _ in range(2):
        journal = open_journal(tmp_path / "state" / "boxref" / NAME, boot="")
        assert journal is not None
        journal.close()
    assert flushed == [tmp_path / "state", tmp_path], "once, when they were made"
