"""The wall clock jumps as it likes: rulings, their moments, what is kept and what goes on are the same."""

import json
import shutil
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.compose import POWER_UP, Seams, twins
from firmware.journal import NAME, Journal, Row, open_journal
from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.simbox import Simulated

GAME = """\
gems 3
board 0.3 1.2 2.2 3.3 4.0 5.3 6.2 7.1
game clever_keys players=2 start=0
push 0.0
expect Fits total=1
{clock}
lift 0.0
{clock}
push 1.0
expect Fits total=2
press back
expect Undone
{clock}
press go
expect Resumed
take centre 2
expect TurnStarts player=1
power off
{clock}
wait 3
power on
{clock}
expect Resumed
expect TurnStarts player=1
push 4.0
expect Red player=1
take centre 1
put corner 1
expect GameOver
"""

JUMPS = ("+0 clock +315360000", "+0 clock -86400", "+0 clock +0.001", "+0 clock -315360000.5")


def played(script: str, state: Path) -> tuple[list[str], list[Row]]:
    """What was done and said, without the jumps themselves; and what was kept."""
    play = read_play("a.play", script)
    assert isinstance(play, Play), play
    told: list[str] = []
    stage = Simulated(play.setting, journal=True)
    try:
        assert Performance(play, stage, told.append).run() is Verdict.HELD, told
        shutil.copytree(stage.disk, state)
    finally:
        stage.close()
    journal = Journal(state / NAME, boot="")
    try:
        return [line for line in told if "> clock" not in line], journal.facts(1)
    finally:
        journal.close()


def unwalled(rows: list[Row]) -> list[Row]:
    return [row._replace(wall=None) for row in rows]


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_changes_nothing_but_what_the_clock_shows(jump: str, tmp_path: Path) -> None:
    told, rows = played(GAME.format(clock="+0 clock +0"), tmp_path / "still")
    jumped, jumped_rows = played(GAME.format(clock=jump), tmp_path / "jumped")

    assert jumped == told
    assert unwalled(jumped_rows) == unwalled(rows)
    shown, first = jumped_rows[-1].wall, rows[-1].wall
    assert shown is not None
    assert first is not None
    assert shown - first == pytest.approx(5 * float(jump.rsplit(maxsplit=1)[-1]), abs=1e-6), (
        "the last fact came behind five jumps"
    )


PLAYS = Path(__file__).parents[1] / "plays"


def jumping(script: str, jump: str) -> str:
    """The play with a jump behind each of its steps and each of its expectations."""
    *setting, steps = script.partition("game ")
    line, _, rest = steps.partition("\n")
    return "".join(setting) + line + "\n" + "".join(f"{each}\n{jump}\n" for each in rest.splitlines() if each)


@pytest.mark.parametrize("jump", ["+0 clock +315360000", "+0 clock -86400"])
@pytest.mark.parametrize("name", ["power_take_partly", "dragon_power", "hammer_power_task", "swoop_power"])
def test_ten_years_on_or_a_day_back_at_every_step_change_no_game(name: str, jump: str, tmp_path: Path) -> None:
    script = (PLAYS / f"{name}.play").read_text()
    told, rows = played(jumping(script, "+0 clock +0"), tmp_path / "still")
    jumped, jumped_rows = played(jumping(script, jump), tmp_path / "jumped")
    assert jumped == told
    assert unwalled(jumped_rows) == unwalled(rows)
    walls = [row.wall for row in jumped_rows]
    assert max(walls) - min(walls) > abs(float(jump.rsplit(maxsplit=1)[-1])), "it did jump meanwhile"  # type: ignore[type-var, operator]  # known here


def exported(capsys: pytest.CaptureFixture[str], state: Path, *how: str) -> str:
    assert main(["export", "--state", str(state), *how]) == 0
    return capsys.readouterr().out


def test_the_date_of_a_game_is_that_of_its_beginning_whatever_the_clock_does_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(GAME.format(clock=JUMPS[0]), tmp_path / "state")
    begun = datetime.fromtimestamp(POWER_UP).astimezone().strftime("%Y-%m-%d %H:%M")
    assert json.loads(exported(capsys, tmp_path / "state"))["begun"] == begun
    assert f"begun    {begun}\n" in exported(capsys, tmp_path / "state", "--text")


def test_a_clock_that_is_not_known_is_never_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*args: Any, **how: Any) -> Seams:
        return replace(twins(*args, **how), wall=lambda: None)

    monkeypatch.setattr("firmware.simbox.twins", unknown)
    _, rows = played(GAME.format(clock=JUMPS[0]), tmp_path / "state")
    assert {row.wall for row in rows} == {None}
    assert json.loads(exported(capsys, tmp_path / "state"))["begun"] is None
    assert "begun    not known\n" in exported(capsys, tmp_path / "state", "--text")
    assert main(["games", "--state", str(tmp_path / "state")]) == 0
    assert "date unknown" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wall", "shown"), [(1e300, "date unknown"), (-1e300, "date unknown"), (-1e12, "date unknown"), (-1e9, "1938-04-2")]
)
def test_a_clock_beyond_every_calendar_is_a_date_unknown(
    wall: float, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = open_journal(tmp_path / NAME, boot="")
    assert made is not None
    made.begin("clever_keys", {"players": 2}, wall=wall)
    made.close()
    assert main(["games", "--state", str(tmp_path)]) == 0
    assert shown in capsys.readouterr().out
