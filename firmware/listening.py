"""Who hears what is announced: lamps and sounds, and whoever listens."""

from collections.abc import Callable, Sequence
from typing import Protocol

from games.announcements import Announcement
from games.contract import Lit

Listener = Callable[[float, Announcement], None]
"""Hears an announcement and its moment; neither raises nor blocks."""


StillHolds = Callable[[Announcement], bool]
"""Whether what was said is still true (games.contract.Referee.still_holds, with the referee's state of that moment)."""


class Outputs(Protocol):
    """What a ruling drives: lamps and sounds."""

    def announce(self, said: Sequence[Announcement], lit: Sequence[Lit], still_holds: StillHolds) -> None:
        """Light the picture and sound what was said, at once."""
