"""What comes between while a part is calibrated: a wall clock that jumps, and the keys that switch the box off."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware.calibration import Calibration
from tests.calibrating.bench import EVENING, Bench, weigh

TEN_YEARS, A_DAY = 315_360_000.0, 86_400.0


def learned(state: Path, jump: float) -> tuple[Calibration, float, datetime]:
    """The chamber calibrated while the clock jumps three times: what was learned, when it was, and its date."""
    bench = Bench(state)
    bench.wall = lambda: bench.world.wall_time(EVENING + bench.loop.time()) or 0.0

    async def hands(bench: Bench) -> None:
        bench.world.clock(jump)
        await bench.told("Calibrates")
        bench.world.clock(jump)
        await weigh(bench)
        bench.world.clock(jump)

    try:
        assert bench.calibrate("centre", hands).cause is None
        (at,) = {each.at for each in bench.known.parts.values()}
        assert at is not None
        return bench.known, bench.loop.time(), at
    finally:
        bench.close()


@pytest.mark.parametrize("jump", [TEN_YEARS, -A_DAY])
def test_a_wall_clock_that_jumps_changes_nothing_that_is_learned_but_its_date(jump: float, tmp_path: Path) -> None:
    still, until, date = learned(tmp_path / "still", 0.0)
    jumped, jumped_until, jumped_date = learned(tmp_path / "jumped", jump)
    assert jumped_until == until
    assert {part: each.value for part, each in jumped.parts.items()} == {
        part: each.value for part, each in still.parts.items()
    }
    assert datetime(2026, 1, 1, tzinfo=UTC) <= date < datetime(2026, 1, 2, tzinfo=UTC)
    assert (jumped_date - date).total_seconds() == pytest.approx(3 * jump, abs=2.0)


def test_both_keys_switch_a_box_off_that_is_calibrated_and_nothing_is_learned(bench: Bench) -> None:
    off: list[float] = []
    bench.box.tabletop.switched_off = lambda: off.append(bench.loop.time())

    async def hands(bench: Bench) -> None:
        await bench.told("Empty")
        await bench.do(bench.world.hold(("back", "go"), 5.2), 1.0)
        assert off
        assert bench.world.spi.colours[bench.plan.lamps.index["back"]] != (0, 0, 0)
        assert bench.session is not None
        bench.session.press("back")

    bench.calibrate("centre", hands)
    assert not bench.known.parts
