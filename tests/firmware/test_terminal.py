"""The table in the terminal: what is typed is understood or refused kindly, the box looks as people see it."""

import pytest

from firmware import terminal
from firmware.plays.acts import Push
from firmware.plays.script import After, At, Step, Wrong
from firmware.plays.steps import VERBS
from games.announcements.clever_keys import Red
from games.table import Slot

PLAIN = terminal.Paint(colour=False)
BRIGHT = terminal.Paint(colour=True)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("", None),
        ("  # only a comment", None),
        ("show", "show"),
        ("help", "help"),
        (" quit ", "quit"),
        ("exit", "quit"),
        ("q", "quit"),
        ("Help", "help"),
        ("?", "help"),
        ("\ufeffpush 0.0\r", Step(0, "push 0.0", After(0.0), Push(Slot(0, 0)))),
        ("Push 0.0", Step(0, "push 0.0", After(0.0), Push(Slot(0, 0)))),
        ("push 0.0", Step(0, "push 0.0", After(0.0), Push(Slot(0, 0)))),
        ("@4 push 0.0 # now", Step(0, "push 0.0", At(4.0), Push(Slot(0, 0)))),
    ],
)
def test_a_typed_line_is_a_step_or_an_order(line: str, asked: object) -> None:
    assert terminal.understand(line) == asked


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("pish 0.0", "Nothing happened: there is no step 'pish'. Did you mean 'push'?"),
        ("+3 wiggle", "Nothing happened: there is no step 'wiggle'. The steps are push, "),
        ("push 9.0", "Nothing happened: there is no slot '9.0'. A slot is section.slot, from 0.0 to 7.3."),
        ("expect none", "Nothing happened: expectations are for plays. Look yourself"),
        ("gems 20", "Nothing happened: 'gems' describes the world, and the world is there. "),
        ("+1 show", "Nothing happened: 'show' is no step of the hands, and waits for nothing. Write show alone."),
        ("go", "Nothing happened: 'go' is a key of the panel. Write press go or hold go SECONDS."),
        ("gem pink", "Nothing happened: there is no colour of a gem or a die 'pink'. "),
    ],
)
def test_a_line_that_cannot_be_understood_is_answered_kindly(line: str, answer: str) -> None:
    with pytest.raises(Wrong) as wrong:
        terminal.understand(line)
    assert terminal.kindly(wrong.value).startswith(answer)


def test_every_step_of_the_script_language_is_helped_with() -> None:
    lines = terminal.HELP.splitlines()
    for verb in VERBS.values():
        (line,) = [line for line in lines if line.startswith(f"  {verb.form} ")]
        assert line.endswith(f"  {verb.does}")
        assert len(line) <= 96
    assert len({line.index(f"  {verb.does}") for verb in VERBS.values() for line in lines if verb.does in line}) == 1


def test_an_announcement_shows_its_words_and_its_phrase() -> None:
    line = terminal.spoken(1.75, Red(0, Slot(3, 2)), "Red! Nothing this time.", PLAIN)

    assert line.startswith("    1.75 < Red player=0 slot=3.2  ")
    assert line.endswith("  Red! Nothing this time.")


def test_the_score_is_told_by_the_players_numbers_wherever_they_sit() -> None:
    assert terminal.score_line((3, 0), 1).split() == [
        "score",
        "player",
        "1:",
        "3",
        "player",
        "2:",
        "0",
        "turn:",
        "player",
        "2",
    ]
    assert terminal.score_line((3, 0), None).split() == ["score", "player", "1:", "3", "player", "2:", "0"]


def test_lamps_are_gathered_by_colour_and_by_section() -> None:
    changed = {"slot.0.0": "green"} | {f"slot.3.{slot}": "white" for slot in range(4)} | {"pad.1": "white", "go": "off"}

    assert terminal.lamp_line(changed, PLAIN).strip() == "lamps  off go   white 3.* pad.1   green 0.0"


def test_a_board_of_one_colour_is_told_as_one() -> None:
    changed = {f"slot.{section}.{slot}": "white" for section in range(8) for slot in range(4)} | {"pad.1": "white"}

    assert terminal.lamp_line(changed, PLAIN).strip() == "lamps  white all slots pad.1"


def test_colours_are_painted_only_where_there_are_any() -> None:
    assert terminal.lamp_line({"go": "red"}, BRIGHT) == f"{'':9}lamps  \033[91mred go\033[0m"
    assert "\033" not in terminal.lamp_line({"go": "red"}, PLAIN)


def test_a_blinking_lamp_is_told_once() -> None:
    glow, changed = terminal.DARK.see(0.0, {"slot.0.0": "blue", "go": "off"})
    assert changed == {"slot.0.0": "blue"}
    for at, colour in ((0.5, "off"), (1.0, "blue"), (1.5, "off"), (2.0, "blue")):
        glow, changed = glow.see(at, {"slot.0.0": colour, "go": "off"})
        assert not changed
    assert glow.see(3.3, {"slot.0.0": "off", "go": "off"})[1] == {"slot.0.0": "off"}


def test_the_board_shows_keys_as_people_see_them_and_lamps_by_slot() -> None:
    lamps = {"slot.0.1": "green", "slot.2.3": "red", "go": "white"}
    board = terminal.draw_board(
        {(0, 1): "full", (2, 3): "half", (5, 0): "blocked"},
        (50, 1),
        lambda name: lamps.get(name, "off"),
        PLAIN,
    ).splitlines()

    assert board[0].split() == ["slot", "0", "slot", "1", "slot", "2", "slot", "3"]
    assert [line[:9] for line in board[1:9]] == [f"section {n}" for n in range(8)]
    assert board[1].split()[2:] == [".", "KEY", "green", ".", "."]
    assert board[3].split()[2:] == [".", ".", ".", "red!", "red"]
    # A key pushed half and a key in a blocked slot look alike.
    assert board[6].split()[2:] == ["red!", ".", ".", "."]
    assert "50 in the chamber, 1 in the corner" in board[10]
    assert "go white  back off" in "\n".join(board)


def test_a_game_without_the_key_slot_board_is_shown_without_it() -> None:
    shown = terminal.draw_board({}, (90, 0), lambda name: "white" if name == "pad.1" else "off", PLAIN)
    assert shown.startswith("gems       90 in the chamber")
    assert "section" not in shown
    assert "KEY" not in shown
