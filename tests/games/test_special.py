"""Announcements that are said differently from case to case tell the case they are."""

import re

import pytest

from games.announcements.dragon_battle import Freed, Rolled
from games.announcements.hammer_time import TaskOpen, Technique
from games.announcements.lobby import Chosen
from games.announcements.special import Special
from games.announcements.sultans_swoop import Bout, OnBazaar


@pytest.mark.parametrize(
    ("said", "special"),
    [
        (Rolled(0, ()), ("none",)),
        (Rolled(2, ()), ("none", "well")),
        (Rolled(1, ("red",)), ("one", "well")),
        (Rolled(0, ("blue", "purple", "red")), ("several",)),
        (Freed(0, 2, 5), ("stars",)),
        (Freed(0, 2, None), ()),
        (TaskOpen("1-3"), ("1-3",)),
        (Technique("fist"), ("fist",)),
        (OnBazaar(6), ("valid",)),
        (OnBazaar(), ()),
        (Bout(1, "six", (5, 0)), ("six",)),
        (Chosen("dragon_battle", "young", 2, 4), ("dragon_battle", "young")),
    ],
)
def test_the_case_of_an_announcement_is_one_that_its_kind_knows(said: Special, special: tuple[str, ...]) -> None:
    assert said.special == special
    assert all(re.fullmatch(pattern, name) for pattern, name in zip(said.SPECIAL, special, strict=False))
