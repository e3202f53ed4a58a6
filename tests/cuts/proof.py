"""What was announced, what must therefore be on a disk, and whether it is.

Law: a fact that sensors cannot show again (a press, a knock, a swoop) is on the disk before anything is announced of
it, and with it all that lies before it in the journal, its game's beginning too. What the table shows again may be
lost, but only from the end.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any, NamedTuple

from firmware.journal import NAME, Journal, Kept, open_journal, refused
from firmware.replay import begun, fold, read
from games.announcements import words
from games.announcements.shared import NotNow
from games.contract import Outcome
from games.facts import ColumnMoved, Knock, Pressed
from tests.cuts.calls import Call, Flushed, Said, Stood
from tests.cuts.disks import Disk, Files, Left
from tests.cuts.stage import PACKED, Stage
from tests.cuts.story import STATE

Item = tuple[int, int, Any]
"""A row: its game, its place in it (0: the game itself, with its set-up), and what it says."""

FLEETING = Pressed | Knock | ColumnMoved
"""What sensors cannot show again."""

AWAKE = 6.0
"""Seconds after which a box has looked at its table, its scale at rest, and has said so."""


class Lost(AssertionError):
    """Something announced is not on a disk, or the box does not start from it."""


class Pulled(NamedTuple):
    """A disk as a plug pulled right before call `at` could leave it."""

    at: int
    left: dict[str, Left]
    files: Files
    due: int
    """Rows that have to be there."""
    heard: int
    """Announcements that were made."""
    stood: Stood
    """How the table stood."""


def items(journal: Journal) -> tuple[Item, ...]:
    """Every row, in the order in which they were written."""
    return tuple(
        item
        for game in journal.games()
        for item in (
            (game.id, 0, (game.name, game.setup)),
            *((game.id, row.seq, row.fact) for row in journal.facts(game.id)),
        )
    )


class Told(NamedTuple):
    """An announcement as the journal tells it: the rows up to the one that led to it, and whether that is fleeting."""

    rows: int
    fleeting: bool
    words: str


class Truth(NamedTuple):
    """All rows in the end, and every announcement of the record."""

    items: tuple[Item, ...]
    told: tuple[Told, ...]


def told(journal: Journal) -> Iterator[Told]:
    """What the games of a journal say when they are folded again."""
    rows = 0
    for game in journal.games():
        kept = journal.facts(game.id)
        facts = read(row.fact for row in kept)
        for seq, step in enumerate(fold(begun(game.name, game.setup), facts, refused(kept))):
            fleeting = seq > 0 and isinstance(facts[seq - 1], FLEETING)
            # A press that means nothing now is answered by a sound alone.
            heard = (said for said in step.said if not isinstance(said, NotNow))
            yield from (Told(rows + 1 + seq, fleeting, words(said)) for said in heard)
        rows += 1 + len(facts)


def truth(journal: Journal, calls: Sequence[Call]) -> Truth:
    """From the journal as it was in the end. Raises Lost where its games do not say what was announced."""
    said = tuple(told(journal))
    heard = [call.words for call in calls if isinstance(call, Said)]
    if [one.words for one in said] != heard:
        raise Lost(f"announced was {heard}, and the journal tells {said}")
    return Truth(items(journal), said)


def cuts(calls: Sequence[Call], true: Truth) -> Iterator[Pulled]:
    """Every disk that a pulled plug could leave.

    The plug is pulled right before each flush and at the end: until then nothing more becomes certain, while more is
    announced.
    """
    disk, due, heard, stood = Disk(), 0, 0, PACKED
    for at, call in enumerate((*calls, None)):
        if call is None or isinstance(call, Flushed):
            for left, files in disk.could_be():
                yield Pulled(at, left, files, due, heard, stood)
        if isinstance(call, Said):
            due = max(due, true.told[heard].rows if true.told[heard].fleeting else 0)
            heard += 1
        elif isinstance(call, Stood):
            stood = call
        if call is not None:
            disk.ask(call)


def count(cut: Pulled, true: Truth, root: Path) -> int:
    """Lay the disk below `root`, open its journal as the box does, and count its rows. Raises Lost."""
    state = _lay(cut, root)
    journal = open_journal(state / NAME, boot="after")
    if journal is None or list(state.glob("*.aside*")):
        raise Lost(f"no journal could be opened from {_told(cut)}")
    found = items(journal)
    journal.close()
    if found != true.items[: len(found)]:
        raise Lost(f"not the first {len(found)} rows of the game are what {_told(cut)} holds")
    if len(found) < cut.due:
        raise Lost(f"{cut.due} rows were due and {len(found)} are there in {_told(cut)}")
    return len(found)


def boot(cut: Pulled, true: Truth, root: Path) -> bool:
    """Start the whole box from the disk, on the table as it stood; whether a game was resumed. Raises Lost."""
    state = _lay(cut, root)
    before = open_journal(state / NAME, boot="before")
    if before is None:
        raise Lost(f"no journal could be opened from {_told(cut)}")
    kept, game = items(before), _folded(before, before.last())
    before.close()
    stage = Stage(state, boot="after", stood=cut.stood)
    try:
        woken = (stage.scores, stage.outcome) if stage.resumed else None
        if woken != (None if game is None else (game.scores, game.outcome)):
            raise Lost(f"the box woke up with {woken} from {_told(cut)}")
        stage.wait(AWAKE)
        said = [said.split()[0] for said in stage.said]
        begins = ("TurnStarts", "Guide", "Lobby") if game is None or game.left else ("Resumed",)
        if not said or said[0] not in begins:
            raise Lost(f"the box said {said} from {_told(cut)}, not {' or '.join(begins)}")
        # What the table shows again is said again, or asked for: it is never passed over.
        behind = {one.words for one in true.told[: cut.heard] if one.rows > len(kept)} - {"Resumed"}
        if not behind <= set(stage.said) and not {"Guide", "Ask"} & set(said):
            raise Lost(f"{behind} were announced, and now the box takes {stage.said} for the truth from {_told(cut)}")
        record = stage.box.record
        if record is None or items(record.journal)[: len(kept)] != kept:
            raise Lost(f"rows are gone after a start from {_told(cut)}")
        if game is not None and not game.left:
            goes_on = _folded(record.journal, next(one for one in record.journal.games() if one.id == game.id))
            if goes_on is None or goes_on.history[: len(game.history)] != game.history:
                raise Lost(f"the game went on from something else than {game.history[-1]} from {_told(cut)}")
    finally:
        stage.close()
    return stage.resumed


class _Folded(NamedTuple):
    """A game as its facts tell it."""

    id: int
    scores: tuple[int, ...]
    outcome: Outcome | None
    history: tuple[Any, ...]
    left: bool


def _folded(journal: Journal, kept: Kept | None) -> _Folded | None:
    if kept is None:
        return None
    how = begun(kept.name, kept.setup)
    rows = journal.facts(kept.id)
    *_, step = fold(how, read(row.fact for row in rows), refused(rows))
    referee, state = how.game.referee(), step.state
    return _Folded(
        id=kept.id,
        scores=referee.scores(state),
        outcome=referee.outcome(state),
        history=referee.history(state),
        left=referee.left(state) is not None,
    )


def _lay(cut: Pulled, root: Path) -> Path:
    if root.exists():
        rmtree(root)
    root.mkdir()
    cut.files.lay(root, Random(cut.at))
    return root / STATE


def _told(cut: Pulled) -> str:
    parts = ", ".join(f"of {path} {left.value}" for path, left in cut.left.items())
    return f"the disk before call {cut.at} ({parts or 'nothing unflushed'})"
