"""A blow that the box itself may have been the reason for: it is no knock, and no knock that was one is lost by it."""

from games.facts import Knock
from tests.games.hammer_time.box import Box


def doubtful(box: Box) -> Box:
    """Something is heard that may have been the box itself."""
    box.feed(Knock(at=box.at, doubtful=True))
    return box.wait(0.1)


def test_by_itself_it_says_nothing_and_a_fall_long_after_it_came_by_turning() -> None:
    box = doubtful(Box().hush()).wait(3)
    assert box.said == []
    assert box.turn(2).said == ["TurnedFall gems=2", "Guide do=put place=centre gems=2"]


def test_a_fall_that_began_with_it_is_asked_about_and_the_answer_counts() -> None:
    box = doubtful(Box().hush()).turn(3)
    assert box.said == ["Ask about=knock"]
    assert box.go().said == ["Knocked", "Fell gems=3", "Ask about=full"]
    box = doubtful(Box().hush()).turn(3)
    assert box.said == ["Ask about=knock"]
    assert box.back().said == ["TurnedFall gems=3", "Guide do=put place=centre gems=3"]


def test_one_that_was_heard_besides_explains_the_fall() -> None:
    box = doubtful(Box().hush()).knock(3)
    assert box.said == ["Knocked", "Fell gems=3", "Ask about=full"]


def test_who_goes_on_hammering_instead_of_answering_has_not_answered() -> None:
    box = doubtful(Box().hush()).turn(3).hush()
    box.knock()
    assert box.go().said == ["Knocked", "Fell gems=3", "Ask about=full", "Foul code=HT-F02 player=0"]


def test_it_is_no_foul_where_nobody_may_knock() -> None:
    box = Box().knock(9).hush()
    assert doubtful(box).wait(4).said == []
    assert box.put(9).said == ["GemsBack", "TurnStarts player=1"]


def test_a_knock_that_was_doubted_wrongly_does_not_make_the_box_deaf() -> None:
    box = doubtful(Box().hush()).turn(1).go().hush()
    box.go().go().hush()
    assert box.turn(3).said == ["TurnedFall gems=3", "Guide do=put place=centre gems=3"]
