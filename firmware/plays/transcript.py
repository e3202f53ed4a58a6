"""The lines a play prints: time, what the hands did, what the referee said, and what was expected instead."""

from collections.abc import Sequence

from games.announcements import Announcement, words

Moment = tuple[float, Announcement]
"""An announcement and its seconds since the start."""


def did(at: float, text: str) -> str:
    """A step of the hands."""
    return f"{at:8.2f} > {text}"


def said(at: float, announcement: Announcement) -> str:
    """An announcement of the referee."""
    return f"{at:8.2f} < {words(announcement)}"


def missed(file: str, line: int, expected: str, came: str) -> str:
    """An expectation that did not hold."""
    return f"{file}:{line}: expected {expected}; came {came}"


def listed(moments: Sequence[Moment]) -> str:
    """Announcements in a row, as they came instead of an expected one."""
    return ", ".join(words(announcement) for _, announcement in moments) or "nothing"
