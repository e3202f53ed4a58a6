"""A journal of an older version is led on and keeps its games; an update that is taken back takes none with it."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from firmware import schema
from firmware.journal import Journal, refused
from firmware.schema import APPLICATION, VERSION, Unusable
from tests.firmware.test_journal import FACTS, filled, opened

NOBODY = 65534
"""A user and a group of every Linux."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


FIRST_SCHEMA = """
CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT NOT NULL, setup TEXT NOT NULL, begun REAL, outcome TEXT,
    left INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE fact (game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, seq INTEGER NOT NULL, boot TEXT NOT NULL,
    at REAL NOT NULL, wall REAL, fact TEXT NOT NULL, PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;
INSERT INTO game (name, setup) VALUES ('clever_keys', '{}');
INSERT INTO fact VALUES (1, 1, 'first', 1.5, NULL, '{"fact": "TimePassed", "at": 1.5}');
PRAGMA user_version = 1;
"""
"""As boxes of the first version made it."""


def test_a_journal_of_the_first_version_goes_on_and_can_take_note_of_bugs(path: Path) -> None:
    path.parent.mkdir()
    old = sqlite3.connect(path)
    old.executescript(f"{FIRST_SCHEMA} PRAGMA application_id = {APPLICATION};")
    old.close()
    made = opened(path)
    last = made.last()
    assert last is not None
    made.resume(last.id)
    made.add(FACTS, wall=None)
    made.bug("a bug")
    assert [row.bug for row in made.facts(last.id)] == [None, None, "a bug"]
    assert refused(made.facts(last.id)) == {2}
    made.close()


def test_an_older_schema_is_led_to_the_newest_and_keeps_its_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = filled(path)
    monkeypatch.setattr(schema, "VERSION", VERSION + 1)
    monkeypatch.setattr(schema, "_MIGRATIONS", {VERSION: "ALTER TABLE game ADD COLUMN place TEXT;"})
    made = opened(path)
    assert made._file.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
    assert made._file.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert made._file.execute("SELECT place FROM game").fetchall() == [(None,)]
    assert len(made.facts(game)) == 2
    made.close()


def test_an_update_that_led_the_journal_on_and_was_taken_back_takes_no_game_with_it(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = filled(path)
    with monkeypatch.context() as later:
        later.setattr(schema, "VERSION", VERSION + 1)
        later.setattr(schema, "_MIGRATIONS", {VERSION: "ALTER TABLE game ADD COLUMN place TEXT;"})
        opened(path, "on trial").close()
    kept = path.with_name(f"journal.db.{VERSION}")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    for _ in range(2):
        made = opened(path)
        assert [each.id for each in made.games()] == [game]
        assert len(made.facts(game)) == 2
        made.close()
    assert not kept.exists()
    assert len(caplog.messages) == 1
    assert caplog.messages[0].endswith("set aside as journal.db.aside, and the one from before it goes on")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root opens another's journal")
def test_a_journal_that_root_was_first_to_lead_on_is_still_the_service_s_when_the_update_is_taken_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    path.chmod(0o640)
    os.chown(path, NOBODY, NOBODY)
    with monkeypatch.context() as later:
        later.setattr(schema, "VERSION", VERSION + 1)
        later.setattr(schema, "_MIGRATIONS", {VERSION: "ALTER TABLE game ADD COLUMN place TEXT;"})
        opened(path, "on trial").close()
    kept = path.with_name(f"journal.db.{VERSION}").stat()
    assert (kept.st_uid, kept.st_gid, stat.S_IMODE(kept.st_mode)) == (NOBODY, NOBODY, 0o640)


def test_whoever_may_not_give_the_journal_of_before_away_keeps_it_to_himself(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = filled(path)
    path.chmod(0o660)

    def refused_to(*_: object) -> None:
        raise PermissionError

    with monkeypatch.context() as later:
        later.setattr(os, "chown", refused_to)
        later.setattr(schema, "VERSION", VERSION + 1)
        later.setattr(schema, "_MIGRATIONS", {VERSION: "ALTER TABLE game ADD COLUMN place TEXT;"})
        made = opened(path, "on trial")
        assert [each.id for each in made.games()] == [game]
        made.close()
    assert stat.S_IMODE(path.with_name(f"journal.db.{VERSION}").stat().st_mode) == 0o600


def test_a_migration_that_fails_leaves_the_old_schema(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "VERSION", VERSION + 1)
        patch.setattr(schema, "_MIGRATIONS", {VERSION: "ALTER TABLE game ADD COLUMN place TEXT; NONSENSE;"})
        with pytest.raises(Unusable):
            Journal(path, boot="second")
    made = opened(path)
    assert len(made.games()) == 1
    made.close()
