"""The ways in which a box comes to its end in the middle of a game, each leaving the directory of its journal."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.simbox import Simulated


def performed(script: str, folder: Path = Path()) -> Simulated:
    """A box with a journal, a play having been performed on it."""
    play = read_play(str(folder / "ends.play"), script)
    assert isinstance(play, Play), play
    stage, told = Simulated(play.setting, journal=True), list[str]()
    assert Performance(play, stage, told.append).run() is Verdict.HELD, told
    return stage


def unplugged(script: str, state: Path, folder: Path = Path()) -> None:
    """The plug: what is on the disk at that moment is all there is. The play lies in `folder`."""
    stage = performed(script, folder)
    shutil.copytree(stage.disk, state)
    stage.close()


def stopped(script: str, state: Path) -> None:
    """An orderly end, as the service's stop asks for."""
    stage = performed(script)
    stage.box.close()
    shutil.copytree(stage.disk, state)
    stage.close()


def killed(script: str, state: Path) -> None:
    """SIGKILL, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.firmware.killed"],
        input=script,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(state.parent)},
    )
    assert done.returncode == -9, done.stderr
    shutil.copytree(Path(done.stdout.strip()), state)


ENDS: Final[dict[str, Callable[[str, Path], None]]] = {end.__name__: end for end in (unplugged, stopped, killed)}
