"""The gem gate: a hollow with a lamp and a colour sensor in it, into which a hand holds a gem or a die.

How much of the lamp's light each colour throws back is assumed; no recording shows it. A hand never holds twice alike:
how near, and how much of the room's light gets past it, differs from one showing to the next.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from hardware.sim.tcs34725 import Light, counted

SHADES: Final = {
    "white": (0.33, 0.36, 0.30, 1.00),
    "yellow": (0.48, 0.36, 0.15, 0.80),
    "orange": (0.60, 0.25, 0.14, 0.60),
    "red": (0.68, 0.16, 0.15, 0.40),
    "green": (0.22, 0.52, 0.25, 0.35),
    "blue": (0.15, 0.32, 0.52, 0.30),
    "purple": (0.36, 0.22, 0.41, 0.28),
    "silver": (0.33, 0.36, 0.31, 0.58),
    "grey": (0.33, 0.36, 0.31, 0.35),
    "black": (0.34, 0.35, 0.30, 0.08),
}
"""By colour: the shares of red, green and blue in what is clear, and how bright it is beside white."""

_WHITE = 50.0  # counts in a millisecond at gain 1 of a white gem before the lamp
_EMPTY = (0.35, 0.35, 0.28, 0.025)
_NEAR = 0.06  # standard deviation of how bright a gem is from one showing to the next
_TILT = 0.008  # ... and of the share of each colour
_ROOM = 0.02  # what is left of all light while the lamp is dark


def seen(colour: str | None, dice: Random, *, covered: float = 1.0) -> Light:
    """The light a gem of that colour throws back as a hand holds it; None: the empty gate. `covered` of it is there."""
    empty = _thrown_back(_EMPTY, 1.0, (0.0, 0.0, 0.0))
    if colour is None:
        return empty
    tilt = (dice.gauss(0, _TILT), dice.gauss(0, _TILT), dice.gauss(0, _TILT))
    gem = _thrown_back(SHADES[colour], max(0.5, dice.gauss(1, _NEAR)), tilt)
    return Light(*(covered * one + (1 - covered) * other for one, other in zip(gem, empty, strict=True)))


def samples(colour: str | None, dice: Random, *, number: int, cycles: int, gain: int) -> list[tuple[int, ...]]:
    """What the sensor counts (clear, red, green, blue) of so many showings, for whoever teaches it."""
    return [counted(seen(colour, dice), cycles=cycles, gain=gain, dice=dice) for _ in range(number)]


def _thrown_back(shade: tuple[float, float, float, float], near: float, tilt: tuple[float, float, float]) -> Light:
    *shares, bright = shade
    clear = _WHITE * bright * near
    red, green, blue = (clear * (share + off) for share, off in zip(shares, tilt, strict=True))
    return Light(clear, red, green, blue)


class Gate:
    """What falls on the sensor, by what is shown and whether the lamp is on; `shine` tells it the sensor."""

    def __init__(self, now: Callable[[], float], shine: Callable[[float, Light], None], dice: Random) -> None:
        self._now = now
        self._shine = shine
        self._dice = dice
        self._lit = False
        self._light = seen(None, dice)
        self._fall()

    def lamp(self, on: bool) -> None:
        """The lamp's line has changed."""
        self._lit = on
        self._fall()

    def show(self, colour: str | None, covered: float = 1.0) -> None:
        """So much of a gem of this colour is before the sensor now; None: nothing."""
        self._light = seen(colour, self._dice, covered=covered)
        self._fall()

    def _fall(self) -> None:
        share = 1.0 if self._lit else _ROOM
        self._shine(self._now(), Light(*(share * value for value in self._light)))
