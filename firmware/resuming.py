"""Going on with the game that the journal has, when a box starts."""

import logging
import sqlite3
from dataclasses import asdict

from firmware import replay
from firmware.journal import refused
from firmware.record import Record
from firmware.switching import tell_cut_off
from firmware.tabletop import Tabletop

log = logging.getLogger(__name__)


def resume(tabletop: Tabletop, record: Record) -> bool:
    """Resume the last game of the journal, if there is one; whether there is. Only before the parts are woken.

    A game that cannot be folded again is told of in one line, and is not tried again at the next start.
    """
    try:
        kept = record.journal.last()
    except (ValueError, sqlite3.Error) as wrong:
        log.warning("the games in %s cannot be read: %s", record.journal.path, wrong)
        return False
    if kept is None:
        return False
    bug: Exception | None = None
    try:
        how = replay.begun(kept.name, kept.setup)
        rows = record.journal.facts(kept.id)
        facts = replay.read(row.fact for row in rows)
        *_, before, last = (None, *replay.fold(how, facts, refused(rows)))
        try:
            tabletop.resume(how, last.state, facts)
        except Exception as wrong:
            # Where the plug was pulled before the note of a bug, the last fact is the one to go on without.
            if before is None:
                raise
            tabletop.resume(how, before.state, facts[:-1])
            log.exception("a bug of the referee, at a %s: the game goes on from before it", type(facts[-1]).__name__)
            bug = wrong
    except Exception as wrong:  # noqa: BLE001 - a bug in it would keep the box from ever starting again
        log.warning("game %d in %s cannot go on: %r", kept.id, record.journal.path, wrong)
        record.resume(kept.id)
        record.leave()
        return False
    # Only now: what the record is told runs on its worker, and the journal is for one thread at a time.
    record.resume(kept.id)
    if bug is not None:
        record.bug(bug)
    outcome = tabletop.outcome()
    if (outcome is None) != (kept.outcome is None):
        # The plug was pulled between the last fact and the note of how the game ended.
        record.end(None if outcome is None else asdict(outcome))
    # Before the sensors have told how the table stands: not in the middle of the turn that goes on.
    tell_cut_off(tabletop, record)
    return True
