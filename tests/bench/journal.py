"""A whole game kept and folded again: rows, bytes, and the seconds a resume takes. Aim: under half a second."""

from random import Random
from time import perf_counter
from typing import Any

from firmware.replay import begun, fold, read
from firmware.setting import Setting
from firmware.simbox import Simulated
from games.catalog import named
from games.clever_keys.rules import Phase, Place, legal
from games.table import Slot

REST = 3.0
"""Seconds after which a table is at rest and has been judged."""


def run() -> None:
    game = named("clever_keys")
    stage = Simulated(Setting(game=game, players=3, start=0, settings=game.rules.settings(), seed=5), journal=True)
    try:
        turns = _play(stage, Random(5))
        record = stage.box.record
        if record is None:
            raise RuntimeError("the stage keeps no journal")
        (kept,) = record.journal.games()
        rows = record.journal.facts(kept.id)
        size = record.journal.path.stat().st_size + record.journal.path.with_name("journal.db-wal").stat().st_size
        took = []
        for _ in range(5):
            began = perf_counter()
            *_, _last = fold(begun(kept.name, kept.setup), read(row.fact for row in record.journal.facts(kept.id)))
            took.append(perf_counter() - began)
        print(f"{turns} turns, {stage.now() / 60:.0f} minutes of play, scores {stage.scores()}")
        print(f"{'facts kept':44}{len(rows):8}   {len(rows) / turns:.0f} a turn")
        print(f"{'bytes of the journal and its log':44}{size:8}")
        print(f"{'a resume reads and folds all in':44}{1000 * min(took):8.1f} ms")
    finally:
        stage.close()


def _play(stage: Simulated, dice: Random) -> int:
    """Everybody places one key a turn and is content; the number of turns."""
    turns = 0
    while stage.outcome() is None:
        _turn(stage, dice)
        turns += 1
    return turns


def _turn(stage: Simulated, dice: Random) -> None:
    game: Any = stage.box.tabletop.state.game
    moves = [move for move in legal(game) if isinstance(move, Place)]
    fitting = [move for move in moves if (move.seated == "in") is (stage.world.board[move.section] != move.slot)]
    move = dice.choice(fitting)
    key = game.keys[move.key]
    if key is not None:
        _do(stage, stage.world.lift_key(Slot(key.section, key.slot)))
    _do(stage, stage.world.push_key(Slot(move.section, move.slot)))
    game = stage.box.tabletop.state.game
    if game.phase is Phase.DECIDE:
        _do(stage, stage.world.take_gems("centre", min(game.total, game.chamber)))
    elif game.phase is Phase.DISCARD:
        _do(stage, stage.world.take_gems("centre", 1))
        _do(stage, stage.world.put_gems("corner", 1))


def _do(stage: Simulated, seconds: float) -> None:
    stage.run_until(stage.now() + seconds + REST)
