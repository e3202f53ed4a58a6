"""Vectors of Dragon Battle: `roll`, `place`, `stop`, `take`, `juggler` and `score`."""

from collections.abc import Mapping
from typing import Any

from games.announcements import Announcement
from games.announcements import dragon_battle as say
from games.announcements.shared import Foul, GameOver, TurnStarts
from games.dragon_battle.residents import JUGGLERS, NOBODY
from games.dragon_battle.rules import (
    PLAYERS,
    ROW,
    Copy,
    Juggler,
    Move,
    Place,
    Roll,
    Settings,
    State,
    Stop,
    Take,
    Variant,
    apply,
    dice_of,
    lay,
    scores,
)
from games.settings import settings_of
from tests.adapters.contract import Adapter, UnreadableError, known

LETTERS = {"y": "yellow", "r": "red", "b": "blue", "p": "purple", "k": "black", "s": "silver"}
SETUP = ("n", "cur", "under", "pile", "jug", "won", "jugs", "jstar", "variant")
ARGUMENTS = {"roll": 2, "place": 4, "stop": 1, "take": 2, "juggler": 1, "score": 0}


def setup(given: Mapping[str, Any]) -> State:
    for name in given:
        known("set-up key", name, SETUP)
    players: int = given.get("n", 0)
    if players not in PLAYERS:
        raise UnreadableError(f"n is {players}; it would be the number of players, {PLAYERS[0]} to {PLAYERS[-1]}")
    won = tuple(map(tuple, given.get("won", [()] * players)))
    jugs = tuple(given.get("jugs", (0,) * players))
    cur = given.get("cur", 0)
    if len(won) != players or len(jugs) != players or cur not in range(players):
        raise UnreadableError(f"won, jugs and cur must be those of {players} players")
    under = given.get("under", {})
    for dragon in under:
        known("dragon", LETTERS.get(dragon, dragon), ROW)
    known("variant", given.get("variant", "base"), tuple(variant.value for variant in Variant))
    return lay(
        under=tuple(under.get(dragon[0], NOBODY) or NOBODY for dragon in ROW),
        pile=tuple(given.get("pile", ())),
        won=won,
        jugs=jugs,
        jugglers=given.get("jug", JUGGLERS),
        juggler_stars=given.get("jstar", Copy().juggler_stars),
        cur=cur,
        settings=settings_of(Settings, {"variant": given.get("variant", "base")}),
    )


def step(state: State, event: str, arguments: list[Any]) -> tuple[State, Any]:
    known("event", event, tuple(ARGUMENTS))
    if len(arguments) != ARGUMENTS[event]:
        raise UnreadableError(f"{event} takes {ARGUMENTS[event]} arguments, not {arguments}")
    if event == "score":
        return state, list(scores(state))
    after, said = apply(state, _move(event, arguments))
    return after, _refused(said) if isinstance(said, Foul) else _accepted(after, said)


def _move(event: str, arguments: list[Any]) -> Move:
    match event:
        case "roll":
            player, dice = arguments
            return Roll(player, dice_of(map(_colour, dice)))
        case "place":
            player, colour, dragon, dice = arguments
            return Place(player, _colour(colour), _colour(dragon), dice)
        case "stop":
            return Stop(*arguments)
        case "take":
            player, dragons = arguments
            return Take(player, tuple(sorted(map(_colour, dragons), key=list(LETTERS.values()).index)))
        case _:
            return Juggler(*arguments)


def _colour(letter: str) -> Any:
    known("colour", letter, tuple(LETTERS))
    return LETTERS[letter]


def _letters(colours: tuple[str, ...]) -> str:
    """The vectors' letters; of each colour but black it is the first."""
    return "".join(colour[0] for colour in colours)


def _refused(foul: Foul) -> str:
    match foul:
        case Foul(code="DB-F02"):
            return f"FOUL DB-F02 roll {foul.expected}"
        case Foul(code="DB-F06"):
            return f"FOUL DB-F06 all {foul.expected}"
        case _:
            return f"FOUL {foul.code}"


def _accepted(state: State, said: tuple[Announcement, ...]) -> str:
    match said:
        case (say.Rolled(well=well), say.Failed()):
            return f"well={well} FAIL"
        case (say.Rolled(well=well), say.Failed(), *rest):
            return f"well={well} FAIL no_juggler {_passed(state, *rest)}"
        case (say.Rolled(well=well, choose=choose),):
            return f"well={well} choose={_letters(choose)}"
        case (say.Scared(dice=dice),):
            return f"dice={dice}"
        case (say.Scared(dice=dice), say.Battle(take=take)):
            return f"dice={dice} TURN_ENDS take={_letters(take)}"
        case (say.Battle(take=take),):
            return f"take={_letters(take)}"
        case (say.Freed() | say.Juggler(), *rest):
            return _passed(state, *rest)
        case _:
            raise AssertionError(f"vectors have no answer for {said}")


def _passed(state: State, *said: Announcement) -> str:
    match said:
        case (GameOver(winners=winners),):
            stars = "" if state.settings.variant is Variant.YOUNG else f"stars={list(state.stars)} "
            named = ",".join(f"P{player}" for player in winners)
            return f"END {stars}residents={list(state.residents)} winners={named}"
        case (TurnStarts(player=player),):
            return f"next=P{player} refill=0 pile={len(state.pile)}"
        case (say.Refill(dragons=dragons, pile=pile), TurnStarts(player=player)):
            return f"next=P{player} refill={len(dragons)} pile={pile}"
        case _:
            raise AssertionError(f"vectors have no answer for {said}")


ADAPTER = Adapter("Dragon Battle", setup, step)
