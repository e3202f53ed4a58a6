"""Every play of this folder holds: a box of twins, the real drivers, sensing and the referee, from contact to lamp."""

import re
from pathlib import Path

import pytest

from firmware.plays.runner import Verdict
from games.catalog import GAMES
from tests.plays.acted import perform

PLAYS = sorted(Path(__file__).parent.glob("*.play"))


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_the_play_holds(path: Path) -> None:
    verdict, told = perform(str(path), path.read_text(encoding="utf-8"))

    assert verdict is Verdict.HELD, "\n".join(told)
    if path.stem.startswith("innocent"):
        announced = {line.split()[2] for line in told if line.split()[1] == "<"}
        assert not announced & {"Foul", "Guide", "Ask", "TableRight", "Unsure"}, "no more talk than needed"


def test_a_second_back_within_a_second_undoes_nothing() -> None:
    text = Path(__file__).with_name("undo_double.play").read_text(encoding="utf-8")
    _, told = perform("undo_double.play", text)

    assert len([line for line in told if line.endswith("< Undone")]) == 1


@pytest.mark.parametrize("number", [2, 3, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 19])
def test_every_foul_that_sensors_can_name_has_a_play(number: int) -> None:
    (first, *_) = [path for path in PLAYS if path.stem.startswith(f"foul_F{number:02}")]
    assert f"expect Foul code=F{number:02}" in first.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [2, 4, 5, 8, 9, 12, 16, 18])
def test_every_foul_of_dragon_battle_that_entries_can_name_has_a_play(number: int) -> None:
    text = Path(__file__).with_name(f"dragon_foul_F{number:02}.play").read_text(encoding="utf-8")
    assert f"expect Foul code=F{number:02}" in text


@pytest.mark.parametrize("number", [3, 4, 5, 9, 10, 17])
def test_every_foul_of_sultans_swoop_that_the_column_or_entries_can_name_has_a_play(number: int) -> None:
    text = Path(__file__).with_name(f"swoop_foul_F{number:02}.play").read_text(encoding="utf-8")
    assert f"expect Foul code=F{number:02}" in text


FOULS = {"clever_keys": ("CK", 19), "hammer_time": ("HT", 20), "dragon_battle": ("DB", 18), "sultans_swoop": ("SS", 17)}
"""How many fouls each game has, and the letters of their codes."""

IMPOSSIBLE = {"CK-F04"}
"""Two keys in one slot: no hand can do it."""


@pytest.mark.parametrize("game", FOULS)
def test_each_foul_is_named_in_a_play_of_its_game_by_sensors_by_entries_or_by_the_list(game: str) -> None:
    letters, many = FOULS[game]
    named = {
        f"{letters}-{code}"
        for path in PLAYS
        if re.search(
            rf"^game {game} |^expect Chosen game={game}\b", (text := path.read_text(encoding="utf-8")), re.MULTILINE
        )
        for code in re.findall(rf"^expect Foul code=(?:{letters}-)?(F\d\d)", text, re.MULTILINE)
    }
    assert {f"{letters}-F{number:02}" for number in range(1, many + 1)} - named <= IMPOSSIBLE


def test_sultans_swoop_is_set_up_by_hand_and_waits_for_its_column() -> None:
    key = [game.name for game in GAMES].index("sultans_swoop") + 1
    text = Path(__file__).with_name("swoop_set_up.txt").read_text(encoding="utf-8")
    verdict, told = perform("swoop_set_up.play", text.replace("KEY", f"k{key}"))

    assert verdict is Verdict.HELD, "\n".join(told)


def test_the_same_play_is_the_same_play_again() -> None:
    path = Path(__file__).with_name("turn_valerie.play")

    assert perform("again.play", path.read_text(encoding="utf-8")) == perform(
        "again.play", path.read_text(encoding="utf-8")
    )
