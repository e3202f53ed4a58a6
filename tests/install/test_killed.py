"""Whenever the plug is pulled, the box boots, and the next run finishes what was begun."""

import subprocess
import sys
from pathlib import Path


def test_a_kill_before_each_thing_that_is_done_leaves_a_box_that_boots_and_can_be_finished(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.install.killed", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stderr
    kills = {what: int(often.split()[0]) for what, often in (line.split(": ") for line in done.stdout.splitlines())}
    assert set(kills) == {"install", "upgrade", "upgrade that fails", "uninstall"}
    assert min(kills.values()) >= 15, kills
