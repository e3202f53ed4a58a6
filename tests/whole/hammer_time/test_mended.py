"""Faults that whole games have found, each as the shortest game that shows it."""

from games.announcements.hammer_time import Fell
from games.announcements.shared import Ask, Guide
from games.contract import Step
from games.facts import Fact, GemsCounted, Knock, PartBack, PartLost, Pressed, TimePassed, Weighing
from games.hammer_time.referee import REFEREE
from games.hammer_time.settings import Settings, Tasks
from games.hammer_time.watch import Watch
from tests.whole.hammer_time.crowds import crowd
from tests.whole.hammer_time.match import Match
from tests.whole.hammer_time.truth import Family


def test_hands_that_shake_the_table_while_they_put_the_rest_back_have_not_knocked_before_the_die() -> None:
    family = Family(2, master=True, tracked=True, tasks="off")
    match = Match(0, crowd(0)._replace(family=family, hands="tidy", contacts="new", gems=90))
    try:
        match.rest()
        for key in ("k1", "k2", "k1"):
            match.press(key)
            match.rest()
        match.knock("firm", 2)
        for colour in match.world.colours_in_hands.items():
            match.press_each(
                *[f"k{('yellow', 'red', 'blue', 'green', 'black', 'white').index(colour[0]) + 1}"] * colour[1]
            )
        match.press("go")
        match.rest()
        match.press("p1")
        match.rest()
        match.press("go")
        match.rest()

        def shake() -> float:
            match.world.thump(20)
            return match.world.put_gems("centre", 2)

        match._stirs("put 2 and shake", shake, put=True)
        assert match.now.game.phase == "die"
        assert match.now.game.cur == 1
    finally:
        match.close()


def weighs(at: float) -> Weighing:
    return Weighing(at=at, place="centre")


def counted(at: float, gems: int, odds: float = 1.0) -> GemsCounted:
    return GemsCounted(at=at, place="centre", gems=gems, odds=odds)


def after_the_scale_was_lost(*facts: Fact) -> Step[Watch]:
    """Nine gems have woken the dragon, and two are back when the scale is."""
    step = REFEREE.begin(2, 0, Settings(tasks=Tasks.OFF), at=0.0, gems=(90, 0))
    for fact in (
        counted(0.5, 90, 1.0),
        Knock(at=5.0),
        weighs(5.1),
        counted(6.0, 81, 1.0),
        TimePassed(at=9.0),
        PartLost(at=10.0, part="scale"),
        counted(11.0, 87, 0.995),
        PartBack(at=12.0, part="scale"),
        TimePassed(at=14.0),
        *facts,
    ):
        step = REFEREE.see(step.state, fact)
    return step


def test_a_gem_that_was_asked_for_is_not_taken_for_there_when_the_scale_was_lost() -> None:
    step = after_the_scale_was_lost(weighs(20.0), counted(21.0, 88, 0.98), TimePassed(at=24.0))
    assert step.said == (Guide("put", place="centre", gems=2),)
    for lies in (89, 90):
        step = after_the_scale_was_lost(weighs(20.0), counted(21.0, lies, 0.98), TimePassed(at=24.0))
        assert step.said == (Ask("gems"),)


def test_the_scales_count_on_from_what_lies_there_and_not_from_what_ought_to() -> None:
    step = after_the_scale_was_lost(
        weighs(20.0),
        counted(21.0, 90, 0.98),
        TimePassed(at=24.0),
        Pressed(at=26.0, key="go", held=0.1),
        Knock(at=30.0),
        weighs(30.1),
        counted(31.0, 79, 1.0),
        TimePassed(at=34.0),
    )
    assert REFEREE.agreed(step.state) == (79, 0)


def test_a_go_before_the_scale_has_looked_after_a_cut_neither_blinds_it_nor_brings_nine_gems_back() -> None:
    family = Family(2, master=False, tracked=False, tasks="off")
    match = Match(0, crowd(0)._replace(family=family, hands="tidy", contacts="new", gems=90, journal=True))
    try:
        match.rest()
        match.knock("firm", 9)
        match.world.power(False)
        match.passes(1.0)
        match.box.loop.call_later(1.0, lambda: match.world.press("go"))
        match.world.power(True)
        match.passes(5.0)
        assert [said for _, said in match.box.said[-1:]] == [Guide(do="put", place="centre", gems=9)]
        match.passes(match.world.put_gems("centre", 9) + 5.0)
        assert [said for _, said in match.box.said[-1:]] == [Ask("gems")]
        match.passes(match.world.press("go") + 5.0)
        match.passes(match.world.knock("firm", 3) + 5.0)
        assert Fell(3) in [said for _, said in match.box.said[-3:]]
    finally:
        match.close()
