"""What Hammer Time may say and what its lamps may mean: its cues.toml answers each of these, and nothing else."""

from typing import get_args

from games.announcements.hammer_time import Announcement
from games.announcements.shared import SHARED
from games.hammer_time import gems

SAYS: tuple[type, ...] = (*SHARED, *get_args(Announcement))
"""Every announcement of its rules and its referee."""

COLOURS: tuple[str, ...] = tuple(gems.COLOURS.values())
"""What the colour keys mean, k1 first."""

MEANINGS: tuple[str, ...] = (*COLOURS, "turn", "go", "meter", "choice", "winner")
"""What a lit lamp may mean: a colour that can be pressed, whose turn it is, ..."""

REPORTS = ("HT-F12", "HT-F02", "HT-F11", "HT-F08", "HT-F16", "HT-F19", "HT-F05", "HT-F01", "HT-F09")
"""What players may report, the likeliest first; fouls.py tells which of them when."""
