"""However a box ends in the middle of a game: equal journals, and equal journals go on alike."""

import asyncio
import shutil
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from firmware.journal import NAME, Journal, open_journal
from firmware.setting import Setting
from firmware.simbox import Live, Simulated
from firmware.virtual import VirtualLoop
from games.announcements import words
from games.announcements.clever_keys import Fits, Took
from games.announcements.shared import Resumed
from games.catalog import named
from games.table import Slot
from hardware.sim.hands import Impossible
from tests.firmware.disks import slow_disks
from tests.firmware.ends import ENDS, performed
from tests.plays.power import PHASES, script

AGREED = ("own_key_in_hand", "take_partly", "foul_F09_two_lost", "asked_which_key", "undone", "game_over")


def told_so_far(name: str) -> str:
    """The play that leads to a phase, and nothing behind it."""
    return script(PHASES[name]._replace(waits=(), goes_on=""), "", "")


def kept(state: Path) -> tuple[Any, ...]:
    journal = Journal(state / NAME, boot="")
    try:
        return tuple((game._replace(begun=None), journal.facts(game.id)) for game in journal.games())
    finally:
        journal.close()


class Gone(NamedTuple):
    """How a game went on: the referee's state, what was said, and every lamp."""

    state: Any
    said: tuple[tuple[float, str], ...]
    lamps: tuple[str, ...]


def gone_on(stage: Simulated, since: float, heard: int) -> Gone:
    return Gone(
        stage.box.tabletop.state,
        tuple((round(at - since, 6), words(said)) for at, said in stage.said[heard:]),
        tuple(stage.lamp(name) for name in stage.plan.lamps.names),
    )


def resumed(play: str, state: Path) -> Gone:
    """The same table, with this journal on the disk when the power comes back."""
    stage = performed(play)
    try:
        stage.world.power(False)
        found = stage.disk.with_name(str(int(stage.disk.name) + 1))
        shutil.rmtree(found)
        shutil.copytree(state, found)
        since, heard = stage.now(), len(stage.said)
        stage.world.power(True)
        stage.run_until(since + 8)
        return gone_on(stage, since, heard)
    finally:
        stage.close()


@pytest.mark.parametrize("name", AGREED)
def test_an_orderly_end_a_killed_process_and_the_plug_go_on_alike(name: str, tmp_path: Path) -> None:
    play = told_so_far(name)
    for end, leave in ENDS.items():
        leave(play, tmp_path / end)
    journals = [kept(tmp_path / end) for end in ENDS]
    assert journals[0][0][1], "facts were kept"
    assert journals[1:] == journals[:-1]

    ways = [resumed(play, tmp_path / end) for end in ENDS]
    assert ways[0].said[0][1] == "Resumed"
    assert ways[1:] == ways[:-1]


class Press(NamedTuple):
    """A key pressed in a phase, and what the box waits for where the press is lost, and where it counts."""

    phase: str
    key: str
    lost: str
    kept: str


PRESSES = [
    Press("decide", "go", lost="Ask about=stop", kept="Take player=0 gems=1"),
    Press("choose", "back", lost="TurnStarts player=1", kept="Guide do=put place=centre gems=1"),
    Press("take_nothing", "back", lost="Take player=0 gems=1", kept="Ask about=stop"),
    Press("game_over", "back", lost="GameOver winners=0 scores=1,0", kept="Guide do=put place=centre gems=1"),
]


def press_kept(stage: Simulated) -> bool:
    record = stage.box.record
    assert record is not None
    return bool(record.journal.facts(1)[-1].fact["fact"] == "Pressed")


@pytest.mark.parametrize("press", PRESSES, ids=lambda press: press.phase)
@pytest.mark.parametrize("arrived", [False, True])
def test_a_press_on_its_way_to_the_disk_counts_if_it_has_arrived(
    press: Press, arrived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    disks = slow_disks(monkeypatch)
    stage = performed(told_so_far(press.phase))
    try:
        heard = len(stage.said)
        disks[-1].hold()
        stage.world.press(press.key)
        stage.run_until(stage.now() + 0.5)
        assert len(stage.said) == heard, "nothing is answered that a cut would take back"
        if arrived:
            disks[-1].write(lambda: press_kept(stage))
        stage.world.power(False)
        stage.world.power(True)
        stage.run_until(stage.now() + 6)
        assert [words(said) for _, said in stage.said[heard:]] == ["Resumed", press.kept if arrived else press.lost]
    finally:
        stage.close()


def test_the_plug_goes_again_while_the_parts_are_still_being_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.simbox.BOOT", 0.0)
    phase = PHASES["own_key_in_hand"]
    stage = performed(told_so_far("own_key_in_hand"))
    try:
        heard = len(stage.said)
        for after in (0.0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.3, 1.0, 3.0):
            stage.world.power(False)
            stage.world.power(True)
            stage.run_until(stage.now() + after)
        stage.run_until(stage.now() + 6)
        said = [words(said) for _, said in stage.said[heard:]]
        assert set(said) == {"Resumed", "Guide do=push slot=0.0"}
        assert said[-2:] == ["Resumed", "Guide do=push slot=0.0"]
        assert stage.scores() == tuple(map(int, phase.scores.split()))
        stage.world.push_key((0, 0))
        stage.run_until(stage.now() + 4)
        assert [words(said) for _, said in stage.said[-2:]] == ["TableRight", "Ask about=stop"]
    finally:
        stage.close()


def test_a_boot_whose_clock_begins_anew_goes_on_all_the_same(tmp_path: Path) -> None:
    """Monotonic time starts at nothing with every boot, so facts of the boot before lie in its future."""
    play = told_so_far("choose")
    ENDS["unplugged"](f"{play}\nwait 3000", tmp_path / "state")
    stage = performed(script(PHASES["before_anything"]._replace(waits=(), goes_on=""), "", ""))
    try:
        stage.world.power(False)
        found = stage.disk.with_name(str(int(stage.disk.name) + 1))
        shutil.rmtree(found)
        shutil.copytree(tmp_path / "state", found)
        stage.world.push_key((0, 0))
        stage.world.take_gems("centre", 1)
        stage.run_until(stage.now() + 3)
        heard = len(stage.said)
        stage.world.power(True)
        stage.run_until(stage.now() + 6)
        stage.world.push_key((5, 1))
        stage.run_until(stage.now() + 3)
        stage.world.press("back")
        stage.run_until(stage.now() + 2)
        assert [words(said) for _, said in stage.said[heard:]] == [
            "Resumed",
            "TurnStarts player=1",
            "Fits player=1 slot=5.1 gained=1 total=1",
            "Undone",
            "Guide do=lift slot=5.1",
        ]
    finally:
        stage.close()


def test_the_plug_of_the_table_in_a_terminal_can_be_pulled_and_the_game_goes_on(tmp_path: Path) -> None:
    reopen = partial(open_journal, tmp_path / NAME, boot="here")
    game, board = named("clever_keys"), tuple(Slot(section, 3) for section in range(8))
    setting = Setting(game=game, players=2, settings=game.rules.settings(), board=board)
    loop = VirtualLoop()
    stage = Live(setting, None, loop, virtual=True, journal=reopen())
    stage.reopen = reopen
    try:
        stage.box.start()
        stage.begin(setting, None)
        loop.run_until(8.0)
        stage.world.push_key(Slot(0, 0))
        loop.run_until(12.0)
        before = stage.box
        stage.world.power(on=False)
        loop.run_until(14.0)
        stage.world.power(on=True)
        loop.run_until(24.0)
        stage.world.take_gems("centre", 1)
        loop.run_until(30.0)
    finally:
        stage.box.close()
        stage.world.close()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
    assert stage.box is not before
    assert [type(said).__name__ for _, said in stage.said if isinstance(said, Resumed | Fits | Took)] == [
        "Fits",
        "Resumed",
        "Took",
    ]


def test_without_a_journal_at_hand_the_plug_stays_in() -> None:
    loop = VirtualLoop()
    stage = Live(Setting(), None, loop, virtual=True)
    try:
        with pytest.raises(Impossible, match="stays in"):
            stage.world.power(on=False)
    finally:
        stage.box.close()
        stage.world.close()
        loop.close()
