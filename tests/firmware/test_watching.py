"""What a maker sees live: raw beside settled, with how late each was heard; and nothing is refereed meanwhile."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import watching
from firmware.bare import bare_stage
from firmware.calibration import Calibration, Weighed
from firmware.cli import main
from firmware.sensing.readings import Back, Edge, Lost, Passed, Peak, Ports, Reading, Weight
from firmware.setting import Setting
from firmware.simbox import Live
from firmware.virtual import VirtualLoop
from firmware.watching import Line, Watch
from games.facts import ColumnMoved, Fact, GemsCounted, KeyStands, Knock, Pressed, TimePassed, Weighing
from games.table import Depth, Slot
from hardware.box import load

PLAN = load()


def seen(*what: tuple[float, Reading, tuple[Fact, ...]]) -> tuple[Watch, list[Line]]:
    watch, lines = watching.begin(PLAN), list[Line]()
    for now, reading, facts in what:
        watch, more = watching.see(watch, now, reading, facts)
        lines += more
    return watch, lines


def test_a_contact_is_named_by_its_slot_and_only_when_it_changes() -> None:
    _, lines = seen(
        (1.002, Ports(1.0, "slots0", 0b0000001, 0), ()),
        (1.1, Ports(1.1, "slots0", 0b0000001, 0), ()),
        (1.205, Ports(1.2, "slots0", 0b0000001, 0b0000001), ()),
        (1.3, Ports(1.3, "slots0", 0, 0b0000001), ()),
    )
    assert [(line.what, line.how) for line in lines] == [
        ("0.0 entry", "closed"),
        ("0.0 full", "closed"),
        ("0.0 entry", "open"),
    ]
    assert lines[0].late == pytest.approx(0.002)
    assert str(lines[1]) == "    1.205  raw      0.0 full     closed                      5.0 ms"


def test_what_settled_stands_behind_what_was_read_with_the_time_since_its_last_flip() -> None:
    stands = KeyStands(at=1.0, slot=Slot(7, 3), depth=Depth.ENTERED)
    _, (raw, settled) = seen((1.021, Edge(1.0, "knock", active=True), (stands,)))
    assert (raw.kind, raw.what, raw.how) == ("raw", "knock", "active")
    assert (settled.kind, settled.what, settled.how) == ("settled", "7.3", "entered")
    assert settled.late == pytest.approx(0.021)


def test_the_peak_of_a_blow_is_shown_beside_its_edge() -> None:
    _, (line,) = seen((1.012, Peak(1.0, 0.4567), ()))
    assert (line.kind, line.what, line.how) == ("raw", "knock", "0.46 V")


@pytest.mark.parametrize(
    ("fact", "what", "how"),
    [
        (Pressed(at=1.0, key="k2"), "k2", "pressed"),
        (Pressed(at=1.0, key="go", held=2.04), "go", "held for 2.0 s"),
        (Knock(at=1.0), "knock", "a knock"),
        (Knock(at=1.0, volts=0.456, doubtful=True), "knock", "a doubtful knock of 0.46 V"),
        (ColumnMoved(at=1.0, up=True), "column", "up"),
        (ColumnMoved(at=1.0, up=False), "column", "in its place"),
        (Weighing(at=1.0, place="corner"), "corner", "moving"),
        (GemsCounted(at=1.0, place="centre", gems=51, odds=0.998), "centre", "51 gems (100% sure)"),
        (GemsCounted(at=1.0, place="centre", gems=None), "centre", "no number of gems"),
    ],
)
def test_every_fact_of_a_hand_has_its_words(fact: Fact, what: str, how: str) -> None:
    watch, lines = seen((2.0, Passed(2.0), (fact, TimePassed(at=2.0))))
    assert [(line.what, line.how) for line in lines] == [(what, how)]
    assert watch.settled == {what: how}


def test_a_weight_that_only_trembles_makes_no_lines() -> None:
    gem = round(PLAN.gems.grams * PLAN.scale.cell.centre_counts_per_gram)
    weights = [1000, 1010, 990, 1000 + gem, 1005 + gem, None, None, 1000]
    watch, lines = seen(*((n, Weight(n, "centre", counts), ()) for n, counts in enumerate(weights)))
    assert [line.how for line in lines] == ["1000 counts", f"{1000 + gem} counts", "at its rail", "1000 counts"]
    assert watch.counts == {"centre": 1000}


def test_a_lost_part_is_shown_as_unknown_and_not_as_it_was_last() -> None:
    watch, _ = seen((1.0, Ports(1.0, "slots0", 1, 1), ()), (2.0, Lost(2.0, "slots0"), ()))
    picture = watching.picture(watch)
    assert "lost       slots0" in picture
    assert "section 0  ?? -" in picture
    watch, lines = seen((2.0, Lost(2.0, "scale"), ()), (3.0, Back(3.0, "scale"), ()))
    assert [line.how for line in lines] == ["does not answer", "answers again"]
    assert "lost       -" in watching.picture(watch)


def test_the_picture_shows_raw_and_settled_side_by_side() -> None:
    watch, _ = seen(
        (1.0, Ports(1.0, "slots0", 0b11, 0b10), (KeyStands(at=1.0, slot=Slot(0, 1), depth=Depth.FULL),)),
        (1.0, Ports(1.0, "panel", 0b1, 0), (Pressed(at=1.0, key="k1"),)),
        (1.0, Ports(1.0, "slots4", 1 << 4, 0), (ColumnMoved(at=1.0, up=False),)),
        (1.0, Weight(1.0, "centre", 77), (GemsCounted(at=1.0, place="centre", gems=3),)),
    )
    lines = watching.picture(watch).splitlines()
    assert lines[1].split() == ["section", "0", "e.", "-", "ef", "full", "..", "-", "..", "-"]
    assert "k1#  k2." in watching.picture(watch)
    assert "column     in its place; settled: in its place" in lines
    assert "centre     77 counts; settled: 3 gems (100% sure)" in lines
    assert "corner     -; settled: -" in lines


@pytest.fixture
def stage() -> Iterator[Live]:
    loop = VirtualLoop()
    stage = Live(Setting(), PLAN, loop, virtual=True)
    yield stage
    stage.box.close()
    stage.world.close()
    loop.run_until_complete(asyncio.sleep(0))  # the referee's task hears that it is over
    loop.close()


def test_whoever_watches_is_not_refereed_and_go_opens_no_lobby(stage: Live) -> None:
    facts: list[Fact] = []
    stage.box.tabletop.watching = lambda _reading, new: facts.extend(new)
    stage.box.start()
    stage.loop.run_until_complete(_pass(6.0))
    stage.world.press("go")
    stage.loop.run_until_complete(_pass(60.0))
    stage.world.push_key(Slot(0, 0))
    stage.loop.run_until_complete(_pass(3.0))
    assert [fact.key for fact in facts if isinstance(fact, Pressed)] == ["go"]
    assert any(isinstance(fact, KeyStands) for fact in facts)
    assert stage.said == []


async def _pass(seconds: float) -> None:
    await asyncio.sleep(seconds)


@pytest.mark.parametrize("command", ["watch", "test"])
def test_a_plan_that_is_wrong_is_said_before_anything_is_woken(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "box.toml"
    plan.write_text("[bus]\nnumber = 'one'\n", encoding="utf-8")
    assert main([command, "--sim", "--plan", str(plan)]) == 2
    assert capsys.readouterr().err.startswith(f"boxref: {plan}:")


def test_makers_see_gems_counted_by_what_the_box_has_learned_of_its_scale() -> None:
    weighed = Weighed(counts_per_gram=385.0, empty_counts=9000.0, noise_grams=0.02)

    async def stand() -> float:
        stage = bare_stage(PLAN, Calibration().learn("scale.centre", weighed, None))
        stage.box.close()
        stage.world.close()
        await asyncio.sleep(0)
        return stage.box.plan.scale.cell.centre_counts_per_gram

    assert asyncio.run(stand()) == weighed.counts_per_gram


def test_whoever_reads_what_is_watched_may_go() -> None:
    ended = subprocess.run(  # noqa: S602 - ours
        f'sleep 9 | "{sys.executable}" -m firmware.cli watch --sim | head -1',
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == ""


@pytest.mark.parametrize("command", ["watch", "test", "calibrate slots"])
def test_a_box_whose_terminal_was_closed_before_it_began_ends_without_a_traceback(command: str, tmp_path: Path) -> None:
    typed = f'"{sys.executable}" -m firmware.cli {command} --sim --state "{tmp_path}" <&- >&-'
    ended = subprocess.run(typed, shell=True, capture_output=True, text=True, check=False)  # noqa: S602 - ours
    assert "Traceback" not in ended.stderr
    assert ended.returncode in (0, 1)


@pytest.mark.parametrize("command", ["watch", "test"])
def test_a_calibration_that_cannot_be_read_is_said_and_the_box_is_watched_all_the_same(
    command: str, tmp_path: Path
) -> None:
    (tmp_path / "calibration.toml").write_text("[scale\n", encoding="utf-8")
    boxref = [sys.executable, "-m", "firmware.cli", command, "--sim", "--state", str(tmp_path)]
    ended = subprocess.run(boxref, input="", capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert ended.stderr.startswith(f"{tmp_path / 'calibration.toml'}:1: ")
    assert "Traceback" not in ended.stderr
    assert "column" in ended.stdout
