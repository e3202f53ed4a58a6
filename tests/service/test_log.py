"""The log: one line an event, and one an announcement, in the order in which they happened."""

from pathlib import Path

import pytest

from firmware.commands.run import first_game, no_table
from firmware.simbox import Simulated
from games.announcements import words


def test_each_announcement_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    stage = Simulated(first_game(game=None, players=3, start=1, gems=None, seed=None, metal=False))
    for section in (0, 1, 3):
        stage.world.push_key((section, 0))
        stage.run_until(stage.now() + 3)
    stage.world.unplug("scale")
    stage.run_until(stage.now() + 5)
    stage.close()
    said = [words(announcement, all_of_it=False) for _, announcement in stage.said]
    assert len(said) > 5
    events = [line for line in caplog.messages if line not in said]
    assert [line for line in caplog.messages if line in said] == said
    assert events[0] == "begun: Clever Keys, players=3 start=1"
    assert [line.split(":")[0] for line in events[1:]] == ["scale is lost (1 so far)"]
    assert all("\n" not in line for line in caplog.messages)
    assert "Fits player=1 gained=1 total=1" in caplog.messages, "where it fits is what players must remember"


def test_only_a_standard_input_on_which_nobody_can_type_is_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = tmp_path / "steps"
    steps.touch()
    with Path("/dev/null").open("rb") as null, steps.open("rb") as file, Path("/dev/zero").open("rb") as zero:
        assert no_table(null.fileno())
        assert not no_table(file.fileno()), "steps from a file, even none"
        assert not no_table(zero.fileno())
        closed = file.fileno()
    assert no_table(closed)
    monkeypatch.setattr("sys.__stdin__", None)
    assert no_table(0)
