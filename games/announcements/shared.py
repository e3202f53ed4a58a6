"""What any game's referee may have to say."""

from dataclasses import dataclass, field
from typing import Literal

from games.table import Place, Slot

REMEMBERED = {"remembered": True}
"""Of a field: players must remember it, so no readable log tells it."""

Do = Literal["lift", "push", "shove", "put", "take", "press"]


@dataclass(frozen=True, slots=True)
class TurnStarts:
    """It is this player's turn now."""

    player: int


@dataclass(frozen=True, slots=True)
class Foul:
    """A move the rules refuse; the state stayed as it was. `expected` says what would have been right, where one is."""

    code: str
    player: int
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """The one next step that puts the table right."""

    do: Do
    slot: Slot | None = field(default=None, metadata=REMEMBERED)
    """Where a key has just fitted can be told from where it is to be lifted out again."""
    place: Place | None = None
    part: str | None = None
    gems: int | None = None


@dataclass(frozen=True, slots=True)
class TableRight:
    """The table matches again what was last agreed: play goes on."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that is answered with the hands: `key` (which key is moved), `slot` (which slot was meant), ..."""

    about: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The last move was taken back."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game that was cut off (or a move that was taken back) goes on."""


@dataclass(frozen=True, slots=True)
class SensorLost:
    """A part no longer answers: said once."""

    part: str


@dataclass(frozen=True, slots=True)
class SensorBack:
    """A lost part answers again: said once."""

    part: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """The scale shows about this many gems; is that right? `go` says yes."""

    place: Place
    gems: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A count that was asked about was confirmed: so many gems lie there."""

    place: Place
    gems: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """`go` took the table as it stands, against the referee's count: the journal keeps this as a correction."""


@dataclass(frozen=True, slots=True)
class NotNow:
    """A key was pressed that does nothing now: a kind sound, and no event of the game (no transcript shows it)."""


@dataclass(frozen=True, slots=True)
class Reports:
    """The list of what can be reported is open at this page: pad n chooses the n-th, `go` turns the page."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stumbled:
    """The box has lost the thread by a mistake of its own: it goes on from what was last agreed."""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The box cannot referee this game to its end, again by a mistake of its own: `go` begins it anew."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended: all winners, and everybody's score."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SwitchingOff:
    """`back` and `go` were held together: the box keeps what is played for the next time, and is switched off."""


@dataclass(frozen=True, slots=True)
class CutOff:
    """The box was not stopped the last time but cut off: said once when it starts, quietly; no event of a game."""


SHARED = (
    TurnStarts,
    Foul,
    Guide,
    TableRight,
    Ask,
    Undone,
    Resumed,
    SensorLost,
    SensorBack,
    Unsure,
    Counted,
    Corrected,
    NotNow,
    Reports,
    Stumbled,
    GaveUp,
    SwitchingOff,
    CutOff,
    GameOver,
)
"""What any game's referee may have to say; a game adds what is its own (games.contract.Game.says)."""

Announcement = (
    TurnStarts
    | Foul
    | Guide
    | TableRight
    | Ask
    | Undone
    | Resumed
    | SensorLost
    | SensorBack
    | Unsure
    | Counted
    | Corrected
    | NotNow
    | Reports
    | Stumbled
    | GaveUp
    | SwitchingOff
    | CutOff
    | GameOver
)
