"""A play from its text to its verdict, on a simulated box of its own."""

from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.simbox import Simulated
from hardware.box import Plan


def perform(name: str, text: str, plan: Plan | None = None) -> tuple[Verdict, list[str]]:
    """How the play ended, and its transcript, on the shipped box or on another."""
    play = read_play(name, text)
    assert isinstance(play, Play), play
    told: list[str] = []
    stage = Simulated(play.setting, plan, journal=play.cuts)
    try:
        return Performance(play, stage, told.append).run(), told
    finally:
        stage.close()
