"""What a game is: one frozen record of pure functions over frozen states. No base class, nothing to inherit.

Laws, run by tests/test_conformance.py over every game in the catalogue:

1. `apply` is total: any move in any state gives the next state and announcements, or a Foul and the same state.
2. Same state and move, same answer.
3. A state is hashable and survives JSON.
4. Once there is an outcome nothing changes and nothing is legal.
5. Play drawn from `legal` ends.
6. `legal` and `apply` agree: a move is accepted exactly when it is `in` what is legal. Where a number that only chance
   sets has no useful bound, one move is listed for each number that makes a difference, and `in` knows them all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from games.announcements import Announcement
from games.announcements.shared import Foul
from games.facts import Fact
from games.table import Place

S = TypeVar("S")
"""A rules state: hashable, immutable."""

M = TypeVar("M")
"""A move: hashable, immutable."""

R = TypeVar("R")
"""A referee's state: the rules state, and what the referee knows of the table."""

Begun_co = TypeVar("Begun_co", covariant=True)
"""What a beginning gives: a rules state, or a referee's state."""

Ruling = tuple[S, tuple[Announcement, ...] | Foul]
"""The next state and what to say; or the same state and the Foul."""

Json = Any
"""What the json module reads and writes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: everybody's score, all who won, and why it ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class Setup(Protocol[Begun_co]):
    """How a game by itself is begun."""

    def __call__(self, players: int, start: int = ..., settings: Any = ..., /) -> Begun_co:
        """The start of a game for so many, begun by `start`, counted from 0; settings are as recommended unless given.

        Raises ValueError for a number of players the game is not for, or where nobody sits at `start`.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[S, M]):
    """A game by itself, without a table: what the rulebook prints.

    `settings` is a frozen dataclass whose defaults are the readings rules.md recommends.
    `moves` are the kinds of move there are, all frozen dataclasses.
    """

    settings: type[Any]
    moves: tuple[type[Any], ...]
    setup: Setup[S]
    legal: Callable[[S], Sequence[M]]
    apply: Callable[[S, M], Ruling[S]]
    outcome: Callable[[S], Outcome | None]
    scores: Callable[[S], tuple[int, ...]]
    turn: Callable[[S], int]
    dump: Callable[[S], Json]
    load: Callable[[Json], S]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long things rest before they are judged (seconds, from box.toml), and how sure a count must be."""

    rest_contact: float = 0.35
    """A key lifted out of turn is named after this."""
    rest_table: float = 1.0
    """Placements and scales are judged after this."""
    undo: float = 1.0
    """A second `back` within this is ignored."""
    late_gem: float = 2.0
    """A gem too many so soon after the turn still belongs to the player who took it."""
    patience: float = 2.0
    """So much longer a key waits for a hand that was in the chamber first; then it is an arm, and the key is judged."""
    sure: float = 0.99
    """A count less likely than this is asked, not guessed."""


class Lit(NamedTuple):
    """A lamp and what it means now, one of the game's `lights`; its cues tell the colour of each meaning."""

    lamp: str
    means: str


class Step(NamedTuple, Generic[R]):
    """What a fact led to: the referee's next state, and what to say."""

    state: R
    said: tuple[Announcement, ...]


Left = Literal["again", "lobby"]
"""How players leave a game: for another round of the same, or for the lobby."""


class Variant(NamedTuple):
    """One way to play a game: its name in plays (`variant=young`), and the settings that differ from the usual ones.

    Settings stand by their public names, as plays write them.
    """

    name: str
    settings: Mapping[str, Any] = MappingProxyType({})


class Begin(Protocol[Begun_co]):
    """How a game on a table is begun."""

    def __call__(
        self,
        players: int,
        start: int,
        settings: Any,
        /,
        *,
        at: float,
        gems: tuple[int, int] | None = ...,
        timing: Timing = ...,
        seats: tuple[int, ...] = ...,
        copy: Any = ...,
    ) -> Begun_co:
        """Begin at the moment `at`, with `gems` in the chamber and in the corner as agreed.

        Without them (None) the table is checked first. `seats` is the pad of each player, from 0 (usually their own
        number), `copy` what the owner's copy of the game has printed on it. Raises ValueError as Setup.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee(Generic[R]):
    """A pure fold over facts.

    `see` takes the next fact. `wake` is the moment at which the referee wants to be told that time has passed, if
    nothing else happens first: until then time alone changes nothing. `lamps` is the whole picture the lamps should
    show. `heed` names the place whose weight matters most now, `agreed` the gems in the chamber and in the corner as
    last agreed (None while the set-up is checked, or the table after a power cut, and in a game without gems): the
    scales count on from there.
    `still_holds` tells whether something said is still true, `left` whether the players want another game instead.
    `history` is every state of the rules that was agreed and not undone, the present one last.
    """

    begin: Begin[Step[R]]
    see: Callable[[R, Fact], Step[R]]
    wake: Callable[[R], float | None]
    lamps: Callable[[R], tuple[Lit, ...]]
    heed: Callable[[R], Place]
    agreed: Callable[[R], tuple[int, int] | None]
    still_holds: Callable[[R, Announcement], bool]
    scores: Callable[[R], tuple[int, ...]]
    turn: Callable[[R], int]
    outcome: Callable[[R], Outcome | None]
    left: Callable[[R], Left | None]
    history: Callable[[R], tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a game is made of besides its referee: loaded when it is played, or asked about.

    `says` are the kinds of announcement it may make, `lights` the meanings its lamps may have: its cues.toml has a cue
    for each of the first and a look for each of the second (a colour of the palette is its own look).
    """

    says: tuple[type[Any], ...]
    lights: tuple[str, ...]
    rules: Rules[Any, Any]
    copy: type[Any] | None = None
    """A frozen dataclass of what its owner's copy has printed on it; its defaults are what is assumed."""
    check: Callable[[Any], tuple[str, ...]] = lambda _copy: ()
    """What cannot be true of any copy: a sentence for each, beginning with the value's public name."""
    reports: tuple[str, ...] = ()
    """Fouls that no sensor shows, and that players may report by the list on `back`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One line of the catalogue: what the lobby must know. All else is loaded when it is asked for."""

    name: str
    title: str
    players: range
    gems: int
    parts: Callable[[], Parts]
    referee: Callable[[], Referee[Any]]
    variants: tuple[Variant, ...] = (Variant("base"),)
    """The ways to play it, the usual one first."""
    colours: tuple[str, ...] = ()
    """What the colour keys mean in it, k1 first; none where it asks for no colours."""
    hammered: bool = False
    """Whether it is played with the hammer: a blow then parts the gems that lay there from those that fall by it."""

    def colours_of(self, copy: Any) -> tuple[str, ...]:
        """What the colour keys mean with this copy of the game: its own colours, if it names any."""
        colours: tuple[str, ...] = getattr(copy, "colours", self.colours)
        return colours

    @property
    def says(self) -> tuple[type[Any], ...]:
        """The kinds of announcement it may make."""
        return self.parts().says

    @property
    def lights(self) -> tuple[str, ...]:
        """The meanings its lamps may have."""
        return self.parts().lights

    @property
    def rules(self) -> Rules[Any, Any]:
        """The game by itself."""
        return self.parts().rules

    @property
    def copy(self) -> type[Any] | None:
        """What its owner's copy has printed on it."""
        return self.parts().copy

    @property
    def check(self) -> Callable[[Any], tuple[str, ...]]:
        """What cannot be true of any copy."""
        return self.parts().check

    @property
    def reports(self) -> tuple[str, ...]:
        """What players may report."""
        return self.parts().reports
