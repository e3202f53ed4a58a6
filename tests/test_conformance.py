"""The laws of games/contract.py, for every game in the catalogue: a new game is tested before its author tests it."""

import json
import re
import tomllib
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import cues
from games.announcements.shared import SHARED, Foul
from games.catalog import GAMES
from games.contract import Game, Rules
from games.settings import public, settings_of
from tests.golden.censuses import censuses
from tests.golden.transcripts import transcript
from tests.laws import examples
from tests.ruled import RULED, Ruled

FOLDER = Path(__file__).parents[1] / "games"
GOLDEN = Path(__file__).parent / "golden"
LONGEST = 2_000
"""Moves after which a game is said never to end; the longest game of the catalogue is far shorter."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
every_rules = pytest.mark.parametrize("game", RULED, ids=[game.name for game in RULED])

picks = st.lists(st.integers(0, 2**16), max_size=80)
"""Which of the legal moves to play, one after another."""

junk = st.integers(-2, 60) | st.none() | st.text(max_size=3)


class Walk(NamedTuple):
    """Where some legal moves led from the start."""

    rules: Rules[Any, Any]
    state: Any
    legal: Any


def walk(game: Ruled, data: st.DataObject) -> Walk:
    rules = game.rules
    state = rules.setup(data.draw(st.sampled_from(game.players), label="players"))
    for pick in data.draw(picks, label="picks"):
        if not (moves := rules.legal(state)):
            break
        state, _ = rules.apply(state, moves[pick % len(moves)])
    return Walk(rules, state, rules.legal(state))


def noise(walked: Walk, data: st.DataObject) -> Any:
    """A move of any kind with anything in it: nonsense, or a legal move with one thing changed."""
    if walked.legal and data.draw(st.booleans(), label="near miss"):
        move = data.draw(st.sampled_from(walked.legal))
        field = data.draw(st.sampled_from([field.name for field in fields(move)]))
        return replace(move, **{field: data.draw(junk)})
    kind = data.draw(st.sampled_from(walked.rules.moves))
    return kind(**{field.name: data.draw(junk) for field in fields(kind)})


@every_rules
@given(data=st.data())
@examples(150)
def test_any_move_in_any_state_is_accepted_exactly_when_it_is_legal_and_is_answered_alike_each_time(
    game: Ruled, data: st.DataObject
) -> None:
    walked = walk(game, data)
    rules, state = walked.rules, walked.state
    for move in (*walked.legal[:3], *(noise(walked, data) for _ in range(5))):
        after, said = rules.apply(state, move)
        assert (after, said) == rules.apply(state, move)
        assert isinstance(said, Foul) == (move not in walked.legal)
        if isinstance(said, Foul):
            assert after == state
        else:
            assert said
            assert after != state


@every_rules
@given(data=st.data())
@examples(60)
def test_noise_never_scores(game: Ruled, data: st.DataObject) -> None:
    walked = walk(game, data)
    state = walked.state
    for _ in range(10):
        move = noise(walked, data)
        if move not in walked.legal:
            state, said = walked.rules.apply(state, move)
            assert isinstance(said, Foul)
    assert walked.rules.scores(state) == walked.rules.scores(walked.state)
    assert walked.rules.turn(state) == walked.rules.turn(walked.state)
    assert walked.rules.legal(state) == walked.legal


@every_rules
@given(data=st.data())
@examples(60)
def test_a_state_is_hashable_survives_json_and_plays_on_alike(game: Ruled, data: st.DataObject) -> None:
    rules, state, legal = walk(game, data)
    again = rules.load(json.loads(json.dumps(rules.dump(state))))
    assert again == state
    assert hash(again) == hash(state)
    assert rules.legal(again) == legal


@every_rules
def test_play_from_legal_ends_for_every_number_of_players_and_then_nothing_changes(game: Ruled) -> None:
    rules = game.rules
    for players in game.players:
        for seed in range(5):
            dice, state, last = Random(seed), rules.setup(players), None
            for _ in range(LONGEST):
                if not (moves := rules.legal(state)):
                    break
                assert rules.outcome(state) is None
                assert rules.turn(state) in range(players)
                last = dice.choice(moves)
                state, _said = rules.apply(state, last)
            over = rules.outcome(state)
            assert over is not None
            assert over.reason
            assert over.scores == rules.scores(state)
            assert len(over.scores) == players
            assert set(over.winners) <= set(range(players))
            assert over.winners
            after, said = rules.apply(state, last)
            assert isinstance(said, Foul)
            assert after == state


@every_rules
def test_a_game_says_who_it_is_for_and_who_may_begin(game: Ruled) -> None:
    for players in (game.players.start - 1, game.players.stop):
        with pytest.raises(ValueError, match=str(players)):
            game.rules.setup(players)
    for start in range(game.players.start):
        assert game.rules.turn(game.rules.setup(game.players.start, start)) == start
    with pytest.raises(ValueError, match=f"player {game.players.start} cannot begin"):
        game.rules.setup(game.players.start, game.players.start)


@every_rules
def test_a_game_plays_as_the_golden_transcript_tells(game: Ruled) -> None:
    assert transcript(game) == (GOLDEN / f"{game.name}.transcript.txt").read_text(encoding="utf-8")


@every_rules
def test_the_census_of_states_is_as_counted_before(game: Ruled) -> None:
    counted = json.loads((GOLDEN / f"{game.name}.census.json").read_text(encoding="utf-8"))
    assert censuses(game.name, game.rules) == counted


@every_rules
def test_the_readme_tells_every_setting(game: Ruled) -> None:
    text = readme(game.folder)
    for field in fields(game.rules.settings):
        assert f"`{public(field.name)}`" in text


@every_game
def test_every_foul_and_every_announcement_has_a_cue(game: Game) -> None:
    own, everywhere = (
        tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))["announcements"]
        for file in (f"{game.name}/cues.toml", "cues.toml")
    )
    fouls = set(re.findall(r"\b[A-Z]{2}-F\d\d\b", readme(game.name)))
    assert set(own) | set(everywhere) == {kind.__name__ for kind in game.says}
    assert set(everywhere) == {kind.__name__ for kind in SHARED}
    assert fouls == {code for code in own["Foul"] if re.fullmatch(r"[A-Z]{2}-F\d\d", code)}
    for code in fouls:
        assert own["Foul"][code]["phrase"]


@every_game
def test_a_game_says_what_all_say_and_what_there_is_and_nothing_twice(game: Game) -> None:
    words = import_module(f"games.announcements.{game.name}")
    assert set(game.says) == {*SHARED, *get_args(words.Announcement)}
    assert len(set(game.says)) == len(game.says)
    assert len(set(game.lights)) == len(game.lights)


@every_game
def test_every_announcement_and_every_lamp_of_a_game_has_a_cue_of_that_game(game: Game) -> None:
    own = cues.of(game)
    assert set(own.ranks) == {kind.__name__ for kind in game.says}
    assert all(own.look(meaning) for meaning in game.lights)


@every_game
def test_what_the_lobby_knows_of_a_game_is_what_its_rules_and_words_say(game: Game) -> None:
    rules = import_module(f"games.{game.name}.rules")
    words = import_module(f"games.{game.name}.vocabulary")
    assert game.players == rules.PLAYERS
    assert game.gems == getattr(game.rules.settings(), "gems", 0)
    printed = None if game.copy is None else getattr(game.copy(), "colours", None)
    assert game.colours == (printed or getattr(words, "COLOURS", ()))


@every_game
def test_every_way_to_play_a_game_can_be_begun_and_the_first_is_the_usual_one(game: Game) -> None:
    ways = [settings_of(game.rules.settings, variant.settings) for variant in game.variants]
    assert ways[0] == game.rules.settings()
    assert len({variant.name for variant in game.variants}) == len(set(ways)) == len(ways)
    for chosen in ways:
        assert game.referee().begin(game.players[0], 0, chosen, at=0.0, gems=(game.gems, 0)).said


@every_game
def test_rules_announce_only_what_the_game_says(game: Game) -> None:
    rules = game.rules
    for seed in range(5):
        dice, state = Random(seed), rules.setup(game.players[0])
        while moves := rules.legal(state):
            state, said = rules.apply(state, dice.choice(moves))
            assert not isinstance(said, Foul)
            assert {type(each) for each in said} <= set(game.says)


def readme(folder: str) -> str:
    return (FOLDER / folder / "README.md").read_text(encoding="utf-8")
