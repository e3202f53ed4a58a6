"""`boxref simulate GAME`: many games by bots, by the rules alone, and what they come to."""

import csv
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Final, TextIO

from firmware import copyfile
from firmware.commands import Refused
from firmware.commands.start import complain
from firmware.places import is_absent
from firmware.simulation import Asked, results
from firmware.standings import Standings, after, nothing, parts, wilson
from games import catalog
from games.bots.catalog import named
from games.bots.playing import Bots, Result, Way
from games.settings import settings_of

BAR: Final = 30
"""How many characters the progress bar is wide."""

WIDE: Final = 80
"""Columns of a terminal that does not tell how many it has."""

OFTEN: Final = 0.1
"""Seconds after which the progress bar is drawn again."""


def simulate(
    game: str,
    options: Sequence[str] = (),
    *,
    games: int,
    players: int | None,
    strategies: str,
    start: int | None,
    seed: int,
    processes: int | None,
    as_csv: bool,
    copy: Path | None = None,
) -> int:
    """Play games and print what they come to, or each of them as CSV; answers the exit status.

    Args:
        game: The name of the game.
        options: NAME=VALUE, as on the `game` line of a play; `variant` is one of the game's ways to play.
        games: How many.
        players: How many play; None for as many as strategies are named, or as few as can.
        strategies: Their names, with commas between them, from the first seat on; begun anew where more play.
        start: Who begins, from 0; None for everybody in turn.
        seed: Of all chance.
        processes: How many play at the same time; None for as many as there are cores.
        as_csv: A line for each game and seat instead of the table.
        copy: The owner's copy file; None, or where it says nothing of the game: as shipped.

    Raises Refused where such games cannot be played.
    """
    try:
        bots = named(game)
        way = Way(_settings(bots.game, options), _copy(bots.game, copy))
        asked = replace(_asked(bots, players, strategies, start, seed), way=way)
        _at_least_one("--games", games)
        cores = len(os.sched_getaffinity(0)) if processes is None else processes
        _at_least_one("--processes", cores)
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    with closing(results(asked, games, cores)) as played:
        seen = _progress(played, games, sys.stderr, columns=_columns(sys.stderr)) if _draws(sys.stderr) else played
        if as_csv:
            _write(asked, seen)
        else:
            standings = nothing(len(asked.strategies))
            for result in seen:
                standings = after(standings, result)
            print(*_table(bots, asked, standings), sep="\n")
    return 0


def _asked(bots: Bots[Any], players: int | None, strategies: str, start: int | None, seed: int) -> Asked:
    chosen = strategies.split(",")
    for name in chosen:
        if name not in bots.strategies:
            raise ValueError(f"--strategies {strategies}: {bots.title} has {', '.join(bots.strategies)}, not {name!r}")
    seats = bots.players
    playing = max(len(chosen), seats[0]) if players is None else players
    if playing not in seats:
        raise ValueError(f"--players {playing}: {bots.title} is for {seats[0]} to {seats[-1]} players")
    if len(chosen) > playing:
        raise ValueError(
            f"--strategies {strategies}: these are {len(chosen)}, and {playing} play; name {playing} at most"
        )
    if start is not None and start not in range(playing):
        raise ValueError(f"--start {start}: with {playing} players it can be 0 to {playing - 1}")
    repeated = tuple(chosen[seat % len(chosen)] for seat in range(playing))
    return Asked(game=bots.game, strategies=repeated, seed=seed, start=start)


def _settings(name: str, options: Sequence[str]) -> Any:
    """The settings as asked for; those of the usual way to play where nothing is."""
    game, given = catalog.named(name), dict[str, object]()
    for option in options:
        what, equals, value = option.partition("=")
        if not (what and equals and value):
            raise ValueError(f"{option!r} is no option; write NAME=VALUE, as on the game line of a play")
        given[what] = value
    ways = {variant.name: variant.settings for variant in game.variants}
    asked = str(given.pop("variant", game.variants[0].name))
    if asked not in ways:
        raise ValueError(f"variant={asked}: {game.title} has {', '.join(ways)}")
    return settings_of(game.rules.settings, {**ways[asked], **given})


def _copy(name: str, file: Path | None) -> Any:
    """What the owner's copy tells of the game. A slip that is about other games costs a warning, as it does a box.

    Raises ValueError where it is wrong about this one: numbers of a game as shipped would be taken for the family's.
    """
    if file is None or is_absent(file):
        return None
    read = copyfile.read(file)
    if wrong := read.complaints(name):
        raise ValueError(wrong[0])
    complain(read.warning())
    owned = read.copies.get(name)
    return owned and owned.copy


def _at_least_one(option: str, number: int) -> None:
    if number < 1:
        raise ValueError(f"{option} {number}: it must be at least 1")


def _draws(out: TextIO) -> bool:
    return out.isatty() and os.environ.get("TERM") != "dumb"


def _columns(out: TextIO) -> int:
    """How wide the terminal is; some do not tell, and are taken to be wide."""
    try:
        return os.get_terminal_size(out.fileno()).columns or WIDE
    except OSError:
        return WIDE


def _progress(
    played: Iterator[Result], games: int, out: TextIO, clock: Callable[[], float] = monotonic, columns: int = WIDE
) -> Iterator[Result]:
    """The same results, while a bar shows how many there are; it is wiped away in the end.

    A line that wraps could not be drawn over: what does not fit into the columns is left out.
    """
    begun = drawn = clock()
    try:
        for number, result in enumerate(played, 1):
            yield result
            now = clock()
            if now - drawn >= OFTEN:
                drawn = now
                done = BAR * number // games
                pace = number / (now - begun)
                bar = "#" * done + "." * (BAR - done)
                line = f"{bar} {number:,} of {games:,} games, {pace:,.0f} a second"
                out.write(f"\r{line[: columns - 1]}\x1b[K")
                out.flush()
    finally:
        out.write("\r\x1b[K")
        out.flush()


def _write(asked: Asked, played: Iterable[Result]) -> None:
    """A line for each game and seat; `won` is the player's part of the game."""
    lines = csv.writer(sys.stdout, lineterminator="\n")
    lines.writerow(("game", "start", "turns", "seat", "strategy", "won", "score", "own_turns", "failed"))
    for number, result in enumerate(played):
        for seat, won in enumerate(parts(result)):
            own = (round(won, 6), result.scores[seat], result.took[seat], result.failed[seat])
            lines.writerow((number, asked.begins(number), result.turns, seat, asked.strategies[seat], *own))


def _table(bots: Bots[Any], asked: Asked, standings: Standings) -> Iterator[str]:
    games = standings.games
    begins = "everybody begins in turn" if asked.start is None else f"seat {asked.start} begins"
    yield f"{bots.title}: {games:,} games, {standings.turns / games:.1f} {bots.turn}s each; seed {asked.seed}, {begins}"
    yield ""
    yield f"seat  strategy   games won   95 % interval  {bots.scored:>7} a game  a {bots.turn:4}  failed {bots.turn}s"
    for number, (name, seat) in enumerate(zip(asked.strategies, standings.seats, strict=True)):
        won = wilson(seat.won, games)
        yield (
            f"{number:4}  {name:10} {won.share:9.2%}  {won.low:6.2%} to {won.high:6.2%}  "
            f"{seat.scored / games:14.2f}  {seat.scored / seat.turns:6.2f}  {seat.failed / seat.turns:12.1%}"
        )
    yield ""
    yield "A game that several win counts for each as its part. How bots play is a model, not how children do."
