"""The chain of lamps on a PWM line, through `neopixel` and `rpi_ws281x`: the other way than SPI, and the costlier one.

It needs root (the library maps /dev/mem), takes the PWM that plays the headphone jack's sound, and knows no Pi 5
(rpi_ws281x 5.0.0; jgarff/rpi_ws281x issues 483, 528, 47 and 50). Each of these is refused with a sentence before any
library is imported: what the library does itself ends in a crash, in silence or in a screech. Not tried on a Pi.
"""

import errno
import os
from pathlib import Path

from drivers.lamps import Chain, LampsError

DROP_IN = "systemd/optional/boxref.service.d/lamps-pwm.conf"
"""What lets the service do so."""

INSTEAD = 'or wire the lamps to SPI (lamps.backend = "spi"), which needs none of this'

_NO_PI_5 = ("Raspberry Pi 5", "Compute Module 5")


def pwm_chain(pin: int, *, count: int, order: str, root: Path = Path("/"), user: int | None = None) -> Chain:
    """The chain on a pin (BCM number), dark: `order` of the colours on the wire, `GRB`.

    `root` is where /proc stands, `user` the effective one (0 is root). Raises LampsError with a sentence where this
    computer cannot do it.
    """
    why = refusal(root, os.geteuid() if user is None else user)
    if why is not None:
        raise LampsError(f"lamps (PWM on GPIO{pin}): {why}")
    try:
        import board
        from neopixel import NeoPixel
    except (ImportError, NotImplementedError, RuntimeError) as wrong:
        # Blinka says in its own ways that a part of it is not there.
        raise LampsError(f"lamps (PWM on GPIO{pin}): {wrong}; install boxref[pi]") from wrong

    class PwmChain(NeoPixel):  # type: ignore[misc]  # neopixel has no types
        """The library's chain, whose failures are those of a port."""

        def show(self) -> None:
            try:
                super().show()
            except RuntimeError as wrong:
                raise OSError(errno.EIO, str(wrong)) from wrong

        def close(self) -> None:
            self.pin.deinit()

    try:
        chain = PwmChain(getattr(board, f"D{pin}"), count, pixel_order=order, auto_write=False)
        # The library starts the hardware with the first picture.
        chain.show()
    except (OSError, RuntimeError) as wrong:
        raise LampsError(f"lamps (PWM on GPIO{pin}): {wrong}; {INSTEAD}") from wrong
    return chain


def refusal(root: Path, user: int) -> str | None:
    """Why this computer cannot drive lamps by PWM, and what to do; None: it can, as far as can be told."""
    model = _read(root / "proc/device-tree/model").rstrip("\0")
    if "Raspberry Pi" not in model:
        return f"this is no Raspberry Pi ({model or 'it does not say what it is'}); {INSTEAD}"
    if any(name in model for name in _NO_PI_5):
        return f"rpi_ws281x cannot drive a {model}; {INSTEAD}"
    if "snd_bcm2835" in _read(root / "proc/modules") or "bcm2835" in _read(root / "proc/asound/cards"):
        return (
            "the analogue sound of this Pi plays by the same PWM; write dtparam=audio=off into config.txt"
            f" and restart, {INSTEAD}"
        )
    if user != 0:
        return f"it needs root; for the service copy {DROP_IN} as systemd/README.md tells, {INSTEAD}"
    return None


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
