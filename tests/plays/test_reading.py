"""A play is read whole: every wrong line is named with what would be right, and a right one means what it says."""

import pytest

from firmware import cues
from firmware.plays.acts import (
    Ail,
    Blow,
    Clock,
    Column,
    Enter,
    Fail,
    Hold,
    Lean,
    Lift,
    Noise,
    Press,
    Push,
    Put,
    Reset,
    Shove,
    Swap,
    Take,
    TurnBox,
    Wait,
)
from firmware.plays.dryrun import DryHands
from firmware.plays.reading import read_play, read_step
from firmware.plays.script import After, At, Expectation, Lamp, Over, Play, Said, Scores, Silence, Step, Turn, Wrong
from games import catalog
from games.table import Slot

GAME = "game clever_keys players=3 start=0\n"


def read(text: str) -> Play:
    play = read_play("a.play", text)
    assert isinstance(play, Play), play
    return play


def faults(text: str) -> list[str]:
    found = read_play("a.play", text)
    assert not isinstance(found, Play)
    return [str(fault) for fault in found]


def test_the_world_lines_set_the_world() -> None:
    setting = read(
        "box seed=7 hands=clumsy # a comment\n"
        "board 7.1 0.3 1.0 2.2 3.1 4.0 5.3 6.2\n"
        "gems 20\n"
        "game clever_keys players=4 start=2 reseat=false\n"
    ).setting

    assert (setting.seed, setting.hands, setting.gems) == (7, "clumsy", 20)
    assert setting.board == tuple(map(Slot, range(8), (3, 0, 2, 1, 0, 3, 2, 1)))
    assert (setting.game and setting.game.name, setting.players, setting.start) == ("clever_keys", 4, 2)
    assert setting.settings.reseat is False
    assert setting.settings.touch_move is True


def test_what_no_line_says_keeps_its_default() -> None:
    setting = read(GAME).setting

    assert (setting.seed, setting.hands, setting.board, setting.gems) == (0, "tidy", None, 52)


@pytest.mark.parametrize(
    ("line", "deed"),
    [
        ("push 3.2", Push(Slot(3, 2))),
        ("push 3.2 in=2.5", Push(Slot(3, 2), 2.5)),
        ("push 3.2 half", Push(Slot(3, 2), 0.4, half=True)),
        ("push 3.2 half in=1", Push(Slot(3, 2), 1.0, half=True)),
        ("take centre 2", Take("centre", 2)),
        ("take centre red blue", Take("centre", 2, ("red", "blue"))),
        ("take centre red,blue,red", Take("centre", 3, ("red", "blue", "red"))),
        ("knock", Blow("firm")),
        ("knock soft", Blow("soft")),
        ("knock hard falls=3", Blow("hard", 3)),
        ("knock falls=red,black", Blow("firm", 2, ("red", "black"))),
        ("turn", TurnBox()),
        ("turn falls=white", TurnBox(1, ("white",))),
        ("column up", Column(up=True)),
        ("number 4", Press(("p4",))),
        ("swap centre 4", Swap("centre", 4)),
        ("lean corner 300 2.5", Lean("corner", 300.0, 2.5)),
        ("press go", Press(("go",))),
        ("press back+go", Press(("back", "go"))),
        ("hold p1 2", Hold(("p1",), 2.0)),
        ("reset slots3", Reset("slots3")),
        ("noise scale on", Noise("scale", on=True)),
        ("noise panel off", Noise("panel", on=False)),
        ("fault slots3 held", Fail("slots3", "held")),
        ("fault interrupt low", Fail("interrupt", "low")),
        ("fault 3.1 bouncing", Ail(Slot(3, 1), "bouncing")),
        ("fault k2 dead", Ail("k2", "dead")),
        ("mend scale", Fail("scale", None)),
        ("mend go", Ail("go", None)),
        ("clock +315360000", Clock(315_360_000.0)),
        ("clock -86400", Clock(-86_400.0)),
        ("clock +0.25", Clock(0.25)),
        ("wait 86398", Wait(86_398.0)),
        ("wait 0.5", Wait(0.5)),
        ("wait 0", Wait(0.0)),
        ("knock hard falls=0", Blow("hard")),
        ("turn falls=0", TurnBox()),
    ],
)
def test_a_step_means_what_it_says(line: str, deed: object) -> None:
    assert read(GAME + line).lines == (Step(2, line, After(1.0), deed),)  # type: ignore[arg-type]


def test_hands_follow_each_other() -> None:
    play = read(GAME + "push 0.0 half\nshove 0.0\nlift 0.0\ntake centre 2\nput corner 1\nput centre 1\n")

    deeds = [line.deed for line in play.lines if isinstance(line, Step)]
    slot = Slot(0, 0)
    assert deeds[1:] == [Shove(slot), Lift(slot), Take("centre", 2), Put("corner", 1), Put("centre", 1)]


@pytest.mark.parametrize(
    ("line", "begins"), [("+0 wait 1", After(0.0)), ("+2.5 wait 1", After(2.5)), ("@12 wait 1", At(12.0))]
)
def test_a_prefix_says_when_a_step_begins(line: str, begins: After | At) -> None:
    assert read(GAME + line).lines == (Step(2, "wait 1", begins, Wait(1.0)),)


@pytest.mark.parametrize(
    ("words", "want"),
    [
        ("none", Silence()),
        ("scores 3 0 2", Scores((3, 0, 2))),
        ("turn 1", Turn(1)),
        ("lamp slot.3.2 red", Lamp("slot.3.2", "red")),
        ("lamp meter.8 off", Lamp("meter.8", "off")),
        ("over 2,0", Over((0, 2))),
        ("TurnStarts", Said("TurnStarts", ())),
        ("Foul code=F03 player=2", Said("Foul", (("code", "F03"), ("player", "2")))),
        ("Guide do=lift slot=3.2", Said("Guide", (("do", "lift"), ("slot", "3.2")))),
        ("GameOver winners=0,2 scores=3,0,3", Said("GameOver", (("winners", "0,2"), ("scores", "3,0,3")))),
        ("GameOver winners=2,0", Said("GameOver", (("winners", "0,2"),))),
        ("Foul code=CK-F03", Said("Foul", (("code", "CK-F03"),))),
        ("Guide do=press part=go", Said("Guide", (("do", "press"), ("part", "go")))),
        ("SensorLost part=scale", Said("SensorLost", (("part", "scale"),))),
        ("Ask about=key", Said("Ask", (("about", "key"),))),
    ],
)
def test_an_expectation_asks_what_it_says(words: str, want: object) -> None:
    assert read(GAME + f"expect {words} # why").lines == (Expectation(2, words, want),)  # type: ignore[arg-type]


def test_a_play_without_a_game_begins_in_the_lobby_and_all_gems_are_at_hand() -> None:
    play = read("gems 3\nput centre 49\ntake centre 52\n")
    assert (play.setting.game, play.setting.gems) == (None, 3)
    assert read("").setting.gems == 52
    assert read("gems 0\nput centre 52\n").setting.gems == 0


def test_players_who_take_their_seats_by_hand_can_be_expected_to_have_scores_and_turns_and_to_win() -> None:
    wants = [line.want for line in read("expect scores 3 0\nexpect turn 1\nexpect over 0,1\n").lines]  # type: ignore[union-attr]
    assert wants == [Scores((3, 0)), Turn(1), Over((0, 1))]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("game chess players=2 start=0", "there is no game 'chess'; the games: clever_keys"),
        ("game clever_keys start=0", "players= is missing; write it like: game clever_keys players=2 start=0"),
        ("game clever_keys players=6 start=0", "the number of players 6 is out of range"),
        ("game clever_keys players=2 start=2", "the starting player 2 is out of range"),
        ("game clever_keys players=2 start=0 variant=young", "there is no variant of Clever Keys 'young'"),
        ("game dragon_battle players=2 start=0 variant=master", "a variant of Dragon Battle is base, young or older"),
        ("game clever_keys players=2 start=0 reseat=perhaps", "reseat is 'perhaps'; it can be true or false"),
        ("game clever_keys players=2 start=0 redeal=true", "no setting is called 'redeal'; there are "),
        ("game clever_keys players=2 start=0 gems=3", "the gems stand on a line of their own"),
        ("game clever_keys players=2 players=3 start=0", "'players' is said twice"),
        (GAME + GAME, "a.play:2: 'game' stands in line 1 already"),
        ("box hands=three\n" + GAME, "a.play:1: there are no hands 'three'; write hands=tidy or hands=clumsy"),
        ("box colour=red\n" + GAME, "the box has no option 'colour'"),
        ("box seed\n" + GAME, "'seed' is no option; write name=value"),
        ("box seed=many\n" + GAME, "seed 'many' is no whole number"),
        ("board 0.0\n" + GAME, "a board has one blocked slot in each section; name 8 slots"),
        ("board 0.0 0.1 2.0 3.0 4.0 5.0 6.0 7.0\n" + GAME, "a board has one blocked slot in each section"),
        ("gems 53\n" + GAME, "a.play:1: Clever Keys has 52 gems, not 53"),
        ("gems 0\n" + GAME, "a number of gems 0 is out of range"),
        ("gems\n" + GAME, "it is not said how many gems lie in the chamber"),
        ("copy mine.toml\n" + GAME, "a.play:1: there is no file mine.toml; put it beside the play"),
        (GAME + "wait 1\nbox seed=3", "a.play:3: 'box' describes the world; write it above the first step, line 2"),
        (GAME + "pish 0.0", "a.play:2: there is no step 'pish'; did you mean 'push'?"),
        (GAME + "gem pink", "there is no colour of a gem or a die 'pink'; a colour of a gem or a die is white, "),
        (
            GAME + "knock gently",
            "'knock gently' is not how 'knock' is written; write knock [soft|firm|hard] [falls=GEMS]",
        ),
        (GAME + "knock falls=1 soft", "write knock [soft|firm|hard] [falls=GEMS]"),
        (GAME + "knock falls=", "write knock [soft|firm|hard] [falls=GEMS]"),
        (GAME + "knock falls=pink", "there are no gems 'pink'; write a number, or colours"),
        (GAME + "knock falls=53", "52 gems lie in the centre, not 53; take no more than are there"),
        (GAME + "turn hard", "'turn hard' is not how 'turn' is written; write turn [falls=GEMS]"),
        (GAME + "turn" + " falls=" + ",".join(["white"] * 11), "of 10 white gems 10 can still lie there"),
        (GAME + "colour", "'colour' is not how 'colour' is written; write colour NAME..."),
        (GAME + "colour red", "no colour key means 'red' now; this game asks for no colours"),
        (GAME + "number 7", "the number 7 is out of range; write a whole number from 1 to 6"),
        (GAME + "number", "write number N"),
        (GAME + "column away", "write column up|down"),
        (GAME + "column down", "the column is in its place already; column up and column down take turns"),
        (GAME + "column up\ncolumn up", "the column is up already"),
        (GAME + "reset knock", "the part 'knock' can only be unplugged; parts with settings and transfers: slots0"),
        (GAME + "noise knock on", "the part 'knock' can only be unplugged"),
        (GAME + "clock 5", "'5' is no jump of a clock in seconds; write it like +315360000 or -86400.5"),
        (GAME + "clock +1e9", "'+1e9' is no jump of a clock in seconds"),
        (GAME + "clock", "'clock' is not how 'clock' is written; write clock +SECONDS|-SECONDS"),
        (GAME + "wait 86400.5", "86400.5 seconds are more than a day; write at most 86400"),
        (GAME + "hold go 90000", "90000 seconds are more than a day"),
        (GAME + "push 0.0 in=90000", "90000 seconds are more than a day"),
        (GAME + "lean centre 300 90000", "90000 seconds are more than a day"),
        (GAME + "+90000 press go", "90000 seconds are more than a day"),
        (GAME + "@90000 press go", "90000 seconds are more than a day"),
        (GAME + "wait 80000\n+6000 press go\n+1000 press go", "a.play:4: the play lasts longer than a day up to here"),
        (GAME + "+0 hold go 50000\nexpect none\nwait 50000", "a.play:4: the play lasts longer than a day up to here"),
        (GAME + "power on", "the power is on already"),
        (GAME + "power off\nwait 1\npower off", "the power is off already"),
        (GAME + "power out", "'power out' is not how 'power' is written; write power on|off"),
        (GAME + "push", "'push' is not how 'push' is written; write push SLOT [in=S] [half]"),
        (GAME + "push 8.0", "there is no slot '8.0'; a slot is section.slot, from 0.0 to 7.3"),
        (GAME + "push 0.0 in=1 in=2", "write push SLOT [in=S] [half]"),
        (GAME + "push 0.0 in=nan", "a duration 'nan' is no number above 0"),
        (GAME + "push 0.0 in=0", "a duration '0' is no number above 0"),
        (GAME + "take chamber 1", "there is no place 'chamber'; a place is centre (the chamber) or corner"),
        (GAME + "take centre pink", "there are no gems 'pink'; write a number, or colours"),
        (GAME + "take centre 0", "a number of gems 0 is out of range"),
        (GAME + "press k7", "there is no key of the panel 'k7'"),
        (GAME + "press go+go", "'go+go' is no pair of keys"),
        (GAME + "fault scale dead", "'scale' cannot be 'dead'; it can be held, zeros, caught, stopped or railed"),
        (GAME + "fault 3.1 held", "it can be dead, stuck or bouncing"),
        (GAME + "fault lamps dead", "what can fail is slots0, "),
        (GAME + "mend 9.9", "there is no slot '9.9'"),
        (GAME + "fault scale", "write fault PART|LINE|KEY|SLOT KIND"),
        (GAME + "noise scale loud", "write noise PART on|off"),
        (GAME + "unplug brain", "there is no part 'brain'"),
        (GAME + "unplug voice", "nothing can befall the part 'voice' yet"),
        (GAME + "+ wait 1", "'+' is no time in seconds; write it like +2"),
        (GAME + "+2 expect none", "'expect' is no step, and has no moment of its own; write it without +2"),
        ("@5 gems 3", "'gems' is no step, and has no moment of its own; write it without @5"),
        (GAME + "go", "'go' is a key of the panel; write press go or hold go SECONDS"),
        (GAME + "wait -1", "'-1' is no time in seconds; write it like 2 or 0.4"),
        (GAME + "wait forever", "'forever' is no time in seconds"),
        (GAME + "hold go 99999999999999", "99999999999999 seconds are more than a day; write at most 86400"),
        (GAME + "lean centre 100001 2", "100001 grams are more than anybody weighs; write at most 100000"),
        (GAME + "lean centre 0 2", "a weight '0' is no number above 0"),
        ("game dragon_battle players=2 start=0\nexpect Battle ends=won", "a value of ends is dice, throws or stop"),
        (GAME + "@5", "nothing stands behind '@5'"),
        (GAME + "@5 wait 1\n@4 wait 1", "a.play:3: @4 lies before @5 further up"),
        (GAME + "expect", "it is not said what to expect"),
        (GAME + "expect Fit", "there is no announcement 'Fit'; did you mean 'Fits'?"),
        (GAME + "expect Fits colour=red", "Fits has no field 'colour'; its fields are player, slot, gained, total"),
        (GAME + "expect Fits player", "'player' is no field=value"),
        (GAME + "expect Fits player=3", "player 3 is out of range; write a whole number from 0 to 2"),
        (GAME + "expect Fits player=1 player=2", "'player' is said twice"),
        (GAME + "expect Foul code=3", "there is no foul '3'; those of Clever Keys are CK-F01, CK-F02, CK-F03, "),
        (GAME + "expect Foul code=F99", "there is no foul 'F99'; those of Clever Keys are CK-F01, "),
        (GAME + "expect Foul code=HT-F03", "there is no foul 'HT-F03'; those of Clever Keys are CK-F01, "),
        (GAME + "expect Foul player=00", "player '00' is not how it is printed; write player=0"),
        (GAME + "expect Foul player=7", "player 7 is out of range; write a whole number from 0 to 2"),
        (GAME + "expect Took left=050", "left '050' is not how it is printed; write left=50"),
        (
            GAME + "expect Ask about=tea",
            "there is no question 'tea'; a question is leave, gems, resume, shown, key, slot or stop",
        ),
        (GAME + "expect Guide do=jump", "there is no guide 'jump'"),
        (GAME + "expect Ask about=", "there is no question ''; a question is leave, "),
        (GAME + "expect TableRight now=1", "TableRight has no field 'now'; it has none"),
        (GAME + "expect scores 1 2", "2 scores for 3 players"),
        (GAME + "expect turn", "'turn' cannot be expected; write expect turn PLAYER"),
        (GAME + "expect none 3", "nothing stands behind expect none"),
        (GAME + "expect lamp slot.9.0 red", "there is no lamp 'slot.9.0'"),
        (GAME + "expect lamp go pink", "there is no lamp colour 'pink'"),
        (GAME + "expect over 3", "player 3 is out of range"),
    ],
)
def test_a_wrong_line_is_named_with_what_would_be_right(text: str, fault: str) -> None:
    (found,) = faults(text)
    assert fault in found


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ("push 0.0\npush 0.0", "a key stands in 0.0 already"),
        ("push 0.0\npush 0.1\npush 0.2\npush 0.3", "all 3 keys stand in slots; lift one first"),
        ("push 0.0\nlift 0.1", "no key stands in 0.1; keys stand in 0.0"),
        ("lift 0.1", "no key stands in 0.1; push one in first"),
        ("push 0.0\ntouch 0.1 entry", "the board is on: keys stand in it; lift every key first"),
        ("shove 0.1", "no key stands in 0.1"),
        ("take centre 53", "52 gems lie in the centre, not 53"),
        ("take corner 1", "0 gems lie in the corner, not 1"),
        ("swap centre 60", "52 gems lie in the centre, not 60"),
        ("put corner 1", "0 gems have been taken, not 1; put back no more than were taken"),
    ],
)
def test_what_hands_cannot_do_is_a_fault_of_the_file(steps: str, fault: str) -> None:
    (found,) = faults(GAME + steps)
    assert fault in found


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ("push 0.0 in=5\n@2 lift 0.0", "a.play:3: a hand is still busy with 0.0 until @6; begin at @6 or later"),
        ("@3 push 0.0 in=5\n@4 press go\n@5 shove 0.0", "a.play:4: a hand is still busy with 0.0 until @8"),
        ("hold go 3\n@2 press go", "a.play:3: a hand is still busy with go until @4"),
        ("hold back+go 3\n@2 press go", "a.play:3: a hand is still busy with go until @4"),
    ],
)
def test_a_hand_cannot_begin_what_another_has_not_ended(steps: str, fault: str) -> None:
    (found,) = faults(GAME + steps)
    assert fault in found


@pytest.mark.parametrize(
    "steps",
    [
        "push 0.0 in=5\n@6 lift 0.0",
        "push 0.0 in=5\n@2 press go\n@3 push 1.0\nlift 0.0",
        "push 0.0 in=5\n+0 lift 0.0",
        "push 0.0 in=5\nexpect none\n@2 lift 0.0",
    ],
)
def test_hands_may_do_beside_each_other_what_they_can(steps: str) -> None:
    assert read(GAME + steps).lines


def test_clumsy_hands_may_be_faster_than_told() -> None:
    assert read("box hands=clumsy\n" + GAME + "push 0.0 in=5\n@2 lift 0.0").lines


def test_all_faults_of_a_file_are_found_in_the_order_of_its_lines() -> None:
    found = faults(GAME + "push 9.9\nexpect Fots\nwait 1\nnoise x on\n")

    assert [fault.split(":")[1] for fault in found] == ["2", "3", "5"]


def test_no_step_is_called_impossible_because_an_unreadable_one_did_not_happen() -> None:
    assert len(faults(GAME + "push 0,0\nlift 0.0\n")) == 1


def test_a_byte_order_mark_and_carriage_returns_do_no_harm() -> None:
    for end in ("\r\n", "\r"):
        assert len(read("\ufeff" + (GAME + "wait 1 # long\n").replace("\n", end)).lines) == 1


def test_a_seed_may_be_a_date_and_a_time() -> None:
    assert read("box seed=20261130141040\n" + GAME).setting.seed == 20261130141040


HAMMER_TIME = ("yellow", "red", "blue", "green", "black", "white")


def tried(*steps: str, colours: tuple[str, ...] = HAMMER_TIME) -> DryHands:
    """Steps of a game that has 90 gems on the box and colours on the keys."""
    hands = DryHands({"centre": 90, "corner": 0}, colours)
    for step in steps:
        hands.do(read_step(1, tuple(step.split())).deed)
    return hands


def test_what_falls_lies_beside_the_box_and_can_be_put_back() -> None:
    hands = tried("knock falls=red,blue", "turn falls=3", "put centre red", "put centre 4")
    assert (hands.gems["centre"], hands.held) == (90, 0)
    with pytest.raises(Wrong, match="2 gems have been taken, not 3; put back no more than were taken"):
        tried("knock falls=2", "put centre red red red")


def test_no_more_gems_of_a_colour_are_named_than_the_box_has() -> None:
    ten = ",".join(["white"] * 10)
    tried(f"knock falls={ten}", "put centre white", "take centre white")
    tried(f"knock falls={ten}", "put centre 1", "turn falls=white")
    with pytest.raises(Wrong, match="of 10 white gems 0 can still lie there; name no more than there are"):
        tried(f"knock falls={ten}", "turn falls=white")


def test_the_colour_keys_are_those_of_the_game() -> None:
    assert read_step(1, ("colour", "red", "red", "white")).deed == Enter(("red", "red", "white"))
    tried("colour red red white")
    with pytest.raises(Wrong, match="no colour key means 'purple' now; write yellow, red, blue, green, black or white"):
        tried("colour red purple")


def test_a_huge_line_is_not_told_whole() -> None:
    for line in ("x" * 100_000, "push " + "half " * 50_000, "expect Fits " + "z" * 100_000, "wait " + "9" * 100_000):
        (found,) = faults(GAME + line)
        assert len(found) < 500
        assert found.startswith("a.play:2: ")


def test_the_fouls_of_a_game_are_those_it_has_a_cue_for() -> None:
    fouls = {kind[1] for kind in cues.of(catalog.named("clever_keys")).cues if kind[0] == "Foul" and len(kind) > 1}
    assert len(fouls) == 19
    for code in fouls:
        assert len(read(f"{GAME}expect Foul code={code}\nexpect Foul code={code[3:]}").lines) == 2
