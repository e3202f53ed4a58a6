"""The header's lines on a laptop: gpiozero's mock pins, with the world's clock and the box's resistors.

What gpiozero's own mock gets wrong for a box: a floating pin starts low (an interrupt line would look asserted), its
clock is the real one, a pull resistor overrides whoever drives the line, and closing the factory keeps all pins taken.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gpiozero.pins.mock import MockFactory, MockPWMPin


class Tone(NamedTuple):
    """From `at` on the pin swings at `hz`; None: it is still."""

    at: float
    hz: float | None


class SimPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that obeys who drives it, else the box's resistor, else its own pull."""

    factory: "SimPins"
    _state: float

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.settle()

    def settle(self) -> None:
        """As an input, take the level the wire has."""
        if self._function == "input":
            level = self.factory.wire(self.number, pulled_up=self._pull == "up")
            (self.drive_high if level else self.drive_low)()

    @property
    def number(self) -> int:
        """BCM number."""
        return int(self._number)

    def _get_state(self) -> float:
        fed = self.factory.fed(self.number) if self._function == "input" else None
        return self._state if fed is None else fed

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._last_change = self.factory.now()
        self._state = value
        self.factory.changed(self)
        return True

    def clear_states(self) -> None:
        """Forget nothing: the factory keeps what happened."""
        self._last_change = self.factory.now()

    def _set_frequency(self, value: float | None) -> None:
        if value is None and self._frequency is None:
            return  # the mock would blip low here, whenever an output is closed
        super()._set_frequency(value)
        self.factory.changed(self)


class SimPins(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A pin factory whose clock is `now`, and whose lines rest at the level the box's resistors give them.

    Hand it to the drivers as `pins`. Callbacks run inside `drive`, in the caller's thread.
    """

    def __init__(self, now: Callable[[], float], *, rest_high: Mapping[int, bool] | None = None) -> None:
        """`rest_high` tells for BCM numbers whether the wire rests high; others rest low unless the Pi pulls them."""
        super().__init__(pin_class=SimPin)
        self.now = now
        self.ticks = now  # instead of the mock's real time
        self._rest_high = dict(rest_high or {})
        self._opened: dict[int, SimPin] = {}
        self._driven: dict[int, bool] = {}
        self._fed: dict[int, Callable[[], bool | None]] = {}
        self._watchers: dict[int, list[Callable[[bool], object]]] = {}
        self._tones: dict[int, list[Tone]] = {}

    def drive(self, pin: int, *, low: bool) -> None:
        """A part outside the Pi pulls the line low, or lets it go (where nothing pulls, high is driven)."""
        self._driven[pin] = not low
        if pin in self._opened:
            self._opened[pin].settle()

    def feed(self, pin: int, level: Callable[[], bool | None]) -> None:
        """A part that keeps no timer drives the line: its level (None: let go) is asked for at each look.

        It makes no edges.
        """
        self._fed[pin] = level

    def fed(self, pin: int) -> bool | None:
        """The level of a part that is asked at each look; None where there is none, or it lets the line go."""
        level = self._fed.get(pin)
        return None if level is None else level()

    def level(self, pin: int) -> bool:
        """What a part at this line sees."""
        opened = self._opened.get(pin)
        return self.wire(pin, pulled_up=False) if opened is None else bool(opened.state)

    def watch(self, pin: int, changed: Callable[[bool], object]) -> None:
        """Call `changed` with each new level of a line that the Pi drives, as a part at the other end would see it."""
        self._watchers.setdefault(pin, []).append(changed)

    def tones(self, pin: int) -> tuple[Tone, ...]:
        """All that sounded at a pin, from the first tone on."""
        return tuple(self._tones.get(pin, ()))

    def pin(self, name: int | str, pin_class: type[SimPin] | None = None, **kwargs: Any) -> SimPin:
        """The pin of this name, opened once."""
        opened: SimPin = super().pin(name, pin_class, **kwargs)
        self._opened[opened.number] = opened
        return opened

    def reset(self) -> None:
        """All pins are free again, as if none had been opened."""
        super().reset()
        self._opened.clear()

    def close(self) -> None:
        """Close all pins and free their numbers."""
        super().close()
        self.reset()

    def wire(self, pin: int, *, pulled_up: bool) -> bool:
        """The level the line has when the Pi does not drive it."""
        return self._driven.get(pin, self._rest_high.get(pin, pulled_up))

    def changed(self, pin: SimPin) -> None:
        """Called by a pin whose level or frequency is new."""
        hz = pin.frequency if pin.state else None
        heard = self._tones.setdefault(pin.number, [])
        if hz != (heard[-1].hz if heard else None):
            heard.append(Tone(self.now(), hz))
        if pin.frequency is None:
            for watcher in self._watchers.get(pin.number, ()):
                watcher(bool(pin.state))
