"""From a journal back to a game: how it was set up, and every fact folded again.

Laws: what comes out is what was there, to the last bit, since a referee is a pure fold; a game that this program cannot
fold (another game, another version's fact, damage) is refused with ValueError, and never half resumed.
"""

import logging
from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from games import plain
from games.catalog import named
from games.contract import Game, Json, Step, Timing
from games.facts import Fact, load

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """How a game began: everything its referee was told then."""

    game: Game
    players: int
    start: int
    settings: Any
    gems: tuple[int, int] | None
    """The chamber and the corner as agreed; None: the table was checked first."""
    timing: Timing
    at: float
    seats: tuple[int, ...] = ()
    """The pad of each player, from 0; empty where they sit in the order of the pads."""
    copy: Any = None
    """What the owner's copy of the game has printed on it; None where nothing is."""

    def dump(self) -> Json:
        """For JSON; the game's name stands beside it."""
        return {
            "players": self.players,
            "start": self.start,
            "settings": plain.dump(self.settings),
            "gems": self.gems,
            "timing": asdict(self.timing),
            "at": self.at,
            "seats": list(self.seats),
            "copy": None if self.copy is None else plain.dump(self.copy),
        }

    def first(self) -> Step[Any]:
        """The referee's first word."""
        return self.game.referee().begin(
            self.players,
            self.start,
            self.settings,
            at=self.at,
            gems=self.gems,
            timing=self.timing,
            seats=self.seats or tuple(range(self.players)),
            copy=self.copy,
        )


def begun(name: str, setup: Json) -> Begun:
    """How a game began, from the journal. Raises ValueError where that makes no game."""
    game = named(name)
    try:
        return Begun(
            game=game,
            players=setup["players"],
            start=setup["start"],
            settings=plain.load(game.rules.settings, setup["settings"]),
            gems=None if setup["gems"] is None else (setup["gems"][0], setup["gems"][1]),
            timing=Timing(**setup["timing"]),
            at=setup["at"],
            # Boxes of the first version knew neither.
            seats=tuple(setup.get("seats", ())),
            copy=None if game.copy is None else plain.load(game.copy, setup.get("copy") or {}),
        )
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"the set-up of {game.title} cannot be read: {wrong}") from wrong


def fold(how: Begun, facts: Iterable[Fact], without: Container[int] = ()) -> Iterator[Step[Any]]:
    """The first step, and then one for every fact; those at the places `without` (from 0) change nothing.

    Nor does one that the referee cannot rule on: the game went on without it.
    """
    referee = how.game.referee()
    step = how.first()
    yield step
    for place, fact in enumerate(facts):
        try:
            step = Step(step.state, ()) if place in without else referee.see(step.state, fact)
        except Exception as bug:
            log.exception(
                "a bug of the referee, at a %s: the game goes on from before it", type(fact).__name__, exc_info=bug
            )
            step = Step(step.state, ())
        yield step


def read(facts: Iterable[Json]) -> tuple[Fact, ...]:
    """Facts from the journal. Raises ValueError for anything else."""
    return tuple(map(load, facts))
