"""Games by bots, many of them: which chance each game has, and how they are shared among cores.

Law: a game is decided by the seed and its own number alone, and results come in the order of these numbers. So it does
not matter how many cores there are, nor how games are handed out to them.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from random import Random
from typing import Final

from games.bots.catalog import named
from games.bots.playing import AS_SHIPPED, Result, Way

CHUNK: Final = 100
"""Games that a core is given at once: a fraction of a second, so that a stop is soon."""

AHEAD: Final = 3
"""Chunks for each core that are handed out before the first of them is waited for: no core ever waits for more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be played."""

    game: str
    strategies: tuple[str, ...]
    """The strategy of each player, from the first seat on."""
    seed: int
    start: int | None = None
    """Who begins, from 0; None where everybody does in turn, game by game."""
    way: Way = AS_SHIPPED
    """The settings, and what is printed on the copy."""

    def begins(self, number: int) -> int:
        """Who begins the game of this number."""
        return number % len(self.strategies) if self.start is None else self.start


def play(asked: Asked, number: int) -> Result:
    """Play the game of this number, from 0; always the same one."""
    bots = named(asked.game)
    players = [bots.strategies[name]() for name in asked.strategies]
    # Random is seeded by a text through SHA-512, so games that follow one another have nothing in common.
    chance = Random(f"{asked.seed}/{number}")  # noqa: S311 - dice, not secrets
    return bots.play(chance, players, asked.begins(number), asked.way)


def _chunk(asked: Asked, numbers: range) -> list[Result]:
    return [play(asked, number) for number in numbers]


def results(asked: Asked, games: int, processes: int, chunk: int = CHUNK) -> Generator[Result, None, None]:
    """The results of games 0, 1, 2..., in this order.

    Args:
        asked: What is to be played.
        games: How many games.
        processes: How many play at the same time; 1 plays in this process.
        chunk: Games that each is given at once.

    Whoever does not want all of them closes the generator, which ends those that play.
    """
    chunks = (range(first, min(first + chunk, games)) for first in range(0, games, chunk))
    if processes == 1 or games <= chunk:
        for numbers in chunks:
            yield from _chunk(asked, numbers)
        return
    # Begun anew, not forked: the same with and without threads, on every version of Python.
    pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_asker)
    played: deque[Future[list[Result]]] = deque()
    try:
        for numbers in chunks:
            with _interrupts_held():
                played.append(pool.submit(_chunk, asked, numbers))
            if len(played) > AHEAD * processes:
                yield from played.popleft().result()
        while played:
            yield from played.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_asker() -> None:
    """Have this process end when the one that began it has: one that was killed could send nobody home."""
    asker = multiprocessing.parent_process()
    if asker is not None:
        threading.Thread(target=_end_after, args=(asker,), daemon=True).start()


def _end_after(asker: BaseProcess) -> None:
    asker.join()
    os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C from processes that are begun here, for good, and from this one until it is over.

    It reaches the whole group: those who play never hear it, and whoever waits for them sends them home.
    """
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
