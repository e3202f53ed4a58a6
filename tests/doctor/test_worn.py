"""Contacts that nobody has felt for a hundred turns, from real games in a real journal."""

import pytest

from firmware.doctor import worn
from firmware.doctor.finding import Finding
from firmware.doctor.worn import TURNS, Past, Turn, unseen
from firmware.journal import NAME, open_journal
from firmware.replay import Begun
from games.catalog import named
from games.contract import Timing
from games.facts import ColumnMoved, Fact, GemsCounted, KeyStands, Knock, PartLost, PowerBack, Pressed, TimePassed
from games.table import Depth, Slot
from tests.doctor.computer import Computer
from tests.firmware.test_past import BOARD, played

ENTRY = "the entry contact of slot {} in section {}"


def turns(number: int, wanted: str = "", moved: str = "") -> list[Turn]:
    return [Turn(frozenset(filter(None, [wanted])), frozenset(filter(None, [moved])))] * number


@pytest.mark.parametrize(
    ("played", "named"),
    [
        (turns(99, "go"), ()),
        (turns(100, "go"), ("go",)),
        (turns(100, "go") + turns(1, "go", "go"), ()),
        (turns(1, "go", "go") + turns(100, "go"), ("go",)),
        # What no game of the last hundred turns uses is not named, however long it has rested.
        (turns(150, "go") + turns(100, "k1", "k1"), ()),
        (turns(150, "go") + turns(99, "k1", "k1"), ("go",)),
        # A few turns of another game in between prove nothing of what that one does not use.
        (turns(90, "k1", "k1") + turns(10, "go"), ()),
        (turns(100, "go") + turns(100, "back"), ("back",)),
    ],
)
def test_what_was_wanted_for_a_hundred_turns_and_never_moved_is_named(
    played: list[Turn], named: tuple[str, ...]
) -> None:
    assert unseen(played) == named


def past(*facts: Fact, gems: tuple[int, int] | None = (52, 0)) -> Past:
    game = named("clever_keys")
    how = Begun(game=game, players=2, start=0, settings=game.rules.settings(), gems=gems, timing=Timing(), at=10)
    return Past(how, facts, frozenset())


def stands(depth: Depth, at: float = 11.0) -> KeyStands:
    return KeyStands(at=at, slot=Slot(1, 2), depth=depth)


MOVED = ENTRY.format(3, 2)


@pytest.mark.parametrize(
    ("facts", "moved"),
    [
        ([stands(Depth.ENTERED), stands(Depth.FULL), stands(Depth.EMPTY)], [MOVED, None, MOVED]),
        ([stands(Depth.FULL)], [MOVED]),
        # How the table stood when the game began is no movement.
        ([stands(Depth.FULL, at=9.0), stands(Depth.EMPTY)], [None, MOVED]),
        # *Full* without *entry*: the entry contact is just what was not felt.
        ([stands(Depth.UNKNOWN), stands(Depth.FULL), stands(Depth.EMPTY)], [None, None, MOVED]),
        # After a cut or a loss everything is told anew.
        ([PowerBack(at=1.0), stands(Depth.FULL), stands(Depth.EMPTY)], [None, None, MOVED]),
        ([PartLost(at=11.0, part="slots0"), stands(Depth.FULL)], [None, None]),
        ([ColumnMoved(at=0.0, up=False), ColumnMoved(at=12.0, up=True)], [None, "the contact under the silver column"]),
        ([ColumnMoved(at=0.0, up=False), ColumnMoved(at=12.0, up=False)], [None, None]),
        (
            [Pressed(at=11.0, key="k2"), Pressed(at=11.0, key="p6"), Pressed(at=11.0, key="back")],
            ["colour key 2", "the pad of player 6", "the key back"],
        ),
        ([GemsCounted(at=11.0, place="centre", gems=3), Knock(at=11.0)], [None, None]),
    ],
)
def test_only_what_changed_has_moved_and_of_a_slot_it_is_the_entry_contact(
    facts: list[Fact], moved: list[str | None]
) -> None:
    assert list(worn.movements(past(*facts))) == moved


CLEVER = f"gems 40\n{BOARD}game clever_keys players=2 start=0 touchMove=false\n"
TWO = CLEVER + "push 0.0\nexpect Fits player=0 slot=0.0\ntake centre 1\nexpect TurnStarts player=1\n"
"""Two turns, the second one not played."""


def repeated(pi: Computer, times: int) -> list[Finding]:
    """The last game of the journal once more, so many times, and what the doctor says of its contacts."""
    made = open_journal(pi.state / NAME, boot="again")
    assert made is not None
    kept = made.games()[-1]
    rows = made.facts(kept.id)
    for _ in range(times):
        made.begin(kept.name, kept.setup, wall=None)
        made.add([(row.at, row.fact) for row in rows], wall=None)
    made.close()
    (pi.state / NAME).chmod(0o660)
    return pi.look(worn.contacts)


def play(pi: Computer, text: str) -> None:
    pi.state.rmdir()
    played(text, pi.state)
    pi.state.chmod(0o770)
    (pi.state / NAME).chmod(0o660)


def test_slots_that_could_have_been_used_and_were_not_are_named_and_full_contacts_never(pi: Computer) -> None:
    play(pi, TWO)
    found = repeated(pi, 2 * TURNS)
    assert {each.verdict for each in found} == {"warn"}
    named = {each.sentence.partition(" has not moved")[0] for each in found}
    assert "The entry contact of slot 1 in section 1" not in named  # it moved in every game
    assert "The entry contact of slot 4 in section 1" in named  # the blocked one, like all others
    assert not [name for name in named if "full" in name or "colour key" in name or "column" in name or "pad" in name]
    assert len([name for name in named if "entry contact" in name]) == 31
    assert found[0].mend == "boxref calibrate slots"
    assert found[0].sentence == (
        "The entry contact of slot 1 in section 2 has not moved in the last hundred turns that could have used it: it "
        "may be worn, or nobody wanted it."
    )


SWOOP = "game sultans_swoop players=3 start=0\n"


@pytest.mark.parametrize(("hands", "named"), [("press go\n", True), ("column up\ncolumn down\n", False)])
def test_a_column_that_nobody_has_lifted_is_named_and_no_slot_is(hands: str, named: bool, pi: Computer) -> None:
    play(pi, SWOOP + hands)
    found = {each.sentence.partition(" has not moved")[0]: each.mend for each in repeated(pi, 120)}
    assert not [name for name in found if "slot" in name]
    assert ("The contact under the silver column" in found) is named
    assert set(found.values()) <= {None}


def test_where_all_that_was_asked_for_has_moved_all_is_well(pi: Computer) -> None:
    presses = "".join(f"press {key}\n" for key in ("p1", "p2", "p3", "go", "back"))
    play(pi, f"{SWOOP}column up\ncolumn down\n{presses}")
    (found,) = repeated(pi, 120)
    assert (found.verdict, found.sentence) == (
        "ok",
        "Every contact and key that games asked for has moved lately.",
    )


def test_a_family_that_never_takes_anything_back_is_not_told_that_its_key_is_worn(pi: Computer) -> None:
    presses = "".join(f"press {key}\n" for key in ("p1", "p2", "p3", "go"))
    play(pi, f"{SWOOP}column up\ncolumn down\n{presses}")
    assert [(each.verdict, each.sentence.partition(":")[0]) for each in repeated(pi, 120)] == [
        ("ok", "Every contact and key that games asked for has moved lately."),
        ("unknown", "Nobody has taken anything back in the last hundred turns"),
    ]


def test_colours_that_are_asked_for_are_wanted_and_a_game_that_never_began_has_no_turns(pi: Computer) -> None:
    told = [GemsCounted(at=11.0, place="centre", gems=52), GemsCounted(at=11.0, place="corner", gems=0)]
    assert list(worn.turns_of(past(*told, gems=None))) == []
    assert len(list(worn.turns_of(past(*told, TimePassed(at=20.0), gems=None)))) == 1
    play(pi, f"{SWOOP}column up\npress p1\npress p2\npress p2\npress p3\nexpect CountDice\n")
    named = {each.sentence.partition(" has not moved")[0] for each in repeated(pi, 2 * TURNS)}
    assert {f"Colour key {n}" for n in range(1, 7)} <= named


def test_few_turns_prove_nothing(pi: Computer) -> None:
    play(pi, TWO)
    found = pi.one(worn.contacts)
    assert found.verdict == "unknown"
    assert found.sentence == "Contacts that never move show after 100 turns; the journal has 2."


def test_a_game_that_cannot_be_told_again_is_passed_over(pi: Computer) -> None:
    play(pi, TWO)
    made = open_journal(pi.state / NAME, boot="again")
    assert made is not None
    made.begin("chess", {}, wall=None)
    made.close()
    (pi.state / NAME).chmod(0o660)
    assert pi.one(worn.contacts).sentence.endswith("the journal has 2.")


def test_only_the_latest_games_are_told_again(pi: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    play(pi, TWO)
    monkeypatch.setattr(worn, "LOOKED_AT", 3)
    (found,) = repeated(pi, 5)
    assert found.sentence.endswith("the journal has 4.")


def test_without_a_journal_nothing_is_said_of_contacts(pi: Computer) -> None:
    assert pi.look(worn.contacts) == []
    pi.write(f"home/pi/state/{NAME}", "no database at all" * 100)
    assert pi.look(worn.contacts) == []
