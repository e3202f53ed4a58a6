"""Vectors of Sultan's Swoop: `roll`, `nograb`, `grab` and `surrender`."""

from collections.abc import Mapping
from typing import Any

from games.announcements import Announcement, shared
from games.announcements import sultans_swoop as say
from games.announcements.shared import Foul
from games.sultans_swoop import bout, gold
from games.sultans_swoop.rules import (
    PLAYERS,
    Copy,
    Dice,
    Grab,
    Move,
    NoGrab,
    Phase,
    Roll,
    Stacked,
    State,
    Surrender,
    apply,
    lay,
)
from games.sultans_swoop.state import OPEN_TASKS
from games.sultans_swoop.tower import COLUMN, PIECES
from tests.adapters.contract import Adapter, UnreadableError, known

SETUP = ("n", "roller", "tower", "tasks", "deck", "cards", "bouts")
ARGUMENTS = {"roll": range(2, 6), "nograb": range(1), "grab": range(2, 4), "surrender": range(2, 3)}
LETTERS = {colour[0]: number for number, colour in enumerate(Copy().colours)}
DECK = "o" * 12
"""The draw pile where a case does not tell it."""

RESULTS = {"six": "SIX", "task": "TASK", "wrong": "WRONGFUL"}


def setup(given: Mapping[str, Any]) -> State:
    for name in given:
        known("set-up key", name, SETUP)
    players: int = given.get("n", 0)
    if players not in PLAYERS:
        raise UnreadableError(f"n is {players}; it would be the number of players, {PLAYERS[0]} to {PLAYERS[-1]}")
    roller, hands = given.get("roller", 0), given.get("cards", [[]] * players)
    if len(hands) != players or roller not in range(players):
        raise UnreadableError(f"cards and roller must be those of {players} players, not {hands} and {roller}")
    tower = tuple(given.get("tower", dict(Copy().tower)[players]))
    for piece in tower:
        known("piece", piece, PIECES)
    if COLUMN not in tower:
        raise UnreadableError(f"the tower {list(tower)} has no column")
    tasks, places = _colours(given.get("tasks", "")), OPEN_TASKS if players == 2 else players
    if len(tasks) != places:
        raise UnreadableError(f"there are {len(tasks)} tasks; {players} players have {places}")
    try:
        cards = tuple(gold.hold(*hand) for hand in hands)
    except ValueError as error:
        raise UnreadableError(str(error)) from error
    return lay(
        cards=cards,
        roller=roller,
        bouts=given.get("bouts", 0),
        tasks=tasks,
        deck=_colours(given.get("deck", DECK)),
        tower=tower,
    )


def _colours(letters: Any) -> tuple[int, ...]:
    for letter in letters:
        known("colour", letter, tuple(LETTERS))
    return tuple(LETTERS[letter] for letter in letters)


def step(state: State, event: str, arguments: list[Any]) -> tuple[State, str]:
    known("event", event, tuple(ARGUMENTS))
    if len(arguments) not in (takes := ARGUMENTS[event]):
        raise UnreadableError(f"{event} takes {' or '.join(map(str, takes))} arguments, not {arguments}")
    after, said = apply(state, _move(state, event, arguments))
    if isinstance(said, Foul):
        return after, f"FOUL {said.code}"
    if after.phase in {Phase.SHOW, Phase.DEAL}:
        raise UnreadableError("the task draw pile is empty; deck would list its colours, top first")
    return after, _accepted(state, after, said)


def _move(state: State, event: str, arguments: list[Any]) -> Move:
    match event, arguments:
        case "roll", [player, _, _, _, True]:
            return Stacked(player)
        case "roll", [player, letters, *others]:
            colours = _colours(letters)
            edge, off, *_ = (*others, 0, 0)
            return Roll(player, Dice(tuple(colours.count(colour) for colour in range(len(LETTERS))), edge, off))
        case "grab", _:
            return Grab(*arguments)
        case "surrender", _:
            return Surrender(*arguments)
        case _:
            return NoGrab(state.roller)


def _accepted(before: State, after: State, said: tuple[Announcement, ...]) -> str:
    match said:
        case (say.RollVoid(),):
            return "VOID reroll_all"
        case (say.OnBazaar(valid=valid),):
            return f"valid={valid} six={'yes' if after.dice and after.dice.six else 'no'}"
        case (say.RollAgain(player=player),):
            return f"REROLL same=P{player}"
        case (say.Has(),):
            return f"left={len(after.left)}"
        case (say.Has(player=player, piece=piece), say.Bout() as scored, *others):
            return " ".join([_bout(before, player, piece, scored), *_words(after, others)])
        case _:
            return " ".join(_words(after, said))


def _bout(before: State, player: int, piece: str, scored: say.Bout) -> str:
    got = tuple((*pieces, piece) if each == player else pieces for each, pieces in enumerate(before.got))
    taker = next(each for each, pieces in enumerate(got) if COLUMN in pieces)
    column = {"six": bout.SIX, "task": bout.TASK, "wrong": 0}[scored.result]
    due = bout.due(got, taker, column)
    pay = {f"P{each}": list(values) for each, values in enumerate(due)}
    return f"BOUT{scored.number} {RESULTS[scored.result]} pay={pay}"


def _words(after: State, said: Any) -> list[str]:
    words: list[str] = []
    for announcement in said:
        match announcement:
            case say.NewTask():
                words.append("newtask")
            case say.Surrender(player=player):
                words.append(f"surrender=P{player}")
            case say.Surrendered(value=value):
                words.append(f"gave={value}")
            case say.BothRoll():
                words.append("next=both")
            case shared.TurnStarts(player=player):
                words.append(f"next=P{player}")
            case shared.GameOver(winners=winners, scores=bags):
                cards = [sum(hand) for hand in after.cards]
                won = ",".join(f"P{player}" for player in winners)
                words.append(f"END bags={list(bags)} cards={cards} winners={won}")
            case say.Replace() | say.OpenTask():
                pass
            case _:
                raise AssertionError(f"vectors have no word for {announcement}")
    return words


ADAPTER = Adapter("Sultan's Swoop", setup, step)
