"""What is too close to call: a finger, a bounce and a deadline cannot always be told apart, and then both are right.

An oracle decides with a `Doubt` at its side; `worlds` runs it once for each way in which what is in doubt may be.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

MOST = 4096
"""More ways than that are no doubt but a fault of whoever doubts."""


class Doubt:
    """Decides what is clear, and what is not as its script says (then: yes). `blur` is in seconds."""

    def __init__(self, blur: float, script: tuple[bool, ...] = ()) -> None:
        self._blur = blur
        self._script = script
        self.taken: tuple[bool, ...] = ()
        """What was in doubt, as it was decided."""

    def since(self, seconds: float, late: float = 0.0) -> bool:
        """Whether a moment that lies so many seconds back (ahead, if negative) has come, perhaps so much later."""
        return self.either() if -self._blur - late <= seconds <= self._blur else seconds > 0

    def either(self) -> bool:
        """Both may be."""
        number = len(self.taken)
        self.taken += (self._script[number] if number < len(self._script) else True,)
        return self.taken[-1]


def worlds(blur: float, step: Callable[[Doubt], T]) -> Iterator[T]:
    """What `step` gives, once for each way in which it may go. Raises RuntimeError where that is no end."""
    scripts: list[tuple[bool, ...]] = [()]
    for _ in range(MOST):
        if not scripts:
            return
        script = scripts.pop()
        doubt = Doubt(blur, script)
        yield step(doubt)
        taken = doubt.taken
        scripts += [(*taken[:number], not taken[number]) for number in range(len(script), len(taken))]
    raise RuntimeError(f"more than {MOST} ways are in doubt")
