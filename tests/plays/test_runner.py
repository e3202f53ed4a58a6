"""Steps begin in their time, expectations wait for theirs, and the mark moves as the script language says."""

import pytest

from firmware.plays.acts import Enter
from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.plays.stage import perform as perform_deed
from games.announcements import Announcement
from games.announcements.clever_keys import Discard, Fits, Red
from games.announcements.shared import Foul, TurnStarts
from games.contract import Outcome
from games.table import Slot
from hardware.sim.hands import Impossible
from tests.plays.rehearsal import Rehearsal

RED = Red(0, Slot(0, 0))
FITS = Fits(0, Slot(0, 0), 1, 1)


def perform(script: str, stage: Rehearsal) -> tuple[Verdict, list[str]]:
    play = read_play("a.play", f"game clever_keys players=3 start=0\n{script}")
    assert isinstance(play, Play), play
    told: list[str] = []
    return Performance(play, stage, told.append).run(), told


def begins(script: str, *says: tuple[float, Announcement]) -> list[float]:
    stage = Rehearsal(*says)
    perform(script, stage)
    return [at for at, _ in stage.world.did]


def test_a_step_begins_a_second_after_the_end_of_the_one_before() -> None:
    assert begins("push 0.0\npress go in=1\n".replace(" in=1", "")) == [1.0, 2.4]


def test_a_prefix_moves_the_begin() -> None:
    assert begins("+3 push 0.0\n+0 press go\n@10 press go\n+0.5 press back") == [3.0, 3.4, 10.0, 10.6]


def test_an_absolute_step_may_overlap_what_is_still_going_on() -> None:
    assert begins("push 0.0 in=6\n@3 press go\npress back") == [1.0, 3.0, 8.0]


def test_an_arm_stays_beside_the_next_steps() -> None:
    assert begins("lean centre 300 20\npress go") == [1.0, 2.0]


def test_waiting_is_a_step_with_an_end() -> None:
    assert begins("wait 5\npress go") == [7.0]


def test_an_expectation_is_no_step_for_the_second_that_passes() -> None:
    assert begins("push 0.0\nexpect Red\npress go", (1.8, RED)) == [1.0, 2.4]


def test_a_step_whose_moment_has_passed_begins_now() -> None:
    assert begins("push 0.0\nexpect Red\npress go\n", (4.0, RED)) == [1.0, 4.0]
    assert begins("push 0.0\nexpect Red\n@2 press go\n", (4.0, RED)) == [1.0, 4.0]


def test_a_step_may_begin_while_an_expectation_of_the_one_before_came_early() -> None:
    assert begins("push 0.0 in=6\nexpect Red\n@3 press go", (2.0, RED)) == [1.0, 3.0]


def test_the_mark_moves_just_behind_what_was_expected() -> None:
    stage = Rehearsal((1.0, RED), (1.0, Discard(0)), (1.0, FITS))
    assert perform("expect Red\nexpect Fits gained=1\n", stage)[0] is Verdict.HELD
    assert perform("expect Fits\nexpect Red\n", Rehearsal((1.0, RED), (1.0, FITS)))[0] is Verdict.MISSED


def test_nothing_that_came_before_the_mark_counts_as_silence_broken() -> None:
    assert perform("expect Red\nexpect none\n", Rehearsal((1.0, RED)))[0] is Verdict.HELD
    assert perform("expect Red\nexpect none\n", Rehearsal((1.0, RED), (2.9, FITS)))[0] is Verdict.MISSED
    assert perform("expect Red\nexpect none\n", Rehearsal((1.0, RED), (3.2, FITS)))[0] is Verdict.HELD


def test_a_state_moves_the_mark_to_now() -> None:
    stage = Rehearsal((0.0, TurnStarts(0)), (0.5, RED))
    stage.lamps["go"] = [(1.0, "green")]
    assert perform("expect lamp go green\nexpect none", stage)[0] is Verdict.HELD


@pytest.mark.parametrize(("moment", "verdict"), [(4.99, Verdict.HELD), (5.1, Verdict.MISSED)])
def test_an_expectation_waits_five_seconds_at_most(moment: float, verdict: Verdict) -> None:
    assert perform("expect Red", Rehearsal((moment, RED)))[0] is verdict


def test_a_long_step_is_waited_for() -> None:
    stage = Rehearsal((12.0, FITS))
    assert perform("take centre 20\nexpect Fits", stage)[0] is Verdict.HELD


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ("code=F03", Verdict.HELD),
        ("code=CK-F03 player=1 expected=2", Verdict.HELD),
        ("code=F13", Verdict.MISSED),
        ("code=F03 player=0", Verdict.MISSED),
        ("code=F03 expected=1", Verdict.MISSED),
    ],
)
def test_fields_are_compared_as_printed_and_a_foul_with_or_without_its_game(fields: str, verdict: Verdict) -> None:
    assert perform(f"expect Foul {fields}", Rehearsal((0.0, Foul("CK-F03", 1, 2))))[0] is verdict


def test_scores_turn_lamp_and_over_wait_until_they_hold() -> None:
    stage = Rehearsal()
    stage.score = (3, 0, 2)
    stage.whose.append((2.0, 1))
    stage.lamps["slot.3.2"] = [(3.0, "red")]
    stage.ended = [(4.0, Outcome(winners=(2, 0), scores=(3, 0, 3), reason="empty"))]

    script = "expect scores 3 0 2\nexpect turn 1\nexpect lamp slot.3.2 red\nexpect over 0,2"

    assert perform(script, stage) == (Verdict.HELD, [])


@pytest.mark.parametrize(
    ("expected", "came"),
    [
        ("Fits", "Red player=0 slot=0.0"),
        ("none", "Red player=0 slot=0.0"),
        ("scores 1 1 1", "scores 0 0 0"),
        ("turn 2", "turn 0"),
        ("lamp go green", "lamp go off"),
        ("over 0", "a game that goes on"),
    ],
)
def test_what_did_not_hold_is_told_with_what_came_instead(expected: str, came: str) -> None:
    verdict, told = perform(f"expect {expected}\nwait 1", Rehearsal((0.5, RED)))

    assert verdict is Verdict.MISSED
    assert told[-1] == f"a.play:2: expected {expected}; came {came}"


def test_the_transcript_tells_steps_and_announcements_in_the_order_of_time() -> None:
    stage = Rehearsal((0.0, TurnStarts(0)), (1.75, RED), (2.5, Discard(0)))

    assert perform("push 0.0 # gently\nexpect Red\n+0 press   go", stage) == (
        Verdict.HELD,
        [
            "    0.00 < TurnStarts player=0",
            "    1.00 > push 0.0",
            "    1.75 < Red player=0 slot=0.0",
            "    1.75 > press go",
            "    2.50 < Discard player=0",
        ],
    )


def test_an_impossible_step_ends_the_play_with_its_line() -> None:
    verdict, told = perform("push 0.0\nlift 0.0\npress go", Rehearsal())

    assert verdict is Verdict.MISSED
    assert told[-1].startswith("a.play:3: the key in 0.0 is stuck; ")


@pytest.mark.parametrize(
    ("step", "did"),
    [
        ("take centre red,red", "take centre ('red', 'red')"),
        ("take centre 2", "take centre 2"),
        ("knock soft falls=2", "knock soft 2"),
        ("knock falls=red,black", "knock firm ('red', 'black')"),
        ("turn", "turn 0"),
        ("turn falls=blue", "turn ('blue',)"),
        ("column up", "column True"),
        ("number 3", "press ('p3',)"),
    ],
)
def test_hammer_colours_and_column_reach_the_hands(step: str, did: str) -> None:
    stage = Rehearsal()
    perform(step, stage)
    assert [what for _, what in stage.world.did] == [did]


def test_colours_are_pressed_on_the_keys_that_mean_them_now() -> None:
    stage = Rehearsal()
    perform_deed(Enter(("red", "yellow", "red")), stage)
    assert stage.world.did == [(0.0, "press each ('k2', 'k1', 'k2')")]
    with pytest.raises(Impossible, match="no colour key means black or pink: now there are yellow, red"):
        perform_deed(Enter(("red", "pink", "black")), stage)
    stage.colours = ()
    with pytest.raises(Impossible, match="no colour key means red: this game asks for none"):
        perform_deed(Enter(("red",)), stage)
