"""Chance and hands as the worlds have them, and what sensible players do there."""

from collections import Counter
from random import Random

import pytest

from games.bots.dragon_battle.players import Bold as BoldKnight
from games.bots.dragon_battle.players import Cautious as CautiousKnight
from games.bots.dragon_battle.view import THROW, choices, risk
from games.bots.dragon_battle.view import view as dragons
from games.bots.dragon_battle.world import throw as four
from games.bots.hammer_time.view import View, filling
from games.bots.hammer_time.world import LUMPS, _restacked, begun, fall
from games.bots.sultans_swoop.view import surely
from games.bots.sultans_swoop.view import view as bazaar
from games.bots.sultans_swoop.world import glimpse
from games.bots.sultans_swoop.world import throw as eight
from games.dragon_battle.rules import Phase, Place, State, Stop, deal
from games.dragon_battle.state import Laid
from games.hammer_time.moves import Decline, Fill, Knock, OpenTask, Shift, Use
from games.hammer_time.rules import Phase as Knocking
from games.hammer_time.tasks import Task
from games.sultans_swoop.rules import Dice, lay


def battle(*on: Laid, dice: int, phase: Phase = Phase.DECIDE, roll: tuple[int, ...] = (0,) * 6) -> State:
    return deal((1, 2, 3, 4) * 5, 2)._replace(phase=phase, on=on, dice=dice, throws=1, roll=roll)


@pytest.mark.parametrize(
    ("state", "failing", "cautious", "bold"),
    [
        (battle(Laid("red", 1), dice=3), 1 / 27, THROW, THROW),
        (battle(Laid("red", 2), dice=2), 1 / 9, Stop(0), THROW),
        (battle(Laid("red", 1), Laid("blue", 1), Laid("purple", 1), dice=1), 2 / 3, Stop(0), Stop(0)),
    ],
)
def test_knights_throw_again_as_far_as_their_nerve_goes(
    state: State, failing: float, cautious: object, bold: object
) -> None:
    seen = dragons(state)
    assert risk(seen) == pytest.approx(failing)
    assert CautiousKnight().choose(seen, Random(1)) == cautious
    assert BoldKnight().choose(seen, Random(1)) == bold


def test_the_cautious_free_whom_they_can_get_and_the_bold_keep_dice_for_more() -> None:
    seen = dragons(battle(dice=4, phase=Phase.PLACE, roll=(1, 0, 0, 3, 0, 0)))  # one yellow (1 star), three purple (4)
    assert CautiousKnight().choose(seen, Random(1)) == Place(0, "purple", "purple", 3)
    assert BoldKnight().choose(seen, Random(1)) == Place(0, "yellow", "yellow", 1)


def test_where_a_turn_goes_on_by_itself_nobody_is_asked() -> None:
    assert choices(dragons(battle(dice=4, phase=Phase.ROLL))) == ()


def test_dice_show_each_face_as_often() -> None:
    shown = Counter[int]()
    chance = Random(4)
    for _ in range(1500):
        shown.update(dict(enumerate(four(4, tuple(range(6)), chance))))
    assert sum(shown.values()) == 6000
    assert all(900 < shown[face] < 1100 for face in range(6))


def test_eight_dice_are_always_eight_and_a_tenth_of_them_do_not_count() -> None:
    chance, counted = Random(8), 0
    for _ in range(500):
        dice = eight(tuple(range(6)), chance)
        assert dice.counted + dice.edge + dice.off == 8
        counted += dice.counted
    assert 3450 < counted < 3750


def test_a_glimpse_shows_no_more_than_was_looked_at_and_never_what_is_not_there() -> None:
    dice, chance = Dice((3, 2, 1, 0, 0, 0), 1, 1), Random(5)
    assert glimpse(dice, 8, chance) == dice.valid
    for looked in range(8):
        seen = glimpse(dice, looked, chance)
        assert sum(seen) <= looked
        assert all(some <= there for some, there in zip(seen, dice.valid, strict=True))


def test_a_swoop_is_as_sure_as_the_dice_not_looked_at_leave_it() -> None:
    known = bazaar(lay(cards=((0,) * 4,) * 3, tasks=(0, 1, 2)), 0)
    assert surely(known, (3, 0, 0, 0, 0, 0), 3) == pytest.approx(1)
    assert surely(known, (2, 0, 0, 0, 0, 0), 8) == 0
    assert surely(known, (2, 0, 0, 0, 0, 0), 4) == pytest.approx(1 - (5 / 6) ** 4)
    assert surely(known, (1, 3, 0, 0, 0, 0), 8) == 0, "another one's task"
    assert surely(known, (1, 1, 1, 1, 1, 1), 6) == 1


def test_blows_bring_down_as_many_gems_as_they_are_hard_and_vary_more_than_pure_chance_would() -> None:
    chance, force = Random(9), 5.0
    fell = [fall(force, chance) for _ in range(4000)]
    mean = sum(fell) / len(fell)
    variance = sum((gems - mean) ** 2 for gems in fell) / len(fell)
    assert mean == pytest.approx(force, rel=0.05)
    assert variance == pytest.approx(force + force**2 / LUMPS, rel=0.1)
    assert {fall(0.0, chance) for _ in range(50)} == {0}


def wagon(wagon: str, placed: str, fallen: str) -> View:
    state = begun(2, 0)
    return View(state._replace(phase=Knocking.FILL, tops=(wagon, ""), placed=(placed, ""), fallen=fallen))


@pytest.mark.parametrize(
    ("seen", "step"),
    [
        (wagon("ygbr", "....", "kk"), None),
        (wagon("ygbr", "y...", "y"), None),
        (wagon("ygbr", "y...", "yrkw"), Fill(0, "r", 3)),
        (wagon("ygbr", "y.br", "ww"), Fill(0, "w", 1)),
        (wagon("ygbr", "w...", "y"), Shift(0, 0, 1)),
        (wagon("ygbr", "ygbr", "yw"), None),
    ],
)
def test_all_that_fits_goes_into_the_wagon_step_by_step(seen: View, step: object) -> None:
    assert filling(seen) == step


def test_task_cards_go_back_where_hands_put_them() -> None:
    tasks: tuple[Task, ...] = ("even", "odd", "1-3")
    before = begun(2, 0)._replace(held=(("6-8", "2black"), ()))
    assert _restacked(tasks, OpenTask(0, "even"), before) == tasks
    assert _restacked(tasks, Knock(0, 2), before) == ("odd", "1-3")
    assert _restacked(tasks, Use(0, 1), before) == ("even", "odd", "1-3", "6-8")
    assert _restacked(tasks, Decline(0), before) == ("2black", "even", "odd", "1-3")
