"""The chain of lamps of a box, by the way that its plan chooses: the SPI port, or the PWM line."""

import logging
from collections.abc import Callable

from drivers.lamps import Chain, Lamps, LampsError, Power, Spi, spi_chain
from hardware.box import Plan

log = logging.getLogger(__name__)


def lamps(plan: Plan, spi: Callable[[], Spi], pwm: Callable[[], Chain] | None = None) -> Lamps | None:
    """The lamps on `pwm`, else on the port `spi`; without them the game goes on, and one line says why it is dark."""
    wired = plan.lamps
    count = len(wired.names)
    try:
        chain = (
            pwm()
            if pwm is not None
            else spi_chain(
                spi(),
                count=count,
                order=wired.order,
                hertz=wired.hertz,
                reset_us=wired.reset_us,
                buffer=wired.spi_buffer,
            )
        )
    except LampsError as wrong:
        log.warning("%s; the game goes on without lamps", wrong)
        return None
    power = Power(wired.milliamps_per_channel, wired.milliamps_idle, wired.budget_milliamps)
    return Lamps(chain, count=count, brightness=wired.brightness, power=power)


def pwm(plan: Plan) -> Callable[[], Chain] | None:
    """What opens the chain on the PWM line of a real box, if that is how its plan wires it."""
    if plan.lamps.backend != "pwm":
        return None
    from drivers.lamps_pwm import pwm_chain  # noqa: PLC0415 - most boxes hang their lamps on SPI

    return lambda: pwm_chain(plan.lines.lamps_pwm, count=len(plan.lamps.names), order=plan.lamps.order)
