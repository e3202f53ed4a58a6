"""Nothing said, lit, logged or exported depends on what a secret task card shows, before the bout is settled or after.

Two boxes are played alike up to the card; then they are shown different ones, neither of which is fulfilled.
"""

import logging
from random import Random
from typing import NamedTuple

import pytest

from firmware.commands import past
from games.announcements import Announcement
from tests.whole.sultans_swoop.match import Crowd, Match
from tests.whole.sultans_swoop.rulebook import COLOURS, DICE, TOWERS


class Seen(NamedTuple):
    """All that anybody can know of a game that goes on."""

    said: list[Announcement]
    pictures: list[tuple[str, ...]]
    log: list[str]
    exported: list[str]


@pytest.mark.games
@pytest.mark.parametrize("seed", range(300, 306))
def test_cards_that_are_not_fulfilled_are_alike_to_the_last_lamp_and_line(
    seed: int, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    first, second = (_play(seed, card, caplog, capsys) for card in (0, 1))
    assert first.said == second.said
    assert first.pictures == second.pictures
    assert first.log == second.log
    assert first.exported == second.exported
    assert any("history" in text for text in first.exported)


@pytest.mark.games
@pytest.mark.parametrize("seed", range(300, 303))
def test_dice_that_nobody_has_told_yet_count_alike(seed: int) -> None:
    """While dice are entered only their number shows, whichever colours they have."""
    pictures = []
    for turned in (0, 1):
        match = Match(seed, Crowd(3 + seed % 4, hands="tidy"))
        try:
            _swoop(match, Random(seed))
            colours = [COLOURS[(number * (turned + 1)) % 6] for number in range(DICE - 1)]
            match.press_each(*(f"k{COLOURS.index(colour) + 1}" for colour in colours))
            match.rest()
            pictures.append((match.pictures, [type(said).__name__ for _, said in match.box.said]))
        finally:
            match.close()
    assert pictures[0] == pictures[1]


def _play(seed: int, card: int, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> Seen:
    """Two bouts without right, in each of which one of two cards is shown; the game goes on."""
    caplog.clear()
    match = Match(seed, Crowd(3 + seed % 4, hands="tidy", journal=True))
    try:
        dice = Random(seed)
        for _ in range(2):
            _swoop(match, dice)
            shown = dice.sample(COLOURS, 2)
            others = [colour for colour in COLOURS if colour not in shown]
            match.press_each(*(f"k{COLOURS.index(dice.choice(others)) + 1}" for _ in range(DICE)))
            match.rest()
            match.press(f"k{COLOURS.index(shown[card]) + 1}")
            match.rest()
            if match.oracle.now.phase == "surrender":
                taker = match.oracle.now.taker
                assert taker is not None
                match.press(f"p{match.oracle.now.gold.hands[taker][0]}")
                match.rest()
            match.column(up=False)
            match.rest()
        log = [record.getMessage() for record in caplog.records if record.name.startswith("firmware.match")]
        capsys.readouterr()
        exported = [_export(match, capsys, as_text=as_text) for as_text in (False, True)]
        return Seen([said for _, said in match.box.said], match.pictures, log, exported)
    finally:
        match.close()


def _export(match: Match, capsys: pytest.CaptureFixture[str], *, as_text: bool) -> str:
    assert past.export(str(match.box.disk), None, as_text=as_text) == 0
    return capsys.readouterr().out


def _swoop(match: Match, dice: Random) -> None:
    """Somebody has the column, and others all the rest."""
    players = match.crowd.players
    taker = dice.randrange(players)
    match.column(up=True)
    match.rest()
    match.press(f"p{taker + 1}")
    others = [player for player in range(players) if player != taker] * 2
    for number, _ in enumerate(TOWERS[players][1:]):
        match.press(f"p{others[number] + 1}")
    match.rest()
