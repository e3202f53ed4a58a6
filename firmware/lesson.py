"""What the gem gate of a simulated box was taught: every colour of its gems and dice, each shown a dozen times."""

from random import Random
from typing import Final

from firmware.sensing.gate import Learned, taught
from firmware.sensing.readings import Light
from hardware.box import Plan
from hardware.sim.gate import SHADES, samples

SHOWINGS: Final = 12


def lesson(plan: Plan) -> Learned:
    """The same for every box of a plan, whatever its seed: it was taught on another day."""
    dice = Random("lesson")  # noqa: S311 - seeded randomness, not secrets

    def seen(colour: str | None) -> list[Light]:
        counts = samples(colour, dice, number=SHOWINGS, cycles=plan.gate.cycles, gain=plan.gate.gain)
        return [Light(0.0, *one) for one in counts]

    return taught(seen(None), {colour: seen(colour) for colour in SHADES})
