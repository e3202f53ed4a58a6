"""A play from its text to its verdict, on a simulated box of its own."""

from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.simbox import Simulated


def perform(name: str, text: str) -> tuple[Verdict, list[str]]:
    """How the play ended, and its transcript."""
    play = read_play(name, text)
    assert isinstance(play, Play), play
    told: list[str] = []
    stage = Simulated(play.setting, journal=play.cuts)
    try:
        return Performance(play, stage, told.append).run(), told
    finally:
        stage.close()
