"""The set-up: who plays, which cards, and what is said of values that cannot be."""

import json
from dataclasses import replace
from typing import Any

import pytest

from games.hammer_time.copy import check
from games.hammer_time.rules import (
    ASSUMED,
    Copy,
    Phase,
    Settings,
    Tasks,
    TouchFall,
    Variant,
    Wagons,
    dump,
    load,
    setup,
)
from games.settings import settings_of

ENTERED = replace(ASSUMED, assumed=frozenset())


def test_all_gems_lie_on_the_box_and_the_order_of_the_cards_is_not_known() -> None:
    state = setup(3, 1, Settings(copy=ENTERED))
    assert (state.phase, state.cur, state.box, state.players) == (Phase.KNOCK, 1, 90, 3)
    assert state.tops == ("", "", "")
    assert state.below == ASSUMED.wagons[:3]
    assert state.deck == (None,) * 9
    assert load(json.loads(json.dumps(dump(state)))) == state
    assert repr(state) == "State(knock player=1 box=90 wagons: 0:?/- 0:?/- 0:?/- tasks=?,?,?,?,?,?,?,?,?)"


def test_wagons_are_tracked_once_their_cards_are_entered() -> None:
    assert not Settings().tracked
    assert Settings(copy=ENTERED).tracked
    assert Settings(wagons=Wagons.TRACKED).tracked
    assert not Settings(copy=ENTERED, wagons=Wagons.HONOUR).tracked
    assert setup(2).below == ((), ())


def test_each_player_takes_a_set_and_chance_may_be_handed_in() -> None:
    mixed = (("yygbrr", "ygbr", "ggbbr", "yygbr"), ("ggbbr", "ygbr", "yygbr", "yygbrr"))
    dealt = Settings(wagons=Wagons.TRACKED, sets=(3, 1), stacks=mixed, tasks=Tasks.BOX, deck=("odd", "even"))
    state = setup(2, 0, dealt)
    assert state.tops == ("yygbrr", "ggbbr")
    assert state.placed == ("......", ".....")
    assert state.below[0] == ("ygbr", "ggbbr", "yygbr")
    assert state.deck == ("odd", "even")
    assert setup(2, 0, replace(dealt, use_tasks=False)).deck == ()


@pytest.mark.parametrize(
    ("players", "settings", "sentence"),
    [
        (3, Settings(wagons=Wagons.TRACKED, sets=(0, 1)), "each of the 3 players takes one"),
        (2, Settings(wagons=Wagons.TRACKED, stacks=(("ygbr",) * 4,) * 2), "they are the sets of the players, shuffled"),
        (2, Settings(tasks=Tasks.BOX), "tasks is box, and deck is empty; deal the task cards into deck first"),
    ],
)
def test_cards_that_are_not_dealt_for_so_many_are_named(players: int, settings: Settings, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        setup(players, 0, settings)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bust": 1}, "bust is 1; it can be 2 to 12"),
        ({"gems": 20}, "gems is 20; the game needs at least 21"),
        ({"settle_seconds": -1}, "settleSeconds is -1; it must be at least 0"),
        ({"sets": (0, 0)}, r"sets is \(0, 0\); each player has another of the sets 0 to 3"),
        ({"sets": (0, 4)}, "each player has another"),
        ({"deck": ("three",)}, "its cards are of the kinds even, odd, 1-3, 6-8, 2black"),
        ({"copy": replace(ASSUMED, sets=("yellow",))}, "sets is yellow; it names 4 different colours"),
    ],
)
def test_settings_that_cannot_be_are_named(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Settings(**given)


def test_options_come_by_their_public_names_and_cards_are_none() -> None:
    given = {"variant": "master", "wagons": "honour", "tasks": "off", "touchFall": "undo", "turnBetweenKnocks": "false"}
    assert settings_of(Settings, given) == Settings(
        variant=Variant.MASTER,
        wagons=Wagons.HONOUR,
        tasks=Tasks.OFF,
        touch_fall=TouchFall.UNDO,
        turn_between_knocks=False,
    )
    with pytest.raises(ValueError, match="touchFall is 'maybe'; it can be endTurn, undo"):
        settings_of(Settings, {"touchFall": "maybe"})
    with pytest.raises(ValueError, match="no setting is called 'copy'"):
        settings_of(Settings, {"copy": "mine"})


def test_the_copy_as_shipped_can_be_and_all_of_it_is_assumed() -> None:
    assert check(Copy()) == ()
    assert Copy().assumed == {"sets", "wagons", "tasks", "die"}


@pytest.mark.parametrize(
    ("wrong", "sentences"),
    [
        ({"sets": ("yellow", "red", "red", "pink")}, ["sets is yellow, red, red, pink; it names 4 different colours"]),
        ({"wagons": (("ygbr",) * 4,) * 3}, ["wagons has sets of 4, 4, 4 cards; there are 4 sets of 4"]),
        ({"wagons": ()}, ["wagons has sets of nothing cards; there are 4 sets of 4"]),
        (
            {"wagons": (("ygbr",) * 3 + ("ygk",),) * 4},
            [f"wagons: card 4 of set {number} is 'ygk'" for number in (1, 2, 3, 4)],
        ),
        (
            {"tasks": (("even", 5), ("odd", 5))},
            ["tasks tells of even, odd; it tells of", "tasks has 5, 5 cards; there are 9"],
        ),
        (
            {"die": (("yellow", "fist"),)},
            ["die asks for fist; it asks for each technique", "die has the colours yellow"],
        ),
        ({"assumed": frozenset({"hammer"})}, ["assumed names hammer; the values are sets, wagons, tasks, die"]),
    ],
)
def test_what_is_wrong_with_a_copy_is_said_in_sentences(wrong: dict[str, Any], sentences: list[str]) -> None:
    said = check(replace(ASSUMED, **wrong))
    assert len(said) == len(sentences)
    for sentence, begun in zip(said, sentences, strict=True):
        assert sentence.startswith(begun)
