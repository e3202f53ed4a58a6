"""`boxref games`, `boxref replay` and `boxref export`: what the journal knows of games played."""

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from firmware.commands import Refused
from firmware.copytext import written
from firmware.journal import NAME, Journal, Kept, refused
from firmware.owned import Owned
from firmware.places import is_absent, state_directory
from firmware.plays import transcript
from firmware.replay import Begun, begun, read
from firmware.retold import Retold, retell
from firmware.schema import Unusable
from games import plain
from games.announcements import words
from games.settings import public
from games.table import SECTIONS, SLOTS_PER_SECTION

LONG: Final = 4.0
"""Seconds behind a step after which an expectation may have to be waited for: it lasts five itself."""


def games(state: str | None) -> int:
    """List the games of the journal, the oldest first."""

    def listed(journal: Journal) -> Iterator[str]:
        kept = journal.games()
        if not kept:
            print("The journal has no game yet.", file=sys.stderr)
        return map(_line, kept)

    return _ask(state, listed)


def replay(state: str | None, number: int | None, *, as_transcript: bool, spoil: bool) -> int:
    """Print a game as a play, or as its transcript; one that goes on only to `spoil` it: it tells what fitted where."""
    lines = _transcript if as_transcript else _play

    def told(journal: Journal) -> Iterator[str]:
        kept, retold = _retold(journal, number)
        if kept.outcome is None and (kept.cut or not kept.left) and not spoil:
            raise ValueError(
                f"game {kept.id} goes on, and what its players must remember is told when it is over (or with --spoil)"
            )
        return lines(kept, retold)

    return _ask(state, told)


def export(state: str | None, number: int | None, *, as_text: bool) -> int:
    """Print a game as JSON, or to be read."""
    lines = _text if as_text else _json
    return _ask(state, lambda journal: lines(_known(*_retold(journal, number))))


def _ask(state: str | None, what: Callable[[Journal], Iterator[str]]) -> int:
    path = state_directory(state) / NAME
    if is_absent(path):
        raise Refused(f"there is no journal {path}; name its directory with --state")
    try:
        journal = Journal(path, boot="")
    except (OSError, Unusable) as wrong:
        raise Refused(f"the journal {path} cannot be read: {wrong}") from None
    try:
        for line in what(journal):
            print(line)
    except (json.JSONDecodeError, LookupError, TypeError, AttributeError, sqlite3.Error) as wrong:
        # A journal that was edited by hand: the file is sound, what is written in it is none of ours.
        raise Refused(f"what is in the journal {path} makes no game: {wrong!r}") from None
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    finally:
        journal.close()
    return 0


def _retold(journal: Journal, number: int | None) -> tuple[Kept, Retold]:
    kept = {game.id: game for game in journal.games()}
    if not kept:
        raise ValueError("the journal has no game yet")
    asked = max(kept) if number is None else number
    if asked not in kept:
        raise ValueError(f"the journal has no game {asked}; it has {', '.join(map(str, kept))}")
    game = kept[asked]
    rows = journal.facts(asked)
    return game, retell(begun(game.name, game.setup), read(row.fact for row in rows), refused(rows))


def _line(kept: Kept) -> str:
    how = "left" if kept.left else "goes on"
    if kept.outcome is not None:
        winners, scores = (",".join(map(str, kept.outcome[what])) for what in ("winners", "scores"))
        how = f"over: winners {winners}, scores {scores}"
    return f"{kept.id:4}  {_date(kept.begun) or 'date unknown':16}  {kept.name}  players={kept.setup['players']}  {how}"


def _date(wall: float | None) -> str | None:
    if wall is None:
        return None
    try:
        return datetime.fromtimestamp(wall, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return None  # a clock that stood where no calendar goes


def _transcript(_: Kept, told: Retold) -> Iterator[str]:
    for at, what in told.moments:
        yield transcript.did(at, what) if isinstance(what, str) else transcript.said(at, what)


def _play(kept: Kept, told: Retold) -> Iterator[str]:
    how = told.begun
    yield f"# Game {kept.id} of a journal, begun {_date(kept.begun) or 'nobody knows when'}."
    yield "board " + " ".join(_board(told))
    if how.gems is not None and how.game.gems:
        yield f"gems {how.gems[0]}"
    yield from _copy(kept, how)
    usual = plain.dump(how.game.rules.settings())
    chosen = [
        f"{name}={value if isinstance(value, str) else json.dumps(value)}"
        for name, value in plain.dump(how.settings).items()
        if value != usual[name] and name != "gems"  # they have a line of their own
    ]
    yield " ".join((f"game {how.game.name} players={how.players} start={how.start}", *chosen))
    begun = 0.0
    for at, what in told.moments:
        if isinstance(what, str):
            begun = at
            yield f"@{at:.2f} {what}"
            continue
        if at > begun + LONG:
            begun = at
            yield f"@{at - 0.5:.2f} wait 0.4"
        yield f"expect {words(what)}"


def _copy(kept: Kept, how: Begun) -> Iterator[str]:
    """What the owner had entered of what is printed on the game, to be saved beside the play."""
    if how.game.copy is None or how.copy == how.game.copy():
        return
    usual, owned = plain.dump(how.game.copy()), Owned(game=how.game, copy=how.copy)
    entered = frozenset(name for name, value in owned.values.items() if value != usual[name])
    file = f"game-{kept.id}.toml"
    yield f"# The owner's copy of the game. Save it beside this play: sed -n 's/^#> //p' PLAY > {file}"
    yield from (f"#> {line}" for line in written((replace(owned, entered=entered),)).splitlines())
    yield f"copy {file}"


def _board(told: Retold) -> Iterator[str]:
    """The blocked slots, as far as red marks told; elsewhere one that no key went into."""
    red = {slot.section: slot.slot for slot in told.blocked}
    steps = [what for _, what in told.moments if isinstance(what, str)]
    full = {step.split()[1] for step in steps if step.startswith(("push", "shove")) and not step.endswith("half")}
    for section in range(SECTIONS):
        free = [number for number in range(SLOTS_PER_SECTION) if f"{section}.{number}" not in full]
        yield f"{section}.{red.get(section, free[-1] if free else 0)}"


def _known(kept: Kept, told: Retold) -> dict[str, Any]:
    """What may be known of a game: before its end nothing of where keys fitted."""
    how = told.begun
    referee = how.game.referee()
    history, outcome = referee.history(told.state), referee.outcome(told.state)
    return {
        "game": kept.name,
        "number": kept.id,
        "begun": _date(kept.begun),
        "players": how.players,
        "start": how.start,
        "settings": _settings(how.settings, over=outcome is not None),
        "over": outcome is not None,
        "winners": None if outcome is None else list(outcome.winners),
        "scores": list(referee.scores(told.state)),
        "history": [
            how.game.rules.dump(state)
            if outcome is not None
            else {"turn": how.game.rules.turn(state), "scores": list(how.game.rules.scores(state))}
            for state in history
        ],
    }


def _settings(settings: Any, *, over: bool) -> dict[str, Any]:
    """The settings; what chance has dealt, and nobody may know yet, only when the game is over."""
    dealt = {public(field.name) for field in fields(settings) if "drawn" in field.metadata}
    return {name: value for name, value in plain.dump(settings).items() if over or name not in dealt}


def _json(known: dict[str, Any]) -> Iterator[str]:
    yield json.dumps(known, indent=2)


def _text(known: dict[str, Any]) -> Iterator[str]:
    for name in ("game", "number", "begun", "players", "over", "winners", "scores"):
        value = known[name]
        told = ", ".join(map(str, value)) if isinstance(value, list) else value
        yield f"{name:8} {'not known' if told is None else told}"
    for number, state in enumerate(known["history"]):
        yield f"{number:4}  " + "  ".join(f"{name} {json.dumps(value)}" for name, value in state.items())
