"""Players that answer as another one does and hand all they were told to whoever looks."""

from collections.abc import Callable
from typing import Any


class Spy:
    """Plays as `player` does; `look` gets the view each time something is asked."""

    def __init__(self, player: Any, look: Callable[[Any], None]) -> None:
        self._player = player
        self._look = look

    def __getattr__(self, asked: str) -> Callable[..., Any]:
        def answer(*told: Any) -> Any:
            if asked not in ("saw", "looks"):
                self._look(told[0])
            return getattr(self._player, asked)(*told)

        return answer


class Stubborn:
    """Answers each question with the same thing every time."""

    def __init__(self, **answers: Any) -> None:
        self._answers = answers

    def __getattr__(self, asked: str) -> Callable[..., Any]:
        return lambda *_told: self._answers[asked]
