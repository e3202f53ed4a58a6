"""The counter behind the figures: what is flushed is counted, once for each durable write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.journal import NAME, open_journal
from tests.bench.flushes import Asked, counted


@pytest.fixture
def asked() -> Iterator[Asked]:
    try:
        with counted() as asked:
            yield asked
    except OSError as hidden:
        pytest.skip(str(hidden))


def test_facts_added_together_are_one_flush_and_a_page_or_more(tmp_path: Path, asked: Asked) -> None:
    journal = open_journal(tmp_path / NAME, boot="")
    assert journal is not None
    journal.begin("clever_keys", {}, wall=None)
    before = asked.flushes, asked.written
    journal.add([(1.0, {"fact": "a"}), (2.0, {"fact": "b"})], wall=None)
    assert asked.flushes - before[0] == 1
    assert asked.written - before[1] >= 4096
    journal.close()
