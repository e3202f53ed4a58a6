"""Cues: all that a game says has words, a melody of its own and no secret in it; mistakes are named by line."""

import dataclasses
import itertools
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from firmware import cues, melody
from firmware.cues import Cues
from firmware.palette import COLOURS, nearest
from games.announcements import Announcement
from games.announcements.clever_keys import Discard, Discarded, Fits, Take, Took
from games.announcements.dragon_battle import Battle, Failed, Freed, Juggler, Refill, Rolled, Scared
from games.announcements.lobby import Chosen
from games.announcements.shared import Ask, Foul, GameOver, Guide, Reports, SensorLost, TurnStarts, Unsure
from games.announcements.sultans_swoop import (
    Bout,
    BuildTower,
    CountDice,
    Has,
    OnBazaar,
    RollAgain,
    RollVoid,
    ShowTask,
    Surrendered,
    Swoop,
)
from games.catalog import GAMES, named
from games.contract import Game
from games.table import Slot
from hardware import box
from hardware.typed import PlanError

GAME = named("clever_keys")
CLEVER_KEYS = cues.of(GAME)
DRAGON_BATTLE = cues.of(named("dragon_battle"))
SULTANS_SWOOP = cues.of(named("sultans_swoop"))
ALL = {game.name: cues.of(game) for game in GAMES}
every_game = pytest.mark.parametrize("spoken", ALL.values(), ids=ALL)
TEXT = resources.files("games.clever_keys").joinpath("cues.toml").read_text(encoding="utf-8")
PLAN = box.load()


@pytest.mark.parametrize(
    ("said", "phrase"),
    [
        (TurnStarts(0), "Player 1, your turn! Which key do you take?"),
        (Fits(1, Slot(3, 2), 2, 3), "It fits! Together that makes 3."),
        (Take(1, 1), "Player 2, take 1 gem out of the chamber."),
        (Took(1, 5, 0), "Well done, Player 2! Left in the chamber: no gems."),
        (Discard(2), "Player 3, put one gem from the chamber into the open corner."),
        (Discarded(2, 40), "Thank you. Left in the chamber: 40 gems."),
        (Guide("lift", slot=Slot(3, 2)), "Blue light: lift the key out of slot 3 in section 4, please."),
        (Guide("lift"), "Lift out the key where the blue light blinks, please."),
        (Guide("put", place="corner", gems=1), "Put 1 gem into the open corner, please."),
        (Guide("put", place="centre"), "Put the gems back into the treasure chamber, please."),
        (Guide("press", slot=Slot(0, 1), part="go"), "Is everything meant to be like this? Then press the lit button."),
        (Foul("CK-F08", 0, 3), "Count once more, please: 3 gems, no more and no less."),
        (Foul("CK-F08", 0, 0), "Leave the gems in the chamber for now, please."),
        (Foul("CK-F12", 0, 4), "Let us add that up again: it makes 4."),
        (Foul("XX-F99", 0), "Oh, that does not go. Please put it back."),
        (Ask("something new"), "I am not sure. Please show me again."),
        (SensorLost("slots3"), "I cannot feel the key slots any more. Please fetch a grown-up."),
        (Unsure("centre", 3), "I think the treasure chamber holds 3 gems. Is that so? Then press the lit button."),
        (
            Reports(("CK-F11", "CK-F12")),
            "What has happened? 1: Treasure hunters never look into the slots! 2: Let us add that up again.",
        ),
        (GameOver((1,), (20, 32)), "The treasure is found! Player 2 wins. Gems: 20 and 32."),
        (
            GameOver((0, 1, 2), (17, 17, 17)),
            "The treasure is found! Player 1, Player 2 and Player 3 win together. Gems: 17, 17 and 17.",
        ),
    ],
)
def test_what_is_said_in_words(said: Announcement, phrase: str) -> None:
    assert CLEVER_KEYS.phrase(said) == phrase


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_way_to_play_a_game_has_words_of_its_own_in_the_lobby(game: Game) -> None:
    lobby, least, most = cues.of_lobby(), game.players[0], game.players[-1]
    told = [lobby.phrase(Chosen(game.name, variant.name, least, most)) for variant in game.variants]
    assert len(set(told)) == len(told)
    assert told[0] == f"{game.title}, for {least} to {most}. Players, press your pads, then press go."
    assert all(line.startswith(game.title) for line in told)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whoever_presses_go_alone_is_told_in_every_way_to_play_how_many_may_and_what_to_do(game: Game) -> None:
    lobby, least, most = cues.of_lobby(), game.players[0], game.players[-1]
    for variant in game.variants:
        told = lobby.phrase(Chosen(game.name, variant.name, least, most))
        assert f"{least} to {most}" in told
        assert told.endswith("ress your pads, then press go.")


def test_no_phrase_of_the_lobby_is_too_long_for_a_child_of_five() -> None:
    for kind, cue in cues.of_lobby().cues.items():
        assert len(cue.phrase.split()) <= 18, kind


@pytest.mark.parametrize(
    ("said", "phrase"),
    [
        (Rolled(0, ("blue", "red", "silver")), "You can lay out blue, red or silver."),
        (Rolled(1, ("red",)), "Into the well: 1 die. You can lay out red."),
        (Rolled(4, ()), "Into the well: 4 dice. There is no colour that can be laid out."),
        (Rolled(0, ()), "There is no colour that can be laid out."),
        (Scared("red", 2), "Lay them on the red dragon: it is scared! Free dice: 2."),
        (Battle("stop", ("yellow", "red", "blue")), "The battle is won! Take the residents of yellow, red and blue."),
        (Freed(0, 1, None), "Well done, Player 1! You have freed 1 resident."),
        (Freed(1, 2, 1), "Well done, Player 2! You have freed 2 residents with 1 star."),
        (Juggler(0, 0), "Player 1 takes a juggler for comfort. Left: 0."),
        (Refill(("yellow", "red"), 14), "Put a new resident under yellow and red. Left in the pile: 14."),
        (Foul("DB-F02", 0, 1), "Throw 1 die: the others stay in the well and on the dragons."),
        (Ask("stars_red"), "How many stars has the red dragon's resident? Press that number."),
    ],
)
def test_what_is_said_in_words_in_dragon_battle(said: Announcement, phrase: str) -> None:
    assert DRAGON_BATTLE.phrase(said) == phrase


@pytest.mark.parametrize(
    ("said", "phrase"),
    [
        (
            BuildTower(("column", "lantern", "ruby", "ruby2"), 10),
            (
                "Build the tower: the column, the lantern, the first ruby and the other ruby. "
                "Lay out 10 cards with two bags. Then press go."
            ),
        ),
        (Has(1, "ruby2"), "Player 2 has the other ruby."),
        (Has(0, "chest"), "Player 1 has the treasure chest."),
        (OnBazaar(), "The dice lie on the bazaar."),
        (OnBazaar(1), "Counted: 1 die."),
        (
            Bout(3, "task", (1, 4, 0, 2)),
            (
                "Bout 3: three of that colour, well swooped! "
                "Player 1 takes 1 bag, Player 2 takes 4 bags and Player 4 takes 2 bags."
            ),
        ),
        (
            Bout(1, "wrong", (0, 0)),
            "Bout 1: oh dear, no gold for the column this time. Nobody takes anything.",
        ),
        (Surrendered(2, 1), "Player 3 has given up 1 bag."),
        (Ask("ruby2"), "Who has the other ruby? Press your button, or back if it is still there."),
        (Guide("put", part="column"), "Build up the tower again, with the column in its place, please."),
        (
            Reports(("SS-F12", "SS-A23")),
            (
                "What has happened? 1: Dice lie on one another: nobody may swoop on such a roll. "
                "2: The tower has fallen: build it up, and roll again."
            ),
        ),
        (Foul("SS-F10", 0, 8), "Count the dice again, please: there are 8 dice."),
    ],
)
def test_what_is_said_in_words_in_sultans_swoop(said: Announcement, phrase: str) -> None:
    assert SULTANS_SWOOP.phrase(said) == phrase


@pytest.mark.parametrize("said", [OnBazaar(8), RollAgain(0), Swoop(), CountDice(), ShowTask(1), RollVoid()])
@pytest.mark.parametrize("tell", ["task", "chosen", "may swoop", "right", "three"])
def test_nothing_hints_at_who_may_swoop_before_the_bout_is_settled(said: Announcement, tell: str) -> None:
    assert tell not in SULTANS_SWOOP.phrase(said).replace("show your task card", "")


@pytest.mark.parametrize("jugglers", ["juggler", "comfort"])
def test_a_failed_battle_promises_no_juggler(jugglers: str) -> None:
    assert jugglers not in DRAGON_BATTLE.phrase(Failed(0))


@every_game
def test_every_foul_of_the_rules_has_words_of_its_own(spoken: Cues) -> None:
    codes = [kind[1] for kind in spoken.cues if kind[0] == "Foul" and len(kind) == 2]
    said = [spoken.phrase(Foul(code, 0)) for code in codes]
    assert len({*said, spoken.phrase(Foul("XX-F99", 0))}) == len(codes) + 1 > 1


@every_game
def test_no_phrase_is_too_long_for_a_child_of_five(spoken: Cues) -> None:
    for kind, cue in spoken.cues.items():
        assert len(cue.phrase.split()) <= 18, kind


@pytest.mark.parametrize("tell", ["fit", "block", "before", "last time", "was ", "remember"])
def test_an_impossible_key_is_questioned_without_a_word_of_what_was_seen(tell: str) -> None:
    assert tell not in CLEVER_KEYS.phrase(Foul("CK-F14", 0))
    assert tell not in CLEVER_KEYS.phrase(Guide("press", slot=Slot(0, 0), part="go"))


@every_game
def test_every_two_melodies_can_be_told_apart_by_ear(spoken: Cues) -> None:
    # A special case with the melody of its general one is the same cue to the ear.
    melodies = {cue.melody: kind for kind, cue in reversed(list(spoken.cues.items()))}
    assert len(melodies) > 40
    alike = [
        (melodies[one], melodies[other])
        for one, other in itertools.combinations(melodies, 2)
        if not melody.apart(one, other)
    ]
    assert alike == []


@every_game
def test_every_foul_begins_with_the_same_two_falling_tones(spoken: Cues) -> None:
    for kind, cue in spoken.cues.items():
        assert (cue.melody[:2] == spoken.cues["Foul",].melody) == (kind[0] == "Foul"), kind


@every_game
def test_melodies_suit_the_buzzer_and_no_game_waits_for_them(spoken: Cues) -> None:
    for kind, cue in spoken.cues.items():
        tones = [note.hz for note in cue.melody if note.hz is not None]
        assert PLAN.buzzer.lowest_hz <= min(tones) <= max(tones) <= PLAN.buzzer.highest_hz, kind
        assert melody.seconds(cue.melody) <= (2.5 if kind[0] == "GameOver" else 1.5), kind


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("C6:1 E6:1 G6:2", "D6:1 F6:1 A6:2", False),  # the same tune a tone higher
        ("C6:1 E6:1 G6:2", "C6:2 E6:2 G6:4", False),  # the same tune at half the speed
        ("C6:1 E6:1 G6:2", "C6:1 E6:1 G6:1", False),  # one change of rhythm
        ("C6:1 E6:1 G6:2", "C6:1 E6:1 G6:2 C7:1", False),  # one note more
        ("C6:1 E6:1 G6:2", "C6:2 E6:2 G6:1", True),  # another rhythm
        ("C6:1 E6:1 G6:2", "G6:1 E6:1 C6:2", True),  # falls instead
        ("C6:1 E6:1 G6:2", "C6:1 C7:1 C6:2", True),  # leaps there and back
    ],
)
def test_the_rule_of_the_ear(one: str, other: str, apart: bool) -> None:
    assert melody.apart(melody.read(one), melody.read(other)) is apart


def test_notes_are_tones_of_the_tempered_scale() -> None:
    assert [round(note.hz or 0, 1) for note in melody.read("A4:1 C5:1 Bb3:1 F#5:1")] == [440, 523.3, 233.1, 740]


def test_two_equal_notes_are_heard_as_two() -> None:
    played = melody.steps(melody.read("C6:1 C6:1"))
    assert [note.hz is None for note in played] == [False, True, False, True]
    assert sum(note.seconds for note in played) == pytest.approx(0.2)


def test_lamps_look_as_the_design_says() -> None:
    looks = {
        "may": ("white", False),
        "fits": ("green", False),
        "red": ("red", False),
        "guide": ("blue", True),
        "turn": ("white", False),
        "go": ("white", False),
    }
    assert {meaning: CLEVER_KEYS.look(meaning) for meaning in looks} == looks


def test_a_colour_means_itself_and_another_word_is_refused() -> None:
    assert CLEVER_KEYS.look("purple") == ("purple", False)
    with pytest.raises(KeyError, match="no look for 'glitter'"):
        CLEVER_KEYS.look("glitter")


@pytest.mark.parametrize("share", [1.0, 0.4, 0.15, 0.05])
@pytest.mark.parametrize("name", COLOURS)
def test_a_colour_is_known_however_much_it_is_dimmed(name: str, share: float) -> None:
    assert nearest([int(channel * share) for channel in COLOURS[name]]) == name


def test_the_order_of_importance_names_a_foul_before_the_way_back() -> None:
    ranks = [CLEVER_KEYS.rank(said) for said in (GameOver((0,), (1,)), Foul("CK-F03", 0), Guide("lift"), TurnStarts(0))]
    assert ranks == sorted(ranks)
    assert sorted(CLEVER_KEYS.ranks.values()) == list(range(len(GAME.says)))


def test_every_announcement_can_be_said_with_all_its_fields() -> None:
    values = {"player": 1, "slot": Slot(1, 2), "place": "centre", "part": "scale", "do": "put", "about": "key"}
    values |= {"winners": (0, 1), "scores": (3, 3), "code": "CK-F03", "codes": ("CK-F11", "CK-F12")}
    for kind in GAME.says:
        said = kind(**{field.name: values.get(field.name, 2) for field in dataclasses.fields(kind)})
        assert "{" not in CLEVER_KEYS.phrase(said)


def replaced(old: str, new: str) -> Callable[[], str]:
    """The shipped cues with one place changed."""
    return lambda: TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (replaced('"C6:1 E6:1 G6:1 C7:2"', '"C6:1 H6:2"'), "announcements.Fits.melody: 'H6:2' is no note"),
        (
            replaced('"C6:1 E6:1 G6:1 C7:2"', '"-:1"'),
            "announcements.Fits.melody: '-:1' is silent; right is notes",
        ),
        (replaced('"C6:1 E6:1 G6:1 C7:2"', "3"), "announcements.Fits.melody: is 3; right is notes with"),
        (replaced("{player}, your", "{plaier}, your"), "announcements.TurnStarts.phrase: {plaier} is not sure to be"),
        (replaced("{player}, your", "{player, your"), "announcements.TurnStarts.phrase: "),
        (replaced("{left:gems}", "{left:stones}"), "announcements.Took.phrase: {left:stones} cannot be said; right is"),
        (
            replaced("Count the gems once", "Count {expected}"),
            "announcements.Foul.CK-F08.phrase: {expected} is not sure",
        ),
        (
            replaced("[announcements.GameOver.several]", "[announcements.GameOver.many]"),
            "announcements.GameOver.many: no such key",
        ),
        (replaced("[announcements.Fits]", "[announcements.Fit]"), "announcements.Fit: no such announcement; known"),
        (
            replaced('[announcements.Fits]\nphrase = "', '[announcements.Fits]\nwords = "'),
            "announcements.Fits.phrase: is mis",
        ),
        (replaced('"Took", ', ""), "order: is ["),
        (
            replaced('{ colour = "green" }', '{ colour = "pink" }'),
            "lamps.fits: is {'colour': 'pink'}; right is { colour =",
        ),
        (replaced('{ colour = "green" }', '{ colour = "green", wink = true }'), "lamps.fits: is {"),
        (replaced("fits = {", "fit = {"), "lamps.fits: is missing"),
        (replaced("[lamps]", "[lights]"), "lights: no such key; known here: order, lamps, announcements"),
    ],
)
def test_a_mistake_in_the_cues_is_named_with_its_line(tmp_path: Path, text: Callable[[], str], said: str) -> None:
    file = tmp_path / "cues.toml"
    file.write_text(text(), encoding="utf-8")
    with pytest.raises(PlanError) as wrong:
        cues.read(file, GAME.says, GAME.lights)
    source, line, rest = str(wrong.value).split(":", 2)
    assert source == str(file)
    assert rest.removeprefix(" ").startswith(said)
    changed = [n for n, (a, b) in enumerate(zip(text().splitlines(), TEXT.splitlines(), strict=True), 1) if a != b]
    # A missing key is named at its table, a list where it begins.
    assert changed[0] - 4 <= int(line) <= changed[0]


def test_an_announcement_without_a_cue_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cues.toml"
    start = TEXT.index("[announcements.Fits]")
    file.write_text(TEXT[:start] + TEXT[TEXT.index("[announcements.Red]") :], encoding="utf-8")
    with pytest.raises(
        PlanError, match=r"announcements\.Fits: is missing; right is \[announcements\.Fits\] with phrase"
    ):
        cues.read(file, GAME.says, GAME.lights)


def test_a_look_that_no_lamp_of_the_game_can_have_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cues.toml"
    file.write_text(TEXT.replace("[lamps]", '[lamps]\nglitter = { colour = "white" }', 1), encoding="utf-8")
    with pytest.raises(PlanError, match=r"lamps\.glitter: no lamp of this game means that; known here: may, fits"):
        cues.read(file, GAME.says, GAME.lights)


def test_a_game_that_says_less_needs_fewer_cues_and_may_light_a_colour_itself(tmp_path: Path) -> None:
    file = tmp_path / "cues.toml"
    file.write_text(
        'order = ["Fits"]\n[lamps]\n[announcements.Fits]\nphrase = "It fits!"\nmelody = "C6:1"\n', encoding="utf-8"
    )
    other = cues.read(file, (Fits,), ("purple",))
    assert other.phrase(Fits(0, Slot(0, 0), 1, 1)) == "It fits!"
    assert other.look("purple") == ("purple", False)


def test_what_a_game_never_says_is_refused_and_not_searched_for_ever() -> None:
    mute = dataclasses.replace(CLEVER_KEYS, cues={})
    with pytest.raises(KeyError):
        mute.phrase(Fits(1, Slot(3, 2), 2, 3))
