"""Switched off by hand, or cut off: what is said of it, and that each game goes on."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from firmware import terminal
from firmware.announcer import Announcer
from firmware.commands.run import sat
from firmware.commands.table import Table, Typed
from firmware.listening import StillHolds
from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.setting import Setting
from firmware.simbox import Simulated, live_stage
from firmware.switching import OFF_S, WISH, ask, meant_by
from games.announcements import Announcement, words
from games.catalog import GAMES
from games.contract import Lit
from games.facts import Fact, Pressed

OFF = "hold back+go 5.2\nexpect SwitchingOff\nexpect lamp go white\nexpect lamp back white\npress go\nexpect none"
BACK = "power off\nwait 3\npower on"

BEFORE = {
    "clever_keys": ("push 0.0\nexpect Fits player=0 slot=0.0", "expect Resumed\nexpect Ask about=stop"),
    "hammer_time": (
        "knock falls=3\nexpect Fell gems=3\nexpect Ask about=task",
        "expect Resumed\nexpect Ask about=task",
    ),
    "dragon_battle": (
        "colour red blue silver silver\ncolour blue\nexpect Scared dragon=blue dice=3\nwait 3",
        "expect Resumed",
    ),
    "sultans_swoop": ("column up\nexpect Swoop\nexpect Ask about=column", "expect Resumed\nexpect Ask about=column"),
}


def acted(game: str, *steps: str) -> Iterator[Simulated]:
    board = "board 0.3 1.2 2.2 3.3 4.0 5.3 6.2 7.1\n" if game == "clever_keys" else ""
    play = read_play("a.play", f"{board}game {game} players=3 start=0\n" + "\n".join(steps))
    assert isinstance(play, Play), play
    told: list[str] = []
    stage = Simulated(play.setting, journal=True)
    try:
        assert Performance(play, stage, told.append).run() is Verdict.HELD, told
        yield stage
    finally:
        stage.close()


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_game_that_was_switched_off_is_silent_then_and_goes_on_at_the_next_start(game: str) -> None:
    before, after = BEFORE[game]
    for stage in acted(game, before, OFF, BACK, after):
        assert stage.disk.name == "2"


@pytest.mark.parametrize("steps", ["hold back+go 4.9", "press back+go\n" * 12, "hold go 6\nhold back 1"])
def test_neither_less_than_five_seconds_nor_mashing_nor_one_key_alone_switch_off(steps: str) -> None:
    for stage in acted("clever_keys", steps, "push 0.0\nexpect Fits total=1"):
        assert "SwitchingOff" not in [words(said) for _, said in stage.said]


def test_only_both_keys_together_for_long_enough_are_meant() -> None:
    less: list[Fact] = [Pressed(at=9.0, key="go", held=60.0), Pressed(at=9.0, key="back+go", held=OFF_S - 0.01)]
    assert not meant_by(less)
    assert meant_by([*less, Pressed(at=9.0, key="back+go", held=OFF_S)])


def test_where_systemd_gave_no_directory_nobody_is_asked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert not ask({})
    assert not ask({"RUNTIME_DIRECTORY": str(tmp_path / "gone")})
    assert "the computer cannot be asked to power off" in caplog.text
    assert ask({"RUNTIME_DIRECTORY": f"{tmp_path}:/elsewhere"})
    assert [file.name for file in tmp_path.iterdir()] == [WISH]


Heard = list[tuple[str, float]]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """What the ear is told, with the moment at which its melody is over or would be."""
    told: Heard = []
    announce = Announcer.announce

    def hears(self: Announcer, said: Sequence[Announcement], lit: Sequence[Lit], still_holds: StillHolds) -> None:
        announce(self, said, lit, still_holds)
        told.extend((words(each).split()[0], self.sounding_until) for each in said)

    monkeypatch.setattr(Announcer, "announce", hears)
    return told


def test_a_pulled_plug_is_told_of_once_before_the_game_goes_on_and_no_transcript_shows_it(heard: Heard) -> None:
    for stage in acted("clever_keys", "push 0.0", "expect Fits total=1", BACK, "expect Ask about=stop"):
        said = [word for word, _ in heard]
        assert said.count("CutOff") == 1
        at = said.index("CutOff")
        assert said[at : at + 2] == ["CutOff", "Resumed"]
        assert heard[at + 1][1] == heard[at][1], "what goes on waits until it is over"
        assert "CutOff" not in [words(each) for _, each in stage.said]


def test_a_second_pulled_plug_is_told_of_and_a_switch_off_between_them_is_not(heard: Heard) -> None:
    cuts = (BACK, "expect Resumed", BACK, "expect Resumed", "hold back+go 5.2", BACK, "expect Resumed")
    for _ in acted("clever_keys", "push 0.0", "expect Fits total=1", *cuts):
        assert [word for word, _ in heard].count("CutOff") == 2
        assert [word for word, _ in heard][-3:].count("CutOff") == 0


def test_in_the_lobby_it_comes_behind_the_question_what_to_play_and_switching_off_is_heard(heard: Heard) -> None:
    stage = Simulated(Setting(), journal=True)
    try:
        assert "CutOff" not in [word for word, _ in heard], "nothing was cut off before the first run"
        stage.world.power(on=False)
        stage.world.power(on=True)
        stage.run_until(stage.now() + 3)
        assert [word for word, _ in heard][-2:] == ["Lobby", "CutOff"]
        stage.run_until(stage.now() + stage.world.hold(("back", "go"), 5.2) + 1)
        assert words(stage.said[-1][1]) == "SwitchingOff"
        stage.world.press("k1")
        stage.run_until(stage.now() + 2)
        assert words(stage.said[-1][1]) == "SwitchingOff"
        assert stage.lamp("key.1") == "off"
    finally:
        stage.close()


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_table_is_left_when_its_input_ends_and_not_when_its_box_was_switched_off(by_hand: bool) -> None:
    async def main() -> bool:
        typed_from, types = os.pipe()
        async with live_stage(Setting()) as scene:
            typed = Typed(typed_from)
            typed.listen(asyncio.get_running_loop())
            table = Table(
                scene=scene, typed=typed, phrase=str, tell=lambda _: None, paint=terminal.Paint(False), paced=False
            )
            ends = scene.switched_off.set if by_hand else lambda: os.close(types)
            asyncio.get_running_loop().call_soon(ends)
            left = await sat(table, scene)
            asyncio.get_running_loop().remove_reader(typed_from)
        for end in (typed_from, *([types] if by_hand else [])):
            os.close(end)
        return left

    assert asyncio.run(main()) is not by_hand
