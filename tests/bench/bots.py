"""Whole games by random bots in a second of one core's time, beside what is aimed at; and how many all cores play."""

import os
from time import perf_counter, process_time

from firmware.simulation import Asked, play, results
from games.bots.catalog import BOTS

AIMS = {"clever_keys": 1000}
"""Games a second on one core, by game."""

AIM = 400
"""The same for each other game."""

SECONDS = 2.0


def run() -> None:
    print(f"{'':28}{'games/s':>9}{'aim':>7}")
    for bots in BOTS:
        for players in (bots.players[0], bots.players[-1]):
            asked = Asked(game=bots.game, strategies=("random",) * players, seed=1)
            begun, number = process_time(), 0
            while (seconds := process_time() - begun) < SECONDS:
                play(asked, number)
                number += 1
            name = f"{bots.game}, {players} players"
            print(f"{name:28}{number / seconds:9,.0f}{AIMS.get(bots.game, AIM):7,}")
    cores, games = len(os.sched_getaffinity(0)), 4000
    asked = Asked(game="clever_keys", strategies=("random",) * 2, seed=1)
    begun = perf_counter()
    for _ in results(asked, games, cores):
        pass
    print(f"clever_keys on {cores} cores: {games / (perf_counter() - begun):,.0f} games/s, their start included")
