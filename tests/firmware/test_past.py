"""What the journal tells of games: a list, a play that holds, a transcript, and exports that keep secrets."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.commands import WRONG
from firmware.journal import NAME, Journal, open_journal
from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.simbox import Simulated

BOARD = "board 0.3 1.2 2.2 3.3 4.0 5.3 6.2 7.1\n"
SHORT = f"gems 2\n{BOARD}game clever_keys players=2 start=1 touchMove=false\n"
HALF = f"""{SHORT}push 0.0
expect Fits player=1 slot=0.0
take centre 1
expect TurnStarts player=0
push 1.2
expect Red player=0 slot=1.2
"""
WHOLE = f"""{HALF}take centre 1
put corner 1
expect GameOver
"""


def played(text: str, state: Path) -> str:
    """Perform a play and leave its journal in `state`."""
    play = read_play("a.play", text)
    assert isinstance(play, Play), play
    told: list[str] = []
    stage = Simulated(play.setting, journal=True)
    try:
        assert Performance(play, stage, told.append).run() is Verdict.HELD, told
        shutil.copytree(stage.disk, state)
    finally:
        stage.close()
    return "\n".join(told)


def asked(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(argv) == 0
    return capsys.readouterr().out


def exported(capsys: pytest.CaptureFixture[str], state: Path) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(asked(capsys, "export", "--state", str(state)))
    return made


@pytest.mark.parametrize(
    "name",
    [
        "turn_valerie",
        "undo_redo",
        "foul_F09_kept",
        "power_key_moved",
        "dragon_undo_redo",
        "dragon_power",
        "swoop_undo_redo",
        "swoop_power_column",
    ],
)
def test_a_game_of_the_journal_becomes_a_play_that_holds(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(__file__).parents[1] / "plays" / f"{name}.play").read_text(encoding="utf-8")
    played(text, tmp_path / "state")
    again = asked(capsys, "replay", "--spoil", "--state", str(tmp_path / "state"))
    assert again.count("expect") > 5
    played(again, tmp_path / "again")


def test_the_transcript_of_a_game_is_that_of_its_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = played(WHOLE, tmp_path / "state").splitlines()
    again = asked(capsys, "replay", "--spoil", "--state", str(tmp_path / "state"), "--transcript").splitlines()
    assert [line.split(maxsplit=1)[1] for line in again] == [line.split(maxsplit=1)[1] for line in told]


def test_what_players_must_remember_stays_out_until_the_game_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(HALF, tmp_path / "half")
    half = exported(capsys, tmp_path / "half")
    assert (half["over"], half["winners"], half["scores"]) == (False, None, [0, 1])
    assert {name for state in half["history"] for name in state} == {"turn", "scores"}
    text = asked(capsys, "export", "--text", "--state", str(tmp_path / "half"))
    assert "keys " not in text
    assert "suspects" not in text
    played(WHOLE, tmp_path / "whole")
    whole = exported(capsys, tmp_path / "whole")
    assert (whole["over"], whole["winners"], whole["scores"]) == (True, [1], [0, 1])
    assert "keys" in whole["history"][-1]


def test_a_game_that_goes_on_is_not_replayed_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(HALF, tmp_path / "half")
    for how in ([], ["--transcript"]):
        assert main(["replay", *how, "--state", str(tmp_path / "half")]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert "game 1 goes on" in said.err
    played(WHOLE, tmp_path / "whole")
    assert "expect Red" in asked(capsys, "replay", "--state", str(tmp_path / "whole"))


def test_scores_and_history_follow_an_undo_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(f"{WHOLE}press back\nexpect Undone\n", tmp_path / "state")
    known = exported(capsys, tmp_path / "state")
    assert (known["over"], known["scores"]) == (False, [0, 1])
    assert "over" not in asked(capsys, "games", "--state", str(tmp_path / "state"))


def test_games_tells_how_each_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(WHOLE, tmp_path / "state")
    assert "clever_keys  players=2  over: winners 1, scores 0,1" in asked(
        capsys, "games", "--state", str(tmp_path / "state")
    )


@pytest.mark.parametrize("argv", [["games"], ["replay"], ["export"], ["export", "7"]])
def test_a_journal_or_a_game_that_is_not_there_is_said(
    argv: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*argv, "--state", str(tmp_path)]) == 2
    assert "there is no journal" in capsys.readouterr().err
    made = open_journal(tmp_path / NAME, boot="first")
    assert made is not None
    assert main([*argv, "--state", str(tmp_path)]) == (0 if argv[0] == "games" else 2)
    assert "has no game yet" in capsys.readouterr().err
    made.begin("clever_keys", {}, wall=None)
    made.close()
    if argv[0] != "games":
        assert main([*argv, "--state", str(tmp_path)]) == 2
        assert "boxref: the " in capsys.readouterr().err


def test_a_journal_that_cannot_be_read_is_said_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / NAME).write_text("remember the milk\n" * 300, encoding="utf-8")
    assert main(["games", "--state", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert (tmp_path / NAME).exists()


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE game SET setup = '[]'",
        "UPDATE game SET setup = json_set(setup, '$.players', 'two')",
        "UPDATE game SET outcome = '{}'",
        "UPDATE fact SET fact = json_set(fact, '$.at', 'noon') WHERE seq = 3",
        "DROP TABLE fact",
    ],
)
def test_a_journal_that_was_edited_by_hand_is_answered_with_a_sentence(
    edit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(WHOLE, tmp_path / "state")
    journal = Journal(tmp_path / "state" / NAME, boot="")
    with journal._file as file:
        file.execute(edit)
    journal.close()
    refused = 0
    for command in (["games"], ["replay"], ["replay", "--transcript"], ["export"], ["export", "--text"]):
        if main([*command, "--state", str(tmp_path / "state")]) == WRONG:
            assert capsys.readouterr().err.startswith("boxref: ")
            refused += 1
    assert refused


def test_a_row_that_is_no_json_is_told_of_with_the_name_of_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(HALF, state := tmp_path / "state")
    journal = Journal(state / NAME, boot="")
    with journal._file as file:
        file.execute("UPDATE game SET outcome = 'nobody'")
    journal.close()
    assert main(["games", "--state", str(state)]) == WRONG
    assert capsys.readouterr().err.startswith(f"boxref: what is in the journal {state / NAME} makes no game: ")


@pytest.mark.parametrize(("cut", "told"), [(True, False), (False, True)])
def test_a_game_whose_journal_failed_may_go_on_and_keeps_its_secrets_and_one_that_was_left_does_not(
    cut: bool, told: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(HALF, tmp_path / "state")
    journal = open_journal(tmp_path / "state" / NAME, boot="later")
    assert journal is not None
    last = journal.last()
    assert last is not None
    journal.resume(last.id)
    journal.leave(cut=cut)
    assert journal.last() is None
    journal.close()
    assert (main(["replay", "--state", str(tmp_path / "state")]) == 0) is told
    assert ("1.2" in capsys.readouterr().out) is told


def test_the_order_of_dealt_task_cards_is_told_only_when_the_game_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played("game hammer_time players=2 start=0 variant=dealt\nwait 1\n", tmp_path / "state")
    told = exported(capsys, tmp_path / "state")
    assert told["over"] is False
    assert told["settings"]["tasks"] == "box"
    assert "deal" not in told["settings"]
