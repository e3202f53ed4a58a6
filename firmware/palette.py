"""The colours lamps have names for, and the name of a colour that a lamp shows.

Law: no two names lie on one line to black, so that a lamp's name can be told however much it was dimmed.
"""

from collections.abc import Sequence
from types import MappingProxyType

from drivers.lamps import RGB

OFF = RGB(0, 0, 0)

COLOURS = MappingProxyType(
    {
        "off": OFF,
        "white": RGB(255, 255, 255),
        "red": RGB(255, 0, 0),
        "green": RGB(0, 255, 0),
        "blue": RGB(0, 0, 255),
        "yellow": RGB(255, 190, 0),
        "orange": RGB(255, 80, 0),
        "purple": RGB(170, 0, 255),
        # A lamp cannot be black or silver. Black is a warm white that swells and fades, silver a cool white at rest;
        # their tints tell them from each other and from white, and so does how they move.
        "black": RGB(255, 215, 160),
        "silver": RGB(60, 70, 85),
    }
)
"""Each colour at full brightness; what a play may expect a lamp to show."""

_TINTS = {name: [part / max(colour) for part in colour] for name, colour in COLOURS.items() if name != "off"}

SWELLING = frozenset({"black"})
"""Colours that are told by their movement."""


def nearest(shown: Sequence[int]) -> str:
    """The name of a colour as it shines: dimming is undone, so brightness tells nothing but `off`."""
    brightest = max(shown)
    if brightest == 0:
        return "off"

    def distance(name: str) -> float:
        return sum((a / brightest - b) ** 2 for a, b in zip(shown, _TINTS[name], strict=True))

    return min(_TINTS, key=distance)
