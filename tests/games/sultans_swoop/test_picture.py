"""What shines: whose turn it is, what can be pressed, and never what is secret."""

import pytest

from games.sultans_swoop.copy import Copy
from games.sultans_swoop.rules import Settings
from tests.games.sultans_swoop.keys import DULL, REDS, Keys

KEYS = {
    "key.1": "yellow",
    "key.2": "red",
    "key.3": "blue",
    "key.4": "green",
    "key.5": "purple",
    "key.6": "orange",
}
BACK = {"back": "go"}
GO = {"go": "go"}


def pads(*numbers: int, means: str = "turn") -> dict[str, str]:
    return {f"pad.{number}": means for number in numbers}


@pytest.mark.parametrize(
    ("box", "lit"),
    [
        (Keys(3, start=1), pads(2) | GO),
        (Keys(3, start=1, gems=None), pads(2) | GO),
        (Keys(3, start=1, gems=None, column=False), pads(2)),
        (Keys(2), pads(1, 2) | KEYS),
        (Keys(2).colour("red blue"), pads(1, 2) | KEYS | {"meter.1": "meter", "meter.2": "meter"} | BACK),
        (
            Keys(2).colour("red blue red"),
            pads(1, 2) | {f"meter.{n}": "meter" for n in (1, 2, 3)} | GO | BACK,
        ),
        (Keys(3).up(), pads(1, 2, 3, means="choice") | GO | BACK),
        (Keys(3).swoop(0), pads(2, 3, means="choice") | BACK),
        (Keys(3).swoop(0, 1, 1), pads(3, means="choice") | BACK),
        (Keys(2).dice("red red red").wait(3).swoop(0, 1), pads(1, 2, means="choice") | BACK),
        (Keys(3).swoop(2, 1, 1, 0), pads(1) | KEYS | GO | BACK),
        (
            Keys(3).swoop(2, 1, 1, 0).colour(DULL),
            pads(1) | {f"meter.{n}": "meter" for n in range(1, 9)} | GO | BACK,
        ),
        (Keys(3).swoop(2, 1, 1, 0).dice(DULL), pads(3) | KEYS | BACK),
        (
            Keys(3).bout(0, 1, 1, 2, dice=REDS, task="red").down().bout(0, 1, 1, 2, task="red"),
            pads(4, means="choice") | BACK,
        ),
        (Keys(3).bout(0, 1, 1, 2, dice=REDS, task="red"), pads(1) | BACK),
        (Keys(3, settings=Settings(bouts=1)).bout(0, 1, 1, 2, task="red"), pads(2, means="winner") | GO | BACK),
    ],
)
def test_the_lamps_tell_whose_turn_it_is_and_what_can_be_pressed(box: Keys, lit: dict[str, str]) -> None:
    assert box.lit == lit


def test_without_the_panel_only_whose_turn_it_is_is_shown() -> None:
    assert Keys(3).swoop(2, 1).lose().lit == pads(1)
    assert Keys(3).swoop(2, 1, 1, 0).dice(DULL).lose().lit == pads(3)
    box = Keys(3).bout(2, 1, 1, 0, dice=REDS, task="red").down().bout(2, 1, 1, 0, task="red").lose()
    assert box.lit == pads(3)


def test_a_colour_that_lamps_do_not_have_shines_white() -> None:
    colours = ("yellow", "red", "turquoise", "green", "black", "orange")
    lit = Keys(2, copy=Copy(colours=colours, die_faces=colours)).lit
    assert (lit["key.3"], lit["key.5"], lit["key.6"]) == ("white", "black", "orange")


def test_one_colour_or_another_entered_shines_alike() -> None:
    one, other = Keys(3).swoop(0, 1, 1, 2).colour(REDS), Keys(3).swoop(0, 1, 1, 2).colour(DULL)
    assert one.lit == other.lit
