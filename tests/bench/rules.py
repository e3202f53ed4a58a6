"""Random playouts of every game on one core, with python-chess's legal moves and push in the same run as the measure.

A decision is: list what is legal, choose, apply, ask whether the game has ended. For chess: list, choose, push.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter

import chess

from games.contract import Rules
from tests.ruled import RULED

ROUNDS = 5
SLICE = 0.4
"""Seconds of one contender before the next has its turn: a busy spell of the machine hits all alike."""

PLIES = 200
"""Random chess games are cut here; most of their moves come from middle games."""


@dataclass(slots=True)
class Pace:
    decisions: int = 0
    games: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds

    def play(self, game: Callable[[Random], int], dice: Random) -> None:
        begun = perf_counter()
        while (seconds := perf_counter() - begun) < SLICE:
            self.decisions += game(dice)
            self.games += 1
        self.seconds += seconds


def chess_game(dice: Random) -> int:
    board = chess.Board()
    for ply in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(dice.choice(moves))
    return PLIES


def our_game(rules: Rules[object, object], players: int) -> Callable[[Random], int]:
    def game(dice: Random) -> int:
        state, decisions = rules.setup(players), 0
        while rules.outcome(state) is None:
            state, _ = rules.apply(state, dice.choice(rules.legal(state)))
            decisions += 1
        return decisions

    return game


def run() -> None:
    contenders = {"python-chess": chess_game} | {
        f"{game.name}, {players} players": our_game(game.rules, players) for game in RULED for players in game.players
    }
    dice = Random(1)
    paces = {name: Pace() for name in contenders}
    for _ in range(ROUNDS):
        for name, game in contenders.items():
            paces[name].play(game, dice)
    measure = paces["python-chess"].rate
    print(f"{'':28}{'decisions/s':>12}{'us each':>9}{'games/s':>9}{'x chess':>9}")
    for name, pace in paces.items():
        games = f"{pace.games / pace.seconds:,.0f}"
        print(f"{name:28}{pace.rate:12,.0f}{1e6 / pace.rate:9.2f}{games:>9}{pace.rate / measure:9.2f}")
