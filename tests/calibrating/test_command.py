"""`boxref calibrate`: on a computer that is no Raspberry Pi the simulated box, and typed hands."""

import asyncio
import fcntl
import os
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest

from firmware import calibration
from firmware.calibration import Calibration, GemsWeighed
from firmware.cli import main
from firmware.commands import WRONG
from firmware.commands.calibrate import FAILED, KEYS, PARTS, _runs, press
from firmware.journal import NAME


def boxref(state: Path, *what: str, steps: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "firmware.cli", "calibrate", *what, "--state", str(state)]
    return subprocess.run(command, input=steps, capture_output=True, text=True, check=False)  # noqa: S603 - ours


def test_each_step_is_told_in_words_and_a_table_that_is_left_teaches_nothing(tmp_path: Path) -> None:
    ended = boxref(tmp_path, "knock", steps="")
    assert ended.returncode == FAILED
    assert "this box is simulated" in ended.stdout
    assert "We calibrate the knock sensor. It takes 2 minutes at most; back stops it." in ended.stdout
    assert "nothing was learned" in ended.stderr
    assert not list(tmp_path.iterdir())


def test_back_ends_it_with_the_figures_so_far_and_a_word_about_what_holds(tmp_path: Path) -> None:
    ended = boxref(tmp_path, "slots", steps="press back\n")
    assert ended.returncode == FAILED
    assert "Stopped. What was learned before still holds." in ended.stdout
    assert "contacts: 0 asked for, 0 wrong" in ended.stdout


def test_a_file_that_a_hand_has_spoiled_is_named_and_nothing_is_lost_by_it(tmp_path: Path) -> None:
    file = tmp_path / calibration.NAME
    calibration.save(file, Calibration().learn("gems", GemsWeighed(grams=1.6, spread=0.04), None))
    file.write_text("[gems]\ngrams = 1.6\n", encoding="utf-8")
    ended = boxref(tmp_path, "slots", steps="press back\n")
    assert f"{file}:1: gems.spread: is missing; right is a number from 0 to 0.5; until then" in ended.stderr


def test_a_plan_that_cannot_be_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "box.toml"
    plan.write_text("[bus]\nnumber = 'one'\n", encoding="utf-8")
    assert main(["calibrate", "scale", "--plan", str(plan), "--state", str(tmp_path)]) == WRONG
    assert f"boxref: {plan}:2: bus.number: is 'one'" in capsys.readouterr().err


@pytest.mark.parametrize("gems", ["-1", "91", "1000"])
def test_gems_that_no_box_holds_are_refused_before_it_is_laid(gems: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "scale", "--sim", "--gems", gems]) == WRONG
    assert capsys.readouterr().err == f"boxref: --gems {gems}: it can be 0 to 90\n"


class _Typed:
    ended = True

    def __init__(self, *lines: str) -> None:
        self.lines = deque(lines)


def test_on_a_real_box_enter_is_go_and_what_means_nothing_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    pressed: list[str] = []
    asyncio.run(press(_Typed("", " back", "GO", "help"), pressed.append))
    assert pressed == ["go", "back", "go"]
    assert capsys.readouterr().out == f"{KEYS}\n"


def test_only_parts_there_are_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", "voice"])
    assert ended.value.code == WRONG
    told = capsys.readouterr().err
    assert [part for part in PARTS if f"'{part}'" not in told] == []


def test_a_box_that_runs_is_left_alone(tmp_path: Path) -> None:
    assert not _runs(tmp_path)
    lock = os.open(tmp_path / f"{NAME}.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC)
    assert not _runs(tmp_path)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        assert _runs(tmp_path)
    finally:
        os.close(lock)
    assert not _runs(tmp_path)
