"""Which converter the scale has, as box.toml says: one NAU7802 on the bus, or an HX711 on two lines for each cell."""

from collections.abc import Callable
from contextlib import ExitStack

from drivers.bus import I2cBus
from drivers.converter import Converter
from drivers.lines import PinFactory
from hardware.box import Plan


def converter(plan: Plan, bus: I2cBus, pins: PinFactory, pulses: Callable[[], float], undo: ExitStack) -> Converter:
    """The converter of the box; `pulses` times what is clocked by hand, `undo` gives its lines back.

    Raises LineError: a pin cannot be had.
    """
    scale, lines = plan.scale, plan.lines
    # One of the two is in the box: the other need not be in its memory.
    if scale.part == "nau7802":
        from drivers.nau7802 import Nau7802  # noqa: PLC0415 - see above

        return Nau7802(bus, scale.address, part="scale", gain=scale.gain, rate_hz=scale.rate_hz)
    from drivers.hx711 import Hx711  # noqa: PLC0415 - likewise
    from drivers.hx711_pair import Hx711Pair  # noqa: PLC0415 - likewise

    def chip(place: str, channel: int, data: int, clock: int) -> Hx711:
        made = Hx711(
            part=f"scale ({place})",
            channel=channel,
            data=data,
            clock=clock,
            pins=pins,
            pulses=pulses,
            gain=scale.gain,
            rate_hz=scale.rate_hz,
        )
        undo.callback(made.close)
        return made

    centre = chip("centre", scale.centre, lines.hx711_centre_data, lines.hx711_centre_clock)
    corner = chip("corner", scale.corner, lines.hx711_corner_data, lines.hx711_corner_clock)
    return Hx711Pair(centre, corner)
