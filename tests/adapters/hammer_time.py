"""Vectors of Hammer Time: `turnfall`, `knock`, `fill`, `move`, `ret`, `use` and `end`."""

from collections.abc import Mapping
from typing import Any

from games.announcements import Announcement, shared
from games.announcements import hammer_time as say
from games.announcements.shared import Foul
from games.hammer_time.copy import WAGONS
from games.hammer_time.gems import SPACES, heap
from games.hammer_time.rules import (
    PLAYERS,
    End,
    Fill,
    Knock,
    Move,
    Phase,
    Return,
    Settings,
    Shift,
    Sort,
    State,
    TurnFall,
    Use,
    apply,
    lay,
)
from games.hammer_time.settings import Wagons
from games.hammer_time.tasks import TASKS
from games.hammer_time.wagons import FREE, loaded, suits
from tests.adapters.contract import Adapter, UnreadableError, known

SETUP = ("n", "cur", "wagons", "placed", "done", "deck", "held", "usetasks")
ARGUMENTS = {"turnfall": (2,), "knock": (2,), "fill": (3, 4), "move": (3,), "ret": (2,), "use": (2,), "end": (1,)}


def setup(given: Mapping[str, Any]) -> State:
    for name in given:
        known("set-up key", name, SETUP)
    players: int = given.get("n", 0)
    if players not in PLAYERS:
        raise UnreadableError(f"n is {players}; it would be the number of players, {PLAYERS[0]} to {PLAYERS[-1]}")
    cur = given.get("cur", 0)
    stacks = tuple(map(tuple, given.get("wagons", [[]] * players)))
    done = tuple(given.get("done", [0] * players))
    held = tuple(map(tuple, given.get("held", [[]] * players)))
    placed = given.get("placed", [{}] * players)
    if {len(stacks), len(done), len(held), len(placed)} != {players} or cur not in range(players):
        raise UnreadableError(f"cur, wagons, placed, done and held must be those of {players} players")
    for spaces in (spaces for stack in stacks for spaces in stack):
        if not spaces or set(spaces) - set(SPACES):
            raise UnreadableError(f"no wagon is {spaces!r}; its spaces would be some of {SPACES}")
    deck = tuple(given.get("deck", []))
    for kind in (*deck, *(kind for cards in held for kind in cards)):
        known("task", kind, TASKS)
    return lay(
        settings=Settings(wagons=Wagons.TRACKED, use_tasks=given.get("usetasks", True)),
        stacks=stacks,
        placed=tuple(_placed(stack[0] if stack else "", gems) for stack, gems in zip(stacks, placed, strict=True)),
        done=done,
        held=held,
        deck=deck,
        cur=cur,
    )


def _placed(wagon: str, gems: Mapping[str, str]) -> str:
    lies = [FREE] * len(wagon)
    for space, gem in gems.items():
        if not (space.isdecimal() and int(space) < len(wagon) and suits(gem, wagon[int(space)])):
            raise UnreadableError(f"gem {gem!r} cannot lie on space {space} of wagon {wagon!r}")
        lies[int(space)] = gem
    return "".join(lies)


def step(state: State, event: str, arguments: list[Any]) -> tuple[State, str]:
    known("event", event, tuple(ARGUMENTS))
    if len(arguments) not in ARGUMENTS[event]:
        counts = " or ".join(map(str, ARGUMENTS[event]))
        raise UnreadableError(f"{event} takes {counts} arguments, not {arguments}")
    fallen = _fallen(arguments[1]) if event == "knock" else ""
    after, said = apply(state, _move(event, arguments, fallen))
    if isinstance(said, Foul):
        return after, _refused(said)
    if after.phase is Phase.COLOURS:
        after, told = apply(after, Sort(after.cur, fallen))
        assert not isinstance(told, Foul)
        said += told
    return after, _accepted(state, said)


def _fallen(gems: str) -> str:
    try:
        return heap(gems)
    except ValueError as error:
        raise UnreadableError(str(error)) from error


def _move(event: str, arguments: list[Any], fallen: str) -> Move:
    match event:
        case "turnfall":
            return TurnFall(*arguments)
        case "knock":
            return Knock(arguments[0], len(fallen))
        case "fill":
            return Fill(*arguments)
        case "move":
            return Shift(*arguments)
        case "ret":
            return Return(*arguments)
        case "use":
            return Use(*arguments)
        case _:
            return End(*arguments)


def _refused(foul: Foul) -> str:
    match foul.code:
        case "HT-F20":
            return "FOUL GAME_OVER"
        case "HT-F07":
            return f"FOUL HT-F07 due {foul.expected}"
        case code:
            return f"FOUL {code}"


def _accepted(before: State, said: tuple[Announcement, ...]) -> str:
    """Each announcement is a part of the answer, or none."""
    full = ["FULL"] if any(isinstance(each, say.WagonFull) for each in said) else []
    return " ".join([*full, *(part for announcement in said for part in _parts(before, announcement))])


def _parts(before: State, announcement: Announcement) -> tuple[str, ...]:
    cur = before.cur
    match announcement:
        case say.NothingFell():
            return ("none",)
        case say.Fell(gems=gems):
            return (f"count={gems}",)
        case say.Dragon(gems=gems):
            return ("DRAGON", f"back={gems}")
        case say.TurnedFall(gems=gems):
            return ("TURN_ENDS", f"back={gems}")
        case say.TaskDone(kind=kind):
            return (f"task={kind}",)
        case say.TaskMissed():
            return ("task=no",)
        case say.Placed(filled=filled, spaces=spaces):
            return (f"filled={filled}/{spaces}",)
        case say.Shifted():
            return ("moved",)
        case say.Missing(spaces=spaces):
            cards = len(before.held[cur])
            return (f"missing={spaces}", f"cards={cards}", *(("cannot",) if cards < spaces else ()))
        case say.CardsUsed(cards=cards):
            return (f"cardsback={cards}",)
        case say.WagonFull(wagons=wagons):
            last = ("LAST_ROUND",) if wagons == WAGONS else ()
            return (f"wagons={wagons}", f"gemsback={loaded(before.placed[cur])}", *last)
        case shared.TurnStarts(player=player):
            return (f"next=P{player}",)
        case shared.GameOver(winners=winners):
            return ("END", f"winners={','.join(f'P{player}' for player in winners)}")
        case _:
            return ()


ADAPTER = Adapter("Hammer Time", setup, step)
