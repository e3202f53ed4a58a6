"""The chain of lamps of a box, by the way that its plan chooses: the SPI port, or the PWM line."""

import logging
from collections.abc import Callable, Sequence

from drivers.lamps import RGB, Chain, Lamps, LampsError, Power, Spi, spi_chain
from hardware.box import Plan

log = logging.getLogger(__name__)


class LateChain:
    """A chain whose port may come later than the box does: at boot the kernel is still making its devices.

    Whoever shows a picture on it opens it; what keeps it from that is an OSError like any other.
    """

    def __init__(self, spi: Callable[[], Chain]) -> None:
        self._open = spi
        self._chain: Chain | None = None
        self._colours: Sequence[RGB] = ()

    def __setitem__(self, lamps: slice, colours: Sequence[RGB], /) -> None:
        self._colours = colours

    def show(self) -> None:
        """Send them. Raises OSError."""
        if self._chain is None:
            try:
                self._chain = self._open()
            except LampsError as wrong:
                raise OSError(str(wrong)) from wrong
        self._chain[:] = self._colours
        self._chain.show()

    def close(self) -> None:
        """Give the port back, if it ever came."""
        if self._chain is not None:
            self._chain.close()


def lamps(plan: Plan, spi: Callable[[], Spi], pwm: Callable[[], Chain] | None = None) -> Lamps | None:
    """The lamps on `pwm`, else on the port `spi`; without them the game goes on, and one line says why it is dark."""
    wired = plan.lamps
    count = len(wired.names)

    def on_spi() -> Chain:
        port = spi()
        try:
            return spi_chain(
                port,
                count=count,
                order=wired.order,
                hertz=wired.hertz,
                reset_us=wired.reset_us,
                buffer=wired.spi_buffer,
            )
        except LampsError:
            port.close()
            raise

    try:
        # What keeps a PWM line from being lamps does not pass by itself.
        chain = LateChain(on_spi) if pwm is None else pwm()
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
