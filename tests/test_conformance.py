"""The laws of games/contract.py, for all rules there are: a new game is tested before its author tests it."""

import json
import re
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import cues
from games.announcements import Announcement
from games.announcements.shared import SHARED, Foul
from games.catalog import GAMES
from games.contract import Game, Rules
from games.settings import public
from tests.golden.censuses import censuses
from tests.golden.transcripts import transcript
from tests.rulebooks import RULEBOOKS, Rulebook

FOLDER = Path(__file__).parents[1] / "games"
GOLDEN = Path(__file__).parent / "golden"
LONGEST = 2_000
"""Moves after which a game is said never to end; the longest game is far shorter."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
every_rulebook = pytest.mark.parametrize("book", RULEBOOKS, ids=[book.name for book in RULEBOOKS])

picks = st.lists(st.integers(0, 2**16), max_size=80)
"""Which of the legal moves to play, one after another."""

junk = st.integers(-2, 60) | st.none() | st.text(max_size=3)


class Walk(NamedTuple):
    """Where some legal moves led from the start."""

    rules: Rules[Any, Any]
    state: Any
    legal: Any


def walk(book: Rulebook, data: st.DataObject) -> Walk:
    rules = book.rules
    state = book.setup(data.draw(st.sampled_from(book.players), label="players"))
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


@every_rulebook
@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_any_move_in_any_state_is_accepted_exactly_when_it_is_legal_and_is_answered_alike_each_time(
    book: Rulebook, data: st.DataObject
) -> None:
    walked = walk(book, data)
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


@every_rulebook
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_noise_never_scores(book: Rulebook, data: st.DataObject) -> None:
    walked = walk(book, data)
    state = walked.state
    for _ in range(10):
        move = noise(walked, data)
        if move not in walked.legal:
            state, said = walked.rules.apply(state, move)
            assert isinstance(said, Foul)
    assert walked.rules.scores(state) == walked.rules.scores(walked.state)
    assert walked.rules.turn(state) == walked.rules.turn(walked.state)
    assert walked.rules.legal(state) == walked.legal


@every_rulebook
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_state_is_hashable_survives_json_and_plays_on_alike(book: Rulebook, data: st.DataObject) -> None:
    rules, state, legal = walk(book, data)
    again = rules.load(json.loads(json.dumps(rules.dump(state))))
    assert again == state
    assert hash(again) == hash(state)
    assert rules.legal(again) == legal


@every_rulebook
def test_play_from_legal_ends_for_every_number_of_players_and_then_nothing_changes(book: Rulebook) -> None:
    rules = book.rules
    for players in book.players:
        for seed in range(5):
            dice, state, last = Random(seed), book.setup(players), None
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


@every_rulebook
def test_a_game_says_who_it_is_for_and_who_may_begin(book: Rulebook) -> None:
    for players in (book.players.start - 1, book.players.stop):
        with pytest.raises(ValueError, match=str(players)):
            book.setup(players)
    for start in range(book.players.start):
        assert book.rules.turn(book.setup(book.players.start, start)) == start
    with pytest.raises(ValueError, match=f"player {book.players.start} cannot begin"):
        book.setup(book.players.start, book.players.start)


@every_rulebook
def test_a_game_plays_as_the_golden_transcript_tells(book: Rulebook) -> None:
    assert transcript(book) == (GOLDEN / f"{book.name}.transcript.txt").read_text(encoding="utf-8")


@every_rulebook
def test_the_census_of_states_is_as_counted_before(book: Rulebook) -> None:
    counted = json.loads((GOLDEN / f"{book.name}.census.json").read_text(encoding="utf-8"))
    assert censuses(book.name, book.rules) == counted


@every_game
def test_the_readme_tells_every_setting(game: Game) -> None:
    text = readme(game)
    for field in fields(game.rules.settings):
        assert f"`{public(field.name)}`" in text


@every_game
def test_every_foul_and_every_announcement_has_a_cue(game: Game) -> None:
    written = tomllib.loads((FOLDER / game.name / "cues.toml").read_text(encoding="utf-8"))["announcements"]
    fouls = set(re.findall(r"\b[A-Z]{2}-F\d\d\b", readme(game)))
    assert set(written) == {kind.__name__ for kind in game.says}
    assert fouls == {code for code in written["Foul"] if re.fullmatch(r"[A-Z]{2}-F\d\d", code)}
    for cue in (*written.values(), *(written["Foul"][code] for code in fouls)):
        assert cue["phrase"]


@every_game
def test_a_game_says_what_all_say_and_what_there_is_and_nothing_twice(game: Game) -> None:
    assert set(SHARED) <= set(game.says) <= set(get_args(Announcement))
    assert len(set(game.says)) == len(game.says)
    assert len(set(game.lights)) == len(game.lights)


@every_game
def test_every_announcement_and_every_lamp_of_a_game_has_a_cue_of_that_game(game: Game) -> None:
    own = cues.of(game)
    assert set(own.ranks) == {kind.__name__ for kind in game.says}
    assert all(own.look(meaning) for meaning in game.lights)


@every_game
def test_rules_announce_only_what_the_game_says(game: Game) -> None:
    rules = game.rules
    for seed in range(5):
        dice, state = Random(seed), rules.setup(game.players[0])
        while moves := rules.legal(state):
            state, said = rules.apply(state, dice.choice(moves))
            assert not isinstance(said, Foul)
            assert {type(each) for each in said} <= set(game.says)


def readme(game: Game) -> str:
    return (FOLDER / game.name / "README.md").read_text(encoding="utf-8")
