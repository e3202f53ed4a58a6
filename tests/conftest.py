"""What is run only when it is asked for, and what whole games tell in the end."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import settings

from tests.laws import CI

settings.load_profile(CI)  # `--hypothesis-profile=explore` has the last word

_NUMBERS = count()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --bench` on a box of metal."""
    parser.addoption("--bench", action="store_true", help="try the drivers on the real parts too (tests/hil/README.md)")


@pytest.fixture(autouse=True)
def _own_state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test resumes the game of another one, or of whoever runs the tests."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / f"state-{next(_NUMBERS)}"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long runs are for `make soak`: whoever does not ask for them by name is spared them."""
    if "soak" in config.option.markexpr:
        return
    spared = [item for item in items if item.get_closest_marker("soak")]
    if spared:
        config.hook.pytest_deselected(items=spared)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How often the box had to ask, and what kills took."""
    games: dict[str, list[tuple[int, ...]]] = {}
    for name, *counts in _told(terminalreporter, "whole game"):
        games.setdefault(name, []).append(tuple(counts))
    for name, played in sorted(games.items()):
        turns, deeds, questions, prompts = (sum(column) for column in zip(*played, strict=True))
        often = f"{100 * questions / max(turns, 1):.1f} questions and {100 * prompts / max(turns, 1):.0f} prompts"
        told = f"{turns} turns, {deeds} deeds; in a hundred turns {often}"
        terminalreporter.write_line(f"{len(played)} whole games of {name} by children's hands: {told}")
    evenings = list(_told(terminalreporter, "kills"))
    if evenings:
        kills, resumed, lost, rows, said = (sum(column) for column in zip(*evenings, strict=True))
        told = f"{resumed} games resumed, {lost} lost anything; {rows} rows kept, {said} announcements heard"
        terminalreporter.write_line(f"{kills} kills of {len(evenings)} boxes: {told}")


def _told(terminalreporter: pytest.TerminalReporter, what: str) -> Iterator[Any]:
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, told in getattr(report, "user_properties", ()):
                if name == what and report.when == "call":
                    yield told
