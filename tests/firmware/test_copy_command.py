"""`boxref copy` as its owner types it, and the boxes, plays and replays that read what was entered."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from firmware import copyfile
from firmware.cli import main
from firmware.places import COPY as NAME
from firmware.plays.reading import read_play
from firmware.plays.script import Play
from tests.firmware.test_past import asked, played

OURS = "[dragon_battle]\njugglerStars = 2\n"
SWOOP = "game sultans_swoop players=3 start=0\n"
WHITE = Path(__file__).parents[1] / "plays/swoop_copy_of_ours.toml"


class Terminal:
    """`boxref copy` behind a terminal of its own."""

    def __init__(self, file: Path) -> None:
        self._fd, far = pty.openpty()
        argv = [sys.executable, "-m", "firmware.cli", "copy", "--copy", str(file)]
        self.process = subprocess.Popen(argv, stdin=far, stdout=far, stderr=far, start_new_session=True)  # noqa: S603
        os.close(far)

    def read(self, until: str) -> str:
        """What it prints, up to something."""
        told = ""
        while until not in told:
            told += os.read(self._fd, 4096).decode()
        return told

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._fd)


def test_in_a_terminal_what_was_entered_is_on_the_disk_before_the_next_question(tmp_path: Path) -> None:
    file = tmp_path / NAME
    terminal = Terminal(file)
    try:
        terminal.read("sets [")
        terminal.type("next\n")
        assert "Dragon Battle" in terminal.read("residentStars [")
        terminal.type("1 2\n")
        assert "lists 2 residents; the box has 20" in terminal.read("residentStars [")
        terminal.type("\n")
        terminal.read("jugglerStars [1]")
        terminal.type("3\n")
        terminal.read("dieFaces [")
        assert "jugglerStars = 3" in file.read_text(encoding="utf-8")
        terminal.type("\x04")
        assert f"They are in {file}" in terminal.read("reads it.")
        assert terminal.process.wait() == 0
    finally:
        terminal.close()
    assert next(iter(copyfile.read(file).copies.values())).copy.juggler_stars == 3


def test_ctrl_c_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / NAME
    typed = iter(["next", "", "3"])

    def line(_question: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", line)
    assert main(["copy", "--copy", str(file)]) == 130
    assert capsys.readouterr().out.endswith(f"They are in {file}; `boxref run --copy {file}` reads it.\n")
    assert "jugglerStars = 3" in file.read_text(encoding="utf-8")


def conversation(file: Path, typed: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "firmware.cli", "copy", "--copy", str(file)]
    return subprocess.run(argv, input=typed, capture_output=True, text=True, check=False)  # noqa: S603


def test_the_end_of_the_input_loses_nothing_and_what_stood_there_is_kept(tmp_path: Path) -> None:
    file = tmp_path / NAME
    file.write_text("# my own words\n" + OURS, encoding="utf-8")
    ended = conversation(file, "next\n\n4\n5")
    assert ended.returncode == 0
    assert "What stood in copy.toml until now is kept in copy.toml.before." in ended.stdout
    assert ended.stdout.count("is kept in") == 1
    assert "jugglerStars = 4" in file.read_text(encoding="utf-8")
    assert file.with_name("copy.toml.before").read_text(encoding="utf-8") == "# my own words\n" + OURS


def test_the_end_of_the_input_with_wagons_half_told_is_told_what_that_means(tmp_path: Path) -> None:
    told = [conversation(tmp_path / NAME, "\nygbr yyggb rrbbg ygbryg\n" + end).stdout for end in ("", "stop\n")]
    for each in told:
        assert "wagons has sets of 4, 0, 0, 0 cards; there are 4 sets of 4. Until that is right the box plays" in each


def test_who_enters_nothing_changes_nothing(tmp_path: Path) -> None:
    ended = conversation(tmp_path / NAME, "stop\n")
    assert (ended.returncode, ended.stdout.splitlines()[-1][-16:]) == (0, "Nothing entered.")
    assert not list(tmp_path.iterdir())


def test_a_wrong_file_is_complained_about_and_can_be_put_right(tmp_path: Path) -> None:
    file = tmp_path / NAME
    file.write_text("[dragon_battle]\njugglerStars = 9\n", encoding="utf-8")
    ended = conversation(file, "next\n\n3\nstop\n")
    assert f"{file}:2: dragon_battle.jugglerStars: is 9; a juggler has 1 to 6" in ended.stderr
    assert copyfile.read(file).faults == ()


def test_where_the_file_cannot_be_written_the_owner_sees_what_would_stand_in_it(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = conversation(tmp_path / "file" / NAME, "next\n\n3\n")
    assert ended.returncode == 1
    assert f"cannot be written (File exists: {tmp_path / 'file'}); name another file with --copy" in ended.stderr
    assert "jugglerStars = 3" in ended.stdout


def test_nobody_can_answer_where_the_input_is_closed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["copy", "--state", str(tmp_path)]) == 2
    assert "standard input is closed" in capsys.readouterr().err


def test_show_lists_every_value_with_its_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "copy", "show", "--state", str(tmp_path))
    assert told.startswith(f"{tmp_path / NAME} is not there: everything is as shipped.")
    assert "yours" not in told
    (tmp_path / NAME).write_text(f"{OURS}[dragon_battle.settings]\nsilverJoins = true\n", encoding="utf-8")
    told = asked(capsys, "copy", "show", "--state", str(tmp_path))
    assert "  jugglerStars: 2\n    yours\n" in told
    assert "Clever Keys\n  settings.gems: 52\n    as recommended\n" in told
    assert "  settings.silverJoins: true\n    yours\n" in told
    assert "  tower: 2: column lantern ruby | 3: " in told
    for mark in ("rulebook", "derived", "assumed"):
        assert f"\n    {mark}: " in told


def test_check_names_what_is_wrong_and_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    assert main(["copy", "check", str(file)]) == 2
    assert "there is no copy file" in capsys.readouterr().err
    file.write_text(OURS, encoding="utf-8")
    assert asked(capsys, "copy", "check", str(file)) == f"{file}: all can be so; values entered: 1\n"
    file.write_text(OURS + "dieFaces = ['black']\n", encoding="utf-8")
    assert main(["copy", "check", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{file}:3: dragon_battle.dieFaces: lists 1 faces; a die has 6\n")


@pytest.mark.parametrize(("text", "warns"), [(OURS, False), ("[dragon_battle]\njugglerStars = 9\n", True)])
def test_a_wrong_file_never_keeps_a_box_from_starting(tmp_path: Path, text: str, warns: bool) -> None:
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    argv = [sys.executable, "-m", "firmware.cli", "run", "--sim", "--state", str(tmp_path)]
    ran = subprocess.run(argv, input="quit\n", capture_output=True, text=True, check=False)  # noqa: S603
    assert ran.returncode == 0
    told = [line for line in ran.stderr.splitlines() if NAME in line]
    assert len(told) == warns
    assert not warns or told[0].endswith("; until then played as shipped: Dragon Battle")


@pytest.mark.parametrize("command", [["run", "--sim"], ["simulate", "hammer_time"], ["doctor"]])
def test_a_file_that_was_named_and_is_not_there_is_no_copy_as_shipped(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typo = tmp_path / "coppy.toml"
    assert main([*command, "--state", str(tmp_path), "--copy", str(typo)]) == 2
    told = f"boxref: there is no copy file {typo}; `boxref copy --copy {typo}` makes one\n"
    assert capsys.readouterr().err == told
    assert not list(tmp_path.iterdir()), "it was said before anything was begun"


def test_a_file_where_the_box_looks_for_it_is_said_to_be_read_when_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["white red blue green", "stop"])
    monkeypatch.setattr("builtins.input", lambda _question: next(typed))
    assert main(["copy", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(f"They are in {tmp_path / NAME}; the box reads it when it starts.\n")


def test_a_play_is_played_with_the_copy_beside_it(tmp_path: Path) -> None:
    (tmp_path / "white.toml").write_bytes(WHITE.read_bytes())
    play = read_play(str(tmp_path / "a.play"), f"copy white.toml\n{SWOOP}colour white\n")
    assert isinstance(play, Play)
    assert play.setting.copies["sultans_swoop"].copy.colours[0] == "white"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (f"copy\n{SWOOP}", "a.play:1: it is not said which file; write copy FILE"),
        (f"{SWOOP}copy none.toml\n", "a.play:2: there is no file {folder}/none.toml; put it beside the play"),
        (f"copy bad.toml\n{SWOOP}", "bad.toml:3: sultans_swoop.dieFaces: lists 1 faces; a die has 6"),
        (
            f"copy white.toml\n{SWOOP}colour yellow\n",
            "a.play:3: no colour key means 'yellow' now; write white, red, blue",
        ),
    ],
)
def test_a_play_with_a_wrong_copy_is_not_performed(
    tmp_path: Path, lines: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "white.toml").write_bytes(WHITE.read_bytes())
    (tmp_path / "bad.toml").write_text("\n[sultans_swoop]\ndieFaces = ['red']\n", encoding="utf-8")
    file = tmp_path / "a.play"
    file.write_text(lines, encoding="utf-8")
    assert main(["play", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(str(tmp_path / told.format(folder=tmp_path)))


def test_an_owner_whose_wagons_are_those_shipped_has_entered_them_all_the_same_and_a_replay_tracks_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = next(owned for owned in copyfile.read(tmp_path / NAME).owned if owned.game.name == "hammer_time")
    copyfile.save(tmp_path / NAME, [shipped.enter("wagons", shipped.values["wagons"])])
    script = "game hammer_time players=2 start=0 tasks=off\ncolour red\nexpect SetTaken player=0\n"
    played(f"copy {tmp_path / NAME}\n{script}", tmp_path / "state")
    assert " wagons=tracked" in asked(capsys, "replay", "--spoil", "--state", str(tmp_path / "state"))


def test_a_game_with_the_owner_s_copy_is_replayed_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = f"{SWOOP}column up\nexpect Swoop\npress p2\nexpect Has player=1\n"
    state = tmp_path / "state"
    played_with(tmp_path, script, state)
    play = asked(capsys, "replay", "--spoil", "--state", str(state))
    copy = [line.removeprefix("#> ") for line in play.splitlines() if line.startswith("#>")]
    (tmp_path / "game-1.toml").write_text("\n".join(copy), encoding="utf-8")
    again = read_play(str(tmp_path / "again.play"), play)
    assert isinstance(again, Play), again
    assert again.setting.copies["sultans_swoop"] == copyfile.read(WHITE).copies["sultans_swoop"]


def played_with(folder: Path, script: str, state: Path) -> None:
    (folder / "white.toml").write_bytes(WHITE.read_bytes())
    played(f"copy {folder / 'white.toml'}\n{script}", state)
