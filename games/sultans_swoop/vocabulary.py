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
"""What a colour key can shine in."""

MEANINGS: tuple[str, ...] = (*COLOURS, "turn", "go", "meter", "choice", "winner")
"""All of them."""

STACKED = "SS-F12"
"""Dice lie on one another; who swoops all the same swoops on a roll that does not count."""

FALLEN = "SS-A23"
"""The tower fell before anybody swooped."""

BOUT_REPORTS = (
    STACKED,
    FALLEN,
    "SS-F15",
    "SS-F11",
    "SS-F04",
    "SS-F02",
    "SS-F06",
    "SS-F05",
    "SS-F07",
    "SS-F03",
    "SS-F13",
    "SS-F01",
)
"""What players may report of the bout that is being played: dice, tower, hands; most likely first."""

CARD_REPORTS = ("SS-F08", "SS-F14", "SS-F09", "SS-F16")
"""What they may report of cards and set-up."""

REPORTS = (*BOUT_REPORTS, *CARD_REPORTS)
"""All of it, in the order of the list."""
