"""Records as JSON and TOML say them, and back."""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import pytest

from games import plain
from games.catalog import GAMES
from games.dragon_battle.settings import Settings as DragonBattle
from games.dragon_battle.settings import Variant


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    keys_identical: bool = True
    gems: int = 52
    share: float = 0.5
    name: str = "box"
    size: Size = Size.SMALL
    end: Literal["bouts", "cards"] = "bouts"
    faces: tuple[str, ...] = ("red", "blue")
    wagons: tuple[tuple[str, ...], ...] = (("ygbr",), ("yy", "bb"))
    tower: tuple[tuple[int, tuple[str, ...]], ...] = ((2, ("column", "ruby")),)
    counts: tuple[tuple[str, int], ...] = (("even", 2),)
    fixed: tuple[int, bool] = (1, False)
    maybe: int | None = None


CHANGED = Everything(keys_identical=False, size=Size.LARGE, faces=(), maybe=3, tower=((2, ()), (5, ("column",))))


@pytest.mark.parametrize("record", [Everything(), CHANGED])
def test_what_was_written_is_read_back_exactly(record: Everything) -> None:
    assert plain.load(Everything, json.loads(json.dumps(plain.dump(record)))) == record


def test_the_settings_of_every_game_survive_the_journal() -> None:
    for game in GAMES:
        settings = game.rules.settings()
        assert plain.load(game.rules.settings, json.loads(json.dumps(plain.dump(settings)))) == settings
    young = DragonBattle(variant=Variant.YOUNG)
    assert plain.load(DragonBattle, plain.dump(young)) == young


def test_names_are_public_and_those_of_old_journals_are_understood() -> None:
    assert plain.dump(Everything())["keysIdentical"] is True
    assert plain.load(Everything, {"keys_identical": False}).keys_identical is False


def test_pairs_may_be_written_as_a_table() -> None:
    read = plain.load(Everything, {"tower": {"2": ["column"], "6": ["ruby"]}, "counts": {"odd": 3}})
    assert read.tower == ((2, ("column",)), (6, ("ruby",)))
    assert read.counts == (("odd", 3),)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"gem": 1}, "no value is called 'gem'; there are keysIdentical, gems"),
        ({"gems": True}, "gems is True; it can be a whole number"),
        ({"keysIdentical": 1}, "keysIdentical is 1; it can be true or false"),
        ({"share": 1}, "share is 1; it can be a number"),
        ({"name": 3}, "name is 3; it can be a text"),
        ({"size": "tiny"}, "size is 'tiny'; it can be small or large"),
        ({"end": "never"}, "end is 'never'; it can be bouts or cards"),
        ({"faces": "red"}, "faces is 'red'; it can be a list"),
        ({"faces": {"red": 1}}, "faces is {'red': 1}; it can be a list"),
        ({"faces": [1]}, "faces is 1; it can be a text"),
        ({"wagons": ["ygbr", "yy"]}, "wagons has 'ygbr' by itself in its list; it can be a list of lists, [[...]"),
        ({"wagons": [["ygbr"], ""]}, "wagons has '' by itself in its list; it can be a list of"),
        ({"fixed": [1]}, "fixed is [1]; it can be a list of 2"),
        ({"tower": {"two": ["column"]}}, "tower is 'two'; it can be a whole number"),
        ([], "[] is no table"),
    ],
)
def test_what_cannot_be_meant_is_said_with_its_name(given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as wrong:
        plain.load(Everything, given)
    assert str(wrong.value).startswith(said)
