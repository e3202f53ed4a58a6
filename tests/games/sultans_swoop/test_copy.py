"""The owner's copy: shipped values that can be, where each comes from, and a sentence for each that cannot be."""

from collections import Counter
from dataclasses import fields, replace
from typing import Any

import pytest

from games import plain
from games.sultans_swoop.copy import Copy, check, tasks

SHIPPED = Copy()


def towers(**changed: tuple[str, ...]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple((players, changed.get(f"for{players}", tower)) for players, tower in SHIPPED.tower)


def used(**changed: int) -> tuple[tuple[int, int], ...]:
    return tuple((players, changed.get(f"for{players}", cards)) for players, cards in SHIPPED.two_bag_in_use)


def test_the_shipped_copy_can_be_and_tells_where_each_value_comes_from() -> None:
    assert check(SHIPPED) == ()
    for field in fields(Copy):
        assert field.metadata
        assert set(field.metadata) <= {"rulebook", "derived", "assumed", "asks"}
    assert [field.name for field in fields(Copy) if "assumed" not in field.metadata] == ["two_bag_in_use"]


def test_the_tasks_are_eighteen_cards_alike_or_as_the_owner_counted() -> None:
    assert Counter(tasks(SHIPPED)) == dict.fromkeys(range(6), 3)
    counted = replace(SHIPPED, task_cards=(("perColour", 3), ("red", 2), ("blue", 4)))
    assert check(counted) == ()
    assert Counter(tasks(counted)) == {0: 3, 1: 2, 2: 4, 3: 3, 4: 3, 5: 3}


def test_as_few_cards_as_ten_bouts_can_use_are_enough() -> None:
    assert check(replace(SHIPPED, gold_cards=((1, 44), (2, 20), (4, 10), (5, 10)))) == ()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"colours": ("red",) * 6}, "colours lists red, red, red, red, red, red; there are 6 different ones"),
        ({"colours": ()}, "colours lists none; there are 6 different ones"),
        ({"colours": (*SHIPPED.colours[:5], " ")}, "colours has ' '; a colour has a name that can be read out"),
        ({"colours": (*SHIPPED.colours[:5], "ice\nblue")}, "colours has 'ice\\nblue'; a colour has a name that can be"),
        ({"die_faces": SHIPPED.colours[:5]}, "dieFaces lists 5 faces; a die has 6"),
        ({"die_faces": (*SHIPPED.colours[:5], "pink")}, "dieFaces has 'pink'; the colours are yellow, red, blue"),
        ({"die_faces": (*SHIPPED.colours[:5], "red")}, "dieFaces lacks orange; all six colours can show at once"),
        ({"task_cards": (("perColour", 4), ("red", -2))}, "taskCards has -2 cards of red; there can be 0 or more"),
        ({"task_cards": (("perColour", 4),)}, "taskCards come to 24; the box has 18"),
        (
            {"task_cards": (("perColour", 3), ("pink", 0))},
            "taskCards has 'pink'; it can have perColour, or the colours",
        ),
        ({"gold_cards": ((1, 41), (2, 20), (4, 12), (5, 12))}, "goldCards come to 85; the box has 84"),
        ({"gold_cards": ((1, 40), (2, 20), (3, 24))}, "goldCards has cards of 3 bags; there are cards of 1, 2, 4, 5"),
        (
            {"gold_cards": ((1, 46), (2, 20), (4, 9), (5, 9))},
            "goldCards has 9 cards of 4 bags; the column can earn 4 in each of 10 bouts",
        ),
        (
            {"gold_cards": ((1, 39), (2, 20), (4, 13), (5, 12))},
            "goldCards has 39 cards of 1 bag; 4 pieces earn one in each of 10 bouts",
        ),
        ({"two_bag_in_use": used(for6=21)}, "twoBagInUse has 21 cards for 6 players; there are 20"),
        ({"two_bag_in_use": used(for4=20)}, "twoBagInUse for 4 players is 20; 10 bouts of their tower use 10"),
        ({"two_bag_in_use": used()[1:]}, "twoBagInUse is told for 3, 4, 5, 6 players; it would be for 2 to 6"),
        ({"tower": ()}, "tower is told for no players; it would be for 2 to 6"),
        ({"tower": towers(for2=("column", "lamp"))}, "the tower for 2 players has 'lamp'; the pieces are column"),
        ({"tower": towers(for3=("column", "lantern", "ruby", "ruby"))}, "has a piece twice; a second ruby is called"),
        ({"tower": towers(for3=("lantern", "ruby"))}, "the tower for 3 players has no column"),
        (
            {"tower": towers(for3=("column", "lantern", "carpet", "cushion", "ruby", "ruby2"))},
            "the tower for 3 players has 6 pieces; so few players can take 5 in a bout",
        ),
    ],
)
def test_what_no_copy_can_be_is_said(changed: dict[str, Any], sentence: str) -> None:
    assert any(sentence in told for told in check(replace(SHIPPED, **changed)))


def test_a_copy_is_written_as_the_owner_would_write_it() -> None:
    given = {"taskCards": {"perColour": 3}, "twoBagInUse": {"3": 10}, "tower": {"3": ["column", "lantern"]}}
    read = plain.load(Copy, given)
    assert (read.task_cards, read.two_bag_in_use, read.tower) == (
        (("perColour", 3),),
        ((3, 10),),
        ((3, ("column", "lantern")),),
    )
    assert plain.load(Copy, plain.dump(SHIPPED)) == SHIPPED
