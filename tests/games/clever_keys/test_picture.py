"""What the lamps show, and when (design.md section 7): a function of the open table alone."""

import pytest

from games.announcements.clever_keys import Discard, Fits, Take
from games.announcements.shared import (
    Ask,
    Corrected,
    Foul,
    GameOver,
    Guide,
    Resumed,
    SensorBack,
    SensorLost,
    TurnStarts,
    Unsure,
)
from games.clever_keys.referee import REFEREE
from games.table import SLOTS, Depth, Slot
from tests.games.hands import Table


def white(table: Table) -> set[str]:
    return {lamp.removeprefix("slot.") for lamp, means in table.lit.items() if means == "may"}


def in_section(*sections: int) -> set[str]:
    return {str(slot) for slot in SLOTS if slot.section in sections}


def test_at_the_start_every_slot_is_white_and_one_pad_is_lit() -> None:
    table = Table(players=3, start=2)
    assert white(table) == in_section(*range(8))
    assert {lamp: means for lamp, means in table.lit.items() if not lamp.startswith("slot")} == {"pad.3": "turn"}


def test_a_key_that_fitted_is_green_and_the_next_section_white_and_the_meter_counts() -> None:
    table = Table().push("3.2")
    assert white(table) == in_section(4)
    assert {lamp: means for lamp, means in table.lit.items() if means != "may"} == {
        "pad.1": "turn",
        "slot.3.2": "fits",
        "meter.1": "meter",
        "go": "go",
    }


def test_green_goes_out_with_the_key_and_where_it_may_go_stays_white() -> None:
    table = Table().push("3.2").lift("3.2")
    assert white(table) == in_section(4)
    assert "slot.3.2" not in table.lit


def test_gems_still_to_take_go_down_as_they_are_taken() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").lift("1.0").push("2.0")
    assert sum(lamp.startswith("meter") for lamp in table.lit) == 3
    assert white(table) == set()
    table.take(1)
    assert sum(lamp.startswith("meter") for lamp in table.lit) == 2


def test_a_red_key_is_red_for_everybody_until_it_leaves_and_its_section_is_not_white() -> None:
    table = Table().push("3.2", red=True)
    assert table.lit == {"pad.1": "turn", "slot.3.2": "red"}
    table.take(1).put(1, "corner")
    # Its own key may go on to the next section, any other to all but this one.
    assert white(table) == in_section(0, 1, 2, 4, 5, 6, 7)
    table.lift("3.2")
    assert white(table) == in_section(4)
    assert "slot.3.2" not in table.lit


def test_with_all_keys_on_the_board_only_their_next_sections_are_white() -> None:
    table = Table().push("0.0").take(1).push("2.0").take(1).push("2.1").take(2)
    assert white(table) == in_section(1, 3)
    table.lift("0.0")
    assert white(table) == in_section(1)


def test_a_guide_blinks_alone_and_gems_are_guided_without_a_slot() -> None:
    table = Table().push("3.2").push("5.0")
    assert {lamp: means for lamp, means in table.lit.items() if means in ("guide", "may")} == {"slot.5.0": "guide"}
    table = Table().take(1)
    assert table.lit == {"pad.1": "turn"}


def test_a_slot_that_cannot_be_told_shows_nothing() -> None:
    table = Table().push("3.2", red=True)
    table.key("3.2", Depth.UNKNOWN).lose("slots0")
    assert table.lit == {"pad.1": "turn"}


def test_on_the_way_back_from_an_undo_no_slot_is_white() -> None:
    table = Table().push("3.2").stir("centre").press("back")
    assert table.lit == {"pad.1": "turn", "go": "go"}


def test_the_end_lights_the_pads_of_all_who_win() -> None:
    table = Table(players=3, gems=(1, 0)).push("3.2").take(1)
    assert table.lit == {"pad.1": "winner", "go": "go"}


def test_what_players_have_reported_is_said_however_late() -> None:
    table = Table().press("back", held=1.5).press("p1")
    assert table.said[-1] == "Foul code=CK-F11 player=0"
    assert table.push("3.2").holds(Foul("CK-F11", 0))


@pytest.mark.parametrize(
    ("said", "start", "later"),
    [
        (TurnStarts(0), True, False),
        (Foul("CK-F18", 0), True, False),
        (Fits(0, Slot(3, 2), 1, 1), True, True),
        (Corrected(), True, True),
        (Resumed(), True, True),
        (Ask("stop"), False, True),
        (Ask("gems"), False, False),
        (Ask("key"), False, False),
        (Guide("lift", slot=Slot(3, 2)), False, False),
        (SensorLost("scale"), False, False),
        (SensorBack("scale"), True, True),
        (GameOver((0,), (1, 0)), False, False),
        (Unsure("centre", 50), False, False),
        (Take(0, 1), False, False),
        (Discard(0), False, False),
        (Foul("CK-F02", 0), False, False),
    ],
)
def test_a_voice_that_comes_late_says_only_what_still_holds(said: object, start: bool, later: bool) -> None:
    table = Table()
    assert table.holds(said) == start  # type: ignore[arg-type] # all are announcements
    assert table.push("3.2").holds(said) == later  # type: ignore[arg-type] # likewise


def test_what_is_due_holds_while_it_is_due() -> None:
    table = Table().push("3.2").press("go")
    assert table.holds(Take(0, 1))
    assert not table.holds(Take(0, 2))
    table.count("centre", known=False).lose("scale")
    assert table.holds(Ask("gems"))
    assert table.holds(SensorLost("scale"))
    assert Table().push("3.2", red=True).holds(Discard(0))
    assert Table(gems=(1, 0)).push("3.2").take(1).holds(GameOver((0,), (1, 0)))


def test_a_foul_a_guide_and_a_question_hold_while_they_are_open() -> None:
    table = Table().push("3.2").push("5.0")
    assert table.holds(Foul("CK-F05", 0))
    assert table.holds(Guide("lift", slot=Slot(5, 0)))
    assert not table.holds(Guide("lift", slot=Slot(5, 1)))
    assert Table().take(2, odds=0.9).holds(Unsure("centre", 50))
    assert Table(gems=None).lose("scale").wait(2).holds(Ask("gems"))


def test_the_corner_is_heeded_while_a_gem_is_due_there_or_was_taken_from_there() -> None:
    assert REFEREE.heed(Table().watch) == "centre"
    assert REFEREE.heed(Table().push("3.2", red=True).watch) == "corner"
    assert REFEREE.heed(Table(gems=(40, 3)).take(1, "corner").watch) == "corner"
    assert REFEREE.heed(Table().take(1).watch) == "centre"
