"""How a chip is woken while nobody waits: its power-up is a script that yields its waits, stepped from outside."""

from collections.abc import Callable, Generator

Script = Generator[float, float, None]
"""Yields the seconds to wait, is sent the moment it goes on."""


class Waking:
    """The power-up of one chip; `script` begins it anew at a moment. After an error the next step does."""

    def __init__(self, script: Callable[[float], Script]) -> None:
        self._begin = script
        self._script: Script | None = None
        self._due = 0.0

    def step(self, now: float) -> float | None:
        """Do what is due; the seconds until the next call is wanted, None when it is done. Raises as the script."""
        # Until this step has ended well there is no script to go on with: after an error all begins anew.
        script, self._script = self._script, None
        try:
            if script is None:
                script = self._begin(now)
                wait = next(script)
            elif now < self._due:
                wait = self._due - now
            else:
                wait = script.send(now)
        except StopIteration:
            return None
        self._script = script
        self._due = now + wait
        return wait

    def forget(self) -> None:
        """Begin anew with the next step."""
        self._script = None
