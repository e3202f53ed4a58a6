"""Announcements as plays and transcripts print them."""

import pytest

from games.announcements import Announcement, words
from games.announcements.clever_keys import Fits
from games.announcements.dragon_battle import Battle, Rolled
from games.announcements.shared import Foul, GameOver, Guide, TableRight, Undone
from games.table import Slot


@pytest.mark.parametrize(
    ("announcement", "line"),
    [
        (Fits(1, Slot(3, 2), 2, 4), "Fits player=1 slot=3.2 gained=2 total=4"),
        (GameOver((0, 2), (9, 1, 9)), "GameOver winners=0,2 scores=9,1,9"),
        (Foul("CK-F03", 0, 5), "Foul code=CK-F03 player=0 expected=5"),
        (Foul("CK-F01", 0), "Foul code=CK-F01 player=0"),
        (Guide("push", slot=Slot(0, 0)), "Guide do=push slot=0.0"),
        (TableRight(), "TableRight"),
        (Rolled(2, ("blue", "silver")), "Rolled well=2 choose=blue,silver"),
        (Rolled(4, ()), "Rolled well=4 choose="),
        (Battle("stop", ("red",)), "Battle ends=stop take=red"),
    ],
)
def test_fields_come_in_order_and_absent_ones_are_left_out(announcement: Announcement, line: str) -> None:
    assert words(announcement) == line


def test_a_log_that_anybody_may_read_tells_no_slot_in_which_a_key_fitted_also_not_where_it_is_lifted_out_again() -> (
    None
):
    told = (Fits(0, Slot(3, 2), 1, 1), Undone(), Guide("lift", slot=Slot(3, 2)))
    assert [words(each, all_of_it=False) for each in told] == [
        "Fits player=0 gained=1 total=1",
        "Undone",
        "Guide do=lift",
    ]
