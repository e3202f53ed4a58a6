"""`go` held while the box boots: the same courses by the keys of the panel alone, lamps and sounds for the words."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.atboot import AWAKE_S, held_at_boot, learn_first
from firmware.calibrating.menu import PATIENCE_S
from games.catalog import named
from tests.calibrating.bench import EVENING, Bench

Benches = Callable[..., Bench]


class Boot:
    """A box that boots, and what it says."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.begun = False
        # Whatever the hands do, they did it before the plug went in.
        bench.loop.run_until(bench.loop.time() + 0.2)
        bench.box.start()

    def run(self, hands: Callable[[Bench], Any], *, resumed: bool = False) -> None:
        """From power-up until a game could begin."""

        async def boot() -> None:
            if not await held_at_boot(self.bench.box, self.bench.plan):
                self._begin()
                return
            acting = asyncio.create_task(hands(self.bench))
            then = (lambda: None) if resumed else self._begin
            await asyncio.wait((learn_first(self.bench.box, self.bench.plan, self.bench.file, then, wall),))
            acting.cancel()
            await asyncio.sleep(0)

        self.bench.loop.run_until_complete(boot())
        self.bench.box.check()

    def _begin(self) -> None:
        self.begun = True
        self.bench.box.begin(None, players=0, start=0, settings=None)


def wall() -> float:
    return EVENING


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    caplog.set_level("INFO", logger="firmware.calibrating.menu")
    return lambda: [record.getMessage() for record in caplog.records if record.name == "firmware.calibrating.menu"]


async def until(bench: Bench, said: Callable[[], list[str]], word: str, times: int = 1) -> None:
    began = bench.loop.time()
    while sum(line.startswith(word) for line in said()) < times:
        assert bench.loop.time() < began + 60, (word, said())
        await asyncio.sleep(0.1)


def test_the_corner_is_calibrated_by_keys_alone_and_the_lobby_follows(
    bench: Bench, said: Callable[[], list[str]]
) -> None:
    lamps: list[str] = []

    async def hands(bench: Bench) -> None:
        await until(bench, said, "WhichPart")
        await bench.do(2.5)
        lamps.extend(bench.lamp(name) for name in ("key.1", "key.2", "key.3", "key.4", "key.5", "back"))
        await bench.do(bench.world.press("k2"))
        await until(bench, said, "Empty place=corner")
        await bench.do(bench.world.press("go"))
        for number in range(1, 11):
            await until(bench, said, f"OneGem place=corner number={number} ")
            await bench.do(bench.world.put_gems("corner", 1))
        await until(bench, said, "TakeOut")
        await bench.do(bench.world.take_gems("corner", 10))
        await until(bench, said, "WhichPart", times=2)
        await bench.do(bench.world.press("back"))

    bench.world.hold(["go"], 3.0)
    boot = Boot(bench)
    boot.run(hands)
    assert lamps == ["white", "white", "white", "white", "off", "white"]
    assert said()[-1] == "Left"
    learned = bench.known.of("scale.corner")
    assert learned.counts_per_gram == pytest.approx(1540, rel=0.05)
    assert boot.begun
    assert bench.box.tabletop._scales.corner.cell.counts_per_gram == learned.counts_per_gram, "from now on"


def test_a_box_that_boots_with_nothing_held_begins_at_once(bench: Bench, said: Callable[[], list[str]]) -> None:
    boot = Boot(bench)
    boot.run(lambda _bench: None)
    assert boot.begun
    assert bench.loop.time() < 0.5
    assert said() == []


def test_a_finger_that_only_rests_on_go_calibrates_nothing(bench: Bench, said: Callable[[], list[str]]) -> None:
    bench.world.hold(["go"], 0.6)
    boot = Boot(bench)
    boot.run(lambda _bench: None)
    assert boot.begun
    assert said() == []


def test_a_box_without_its_panel_begins_all_the_same(bench: Bench, said: Callable[[], list[str]]) -> None:
    bench.world.unplug("panel")
    boot = Boot(bench)
    boot.run(lambda _bench: None)
    assert boot.begun
    assert bench.loop.time() < AWAKE_S
    assert said() == []


def test_where_nobody_chooses_the_box_goes_on_by_itself(bench: Bench, said: Callable[[], list[str]]) -> None:
    async def nobody(bench: Bench) -> None:
        await bench.do(0.0)

    bench.world.hold(["go"], 3.0)
    boot = Boot(bench)
    boot.run(nobody)
    assert boot.begun
    assert said() == ["WhichPart", "Left"]
    assert PATIENCE_S < bench.loop.time() < PATIENCE_S + 10


def test_presses_do_not_reach_the_game_while_the_box_is_calibrated(bench: Bench, said: Callable[[], list[str]]) -> None:
    announced: list[Any] = []

    async def hands(bench: Bench) -> None:
        await until(bench, said, "WhichPart")
        await bench.do(4.0)
        await bench.do(bench.world.press("go"), 1.0)
        await bench.do(bench.world.press("back"))

    bench.box.tabletop.listeners.append(lambda _at, word: announced.append(word))
    bench.world.hold(["go"], 3.0)
    boot = Boot(bench)
    boot.run(hands)
    assert [type(word).__name__ for word in announced] == ["Lobby"]


def test_a_bug_while_it_is_calibrated_ends_the_box(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def spoiled(*_args: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("firmware.calibrating.menu.courses", spoiled)
    bench.world.hold(["go"], 3.0)
    boot = Boot(bench)
    with pytest.raises(KeyError, match="a bug"):
        boot.run(lambda bench: bench.do(0.0))
    assert not boot.begun


def test_a_game_that_was_cut_off_goes_on_in_its_own_words_after_the_box_was_calibrated(
    benches: Benches, said: Callable[[], list[str]], tmp_path: Path
) -> None:
    bench, game = benches(gems=52, spare=0), named("clever_keys")
    bench.keep_games(tmp_path)
    bench.box.start()
    bench.box.begin(game, players=2, start=0, settings=game.rules.settings(), gems=(52, 0))
    bench.loop.run_until(bench.loop.time() + 5)
    announced: list[str] = []

    async def hands(bench: Bench) -> None:
        await until(bench, said, "WhichPart")
        await bench.do(4.0)
        assert announced == [], "it waits"
        await bench.do(bench.world.press("back"))

    bench.keep_games(tmp_path)
    bench.box.tabletop.listeners.append(lambda _at, word: announced.append(type(word).__name__))
    bench.world.hold(["go"], 3.0)
    assert bench.box.resume()
    boot = Boot(bench)
    boot.run(hands, resumed=True)
    bench.loop.run_until(bench.loop.time() + 5)
    bench.box.check()
    assert announced[0] == "Resumed"
