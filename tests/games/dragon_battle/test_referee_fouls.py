"""Every foul that entries show is named and changes nothing; the others are in the list behind a long `back`."""

from collections.abc import Callable

import pytest

from games.catalog import named
from games.dragon_battle.referee import REFEREE
from games.dragon_battle.rules import Settings, Variant
from tests.games.dragon_battle.keys import Keys


def choosing() -> Keys:
    return Keys().throw("red", "blue", "silver", "black")


def choosing_again() -> Keys:
    return Keys().throw("red", "blue", "silver", "yellow").colour("red").throw("red", "blue", "silver")


def freeing() -> Keys:
    return Keys().throw("red", "black", "black", "black")


def ended() -> Keys:
    box = Keys()
    for _ in range(17):
        box.throw("red", "black", "black", "black").stars(1).wait()
    return box


@pytest.mark.parametrize(
    ("lead", "deed", "foul"),
    [
        (Keys, lambda box: box.stop(), "DB-F09"),
        (choosing, lambda box: box.stop(), "DB-F09"),
        (freeing, lambda box: box.stop(), "DB-F09"),
        (choosing, lambda box: box.colour("yellow"), "DB-F16"),
        (choosing, lambda box: box.colour("black"), "DB-F12"),
        (choosing, lambda box: box.colour("silver", "black"), "DB-F04"),
        (choosing_again, lambda box: box.colour("red"), "DB-F05"),
        (choosing_again, lambda box: box.colour("silver", "red"), "DB-F05"),
        (freeing, lambda box: box.colour("red"), "DB-F08"),
        (ended, lambda box: box.colour("red"), "DB-F18"),
    ],
)
def test_a_foul_is_named_and_leaves_the_game_as_it_was(
    lead: Callable[[], Keys], deed: Callable[[Keys], Keys], foul: str
) -> None:
    box = lead()
    before = box.watch
    deed(box)
    assert box.said[-1] == f"Foul code={foul} player={before.game.cur}"
    assert box.watch.game == before.game
    assert box.watch.past == before.past
    assert REFEREE.still_holds(box.watch, box.announced[-1])


def test_a_foul_said_late_is_no_news_once_the_hand_has_done_the_next_thing() -> None:
    box = choosing().colour("yellow")
    (*_, foul) = box.announced
    assert not REFEREE.still_holds(box.colour("red").watch, foul)


@pytest.mark.parametrize(
    ("lead", "key"), [(Keys, "p1"), (choosing, "p2"), (ended, "p1"), (Keys, "back+go"), (Keys, "x")]
)
def test_a_press_that_can_mean_nothing_is_heard_kindly(lead: Callable[[], Keys], key: str) -> None:
    assert lead().press(key).said[-1] == "NotNow"


def test_what_only_people_see_is_reported_by_the_list() -> None:
    box = choosing()
    box.press("back", held=1.5)
    first = "Reports codes=DB-F15,DB-F17,DB-F13,DB-F10,DB-F11,DB-F12"
    assert box.said[-1] == first
    assert box.press("go", held=2.0).said == [first]
    assert box.press("go").said == ["Reports codes=DB-F02,DB-F06,DB-F07,DB-F01,DB-F03"]
    assert box.press("p2").said == ["Foul code=DB-F06 player=0"]
    assert box.press("back", held=1.5).press("p1").said == [first, "Foul code=DB-F15 player=0 expected=1"]
    assert box.press("back", held=1.5).press("back").said == [first, "Ask about=colour"]
    assert box.colour("red").said[0] == "Scared dragon=red dice=2"


def test_peeking_is_in_the_list_of_older_children_and_nothing_is_once_the_game_is_over() -> None:
    box = Keys(settings=Settings(variant=Variant.OLDER)).press("back", held=1.5)
    assert box.said[-1] == "Reports codes=DB-F15,DB-F17,DB-F13,DB-F14,DB-F10,DB-F11"
    assert ended().press("back", held=1.5).said[-1] == "NotNow"


def test_the_catalogue_lists_all_that_can_be_reported() -> None:
    game = named("dragon_battle")
    assert {"DB-F14", "DB-F15"} <= set(game.reports)
    assert [variant.name for variant in game.variants] == ["base", "young", "older"]


def test_a_press_on_the_list_is_no_throw() -> None:
    box = choosing().press("back", held=1.5)
    assert box.colour("red").said[-1] == "NotNow"
    assert freeing().press("back", held=1.5).colour("red").said[-1] == "NotNow"
