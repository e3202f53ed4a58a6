"""The power was away: the game is as it was, the table is looked at anew, and brought back before play goes on."""

import pytest

from games.clever_keys.referee import REFEREE
from games.clever_keys.rules import Phase
from games.facts import PowerBack
from games.table import Depth
from tests.games.hands import Table, slot


def cut(table: Table, *, keys: dict[str, Depth] | None = None, gems: dict[str, int] | None = None) -> Table:
    """The plug, and a boot with the stamps beginning anew; `keys` and `gems` are what stands and lies then."""
    standing = dict(table.watch.seen.slots) if keys is None else {slot(name): depth for name, depth in keys.items()}
    table.heap.update(gems or {})  # type: ignore[arg-type]  # a place is a word here
    table.at = 3.0
    table.hush().feed(PowerBack(at=table.at))
    for where, depth in standing.items():
        table.key(str(where), depth)
    table.wait(1)
    return table.count("centre").count("corner").wait(2)


def choosing() -> Table:
    return Table()


def second_choice() -> Table:
    return Table().push("3.2").press("go").take(1)


def deciding() -> Table:
    return Table().push("3.2")


def taking() -> Table:
    return Table().push("3.2").press("go")


def discarding() -> Table:
    return Table().push("3.2", red=True)


def ended() -> Table:
    return Table(gems=(1, 0)).push("3.2").take(1)


PHASES = {
    choosing: ["TurnStarts player=0"],
    second_choice: ["TurnStarts player=1"],
    deciding: ["Ask about=stop"],
    taking: ["Take player=0 gems=1"],
    discarding: ["Discard player=0"],
}


@pytest.mark.parametrize("phase", PHASES)
def test_a_table_as_it_was_goes_on_at_once(phase: "type[Table]") -> None:
    before = phase()
    after = cut(before)
    assert after.said == ["Resumed", *PHASES[phase]]
    assert after.watch.past == before.watch.past
    assert not after.watch.restoring


def test_the_end_stays_the_end_until_the_box_is_set_up_anew() -> None:
    table = cut(ended())
    assert table.said == ["Resumed", "GameOver winners=0 scores=1,0"]
    assert table.push("5.0").said == ["Foul code=CK-F19 player=0"]
    assert not REFEREE.left(table.watch)
    for name in ("3.2", "5.0"):
        table.lift(name, rest=1)
    table.hush()
    assert not REFEREE.left(table.watch)
    table.put(52)
    assert REFEREE.left(table.watch)
    assert table.press("go").said == []


def test_a_key_in_the_hand_goes_back_first() -> None:
    table = cut(deciding().lift("3.2"))
    assert table.said == ["Resumed", "Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["TableRight", "Ask about=stop"]
    assert table.lift("3.2").push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=2"]


def test_a_key_moved_meanwhile_goes_back_first() -> None:
    table = cut(second_choice(), keys={"5.1": Depth.FULL})
    assert table.said == ["Resumed", "Guide do=lift slot=5.1"]
    assert table.lift("5.1", rest=1).said == ["Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["TableRight", "TurnStarts player=1"]


def test_gems_moved_meanwhile_go_back_first() -> None:
    table = cut(second_choice(), gems={"centre": 48, "corner": 1})
    assert table.said == ["Resumed", "Guide do=take place=corner gems=1"]
    assert table.take(1, "corner").said == ["Guide do=put place=centre gems=3"]
    assert table.put(3).said == ["TableRight", "TurnStarts player=1"]


def test_a_payment_half_taken_is_taken_again_from_the_start() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").press("go").take(1)
    table = cut(table)
    assert table.said == ["Resumed", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight", "Take player=0 gems=2"]
    assert table.take(2).said == ["Took player=0 gems=2 left=50", "TurnStarts player=1"]


def test_a_foul_is_forgotten_and_the_table_brought_back_all_the_same() -> None:
    table = deciding().push("5.0").hush()
    assert table.watch.trouble is not None
    table = cut(table)
    assert table.said == ["Resumed", "Guide do=lift slot=5.0"]
    assert table.lift("5.0", rest=1).said == ["TableRight", "Ask about=stop"]


def test_an_undo_stays_undone_and_can_no_longer_be_redone() -> None:
    table = cut(second_choice().press("back", rest=1.5))
    assert table.said == ["Resumed", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight", "Take player=0 gems=1"]
    assert table.press("back").said == ["Undone", "TableRight", "Ask about=stop"][:2]


def test_undo_reaches_behind_the_cut() -> None:
    table = cut(second_choice()).hush()
    assert table.press("back").said == ["Undone", "Guide do=put place=centre gems=1"]


def gone() -> Table:
    return cut(Table().push("3.2").press("go").take(1).push("5.0").press("go").take(1), keys={}, gems={"centre": 0})


def test_where_most_of_it_is_gone_the_box_asks_and_go_brings_it_back() -> None:
    table = gone()
    assert table.said == ["Resumed", "Ask about=resume"]
    assert {"go", "back"} <= set(table.lit)
    assert table.wait(20).said == []
    assert table.press("go").said == ["Guide do=push slot=3.2"]
    table.push("3.2").push("5.0").hush()
    assert table.put(50).said == ["TableRight", "TurnStarts player=0"]


def test_where_most_of_it_is_gone_back_leaves_the_game() -> None:
    table = gone().hush()
    assert table.press("back").said == []
    assert REFEREE.left(table.watch)


def test_hands_that_bring_it_back_have_answered() -> None:
    table = gone().hush()
    assert table.put(50).said == ["Guide do=push slot=3.2"]


def test_without_a_scale_the_keys_alone_tell() -> None:
    table = Table().push("3.2").press("go").take(1).push("5.0").press("go").take(1)
    table.at = 3.0
    table.hush().feed(PowerBack(at=table.at))
    table.wait(1).lose("scale").wait(2)
    assert table.said == ["Resumed", "SensorLost part=scale", "Ask about=resume"]


def test_a_count_that_is_not_sure_is_good_enough_to_bring_gems_back_and_is_asked_about_no_more() -> None:
    table = second_choice()
    table.at = 3.0
    table.hush().feed(PowerBack(at=table.at))
    table.key("3.2", Depth.FULL).heap["centre"] = 49
    table.count("centre", odds=0.8).count("corner").wait(2)
    assert table.said == ["Resumed", "Guide do=put place=centre gems=2"]
    assert REFEREE.agreed(table.watch) is None
    assert table.put(2).said == ["TableRight", "TurnStarts player=1"]
    assert REFEREE.agreed(table.watch) == (51, 0)
    assert REFEREE.history(table.watch)[-1] == table.watch.game


def test_before_the_set_up_is_agreed_it_is_checked_again() -> None:
    table = Table(gems=None)
    table.feed(PowerBack(at=1.0))
    table.at = 1.0
    table.count("centre").count("corner").wait(2)
    assert table.said == ["Resumed", "TurnStarts player=0"]
    assert table.watch.game.phase is Phase.CHOOSE


def test_a_slot_that_was_overruled_stays_overruled() -> None:
    table = Table()
    table.push("6.1").push("0.0").hush()
    for _ in range(3):
        table.press("go")
    ignored = table.watch.seen.ignored
    table = cut(table)
    assert table.watch.seen.ignored == ignored
