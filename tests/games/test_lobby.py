"""The lobby by hand: a game, a way to play it, seats, and who starts (panel.md)."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.announcements import Announcement, words
from games.announcements.lobby import AllSeated, Chosen, Lobby, Seated, Starts, TooMany
from games.announcements.shared import NotNow
from games.catalog import GAMES, named
from games.contract import Game, Lit, Variant
from games.facts import Knock, PartBack, PartLost, Pressed
from games.lobby.lobby import Choice, Hall, begin, lamps, see, still_holds

CLEVER_KEYS = named("clever_keys")
BOTH = (
    CLEVER_KEYS,
    replace(CLEVER_KEYS, name="dragon_battle", variants=(Variant("base"), Variant("kind", {"reseat": False}))),
)


class Room:
    """Presses in, words out."""

    def __init__(self, games: Sequence[Game] = BOTH) -> None:
        self.hall, said = begin(games)
        self.said = [words(each) for each in said]
        self.choice: Choice | None = None
        self.at = 0.0

    def press(self, *keys: str, held: float = 0.1) -> "Room":
        self.said = []
        for key in keys:
            self.at += 2
            self.hall, said, self.choice = see(self.hall, Pressed(at=self.at, key=key, held=held))
            self.said += [words(each) for each in said]
        return self

    @property
    def lit(self) -> dict[str, str]:
        return dict(lamps(self.hall))


def test_the_lamps_invite_and_a_colour_key_chooses() -> None:
    room = Room()
    assert room.said == ["Lobby"]
    assert room.lit == {"key.1": "offer", "key.2": "offer"}
    assert room.press("k1").said == ["Chosen game=clever_keys variant=base least=2 most=5"]
    assert room.lit["key.1"] == "chosen"
    assert room.lit["pad.6"] == "offer"
    assert "key.5" not in room.lit, "there is only one way to play it"


def test_players_are_numbered_by_pad_order_among_those_seated() -> None:
    room = Room().press("k1", "p5", "p2", "p4", "p4")
    assert room.said[1:] == ["Seated players=1", "Seated players=2", "Seated players=3", "Seated players=2"]
    assert room.lit["pad.2"] == room.lit["pad.5"] == "chosen"
    assert room.press("go").said == ["Starts players=2"]
    assert room.lit == {"pad.2": "offer", "pad.5": "offer", "back": "go"}
    assert room.press("p1").said == ["NotNow"]
    assert room.press("k1").said == ["NotNow"]
    assert room.press("go").said == ["NotNow"]
    room.press("p5")
    assert room.choice == Choice(CLEVER_KEYS, CLEVER_KEYS.rules.settings(), (1, 4), 1)


def test_pads_may_come_before_the_game() -> None:
    room = Room().press("p1", "p2")
    assert room.lit == {"key.1": "offer", "key.2": "offer", "pad.1": "chosen", "pad.2": "chosen"}
    assert room.press("go").said == ["NotNow", "Lobby"]
    assert room.press("k1", "go").said[-1] == "Starts players=2"


def test_who_begins_with_too_few_is_told_how_many_may_play() -> None:
    room = Room().press("k1", "p1")
    assert "go" not in room.lit
    assert room.press("go").said == ["NotNow", "Chosen game=clever_keys variant=base least=2 most=5"]


def test_a_sixth_child_at_a_game_for_five_is_told_so_at_once_and_gets_no_seat() -> None:
    room = Room().press("k1", "p1", "p2", "p3", "p4", "p5")
    assert "pad.6" not in room.lit
    assert room.press("p6").said == ["AllSeated most=5"]
    assert room.press("go").said == ["Starts players=5"]
    assert room.press("back", "p5").lit["pad.6"] == "offer", "somebody has made room"
    assert room.press("p6").said == ["Seated players=5"]


def test_five_who_sat_there_before_a_game_for_four_was_chosen_are_told_so_at_once() -> None:
    room = Room(GAMES).press("p1", "p2", "p3", "p4", "p5", "k2")
    too_many = "TooMany players=5 most=4"
    assert room.said[-2:] == ["Chosen game=hammer_time variant=base least=2 most=4", too_many]
    assert {"go", "pad.6"}.isdisjoint(room.lit)
    assert room.press("go").said[-1] == room.press("p6").said[-1] == room.press("k5").said[-1] == too_many
    assert room.press("p5", "go").said == ["Seated players=4", "Starts players=4"]


def test_a_key_steps_through_the_ways_to_play() -> None:
    room = Room().press("k5")
    assert room.said == ["NotNow", "Lobby"], "no game yet"
    room.press("k2", "k5")
    assert room.said[-1] == "Chosen game=dragon_battle variant=kind least=2 most=5"
    assert (room.lit["key.5"], room.lit["meter.2"]) == ("offer", "meter")
    room.press("p1", "p2", "go", "p1")
    assert room.choice is not None
    assert room.choice.settings.reseat is False
    assert Room().press("k2", "k5", "k5").said[-1].split()[2] == "variant=base"


def test_the_key_of_the_ways_to_play_is_answered_kindly_where_there_is_but_one() -> None:
    chosen = "Chosen game=clever_keys variant=base least=2 most=5"
    assert Room().press("k1", "k5").said == [chosen, "NotNow", chosen]


def test_back_goes_one_step_back_and_mashing_it_no_further() -> None:
    room = Room().press("k1", "p1", "p2", "go")
    assert room.press("back").said == ["Chosen game=clever_keys variant=base least=2 most=5"]
    assert room.press("back").said == ["Seated players=1"]
    room.at -= 1.9
    assert room.press("back").said == []
    assert room.press("back").said == ["Seated players=0"]
    assert room.press("back").said == ["Lobby"]
    assert room.press("back").said == ["NotNow"]


def test_one_back_by_mistake_sends_only_the_last_who_sat_down_off_the_seat() -> None:
    room = Room().press("k1", "p5", "p1", "p3", "p1", "p1").press("back")
    assert room.said == ["Seated players=2"]
    assert {lamp for lamp, meaning in room.lit.items() if meaning == "chosen"} == {"key.1", "pad.3", "pad.5"}


def test_back_held_as_if_to_leave_a_game_sends_nobody_off_their_seats() -> None:
    room = Room().press("k1", "p1", "p2")
    assert room.press("back", held=3.5).said == ["NotNow"]
    assert room.press("go").press("back", held=1.0).said == ["NotNow"]
    assert room.press("p2").choice == Choice(CLEVER_KEYS, CLEVER_KEYS.rules.settings(), (0, 1), 1)


def test_go_held_repeats_what_the_box_waits_for() -> None:
    room = Room()
    assert room.press("go", held=2.0).said == ["Lobby"]
    assert room.press("k1").press("go", held=2.0).said[0].startswith("Chosen")
    assert room.press("p1", "p2", "go").press("go", held=2.0).said == ["Starts players=2"]


def test_parts_that_are_lost_and_back_are_told_of_once() -> None:
    hall = begin(GAMES).state
    lost = see(hall, PartLost(at=1, part="panel"))
    assert [words(each) for each in lost.said] == ["SensorLost part=panel"]
    assert see(lost.hall, PartLost(at=2, part="panel")).said == ()
    back = see(lost.hall, PartBack(at=3, part="panel"))
    assert [words(each) for each in back.said] == ["SensorBack part=panel"]
    assert see(back.hall, PartBack(at=3, part="panel")).said == ()
    assert see(hall, Knock(at=1)).said == ()


def test_what_no_longer_holds_is_not_said_late() -> None:
    hall = begin(GAMES).state
    chosen = hall._replace(game=0, seats=(1,))
    cases: list[tuple[Announcement, Hall, bool]] = [
        (Lobby(), hall, True),
        (Lobby(), chosen, False),
        (Chosen("clever_keys", "base", 2, 5), chosen, True),
        (Chosen("clever_keys", "base", 2, 5), hall, False),
        (Seated(1), chosen, True),
        (Seated(2), chosen, False),
        (TooMany(1, 5), chosen, True),
        (TooMany(2, 5), chosen, False),
        (AllSeated(5), chosen._replace(seats=(0, 1, 2, 3, 4)), True),
        (AllSeated(5), chosen, False),
        (Starts(2), chosen, False),
        (NotNow(), hall, True),
    ]
    for said, state, holds in cases:
        assert still_holds(state, said) is holds, said


def test_nobody_is_told_late_to_look_on_once_a_game_for_all_of_them_was_chosen() -> None:
    six = begin(GAMES).state._replace(game=1, seats=(0, 1, 2, 3, 4, 5))
    for_six = six._replace(game=3)
    cases: list[tuple[Announcement, Hall, bool]] = [
        (TooMany(6, 4), six, True),
        (TooMany(6, 4), for_six, False),
        (TooMany(6, 4), six._replace(game=0), False),
        (TooMany(6, 5), six._replace(game=0), True),
        (TooMany(6, 4), six._replace(game=None), False),
        (AllSeated(6), for_six, True),
        (AllSeated(4), for_six, False),
    ]
    for said, state, holds in cases:
        assert still_holds(state, said) is holds, (said, state.most)


def test_a_way_to_play_that_was_stepped_past_is_not_said_late() -> None:
    hall = begin(GAMES).state._replace(game=1, variant=1)
    master = Chosen("hammer_time", "master", 2, 4)
    cases: list[tuple[Announcement, Hall, bool]] = [
        (master, hall, True),
        (master, hall._replace(seats=(3, 1)), True),
        (master, hall._replace(variant=2), False),
        (master, hall._replace(game=2), False),
        (Chosen("hammer_time", "first", 2, 4), hall._replace(variant=2), True),
        (Chosen("hammer_time", "base", 2, 4), hall, False),
        (Chosen("clever_keys", "base", 2, 5), hall._replace(game=2, variant=0), False),
    ]
    for said, state, holds in cases:
        assert still_holds(state, said) is holds, (said, state.variant)


keys = st.sampled_from([*(f"{kind}{n}" for kind in "kp" for n in range(1, 7)), "go", "back", "back+go", "odd"])


@given(presses=st.lists(st.tuples(keys, st.floats(0, 4), st.floats(0, 3)), max_size=40))
def test_mashed_keys_begin_only_games_that_can_be_played(presses: list[tuple[str, float, float]]) -> None:
    hall, at = begin(BOTH).state, 0.0
    for key, held, pause in presses:
        at += pause
        hall, _, choice = see(hall, Pressed(at=at, key=key, held=held))
        shown = lamps(hall)
        seats_offered = [lit for lit in shown if lit.means == "offer" and lit.lamp.startswith("pad")]
        assert hall.starting or not seats_offered or len(hall.seats) < hall.most
        assert len({lit.lamp for lit in shown}) == len(shown)
        assert all(isinstance(lit, Lit) for lit in shown)
        if choice is not None:
            assert len(choice.seats) in choice.game.players
            assert 0 <= choice.start < len(choice.seats)
            return
