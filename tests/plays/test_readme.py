"""What is written about plays is what plays are."""

import re
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest

from firmware.plays import reading
from firmware.plays.expect import KNOWN
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.plays.steps import VERBS
from firmware.simbox import Simulated
from games.catalog import GAMES
from games.contract import Game
from games.settings import public

TEXT = Path(reading.__file__).with_name("README.md").read_text(encoding="utf-8")
LINES = TEXT.splitlines()


def test_its_example_holds() -> None:
    example = dedent("\n".join(line for line in LINES if line.startswith("    ") or not line).strip("\n"))
    play = reading.read_play("README.md", example)
    assert isinstance(play, Play), play
    told: list[str] = []
    stage = Simulated(play.setting)
    try:
        assert Performance(play, stage, told.append).run() is Verdict.HELD, told[-1]
    finally:
        stage.close()


def test_it_lists_every_step_as_the_table_s_help_does() -> None:
    told = [re.fullmatch(r"\| `(.+)` \| (.+) \|", line.replace("\\|", "|")) for line in LINES]
    rows = [(row[1], row[2]) for row in told if row is not None]
    steps = [(verb.form, verb.does) for verb in VERBS.values()]
    first = rows.index(steps[0])
    assert rows[first : first + len(steps)] == steps


def test_it_lists_every_announcement_with_its_fields() -> None:
    announced = TEXT.partition("## What is announced")[2]
    told = set(re.findall(r"`([^`]+)`", announced))
    assert told == {" ".join((name, *(field.name for field in fields(kind)))) for name, kind in KNOWN.items()}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_it_lists_the_variants_and_settings_of_every_game(game: Game) -> None:
    (line,) = [line for line in LINES if line.startswith(f"| `{game.name}` |")]
    _, variants, settings = ([*re.findall(r"`(\w+)`", cell)] for cell in line.split("|")[1:-1])
    assert variants == [variant.name for variant in game.variants]
    names = [public(field.name) for field in fields(game.rules.settings())]
    assert settings == [name for name in names if name not in {"variant", "gems"}]
