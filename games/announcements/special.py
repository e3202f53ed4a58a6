"""Announcements of one game that are said differently from case to case: their cues may tell these cases apart."""

from abc import ABC, abstractmethod
from typing import ClassVar


class Special(ABC):
    """Has special cases: its cues may stand under their names, level by level."""

    __slots__ = ()

    SPECIAL: ClassVar[tuple[str, ...]]
    """What each level may be called, as a pattern."""

    @property
    @abstractmethod
    def special(self) -> tuple[str, ...]:
        """The names of this case, the general one first."""
