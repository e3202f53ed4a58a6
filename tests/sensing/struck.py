"""Blows as a WAV has them, and what a replay tells of them."""

import wave
from array import array
from collections.abc import Callable
from math import exp, pi, sin
from pathlib import Path
from random import Random

from tests.recorded.replayed import Replayed

HERTZ = 8000


def written(file: Path, sound: Callable[[float], float], *, seconds: float = 3.0) -> Path:
    """A WAV of `sound` (volts at a moment, -1 to 1) over a little noise."""
    noise = Random(1)
    samples = (sound(n / HERTZ) + noise.uniform(-0.005, 0.005) for n in range(int(seconds * HERTZ)))
    with wave.open(str(file), "wb") as wav:
        wav.setparams((1, 2, HERTZ, 0, "NONE", "not compressed"))
        wav.writeframes(array("h", (round(sample * 0x7FFF) for sample in samples)).tobytes())
    return file


def struck(*moments: float, hertz: float = 200.0, fade: float = 0.015) -> Callable[[float], float]:
    """What is struck at these moments, and rings off."""
    return lambda at: sum(
        0.8 * exp((moment - at) / fade) * sin(2 * pi * hertz * (at - moment)) for moment in moments if at >= moment
    )


def heard(replayed: Replayed) -> list[float]:
    return [float(event.split()[0]) for event in replayed.events if event.endswith("  knock")]


def counted(replayed: Replayed) -> str:
    return replayed.events[-1]
