"""How contacts, chips and lines of the simulated box fail while their supply is there."""

from typing import Final, Literal

from hardware.layout import EXPANDERS

Ailment = Literal["dead", "stuck", "bouncing"]
"""How a contact fails: it closes no more, it opens no more, or it chatters without end."""

Failure = Literal["held", "caught", "zeros", "stopped", "railed", "low", "high"]
"""How a chip or a line fails: it holds SDA low, it converts no more, a wire of its cell is off; or it stays at a level.

An expander that holds the bus lets go at a pulse on its RESET. The converter has none; *caught* in the middle of a byte
it lets go after nine clocks, and otherwise never. What the computer sees of a bus that is held differs: its controller
gives up, or it reads *zeros*.
"""

FAILURES: Final[dict[str, tuple[Failure, ...]]] = {
    **dict.fromkeys(EXPANDERS, ("held", "zeros")),
    "scale": ("held", "zeros", "caught", "stopped", "railed"),
    "interrupt": ("low", "high"),
    "knock": ("low", "high"),
}
"""What can befall which chip or line."""

AILMENTS: Final[tuple[Ailment, ...]] = ("dead", "stuck", "bouncing")
"""What can befall a key of the panel, or the *entry* contact of a slot."""
