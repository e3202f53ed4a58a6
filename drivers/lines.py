"""Single GPIO lines through gpiozero: an input that tells its edges, an output that is set.

Laws: gpiozero serves all pins with one thread of its own, so what is called there neither raises (an exception would
end that thread, silently) nor blocks (all other edges would be late): it hands over and returns. No debounce here: the
backends' debounce differs, and the mock has none. Levels are electrical: True is high.

`at` is read from the clock that is handed in, `time.monotonic`, because that is the clock asyncio's loops keep and it
never jumps. The kernel stamps an edge before any thread wakes up; its age by gpiozero's own clock is subtracted, unless
it makes no sense: some kernels stamp by the wall clock, and then the moment of the call is the stamp.
"""

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

log = logging.getLogger(__name__)

OLDEST_S = 0.5
"""An edge that seems older than this when it is delivered was stamped by another clock."""

PinFactory = Any
"""A gpiozero pin factory: gpiozero ships no types, and nothing here asks it for more than to be handed on."""


class LineError(Exception):
    """A line or all lines cannot be had; the text tells the owner why and what to do."""


class Edge(Protocol):
    """What an input line calls, in gpiozero's thread: typically a `call_soon_threadsafe`."""

    def __call__(self, at: float, level: bool, /) -> object:
        """The line is at `level` (True: high) since `at` (monotonic seconds)."""


def open_pins(name: str | None = None) -> PinFactory:
    """The pins of this computer: by `name`, else by GPIOZERO_PIN_FACTORY, else by lgpio.

    gpiozero by itself tries one backend after another with a mere warning, and ends on one that sees no edges. Here the
    one that is named is the one that is used. Raises LineError.
    """
    from importlib.metadata import entry_points  # takes 40 ms to import, and only a box of metal opens pins

    name = name or os.environ.get("GPIOZERO_PIN_FACTORY") or "lgpio"
    known = entry_points(group="gpiozero_pin_factories")
    if name not in known.names:
        raise LineError(f"GPIO: no pin factory is called {name!r}; set GPIOZERO_PIN_FACTORY=lgpio")
    try:
        return known[name].load()()
    except ImportError as wrong:
        raise LineError(f"GPIO: {name} is not installed ({wrong}); install boxref[pi]") from wrong
    except FileNotFoundError as wrong:
        # lgpio makes a pipe in the working directory when it is imported.
        raise LineError(
            f"GPIO: {name} cannot start in {Path.cwd()} ({wrong}); run in a directory that may be written to"
        ) from wrong
    except Exception as wrong:
        # The backends raise classes of their own, which can only be named where they are installed.
        raise LineError(
            f"GPIO: {name} cannot use this computer's pins ({type(wrong).__name__}: {wrong}); "
            "this must be a Raspberry Pi whose /proc/cpuinfo can be read, and the user in the group gpio"
        ) from wrong


class InputLine:
    """An input that tells each of its edges. Raises LineError if the pin cannot be had."""

    def __init__(
        self,
        name: str,
        pin: int,
        edge: Edge,
        *,
        pins: PinFactory,
        now: Callable[[], float],
        pull_up: bool,
        pull_down: bool = False,
    ) -> None:
        """`name` is the line's in box.toml, for errors; `pin` its BCM number.

        `pull_up` or `pull_down` asks for the Pi's resistor, with neither the line floats unless the box pulls it.
        """
        from gpiozero import DigitalInputDevice, GPIOZeroError  # not Button, which starts a polling thread each

        self.name = name
        self._edge = edge
        self._now = now
        try:
            self._device = DigitalInputDevice(
                pin,
                pull_up=pull_up if pull_up or pull_down else None,
                active_state=None if pull_up or pull_down else True,
                pin_factory=pins,
            )
        except GPIOZeroError as wrong:
            raise taken(name, pin, wrong) from wrong
        self._active_is_high = not pull_up
        # The device holds these strongly; a handler set on its pin would be held weakly, and vanish.
        self._device.when_activated = self._activated
        self._device.when_deactivated = self._deactivated

    def level(self) -> bool:
        """The level now: True is high."""
        return bool(self._device.is_active) is self._active_is_high

    def close(self) -> None:
        """Give the pin back; no edge is told after this."""
        self._device.close()

    def _activated(self) -> None:
        self._moved(active=True)

    def _deactivated(self) -> None:
        self._moved(active=False)

    def _moved(self, *, active: bool) -> None:
        """In gpiozero's thread."""
        try:
            age = self._device.active_time if active else self._device.inactive_time
            self._tell(age, active is self._active_is_high)
        except Exception:
            # Whatever it is, the device's own clock included, it must not end the thread that serves all pins.
            log.exception("an edge of line %s was lost", self.name)

    def _tell(self, age: float | None, level: bool) -> None:
        at = self._now()
        if age is not None and 0 <= age <= OLDEST_S:
            at -= age
        self._edge(at, level)


class OutputLine:
    """An output. Raises LineError if the pin cannot be had.

    When it is closed the pin becomes an input: what must rest high then needs its resistor.
    """

    def __init__(self, name: str, pin: int, *, high: bool, pins: PinFactory) -> None:
        """`name` is the line's in box.toml, for errors; `pin` its BCM number; `high` the level to begin with."""
        from gpiozero import DigitalOutputDevice, GPIOZeroError

        self.name = name
        try:
            self._device = DigitalOutputDevice(pin, initial_value=high, pin_factory=pins)
        except GPIOZeroError as wrong:
            raise taken(name, pin, wrong) from wrong

    def set(self, *, high: bool) -> None:
        """Drive the line."""
        self._device.value = high

    def level(self) -> bool:
        """The level now: True is high."""
        return bool(self._device.value)

    def close(self) -> None:
        """Give the pin back."""
        self._device.close()


def taken(name: str, pin: int, wrong: Exception) -> LineError:
    """What is said of a line whose pin gpiozero refuses."""
    why = f"{type(wrong).__name__}: {wrong}"
    return LineError(f"line {name} (GPIO{pin}): {why}; free the pin, or wire another and write it into box.toml")
