"""What Dragon Battle may say and what its lamps may mean: its cues.toml answers each of these, and nothing else."""

from typing import Literal, get_args

from games.announcements.dragon_battle import Battle, Colour, Failed, Freed, Juggler, Refill, Rolled, Scared
from games.announcements.shared import SHARED

SAYS = (*SHARED, Rolled, Scared, Battle, Failed, Juggler, Freed, Refill)
"""Every announcement of its rules and its referee."""

Meaning = Colour | Literal["turn", "go", "meter", "choice", "winner"]
"""What a lit lamp may mean: a colour that can be pressed, whose turn it is, ..."""

MEANINGS: tuple[str, ...] = (*get_args(Colour), "turn", "go", "meter", "choice", "winner")
"""All of them."""
