"""What is still true of what was said, for a voice that comes late; and counts that nothing depends on yet."""

from games.announcements.shared import Ask, SensorBack, SensorLost, Undone
from games.hammer_time.referee import REFEREE
from tests.games.hammer_time.box import Box, tracked


def test_what_was_asked_for_and_which_part_is_lost_hold_until_they_are_so_no_more() -> None:
    box = Box().lose()
    fall, lost, back = Ask("fall"), SensorLost("scale"), SensorBack("scale")
    assert [REFEREE.still_holds(box.watch, said) for said in (fall, lost, back)] == [True, True, False]
    box.regain().count().wait(3)
    assert [REFEREE.still_holds(box.watch, said) for said in (fall, lost, back)] == [False, False, True]
    assert REFEREE.still_holds(box.watch, Undone())


def test_a_count_that_is_not_sure_is_not_asked_about_before_gems_have_to_be_back() -> None:
    assert tracked().knock(3).hush().put(1, odds=0.6).said == []
