"""What Dragon Battle may say: its cues answer each of these, and nothing else."""

from games.announcements.dragon_battle import Battle, Failed, Freed, Juggler, Refill, Rolled, Scared
from games.announcements.shared import SHARED

SAYS = (*SHARED, Rolled, Scared, Battle, Failed, Juggler, Freed, Refill)
"""Every announcement of its rules and its referee."""
