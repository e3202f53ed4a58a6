"""What Dragon Battle may say and what its lamps may mean: its cues.toml answers each of these, and nothing else."""

from typing import Literal, get_args

from games.announcements.dragon_battle import Battle, Colour, Failed, Freed, Juggler, Refill, Rolled, Scared
from games.announcements.shared import SHARED

SAYS = (*SHARED, Rolled, Scared, Battle, Failed, Juggler, Freed, Refill)
"""Every announcement of its rules and its referee."""

COLOURS: tuple[str, ...] = get_args(Colour)
"""What the colour keys mean, k1 first."""

Meaning = Colour | Literal["turn", "go", "meter", "choice", "winner"]
"""What a lit lamp may mean: a colour that can be pressed, whose turn it is, ..."""

MEANINGS: tuple[str, ...] = (*COLOURS, "turn", "go", "meter", "choice", "winner")
"""All of them."""

REPORTS = (
    "DB-F15",
    "DB-F17",
    "DB-F13",
    "DB-F14",
    "DB-F10",
    "DB-F11",
    "DB-F12",
    "DB-F02",
    "DB-F06",
    "DB-F07",
    "DB-F01",
    "DB-F03",
)
"""What players may report: first what happens to tidy ones, then what entries show only if they tell the truth."""
