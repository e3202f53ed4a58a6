"""Settings by their public names, and what is said of wrong ones."""

import pytest

from games.clever_keys.rules import Settings
from games.dragon_battle import rules as dragon_battle
from games.hammer_time import rules as hammer_time
from games.settings import drawn, public, settings_of


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


def test_what_chance_deals_is_drawn_where_it_is_needed_and_not_given() -> None:
    def draw(numbers: int) -> int:
        return numbers - 1

    dealt = hammer_time.Settings(tasks=hammer_time.Tasks.BOX)
    assert drawn(dealt, draw).deal == 362_880
    assert drawn(hammer_time.Settings(), draw) == hammer_time.Settings(), "real cards are shuffled by hand"
    assert drawn(Settings(), draw) == Settings()
    chosen = hammer_time.Settings(tasks=hammer_time.Tasks.BOX, deal=17)
    assert drawn(chosen, draw) == chosen
    assert drawn(chosen, draw, anew=True).deal == 362_880
