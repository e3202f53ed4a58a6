"""From light at the gem gate to a press of the key that means its colour, or to a question."""

from random import Random

import pytest

from firmware.sensing import gate
from firmware.sensing.gate import UNTAUGHT, Gate, Learned, Shade
from firmware.sensing.readings import Back, Light, Lost, Passed
from games.announcements.shared import Ask, NotNow
from games.contract import Lit
from games.facts import PartBack, PartLost, Pressed

KEYS = ("yellow", "red", "blue", "purple", "black", "silver")
STEP = 0.1

RED, BLUE, SILVER, GREY = (0.65, 0.17, 0.15), (0.15, 0.32, 0.52), (0.33, 0.36, 0.31), (0.33, 0.36, 0.31)
GREEN = (0.22, 0.52, 0.25)
EMPTY = (0.35, 0.35, 0.28)


def light(at: float, shares: tuple[float, float, float], clear: float) -> Light:
    red, green, blue = (round(share * clear) for share in shares)
    return Light(at, round(clear), red, green, blue)


def showings(shares: tuple[float, float, float], clear: float) -> list[Light]:
    dice = Random(str(shares))
    return [light(0.0, shares, clear * dice.gauss(1, 0.05)) for _ in range(8)]


LEARNED = gate.taught(
    showings(EMPTY, 300),
    {
        "red": showings(RED, 4000),
        "blue": showings(BLUE, 3000),
        "silver": showings(SILVER, 6000),
        "grey": showings(GREY, 4000),
        "green": showings(GREEN, 4000),
        "black": showings(SILVER, 900),
    },
)


class Hand:
    """A gate and whoever holds things into it; `facts` and `said` are what came of it."""

    def __init__(self, learned: Learned = LEARNED, keys: tuple[str, ...] = KEYS) -> None:
        self.gate: Gate = gate.begin(learned, sure=0.99, patience_s=1.0)
        self.keys = keys
        self.now = 10.0
        self.facts: list[object] = []
        self.said: list[object] = []

    def see(self, *looks: tuple[tuple[float, float, float], float]) -> "Hand":
        """One result after the other of so much light in these shares."""
        for shares, clear in looks:
            self.now += STEP
            self.take(light(self.now, shares, clear))
        return self

    def take(self, reading: Light | Lost | Back | Passed) -> None:
        self.gate, facts, said = gate.see(self.gate, reading, self.keys)
        self.facts += facts
        self.said += said

    def empty(self, times: int = 2) -> "Hand":
        return self.see(*[(EMPTY, 300)] * times)

    @property
    def pressed(self) -> list[str]:
        return [fact.key for fact in self.facts if isinstance(fact, Pressed)]


def test_two_results_that_agree_press_the_key_of_the_colour_once_however_long_it_stays() -> None:
    hand = Hand().empty().see(*[(RED, 4000)] * 90)
    (pressed,) = hand.facts
    assert isinstance(pressed, Pressed)
    assert (pressed.key, round(pressed.at, 3)) == ("k2", 10.4)
    assert hand.said == []


def test_a_result_that_still_holds_the_empty_gate_or_the_gem_before_means_nothing() -> None:
    half = tuple((one + other) / 2 for one, other in zip(RED, BLUE, strict=True))
    hand = Hand().empty().see(((half[0], half[1], half[2]), 3500), (BLUE, 3000))
    assert hand.facts == []
    assert hand.see((BLUE, 3050)).pressed == ["k3"]


def test_the_next_gem_counts_when_the_gate_was_empty_in_between() -> None:
    hand = Hand().empty().see((RED, 4000), (RED, 4000), (BLUE, 3000), (BLUE, 3000))
    assert hand.pressed == ["k2"]
    hand.empty(1).see((BLUE, 3000), (BLUE, 3000)).empty(1).see((BLUE, 3000), (BLUE, 3000))
    assert hand.pressed == ["k2", "k3", "k3"]


def test_an_edge_that_flickers_round_the_level_of_a_gem_enters_nothing_twice() -> None:
    hand = Hand().empty().see((RED, 4000), (RED, 4000), (RED, 450), (RED, 560), (RED, 450), (RED, 4000), (RED, 4000))
    assert hand.pressed == ["k2"]


def test_a_hand_that_passes_by_is_no_gem() -> None:
    hand = Hand().empty().see((RED, 1000), (RED, 3000), (BLUE, 900)).empty()
    assert (hand.facts, hand.said) == ([], [])


def test_what_lies_there_when_the_gate_is_first_seen_says_nothing() -> None:
    hand = Hand().see(*[(RED, 4000)] * 20)
    assert hand.pressed == []
    assert hand.empty().see((RED, 4000), (RED, 4000)).pressed == ["k2"]


def test_grey_and_silver_that_are_close_are_asked_and_not_guessed() -> None:
    close = (SILVER, 4900)
    assert gate.fitting(LEARNED, light(0.0, *close), 0.99) == ("grey", "silver")
    hand = Hand().empty().see(*[close] * 9)
    assert hand.said == [], "the hand may hold it better"
    hand.see(*[close] * 9)
    assert hand.said == [Ask("shown")]
    assert hand.see(*[(SILVER, 6000)] * 9).pressed == [], "the key is pressed by hand now"


def test_grey_and_silver_that_are_apart_are_told() -> None:
    assert Hand().empty().see((SILVER, 6200), (SILVER, 6200)).pressed == ["k6"]
    hand = Hand(keys=("grey", "silver")).empty().see((GREY, 3900), (GREY, 3900))
    assert hand.pressed == ["k1"]


def test_a_doubt_that_is_held_better_within_its_time_is_no_doubt() -> None:
    hand = Hand().empty().see(*[(SILVER, 4900)] * 5).see(*[(SILVER, 6000)] * 3)
    assert (hand.pressed, hand.said) == (["k6"], [])


def test_a_doubt_that_is_taken_away_before_its_time_is_asked_all_the_same() -> None:
    hand = Hand().empty().see(*[(SILVER, 4900)] * 3).empty(1)
    assert hand.said == [Ask("shown")]
    assert hand.empty(5).said == [Ask("shown")]


def test_a_colour_nobody_taught_is_asked() -> None:
    pink = (0.5, 0.2, 0.28)
    hand = Hand().empty().see(*[(pink, 5000)] * 15)
    assert (hand.pressed, hand.said) == ([], [Ask("shown")])


def test_a_colour_without_a_key_in_this_game_is_heard_kindly() -> None:
    assert Hand().empty().see((GREEN, 4000), (GREEN, 4000)).said == [NotNow()]


def test_where_no_colours_are_asked_for_any_gem_is_heard_kindly() -> None:
    hand = Hand(keys=()).empty().see((RED, 4000), (RED, 4000)).empty().see(*[((0.5, 0.2, 0.28), 5000)] * 15)
    assert (hand.facts, hand.said) == ([], [NotNow(), NotNow()])


def test_too_much_light_is_no_colour_but_something_is_there() -> None:
    hand = Hand().empty()
    for _ in range(30):
        hand.now += STEP
        hand.take(Light(hand.now, None, 18_000, 18_000, 9_000))
    assert (hand.facts, hand.said) == ([], [])
    assert hand.gate.came is not None
    assert gate.fitting(LEARNED, Light(0.0, 0, 0, 0, 0), 0.99) == ()
    hand.see((RED, 4000), (RED, 4000))
    assert hand.pressed == ["k2"]


def test_a_light_that_is_switched_on_in_the_room_is_the_empty_gate_before_long() -> None:
    bright = ((0.45, 0.33, 0.21), 700)
    hand = Hand().empty().see(*[bright] * 70)
    assert hand.said == [Ask("shown")], "at first it might be a gem"
    assert hand.gate.empty == 700
    assert hand.see((RED, 4000), (RED, 4000)).pressed == ["k2"]
    hand.see(*[bright] * 2).empty(3)
    assert hand.gate.empty == 300, "switched off again"
    assert hand.see((SILVER, 900), (SILVER, 900)).pressed == ["k2", "k5"]


def test_a_room_that_grows_light_slowly_is_followed() -> None:
    hand = Hand().empty()
    for minute in range(60):
        hand.see(*[(EMPTY, 300 + 3 * minute)] * 60)
    assert hand.said == []
    assert hand.gate.empty == pytest.approx(477, abs=10)


def test_a_gem_that_is_left_in_the_gate_never_becomes_the_empty_gate() -> None:
    hand = Hand().empty().see(*[(RED, 4000)] * 100)
    assert hand.gate.empty == pytest.approx(300, abs=10)
    assert hand.empty().see((BLUE, 3000), (BLUE, 3000)).pressed == ["k2", "k3"]


def test_a_sensor_that_goes_dark_and_comes_back_enters_nothing() -> None:
    hand = Hand().empty()
    for clear in (0, 0, 0):
        hand.now += STEP
        hand.take(Light(hand.now, clear, 0, 0, 0))
    assert (hand.facts, hand.said) == ([], [])


def test_a_lost_gate_is_told_once_and_once_that_it_is_back_and_its_gem_says_nothing() -> None:
    hand = Hand().empty().see((RED, 4000))
    for reading in (Lost(11.0, "gate"), Lost(12.0, "gate"), Lost(12.0, "scale"), Back(13.0, "scale")):
        hand.take(reading)
    assert hand.facts == [PartLost(at=11.0, part="gate")]
    hand.take(Back(14.0, "gate"))
    hand.take(Back(15.0, "gate"))
    assert hand.facts[1:] == [PartBack(at=14.0, part="gate")]
    hand.see((RED, 4000), (RED, 4000), (RED, 4000))
    assert hand.pressed == []
    assert hand.empty().see((RED, 4000), (RED, 4000)).pressed == ["k2"]


def test_a_gate_that_was_taught_nothing_says_nothing_but_that_it_is_lost() -> None:
    hand = Hand(UNTAUGHT).empty().see(*[(RED, 4000)] * 20)
    assert (hand.facts, hand.said) == ([], [])
    hand.take(Lost(11.0, "gate"))
    assert hand.facts == [PartLost(at=11.0, part="gate")]


def test_time_alone_says_nothing() -> None:
    hand = Hand().empty()
    hand.take(Passed(99.0))
    assert (hand.facts, hand.said) == ([], [])


# --- learning ---------------------------------------------------------------------------------------------------------


def test_a_colour_is_learned_with_its_spread_and_no_spread_is_too_small_to_believe() -> None:
    shade = gate.learn([light(0.0, RED, 4000)] * 4)
    assert shade.look == pytest.approx((*RED, 11.97), abs=0.01)
    assert shade.spread == (0.012, 0.012, 0.012, 0.15)
    wide = gate.learn([light(0.0, RED, clear) for clear in (2000, 3000, 4000, 5000, 6000)])
    assert wide.spread[3] > 0.5


@pytest.mark.parametrize(
    ("samples", "said"),
    [
        ([light(0.0, RED, 4000)] * 3, "3 samples are too few: 4 or more are needed"),
        ([light(0.0, RED, 4000)] * 3 + [Light(0.0, None, 1, 1, 1)], r"another gate\.gain would be right"),
        ([Light(0.0, 0, 0, 0, 0)] * 4, "the sensor saw too much light, or none"),
    ],
)
def test_what_teaches_nothing_is_refused_in_words(samples: list[Light], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        gate.learn(samples)


def test_a_colour_that_would_not_be_noticed_cannot_be_taught() -> None:
    with pytest.raises(ValueError, match="black is hardly brighter than the empty gate: darken the gate"):
        gate.taught(showings(EMPTY, 300), {"red": showings(RED, 4000), "black": showings(SILVER, 320)})


def test_what_was_learned_survives_being_kept() -> None:
    assert gate.from_plain(gate.to_plain(LEARNED)) == LEARNED
    assert gate.from_plain(gate.to_plain(UNTAUGHT)) == UNTAUGHT


@pytest.mark.parametrize(
    "kept",
    [
        None,
        {},
        {"empty": 300.0, "colours": []},
        {"empty": "much", "colours": {}},
        {"empty": 300.0, "colours": {"red": {"look": [1, 2, 3], "spread": [1, 1, 1, 1]}}},
        {"empty": 300.0, "colours": {"red": {"look": [1, 2, 3, 4], "spread": [1, 1, 0, 1]}}},
        {"empty": 0.0, "colours": {"red": {"look": [1, 2, 3, 4], "spread": [1, 1, 1, 1]}}},
    ],
)
def test_what_is_no_lesson_is_refused(kept: object) -> None:
    with pytest.raises(ValueError, match="is nothing that a gate has learned"):
        gate.from_plain(kept)


def test_a_colour_far_from_all_is_none_even_where_only_one_is_learned() -> None:
    one = Learned(300.0, {"red": Shade((*RED, 12.0), (0.012, 0.012, 0.012, 0.15))})
    assert gate.fitting(one, light(0.0, RED, 4000), 0.99) == ("red",)
    assert gate.fitting(one, light(0.0, (0.60, 0.20, 0.17), 4000), 0.99) == ()


def test_a_gem_in_the_gate_is_no_colour_while_the_keys_choose_something_else() -> None:
    pads = Lit("pad.1", "choice")
    assert gate.meant(KEYS, [pads, Lit("key.1", "yellow")]) == KEYS
    assert gate.meant(KEYS, [pads, Lit("key.1", "choice")]) == ()
