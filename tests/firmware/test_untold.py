"""What a command tells, and nobody hears: a full disk, a reader that has gone, a closed end, narrow letters."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.cli import _unheard

PLAY = "game clever_keys players=2 start=0\n+1 press go\n"
FULL = "boxref: what it says cannot be written: No space left on device\n"


def boxref(typed: str, stdin: int = subprocess.DEVNULL, **environ: str) -> "subprocess.CompletedProcess[str]":
    """What a shell makes of this, `boxref` being ours; as buffered as most people have it."""
    names = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    lines = f'boxref() {{ "{sys.executable}" -m firmware.cli "$@"; }}\n{typed}'
    return subprocess.run(  # noqa: S603 - ours
        ["/bin/bash", "-c", lines],
        env={**names, **environ},
        stdin=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def play(tmp_path: Path) -> Path:
    """A short play."""
    file = tmp_path / "a.play"
    file.write_text(PLAY, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "command", ["--version", "run --help", "play {play}", "simulate clever_keys --games 2 --csv", "watch --sim"]
)
def test_a_full_disk_is_said_and_no_success(command: str, play: Path) -> None:
    ended = boxref(f"boxref {command.format(play=play)} > /dev/full")
    assert (ended.returncode, ended.stderr) == (1, FULL)


@pytest.mark.parametrize("command", ["--version", "play {play}", "simulate clever_keys --games 2"])
def test_few_lines_for_a_reader_that_has_gone_end_without_a_word(command: str, play: Path) -> None:
    ended = boxref(f"(boxref {command.format(play=play)}; echo $? >&2) | true")
    assert ended.stderr == "0\n"


def test_a_calibration_whose_reader_has_gone_complains_of_no_table_that_was_left(tmp_path: Path) -> None:
    nobody_types, open_end = os.pipe()
    try:
        ended = boxref(f"(boxref calibrate slots --sim --state {tmp_path}; echo $? >&2) | head -2", nobody_types)
    finally:
        os.close(nobody_types)
        os.close(open_end)
    assert ended.stderr == "0\n"


@pytest.mark.parametrize("command", ["simulate clever_keys --games 2", "copy --state {state}"])
def test_a_closed_standard_error_is_no_mishap(command: str, tmp_path: Path) -> None:
    ended = boxref(f"boxref {command.format(state=tmp_path)} 2>&-")
    assert ended.returncode == 0
    assert ended.stdout


def test_a_refusal_is_no_part_of_the_answer_where_standard_error_is_closed(tmp_path: Path) -> None:
    ended = boxref(f"boxref games --state {tmp_path} 2>&-")
    assert (ended.returncode, ended.stdout) == (2, "")


def test_letters_that_a_terminal_has_not_are_told_by_their_numbers(tmp_path: Path) -> None:
    typed = f"printf 'grün\\n' | boxref copy --state {tmp_path}; boxref copy show '{tmp_path}/Käse.toml'"
    ended = boxref(typed, PYTHONIOENCODING="ascii")
    assert "sets is gr" in ended.stdout
    assert r"K\xe4se.toml is not there" in ended.stdout
    assert ended.stderr == ""


def test_who_types_is_told_that_no_journal_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    hands, table = pty.openpty()
    try:
        os.write(hands, b"quit\n")
        ended = boxref(f"boxref run --sim --state {tmp_path}/file > /dev/null", table)
    finally:
        os.close(hands)
        os.close(table)
    assert f"no journal can be kept at {tmp_path}/file/journal.db" in ended.stderr


def test_a_bug_is_told_although_nobody_reads_any_more() -> None:
    gone, bug = BrokenPipeError(), ValueError()
    assert _unheard(ExceptionGroup("", [ExceptionGroup("", [gone])])) is gone
    assert _unheard(ExceptionGroup("", [gone, bug])) is None
    assert _unheard(OSError(28, "No space left on device", "/var/lib/a.file")) is None
