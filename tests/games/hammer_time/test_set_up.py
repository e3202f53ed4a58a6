"""The set-up: who plays, which cards, and what is said of values that cannot be."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from games import plain
from games.announcements import hammer_time as say
from games.announcements.shared import Foul, TurnStarts
from games.hammer_time.copy import check
from games.hammer_time.dealing import in_order
from games.hammer_time.rules import (
    ASSUMED,
    Copy,
    Knock,
    Phase,
    Settings,
    TakeSet,
    Tasks,
    TouchFall,
    Variant,
    Wagons,
    dump,
    legal,
    load,
    setup,
)
from games.hammer_time.settings import DEALS
from games.settings import settings_of
from tests.games.hammer_time.table import TRACKED, play, refused

SETS = (("ygbr", "yyyy", "ggbb", "rrbb"), ("yrbgy", "ygbry", "rrbbg", "ggyyb"), ("ybrg",) * 4, ("yrbgyr",) * 4)
ENTERED = replace(ASSUMED, wagons=SETS)


def test_all_gems_lie_on_the_box_and_the_order_of_the_cards_is_not_known() -> None:
    state = setup(3, 1)
    assert (state.phase, state.cur, state.box, state.players) == (Phase.KNOCK, 1, 90, 3)
    assert state.tops == ("", "", "")
    assert state.deck == (None,) * 9
    assert load(json.loads(json.dumps(dump(state)))) == state
    assert repr(state) == "State(knock player=1 box=90 wagons: 0:?/- 0:?/- 0:?/- tasks=?+8)"


def test_of_the_task_cards_that_the_box_deals_only_the_open_one_is_shown_to_who_reads_a_log() -> None:
    dealt = [setup(2, 0, Settings(tasks=Tasks.BOX, deal=number)) for number in (1, 10, 28)]
    assert len({state.deck for state in dealt}) == 3
    assert {repr(state).rpartition(" ")[2] for state in dealt} == {"tasks=even+8)"}


def test_wagons_are_tracked_once_their_cards_are_entered() -> None:
    def tracked(copy: Copy, **settings: Any) -> bool:
        return setup(2, 0, Settings(**settings), copy).mode.tracked

    assert not tracked(ASSUMED)
    assert tracked(ENTERED)
    assert tracked(ASSUMED, wagons=Wagons.TRACKED)
    assert not tracked(ENTERED, wagons=Wagons.HONOUR)


def test_each_player_tells_of_a_set_of_wagons_before_the_first_turn() -> None:
    start = setup(2, 1, TRACKED, ENTERED)
    assert (start.phase, start.cur) == (Phase.SETS, 1)
    assert legal(start) == tuple(TakeSet(1, colour) for colour in ASSUMED.sets)
    assert load(json.loads(json.dumps(dump(start)))) == start
    taken, said = play(start, TakeSet(1, "red"))
    assert said == (say.SetTaken(1, "red"),)
    assert legal(taken) == tuple(TakeSet(0, colour) for colour in ("yellow", "blue", "green"))
    assert refused(taken, TakeSet(0, "red")) == Foul("HT-F06", 0)
    assert refused(taken, TakeSet(1, "blue")) == Foul("HT-F01", 0)
    assert refused(taken, Knock(0, 1)) == Foul("HT-F06", 0)
    state, said = play(taken, TakeSet(0, "blue"))
    assert said == (say.SetTaken(0, "blue"), TurnStarts(1))
    assert (state.phase, state.cur, state.sets) == (Phase.KNOCK, 1, ("blue", "red"))
    # Cards that are all alike lie in one order only.
    assert state.tops == ("ybrg", "")
    assert state.below == (("ybrg",) * 3, SETS[1])
    assert load(json.loads(json.dumps(dump(state)))) == state
    assert refused(state, TakeSet(1, "green")) == Foul("HT-F06", 1)


def test_the_box_deals_the_task_cards_in_the_order_that_was_drawn() -> None:
    def dealt(deal: int) -> tuple[str | None, ...]:
        return setup(2, 0, Settings(tasks=Tasks.BOX, deal=deal)).deck

    as_listed = ("even", "even", "odd", "odd", "1-3", "1-3", "6-8", "6-8", "2black")
    assert dealt(0) == dealt(1) == as_listed
    assert dealt(DEALS) == as_listed[::-1]
    assert dealt(305_844) != dealt(306_212)
    assert sorted(map(str, dealt(305_844))) == sorted(as_listed)
    assert setup(2, 0, Settings(tasks=Tasks.BOX, use_tasks=False)).deck == ()


def test_every_order_of_the_cards_has_a_number() -> None:
    assert len({in_order(("even", "odd", "1-3", "6-8"), order) for order in range(24)}) == 24


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bust": 1}, "bust is 1; it can be 2 to 12"),
        ({"gems": 20}, "gems is 20; the game needs at least 21"),
        ({"settle_seconds": -1}, "settleSeconds is -1; it must be at least 0"),
        ({"deal": -1}, "deal is -1; it can be 0 to 362880"),
    ],
)
def test_settings_that_cannot_be_are_named(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Settings(**given)


def test_a_copy_that_cannot_be_is_named_at_the_beginning() -> None:
    with pytest.raises(ValueError, match="sets is yellow; it names 4 different colours"):
        setup(2, 0, Settings(), replace(ASSUMED, sets=("yellow",)))


def test_settings_and_the_copy_survive_the_journal() -> None:
    changed = Settings(tasks=Tasks.BOX, deal=17, touch_fall=TouchFall.UNDO)
    assert plain.load(Settings, json.loads(json.dumps(plain.dump(changed)))) == changed
    assert plain.load(Copy, json.loads(json.dumps(plain.dump(ENTERED)))) == ENTERED


def test_options_come_by_their_public_names() -> None:
    given = {"variant": "master", "wagons": "honour", "tasks": "off", "touchFall": "undo", "turnBetweenKnocks": "false"}
    assert settings_of(Settings, given) == Settings(
        variant=Variant.MASTER,
        wagons=Wagons.HONOUR,
        tasks=Tasks.OFF,
        touch_fall=TouchFall.UNDO,
        turn_between_knocks=False,
    )
    for written, meant in (("UNDO", TouchFall.UNDO), ("endTurn", TouchFall.END_TURN)):
        assert settings_of(Settings, {"touchFall": written}).touch_fall is meant
    with pytest.raises(ValueError, match="touchFall is 'maybe'; it can be endTurn or undo"):
        settings_of(Settings, {"touchFall": "maybe"})


def test_the_copy_as_shipped_can_be_and_all_of_it_is_assumed() -> None:
    assert check(Copy()) == ()
    assert all(field.metadata["assumed"] for field in fields(Copy))


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
            {"task_cards": (("even", 5), ("odd", 5))},
            ["taskCards tells of even, odd; it tells of", "taskCards has 5, 5 cards; there are 9"],
        ),
        (
            {"task_cards": (("even", 2), ("odd", 2), ("1-3", 2), ("6-8", 2), ("2black", 0))},
            ["taskCards has 2, 2, 2, 2, 0 cards; there are 9 together"],
        ),
        (
            {"master_die": (("yellow", "fist"),)},
            ["masterDie asks for fist; it asks for each technique", "masterDie has the colours yellow"],
        ),
    ],
)
def test_what_is_wrong_with_a_copy_is_said_in_sentences(wrong: dict[str, Any], sentences: list[str]) -> None:
    said = check(replace(ASSUMED, **wrong))
    assert len(said) == len(sentences)
    for sentence, begun in zip(said, sentences, strict=True):
        assert sentence.startswith(begun)
