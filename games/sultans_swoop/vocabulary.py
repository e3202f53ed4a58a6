"""What Sultan's Swoop may say and what its lamps may mean: its cues.toml answers each of these, and nothing else."""

from typing import Literal, get_args

from games.announcements.shared import SHARED
from games.announcements.sultans_swoop import (
    BothRoll,
    Bout,
    BuildTower,
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
    BuildTower,
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

Colour = Literal["yellow", "red", "blue", "green", "purple", "orange", "black", "white"]
"""A colour key can be pressed, and means this colour; white also means one that no lamp can show."""

Meaning = Colour | Literal["turn", "go", "meter", "choice", "winner"]
"""What a lit lamp may mean: a colour that can be pressed, whose turn it is, ..."""

COLOURS: tuple[Colour, ...] = get_args(Colour)

MEANINGS: tuple[str, ...] = (*COLOURS, "turn", "go", "meter", "choice", "winner")
"""All of them."""
