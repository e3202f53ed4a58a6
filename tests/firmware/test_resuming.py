"""A box that starts with a journal: it goes on where the facts end, or begins anew with a word."""

import json
from pathlib import Path

import pytest

from firmware.places import state_directory
from firmware.replay import begun, fold, read
from firmware.setting import Setting
from firmware.simbox import Simulated
from games.announcements import words
from games.catalog import named
from games.table import Slot
from tests.firmware.disks import slow_disks
from tests.firmware.ends import performed
from tests.plays.power import PHASES, script

BOARD = tuple(Slot(section, 3) for section in range(8))


def setting() -> Setting:
    game = named("clever_keys")
    return Setting(game=game, players=2, start=0, settings=game.rules.settings(), board=BOARD)


def test_where_the_state_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    service = {"STATE_DIRECTORY": "/var/lib/boxref:/var/lib/other", "XDG_STATE_HOME": "/x"}
    assert state_directory("here", service) == Path("here")
    assert state_directory(None, service) == Path("/var/lib/boxref")
    assert state_directory(None, {"XDG_STATE_HOME": "/x"}) == Path("/x/boxref")
    monkeypatch.setenv("HOME", "/home/someone")
    for environ in ({}, {"XDG_STATE_HOME": ""}, {"XDG_STATE_HOME": "not/absolute"}):
        assert state_directory(None, environ) == Path("/home/someone/.local/state/boxref")


def test_a_press_is_answered_only_when_it_is_on_the_disk_and_a_key_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    disks = slow_disks(monkeypatch)
    stage = Simulated(setting(), journal=True)
    try:
        (disk,) = disks
        disk.hold()
        stage.world.push_key((0, 0))
        stage.run_until(stage.now() + 3)
        assert words(stage.said[-1][1]).startswith("Fits"), "the lamp comes first, the disk right after"
        stage.world.press("go")
        stage.run_until(stage.now() + 1)
        stage.world.push_key((5, 0))
        stage.run_until(stage.now() + 3)
        assert words(stage.said[-1][1]).startswith("Fits"), "nothing is said of what a cut would take back"
        disk.release()
        stage.run_until(stage.now() + 1)
        assert [words(said).split()[0] for _, said in stage.said[-3:]] == ["Take", "Foul", "Guide"]
    finally:
        stage.close()


def test_a_game_that_cannot_be_folded_again_is_told_of_and_not_tried_twice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stage = Simulated(setting(), journal=True)
    try:
        record = stage.box.record
        assert record is not None
        record.journal.add([(9.0, {"fact": "Guess", "at": 9.0})], wall=None)
        stage.world.power(False)
        stage.world.power(True)
        assert "cannot go on" in caplog.text
        assert "Resumed" not in [words(said) for _, said in stage.said]
        stage.run_until(stage.now() + 3)
        assert words(stage.said[-1][1]) == "TurnStarts player=0"
        assert stage.box.record is not None
        assert [game.left for game in stage.box.record.journal.games()] == [True, False]
    finally:
        stage.close()


def test_games_that_cannot_be_read_are_told_of_and_a_new_one_begins(caplog: pytest.LogCaptureFixture) -> None:
    stage = Simulated(setting(), journal=True)
    try:
        assert stage.box.record is not None
        with stage.box.record.journal._file as file:
            file.execute("UPDATE game SET setup = '{'")
        stage.world.power(False)
        stage.world.power(True)
        assert "cannot be read" in caplog.text
        stage.run_until(stage.now() + 3)
        assert words(stage.said[-1][1]) == "TurnStarts player=0"
    finally:
        stage.close()


def test_a_whole_game_folds_to_what_the_box_knew() -> None:
    stage = Simulated(setting(), journal=True)
    try:
        for section in range(0, 6, 2):
            stage.world.push_key((section, 0))
            stage.run_until(stage.now() + 3)
            stage.world.take_gems("centre", 1)
            stage.run_until(stage.now() + 5)
        record = stage.box.record
        assert record is not None
        (kept,) = record.journal.games()
        facts = read(row.fact for row in record.journal.facts(kept.id))
        *_, last = fold(begun(kept.name, json.loads(json.dumps(kept.setup))), facts)
        assert last.state == stage.box.tabletop.state
        assert stage.scores() == (2, 1)
    finally:
        stage.close()


def test_a_plug_pulled_between_the_last_fact_and_the_note_of_the_end_leaves_no_game_that_goes_on_for_ever() -> None:
    stage = performed(script(PHASES["game_over"]._replace(waits=(), goes_on=""), "", ""))
    try:
        record = stage.box.record
        assert record is not None
        outcome = record.journal.games()[-1].outcome
        record.journal.end(None)
        stage.world.power(False)
        stage.world.power(True)
        assert stage.box.record is not None
        assert stage.box.record.journal.games()[-1].outcome == outcome is not None
    finally:
        stage.close()


def test_a_game_of_last_winter_that_cannot_be_read_does_not_end_the_one_that_is_on() -> None:
    stage = Simulated(setting(), journal=True)
    try:
        record = stage.box.record
        assert record is not None
        with record.journal._file as file:
            file.execute("INSERT INTO game (id, name, setup, left) VALUES (0, 'clever_keys', '{', 1)")
        stage.world.power(False)
        stage.world.power(True)
        assert words(stage.said[-1][1]) != "Lobby"
        assert "Resumed" in [words(said) for _, said in stage.said]
    finally:
        stage.close()
