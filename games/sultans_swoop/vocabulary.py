"""What Sultan's Swoop may say."""

from games.announcements.shared import SHARED
from games.announcements.sultans_swoop import (
    BothRoll,
    Bout,
    CountDice,
    Has,
    NewTask,
    OnBazaar,
    OpenTask,
    Replace,
    RollAgain,
    RollVoid,
    ShowTask,
    SixColours,
    Surrender,
    Surrendered,
    Swoop,
)

SAYS = (
    *SHARED,
    OnBazaar,
    SixColours,
    RollVoid,
    RollAgain,
    BothRoll,
    Swoop,
    Has,
    CountDice,
    ShowTask,
    Bout,
    Surrender,
    Surrendered,
    NewTask,
    Replace,
    OpenTask,
)
"""Every announcement of its rules and its referee."""
