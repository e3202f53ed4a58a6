"""Switch contacts as they are: between open and closed lies a shower of edges.

Real tactile switches bounce 9.3 to 14 ms when new, used push buttons 69 to 89 ms and worn ones beyond that (recordings
adamfk/bouncy-button-data, CC0, issues 11, 23, 15 and 16).

Law: every contact has its own dice, so its edges depend on the seed and on how often it has moved, never on what else
moves meanwhile.
"""

from collections.abc import Callable
from random import Random
from typing import Literal, Protocol

from hardware.sim.failures import Ailment

Wear = Literal["new", "worn"]

_CHATTER: tuple[float, float] = (0.005, 0.06)
"""Seconds between two edges of a contact that chatters, at least and at most."""

LONGEST_BOUNCE: dict[Wear, float] = {"new": 0.014, "worn": 0.2}
"""Seconds from a movement's first edge to its last, at most."""

_SHORTEST_BOUNCE: dict[Wear, float] = {"new": 0.009, "worn": 0.02}
_MOST_REBOUNDS: dict[Wear, int] = {"new": 6, "worn": 9}


class Timer(Protocol):
    """A call that has been arranged and can be called off."""

    def cancel(self) -> None:
        """Call it off; harmless once it has happened."""


class Scheduler(Protocol):
    """The world's clock: an asyncio loop in real or virtual time, or a heap of timers in a test."""

    def time(self) -> float:
        """Monotonic seconds."""

    def call_at(self, when: float, callback: Callable[..., object], /, *args: object) -> Timer:
        """Call `callback(*args)` at `when`; calls for one moment keep their order or not, as the clock pleases."""


def bounce(dice: Random, wear: Wear) -> tuple[float, ...]:
    """The edges of one movement: an odd number of offsets in seconds, rising from 0, each turning the contact over.

    The last edge leaves it where the movement wanted it. Worn contacts rest between edges for longer than any sane
    debounce time now and then.
    """
    length = dice.uniform(_SHORTEST_BOUNCE[wear], LONGEST_BOUNCE[wear])
    between = 2 * dice.randint(1, _MOST_REBOUNDS[wear]) - 1
    return (0.0, *sorted(dice.uniform(0.0, length) for _ in range(between)), length)


class Contact:
    """One switch: `touch(closed)` is called at every edge, bounces included."""

    def __init__(
        self, scheduler: Scheduler, touch: Callable[[bool], None], dice: Random, wear: Wear, *, closed: bool = False
    ) -> None:
        self._scheduler = scheduler
        self._touch = touch
        self._dice = dice
        self._wear: Wear = wear
        self._edges: list[Timer] = []
        self._ailment: Ailment | None = None
        self._chatter: Timer | None = None
        self._blade = closed
        self.closed = closed
        """Where the contact rests, or will once it has done bouncing."""
        if closed:
            touch(closed)

    def ail(self, ailment: Ailment) -> None:
        """From now on the contact fails, whatever moves it; its dice then differ from those of a sound one."""
        self.mend()
        self._ailment = ailment
        if ailment == "bouncing":
            self._rattle(not self._blade)
        else:
            self._touch(ailment == "stuck")

    def mend(self) -> None:
        """It shows again where it rests."""
        if self._chatter is not None:
            self._chatter.cancel()
        self._ailment = self._chatter = None
        self._touch(self._blade)

    def _rattle(self, closed: bool) -> None:
        self._touch(closed)
        later = self._scheduler.time() + self._dice.uniform(*_CHATTER)
        self._chatter = self._scheduler.call_at(later, self._rattle, not closed)

    def _edge(self, closed: bool) -> None:
        self._blade = closed
        if self._ailment is None:
            self._touch(closed)

    def move(self, at: float, *, closed: bool) -> None:
        """Let the contact close or open from `at` on.

        A movement that comes while the last one still bounces ends that bounce: the spring is in the hand's power.
        """
        if closed is self.closed:
            return
        for edge in self._edges:
            edge.cancel()
        self.closed = closed
        self._edges = [
            self._scheduler.call_at(at + offset, self._edge, closed if number % 2 == 0 else not closed)
            for number, offset in enumerate(bounce(self._dice, self._wear))
        ]
