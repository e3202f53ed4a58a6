"""The rim of the terminal: steps from a pipe wait for the box to settle, bad lines change nothing, the end is clean."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import terminal
from firmware.commands.table import Table, Typed
from games.announcements import Announcement
from games.announcements.clever_keys import Red
from games.announcements.shared import TurnStarts
from games.table import Slot
from tests.plays.rehearsal import Rehearsal


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    os.close(ends[0])


def table(stage: Rehearsal, typed: Typed, *, paced: bool = True) -> list[str]:
    """Sit at a table until it ends; what was told."""
    told: list[str] = []

    async def rest(seconds: float) -> None:
        stage.run_until(stage.now() + seconds)
        await asyncio.sleep(0)

    async def sit() -> None:
        typed.listen(asyncio.get_running_loop())
        await Table(
            scene=stage,
            typed=typed,
            phrase=lambda _: "How nice.",
            tell=told.append,
            paint=terminal.Paint(colour=False),
            paced=paced,
            rest=rest,
        ).keep()

    asyncio.run(sit())
    return told


def piped(pipe: tuple[int, int], text: str, *says: tuple[float, Announcement]) -> tuple[list[str], Rehearsal]:
    os.write(pipe[1], text.encode())
    os.close(pipe[1])
    stage = Rehearsal((0.5, TurnStarts(0)), *says)
    return table(stage, Typed(pipe[0])), stage


def test_each_step_from_a_pipe_waits_until_the_box_has_no_more_to_say(pipe: tuple[int, int]) -> None:
    says: list[tuple[float, Announcement]] = [(5.0, Red(0, Slot(0, 0))), (6.5, TurnStarts(1))]
    told, stage = piped(pipe, "push 0.0\npress go", *says)

    (first, _), (second, _) = stage.world.did
    assert 2.5 <= first < 5.0
    assert second >= 6.5 + 2.0
    assert [line.split()[2] for line in told if " < " in line] == ["TurnStarts", "Red", "TurnStarts"]
    assert stage.now() >= second + 2.0, "what the last step led to is waited for"


def test_nothing_is_done_before_the_box_has_said_its_first_word(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"press go\n")
    os.close(pipe[1])
    stage = Rehearsal((6.0, TurnStarts(0)))
    table(stage, Typed(pipe[0]))

    ((first, _),) = stage.world.did
    assert first > 8.0


def test_a_bad_line_is_answered_and_the_next_one_done(pipe: tuple[int, int]) -> None:
    told, stage = piped(pipe, "pish\nlift 0.0\npress go\n")

    assert [what for _, what in stage.world.did] == ["press ('go',)"]
    assert any("there is no step 'pish'" in line for line in told)
    assert "Nothing happened: the key in 0.0 is stuck." in told


def test_quit_ends_although_more_was_typed(pipe: tuple[int, int]) -> None:
    assert piped(pipe, "quit\npress go\n")[1].world.did == []


def test_the_board_and_the_help_are_shown_when_asked_for(pipe: tuple[int, int]) -> None:
    told, _ = piped(pipe, "show\nhelp\n")

    assert terminal.HELP in told
    assert any(line.startswith("gems ") for line in told)


def test_steps_come_from_a_regular_file_too(tmp_path: Path) -> None:
    steps = tmp_path / "steps"
    steps.write_text("press go\npress back")
    stage = Rehearsal((0.5, TurnStarts(0)))
    with steps.open() as file:
        table(stage, Typed(file.fileno()))

    assert [what for _, what in stage.world.did] == ["press ('go',)", "press ('back',)"]


def test_a_prefix_makes_a_typed_step_wait(pipe: tuple[int, int]) -> None:
    _, stage = piped(pipe, "@9 press go\n+3 press back\n")

    (first, _), (second, _) = stage.world.did
    assert 9.0 <= first < 9.2
    assert second >= first + 3.0


def test_typed_by_hand_a_step_does_not_wait_for_the_one_before(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"push 0.0 in=6\npress go\n")
    os.close(pipe[1])
    stage = Rehearsal()
    table(stage, Typed(pipe[0]), paced=False)

    (first, _), (second, _) = stage.world.did
    assert second - first < 1.0
