"""The lamps of Dragon Battle."""

from games.dragon_battle.dice import FACES
from games.dragon_battle.rules import Settings, Variant
from tests.games.dragon_battle.keys import Keys

ALL = {f"key.{number}": face for number, face in enumerate(FACES, 1)}


def test_every_colour_can_be_entered_and_the_meter_counts_the_dice() -> None:
    box = Keys(3, 1, seats=(0, 3, 5))
    assert box.lit == {"pad.4": "turn", **ALL}
    box.colour("red", "red", "black")
    assert box.lit == {"pad.4": "turn", **ALL, "meter.1": "meter", "meter.2": "meter", "meter.3": "meter", "back": "go"}
    box.colour("black")
    assert {lamp for lamp in box.lit if lamp.startswith("key")} == set(), "all dice are in"
    assert box.lit["go"] == "go"
    assert box.lit["meter.4"] == "meter"


def test_colours_that_can_be_laid_out_shine_and_no_others() -> None:
    box = Keys().throw("red", "blue", "silver", "black")
    turn = {"pad.1": "turn", "back": "go"}
    assert box.lit == {**turn, "key.2": "red", "key.3": "blue", "key.6": "silver"}
    box.colour("silver")
    dragons = {"key.1": "yellow", "key.2": "red", "key.3": "blue", "key.4": "purple"}
    assert box.lit == {**turn, **dragons}
    assert box.colour("red").lit == {**turn, **ALL, "go": "go"}


def test_go_shines_only_when_it_would_stop() -> None:
    box = Keys(settings=Settings(must_place=False)).colour("red", "blue", "silver", "black").wait(1.5)
    assert "go" not in box.lit, "it would still belong to the throw"
    assert box.wait(2.0).lit["go"] == "go"
    assert box.colour("red").lit["go"] == "go", "it would stop"
    assert box.colour("blue").lit.get("go") is None, "one of two dice"


def test_pads_are_numbers_while_stars_are_asked() -> None:
    box = Keys().throw("red", "black", "black", "black")
    assert box.lit == {**{f"pad.{number}": "choice" for number in range(1, 7)}, "back": "go"}


def test_silver_that_may_come_along() -> None:
    box = Keys(settings=Settings(silver_joins=True)).throw("red", "silver", "black", "black").colour("red")
    assert box.lit == {"pad.1": "turn", "back": "go", "key.2": "red", "key.6": "silver"}


def test_go_shines_where_nothing_must_be_laid_out() -> None:
    box = Keys(settings=Settings(must_place=False)).throw("red", "blue", "silver", "black")
    assert box.lit["go"] == "go"
    box.stop()
    assert box.lit == {"pad.1": "turn", "back": "go", **ALL}, "no dragon is scared yet: nothing to stop with"


def test_what_can_be_brought_back_makes_go_shine() -> None:
    box = Keys().throw("red", "blue", "silver", "black").back()
    assert box.lit == {"pad.1": "turn", **ALL, "go": "go"}


def test_winners_shine_at_the_end() -> None:
    box = Keys(2, settings=Settings(variant=Variant.YOUNG), seats=(2, 4))
    for _ in range(17):
        box.throw("red", "black", "black", "black")
    assert box.lit == {"pad.3": "winner", "go": "go", "back": "go"}


def test_leaving_and_the_list_have_pictures_of_their_own() -> None:
    box = Keys().press("back", held=3.0)
    assert box.lit == {"go": "go", "back": "go"}
    assert box.press("back").press("back", held=1.0).lit.keys() == {*(f"pad.{n}" for n in range(1, 7)), "back", "go"}
