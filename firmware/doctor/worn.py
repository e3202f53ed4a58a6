"""Contacts and keys that nobody has felt for long: a fold over the games of the journal.

Laws: a *full* contact is never judged or named: those of blocked slots never close, and saying so would tell the secret
(design, section 6); a contact is named when it did not move in a hundred turns that could have used it, and some game
of the last hundred turns could; that proves nothing, it may only have been left alone. A family that never takes
anything back is not told that the key for it may be worn.
"""

import sqlite3
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import closing
from json import loads
from typing import Any, Final, NamedTuple

from firmware.doctor.finding import Case, Finding
from firmware.doctor.storage import opened, readable
from firmware.journal import NAME
from firmware.replay import Begun, begun, fold, read
from games.announcements.shared import TurnStarts
from games.announcements.sultans_swoop import Swoop
from games.contract import Game, Lit, Step
from games.facts import ColumnMoved, Fact, KeyStands, PartLost, PowerBack, Pressed
from games.table import Depth, Slot

TURNS: Final = 100
"""So many turns without a sign are worth a look."""

LOOKED_AT: Final = 4 * TURNS
"""Turns that are told again, the latest of the journal: a Pi tells about fifty a second."""


class Past(NamedTuple):
    """A game of the journal: how it began, its facts, and the places of those it went on without."""

    begun: Begun
    facts: tuple[Fact, ...]
    without: Container[int]


class Turn(NamedTuple):
    """What a game would have taken in a turn, and what moved in it, by the contact's name."""

    wanted: frozenset[str]
    moved: frozenset[str]


def unseen(turns: Sequence[Turn]) -> tuple[str, ...]:
    """The contacts to be named, in order; the oldest turn first."""
    idle, lately = Counter[str](), set[str]()
    for place, turn in enumerate(turns, start=1):
        idle.update(turn.wanted)
        for name in turn.moved:
            idle.pop(name, None)
        if place > len(turns) - TURNS:
            lately |= turn.wanted
    return tuple(sorted(name for name, count in idle.items() if count >= TURNS and name in lately))


def turns_of(game: Past) -> Iterator[Turn]:
    """Tell a game again, turn by turn; what moved before the first one counts with it."""
    referee, always = game.begun.game.referee(), _always(game.begun.game)
    steps = fold(game.begun, game.facts, game.without)
    first = next(steps)
    on = _starts(first)
    wanted, moved = _invited(referee.lamps(first.state)) | always, set[str]()
    for name, step in zip(movements(game), steps, strict=True):
        if name is not None:
            moved.add(name)
        if not step.said:
            continue  # what lamps invite to changes with what is said
        if _starts(step):
            if on:
                yield Turn(frozenset(wanted), frozenset(moved))
                wanted, moved = set(always), set()
            on = True
        wanted |= _invited(referee.lamps(step.state))
    if on:
        yield Turn(frozenset(wanted), frozenset(moved))


def _starts(step: Step[Any]) -> bool:
    return any(isinstance(said, TurnStarts) for said in step.said)


def _always(game: Game) -> set[str]:
    """What no lamp invites to: the column, where whoever is quickest takes it."""
    return {_COLUMN} if Swoop in game.says else set()


def movements(game: Past) -> Iterator[str | None]:
    """For each fact the contact that moved, if one did.

    A fact tells how something stands, and after a start or a loss it is told though nothing has moved.
    """
    stood: dict[str, bool | None] = {}
    empty = True  # what is not told of a slot yet
    for fact in game.facts:
        match fact:
            case PowerBack() | PartLost():
                stood, empty = {}, False
                yield None
            case Pressed(key=key):
                yield _KEYS.get(key)
            case KeyStands(slot=slot, depth=depth):
                # Of the two contacts always *entry*, which closes before *full* does and opens behind it.
                name, closed = _entry(slot), None if depth is Depth.UNKNOWN else depth is not Depth.EMPTY
                before, stood[name] = stood.get(name, False if empty else None), closed
                yield name if None not in (before, closed) and before is not closed and _played(game, fact) else None
            case ColumnMoved(up=up):
                before, stood[_COLUMN] = stood.get(_COLUMN), up
                yield _COLUMN if before is not None and before is not up else None
            case _:
                yield None


def _played(game: Past, fact: Fact) -> bool:
    """Whether it happened in the game, and was not found by it."""
    return fact.at > game.begun.at


def _entry(slot: Slot) -> str:
    return f"the entry contact of slot {slot.slot + 1} in section {slot.section + 1}"


_COLUMN: Final = "the contact under the silver column"
_KEYS: Final = {
    **{f"k{n}": f"colour key {n}" for n in range(1, 7)},
    **{f"p{n}": f"the pad of player {n}" for n in range(1, 7)},
    "go": "the key go",
    "back": "the key back",
}

_BACK: Final = _KEYS["back"]
"""A game would always take it, and a family may never want it: that it rests tells nothing of the key."""


def _invited(lamps: Iterable[Lit]) -> set[str]:
    """What the lamps say that the game would take now."""
    return {name for lit in lamps if (name := _behind(lit)) is not None}


def _behind(lit: Lit) -> str | None:
    """The contact behind a lamp that invites; a pad also tells whose turn it is, which asks for nothing."""
    kind, _, number = lit.lamp.partition(".")
    match kind:
        case "slot" if lit.means == "may":
            section, _, slot = number.partition(".")
            return _entry(Slot(int(section), int(slot)))
        case "key":
            return _KEYS[f"k{number}"]
        case "pad" if lit.means == "choice":
            return _KEYS[f"p{number}"]
        case "go" | "back":
            return _KEYS[kind]
    return None


def contacts(case: Case) -> Iterator[Finding]:
    """What the journal tells of contacts."""
    if not readable(case):
        return
    try:
        with closing(opened(case.state / NAME)) as file:
            games = tuple(_latest(file))
    except sqlite3.Error:
        return  # a damaged journal is told of by the check of the journal
    turns = tuple(turn for game in games for turn in game)
    if len(turns) < TURNS:
        yield Finding(
            part="contacts",
            verdict="unknown",
            sentence=f"Contacts that never move show after {TURNS} turns; the journal has {len(turns)}.",
        )
        return
    idle = unseen(turns)
    worn = [name for name in idle if name != _BACK]
    for name in worn:
        yield Finding(
            part="contacts",
            verdict="warn",
            sentence=f"{name[0].upper()}{name[1:]} has not moved in the last hundred turns that could have used it: "
            "it may be worn, or nobody wanted it.",
            mend=f"{case.system.program} calibrate slots" if "slot" in name else None,
        )
    if not worn:
        yield Finding(
            part="contacts", verdict="ok", sentence="Every contact and key that games asked for has moved lately."
        )
    if _BACK in idle:
        yield Finding(
            part="contacts",
            verdict="unknown",
            sentence="Nobody has taken anything back in the last hundred turns: press the key back once to see that it "
            "is felt.",
        )


def _latest(file: sqlite3.Connection) -> Iterator[list[Turn]]:
    """The turns of the latest games, the oldest first; a game that this program cannot tell again is passed over."""
    games: list[list[Turn]] = []
    for number, name, setup in file.execute("SELECT id, name, setup FROM game ORDER BY id DESC").fetchall():
        rows = file.execute("SELECT seq, fact FROM fact WHERE game = ? ORDER BY seq", (number,)).fetchall()
        bugs = {seq for (seq,) in file.execute("SELECT seq FROM bug WHERE game = ?", (number,))}
        try:
            game = Past(
                begun(name, loads(setup)),
                read(loads(fact) for _, fact in rows),
                frozenset(place for place, (seq, _) in enumerate(rows) if seq in bugs),
            )
        except ValueError:
            continue
        games.append(list(turns_of(game)))
        if sum(map(len, games)) >= LOOKED_AT:
            break
    return reversed(games)
