"""What people may report, and when."""

import re
from pathlib import Path

import pytest

from games.sultans_swoop.reports import Report, Then, reports
from games.sultans_swoop.rules import Phase, State
from games.sultans_swoop.vocabulary import FALLEN, REPORTS, STACKED
from tests.games.sultans_swoop.bouts import at

README = Path(__file__).parents[3] / "games" / "sultans_swoop" / "README.md"


def codes(state: State) -> set[str]:
    return {report.code for report in reports(state)}


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.GRAB, Phase.COUNT, Phase.SHOW])
def test_in_a_bout_stacked_dice_and_a_fallen_tower_come_first(phase: Phase) -> None:
    first, second, third, *others = reports(at(phase))
    assert first == Report(STACKED, Then.VOID)
    assert second == Report(FALLEN, Then.AGAIN)
    assert third == Report("SS-F15", Then.AGAIN)
    assert [each.is_foul for each in (first, second, third)] == [False, False, True]
    assert {report.then for report in others} == {Then.ON}


def test_the_second_hand_is_for_two_and_the_column_alone_and_whose_roll_it_is_for_more() -> None:
    alone = at(Phase.DEAL, 2)._replace(phase=Phase.GRAB)
    assert codes(alone) - codes(at(Phase.GRAB)) == {"SS-F11"}
    assert codes(at(Phase.GRAB)) - codes(alone) == {"SS-F01", "SS-F04"}


def test_between_bouts_only_cards_are_reported_and_the_set_up_before_the_first_is_scored() -> None:
    assert codes(at(Phase.DEAL, 2)) == {"SS-F08", "SS-F14", "SS-F09", "SS-F16"}
    assert codes(at(Phase.SURRENDER)) == {"SS-F08", "SS-F14", "SS-F09"}
    assert codes(at(Phase.OVER)) == set()


def test_every_foul_that_the_readme_leaves_to_people_is_on_the_list() -> None:
    row = r"^\| (SS-F\d\d) \|[^|]*\|[^|]*reported[^|]*\|[^|]*\|$"
    told = set(re.findall(row, README.read_text(encoding="utf-8"), re.MULTILINE))
    assert told
    listed = codes(at(Phase.GRAB)) | codes(at(Phase.DEAL, 2)._replace(phase=Phase.GRAB))
    assert listed == told | {FALLEN} == set(REPORTS)
