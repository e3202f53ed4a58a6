"""Vectors of Clever Keys: `place`, `stop`, `take`, `discard` and `chant`."""

from collections.abc import Mapping
from typing import Any

from games.announcements import Announcement, shared
from games.announcements import clever_keys as say
from games.announcements.shared import Foul
from games.clever_keys.rules import KEYS, PLAYERS, Discard, Move, Place, Settings, State, Stop, Take, apply, chant, lay
from games.clever_keys.state import STANDINGS
from tests.adapters.contract import Adapter, UnreadableError, known

SETUP = ("n", "cur", "chamber", "corner", "gems", "keys")
ARGUMENTS = {"place": 5, "stop": 1, "take": 2, "discard": 2, "chant": 1}


def setup(given: Mapping[str, Any]) -> State:
    for name in given:
        known("set-up key", name, SETUP)
    players: int = given.get("n", 0)
    if players not in PLAYERS:
        raise UnreadableError(f"n is {players}; it would be the number of players, {PLAYERS[0]} to {PLAYERS[-1]}")
    gems = tuple(given.get("gems", [0] * players))
    cur = given.get("cur", 0)
    if len(gems) != players or cur not in range(players):
        raise UnreadableError(f"gems and cur must be those of {players} players, not {list(gems)} and {cur}")
    keys = given.get("keys", {})
    for name, at in keys.items():
        known("key", name, tuple(KEYS))
        if tuple(at) not in STANDINGS:
            raise UnreadableError(f"key {name} cannot stand at {at}; it would be [section 0-7, slot 0-3, in or red]")
    settings = Settings()
    return lay(
        gems=gems,
        chamber=given.get("chamber", settings.gems),
        corner=given.get("corner", 0),
        keys=tuple(STANDINGS[tuple(keys[name])] if name in keys else None for name in KEYS),
        cur=cur,
        settings=settings,
    )


def step(state: State, event: str, arguments: list[Any]) -> tuple[State, str]:
    known("event", event, tuple(ARGUMENTS))
    if len(arguments) != ARGUMENTS[event]:
        raise UnreadableError(f"{event} takes {ARGUMENTS[event]} arguments, not {arguments}")
    if event == "chant":
        foul = chant(state, arguments[0])
        return state, f"FOUL {foul.code} say {foul.expected}" if foul else "ok"
    after, said = apply(state, _move(event, arguments))
    return after, _refused(said) if isinstance(said, Foul) else _accepted(said)


def _move(event: str, arguments: list[Any]) -> Move:
    match event:
        case "place":
            player, key, section, slot, seated = arguments
            return Place(player, KEYS.find(key), section, slot, seated)
        case "stop":
            return Stop(*arguments)
        case "take":
            return Take(*arguments)
        case _:
            return Discard(*arguments)


def _refused(foul: Foul) -> str:
    match foul.code:
        case "CK-F19":
            return "FOUL GAME_OVER"
        case "CK-F03":
            return f"FOUL CK-F03 expected {foul.expected}"
        case "CK-F08":
            return f"FOUL CK-F08 due {foul.expected}"
        case code:
            return f"FOUL {code}"


def _accepted(said: tuple[Announcement, ...]) -> str:
    match said:
        case (say.Fits(gained=gained, total=total),):
            return f"IN +{gained} total={total}"
        case (say.Fits(gained=gained, total=total), say.Take(gems=due)):
            return f"IN +{gained} total={total} due={due}"
        case (say.Red(slot=slot), say.Discard()):
            return f"RED locked={slot.section} discard=1"
        case (say.Take(gems=due),):
            return f"due={due}"
        case (say.Took(left=left) | say.Discarded(left=left), shared.TurnStarts(player=player)):
            return f"next=P{player} chamber={left}"
        case (_, shared.GameOver(winners=winners)):
            return f"END winners={','.join(f'P{player}' for player in winners)}"
        case _:
            raise AssertionError(f"vectors have no answer for {said}")


ADAPTER = Adapter("Clever Keys", setup, step)
