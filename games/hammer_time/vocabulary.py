"""What Hammer Time may say: its cues answer each of these, and nothing else."""

from typing import get_args

from games.announcements.hammer_time import Announcement
from games.announcements.shared import SHARED

SAYS: tuple[type, ...] = (*SHARED, *get_args(Announcement))
"""Every announcement of its rules and its referee."""
