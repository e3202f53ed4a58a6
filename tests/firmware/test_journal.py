"""The journal: what was added is there again, and no file that lies in its place keeps the box from starting."""

import logging
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.journal import Full, Journal, open_journal
from firmware.schema import VERSION, Unusable, why

FACTS = [(1.5, {"fact": "TimePassed", "at": 1.5}), (2.25, {"fact": "PartLost", "at": 2.25, "part": "scale"})]


def opened(path: Path, boot: str = "first") -> Journal:
    made = open_journal(path, boot=boot)
    assert made is not None
    return made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


def filled(path: Path) -> int:
    made = opened(path)
    game = made.begin("clever_keys", {"players": 2}, wall=None)
    made.add(FACTS, wall=1.7e9)
    made.close()
    return game


def test_a_game_is_there_again_with_its_facts_in_order(path: Path) -> None:
    game = filled(path)
    again = opened(path, "second")
    assert again.last() == (game, "clever_keys", {"players": 2}, None, None, False, False)
    again.resume(game)
    again.add([(0.5, {"fact": "PowerBack", "at": 0.5})], wall=None)
    rows = again.facts(game)
    assert [(row.seq, row.boot, row.at, row.wall) for row in rows] == [
        (1, "first", 1.5, 1.7e9),
        (2, "first", 2.25, 1.7e9),
        (3, "second", 0.5, None),
    ]
    assert [row.fact["fact"] for row in rows] == ["TimePassed", "PartLost", "PowerBack"]
    again.close()


def test_what_add_has_returned_from_needs_no_close(path: Path) -> None:
    made = opened(path)
    game = made.begin("clever_keys", {}, wall=None)
    made.add(FACTS, wall=None)
    other = Journal(path, boot="second")
    assert len(other.facts(game)) == 2
    other.close()
    made.close()


def test_it_flushes_every_write(path: Path) -> None:
    made = opened(path)
    assert made._file.execute("PRAGMA synchronous").fetchone() == (2,)
    assert made._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    made.close()


def test_only_its_owner_may_read_what_players_must_remember(path: Path) -> None:
    filled(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_new_game_and_a_left_one_are_not_resumed(path: Path) -> None:
    made = opened(path)
    made.begin("clever_keys", {}, wall=None)
    second = made.begin("clever_keys", {}, wall=None)
    assert [game.left for game in made.games()] == [True, False]
    assert (last := made.last()) is not None
    assert last.id == second
    made.leave()
    assert made.last() is None
    made.close()


def test_an_end_can_be_taken_back(path: Path) -> None:
    made = opened(path)
    made.begin("clever_keys", {}, wall=None)
    made.end({"winners": [0]})
    assert made.games()[0].outcome == {"winners": [0]}
    made.end(None)
    assert made.games()[0].outcome is None
    made.close()


def test_only_so_many_games_are_kept_and_their_facts_go_with_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.journal.GAMES_KEPT", 3)
    made = opened(path)
    games = []
    for _ in range(5):
        games.append(made.begin("clever_keys", {}, wall=None))
        made.add(FACTS, wall=None)
    assert [game.id for game in made.games()] == games[2:]
    assert made._file.execute("SELECT count(*) FROM fact").fetchone() == (6,)
    made.close()


def test_a_game_with_facts_without_end_is_cut_off(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.journal.FACTS_KEPT", 3)
    made = opened(path)
    game = made.begin("clever_keys", {}, wall=None)
    made.add(FACTS, wall=None)
    with pytest.raises(Full):
        made.add(FACTS, wall=None)
    assert len(made.facts(game)) == 2
    made.close()


def zeros(path: Path) -> None:
    path.write_bytes(bytes(8192))


def text(path: Path) -> None:
    path.write_text("remember the milk\n" * 100, encoding="utf-8")


def truncated(path: Path) -> None:
    filled(path)
    path.write_bytes(path.read_bytes()[:5000])


def scribbled(path: Path) -> None:
    filled(path)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)


def foreign(path: Path) -> None:
    file = sqlite3.connect(path)
    file.execute("CREATE TABLE recipe (name TEXT)")
    file.commit()
    file.close()


def newer(path: Path) -> None:
    filled(path)
    file = sqlite3.connect(path)
    file.execute(f"PRAGMA user_version = {VERSION + 1}")
    file.close()


def lacking(path: Path) -> None:
    filled(path)
    file = sqlite3.connect(path)
    file.execute("DROP TABLE bug")
    file.commit()
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()


@pytest.mark.parametrize("spoil", [zeros, text, truncated, scribbled, foreign, newer, lacking])
def test_what_cannot_be_used_is_set_aside_with_a_word(
    spoil: Callable[[Path], None], path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    spoil(path)
    before = path.read_bytes()
    caplog.set_level(logging.WARNING)
    made = opened(path)
    assert made.games() == []
    made.begin("clever_keys", {}, wall=None)
    made.close()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "set aside" in caplog.text
    aside = path.with_name("journal.db.aside")
    assert aside.read_bytes() == before
    if spoil is foreign:
        assert b"recipe" in aside.read_bytes()


def test_an_empty_file_is_a_journal_not_begun_yet(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    path.touch()
    filled(path)
    assert caplog.text == ""


def test_where_no_journal_can_be_the_box_goes_on_without(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    assert open_journal(tmp_path / "file" / "journal.db", boot="first") is None
    assert "no journal can be kept" in caplog.text
    (tmp_path / "journal.db").mkdir()
    assert open_journal(tmp_path / "journal.db", boot="first") is None


def test_two_boxes_never_keep_one_journal(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    first = opened(path)
    assert open_journal(path, boot="second") is None
    assert "another box keeps it" in caplog.text
    first.close()
    opened(path, "third").close()


FULL = "database or disk is full"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_FULL, FULL),
        (sqlite3.SQLITE_IOERR_SHMSIZE, "disk I/O error"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "attempt to write a readonly database"),
        (sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
    ],
)
def test_a_full_or_read_only_disk_costs_neither_the_game_that_is_on_nor_those_before(
    code: int, words: str, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    filled(path)

    def refuse(_: sqlite3.Connection) -> None:
        wrong = sqlite3.OperationalError(words)
        wrong.sqlite_errorcode = code
        raise wrong

    with monkeypatch.context() as disk:
        disk.setattr("firmware.schema._check", refuse)
        for _ in range(2):
            assert open_journal(path, boot="second") is None
    assert caplog.text.count(f"no journal can be kept at {path} ({words})") == 2
    again = opened(path)
    assert again.last() is not None
    again.close()


def test_a_file_whose_blocks_cannot_be_read_any_more_is_set_aside() -> None:
    wrong = sqlite3.OperationalError("disk I/O error")
    wrong.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    assert type(why(wrong)) is Unusable
