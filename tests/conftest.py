"""What is run only when it is asked for, and what whole games tell in the end."""

from collections.abc import Iterator
from itertools import count

import pytest

_NUMBERS = count()


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
    games = list(_told(terminalreporter, "whole game"))
    turns = sum(game[0] for game in games)
    if turns:
        questions, deeds = sum(game[1] for game in games), sum(game[2] for game in games)
        told = f"{turns} turns, {deeds} deeds, {questions} questions: {100 * questions / turns:.1f} in a hundred turns"
        terminalreporter.write_line(f"{len(games)} whole games by children's hands: {told}")
    evenings = list(_told(terminalreporter, "kills"))
    if evenings:
        kills, resumed, lost, rows, said = (sum(column) for column in zip(*evenings, strict=True))
        told = f"{resumed} games resumed, {lost} lost anything; {rows} rows kept, {said} announcements heard"
        terminalreporter.write_line(f"{kills} kills of {len(evenings)} boxes: {told}")


def _told(terminalreporter: pytest.TerminalReporter, what: str) -> Iterator[tuple[int, ...]]:
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, told in getattr(report, "user_properties", ()):
                if name == what and report.when == "call":
                    yield told
