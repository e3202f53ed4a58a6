"""Facts survive JSON, and nothing else is taken for one."""

import json
from typing import Any, get_args

import pytest

from games.facts import (
    ColumnMoved,
    Fact,
    GemsCounted,
    KeyStands,
    Knock,
    PartBack,
    PartLost,
    PowerBack,
    Pressed,
    TimePassed,
    Weighing,
    dump,
    load,
)
from games.table import Depth, Slot

FACTS: tuple[Fact, ...] = (
    KeyStands(at=1.25, slot=Slot(3, 2), depth=Depth.ENTERED),
    Weighing(at=2.0, place="corner"),
    GemsCounted(at=2.5, place="centre", gems=None),
    GemsCounted(at=2.5, place="centre", gems=51, odds=0.875),
    Pressed(at=0.1 + 0.2, key="go", held=2.5),
    PartLost(at=4.0, part="slots0"),
    PartBack(at=5.0, part="slots0"),
    PowerBack(at=0.5),
    TimePassed(at=6.0),
    Knock(at=7.0),
    ColumnMoved(at=8.0, up=True),
)


def test_every_kind_of_fact_comes_back_as_it_was() -> None:
    assert {type(fact) for fact in FACTS} == set(get_args(Fact))
    for fact in FACTS:
        assert load(json.loads(json.dumps(dump(fact)))) == fact


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        "Pressed",
        {},
        {"fact": "Guess", "at": 1.0},
        {"fact": "Pressed", "at": 1.0},
        {"fact": "TimePassed", "at": 1.0, "more": 1},
        {"fact": "KeyStands", "at": 1.0, "slot": "3", "depth": "full"},
        {"fact": "KeyStands", "at": 1.0, "slot": "3.2", "depth": "deep"},
    ],
)
def test_what_is_no_fact_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="is no fact"):
        load(wrong)
