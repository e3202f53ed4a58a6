"""What Clever Keys may say and what its lamps may mean: its cues.toml answers each of these, and nothing else."""

from typing import Literal, get_args

from games.announcements.clever_keys import Discard, Discarded, Fits, Red, Take, Took
from games.announcements.shared import SHARED

SAYS = (*SHARED, Fits, Red, Take, Took, Discard, Discarded)
"""Every announcement of its rules and its referee."""

Meaning = Literal["may", "fits", "red", "guide", "turn", "go", "meter", "choice", "winner"]
"""What a lit lamp may mean: a key may go here, it fits, it is red, here is the next step, ..."""

MEANINGS: tuple[str, ...] = get_args(Meaning)
"""All of them."""

REPORTS = ("CK-F11", "CK-F12", "CK-F01")
"""What players may report: peeking, a wrong number said together, and that somebody else was playing."""
