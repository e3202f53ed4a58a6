"""Settings by their public names, and what is said of wrong ones."""

import pytest

from games.clever_keys.rules import Settings
from games.dragon_battle import rules as dragon_battle
from games.hammer_time.settings import DEALS, Tasks, Wagons
from games.hammer_time.settings import Settings as HammerTime
from games.settings import changed, drawn, known, public, readings, settings_of


def test_public_names_are_camel_case() -> None:
    assert [public(name) for name in ("gems", "keys_identical")] == ["gems", "keysIdentical"]


def test_what_is_not_given_keeps_its_default() -> None:
    assert settings_of(Settings, {}) == Settings()


@pytest.mark.parametrize("given", [{"gems": 40, "reseat": False}, {"gems": "40", "reseat": "false"}])
def test_values_come_from_json_or_as_the_text_of_a_play(given: dict[str, object]) -> None:
    assert settings_of(Settings, given) == Settings(gems=40, reseat=False)
    assert settings_of(Settings, {"touchMove": "true"}).touch_move is True


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"keys_identical": True}, "no setting is called 'keys_identical'; there are gems, keysIdentical"),
        ({"reseat": "yes"}, "reseat is 'yes'; it can be true or false"),
        ({"reseat": 1}, "reseat is 1; it can be true or false"),
        ({"gems": "many"}, "gems is 'many'; it must be a whole number"),
        ({"gems": True}, "gems is True; it must be a whole number"),
        ({"gems": 4.5}, "gems is 4.5; it must be a whole number"),
        ({"gems": 0}, "gems is 0; the chamber needs at least 1"),
    ],
)
def test_a_wrong_setting_is_named_with_what_would_be_right(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        settings_of(Settings, given)


def test_a_setting_with_names_takes_one_of_them() -> None:
    chosen = settings_of(dragon_battle.Settings, {"variant": "young", "silverJoins": "true"})
    assert chosen == dragon_battle.Settings(variant=dragon_battle.Variant.YOUNG, silver_joins=True)
    with pytest.raises(ValueError, match="variant is 'old'; it can be base, young or older"):
        settings_of(dragon_battle.Settings, {"variant": "old"})


def test_what_chance_deals_is_drawn_once_and_anew_for_another_round() -> None:
    asked: list[int] = []

    def draw(numbers: int) -> int:
        asked.append(numbers)
        return len(asked)

    dealt = drawn(HammerTime(tasks=Tasks.BOX), draw)
    assert (dealt.deal, asked) == (2, [DEALS])
    assert drawn(dealt, draw) == dealt, "what was given stays"
    assert drawn(dealt, draw, anew=True).deal == 3
    assert drawn(HammerTime(), draw, anew=True) == HammerTime(), "real cards are dealt by hands"


def test_wagons_are_tracked_once_the_owner_has_entered_the_cards_also_where_they_are_those_shipped() -> None:
    assert known(HammerTime(), {"wagons"}).wagons is Wagons.TRACKED
    assert known(HammerTime(), {"masterDie"}).wagons is Wagons.HONOUR
    asked = HammerTime(wagons=Wagons.HONOUR)
    assert known(asked, {"wagons"}) == asked, "the family has said so"
    assert known(dragon_battle.Settings(), {"jugglerStars"}) == dragon_battle.Settings()


def test_what_a_house_may_choose_for_good_is_neither_dealt_nor_chosen_by_hand() -> None:
    assert readings(HammerTime, {"variant", "tasks", "wagons"}) == (
        *("useTasks", "turnBetweenKnocks", "bust", "gems", "settleSeconds", "touchFall"),
    )
    assert changed(HammerTime(tasks=Tasks.BOX), {"bust": 3}) == HammerTime(tasks=Tasks.BOX, bust=3)
