"""What a referee has to say: typed, frozen, and no text in it (phrases, lamps and sounds are the games' cues).

Field order is the order in which plays and transcripts print them. Players are counted from 0. One module for all games
and one for each game; referees and rules import their words from there, everybody else from here.
"""

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.announcements import clever_keys, dragon_battle, hammer_time, lobby, shared, sultans_swoop

    Announcement = (
        shared.Announcement
        | lobby.Announcement
        | clever_keys.Announcement
        | hammer_time.Announcement
        | dragon_battle.Announcement
        | sultans_swoop.Announcement
    )
    """Anything any referee may say."""
else:
    Announcement = object  # a box loads the words of the game that is on, and no others


def words(announcement: Announcement, *, all_of_it: bool = True) -> str:
    """An announcement as plays print it: `Name field=value ...`, absent fields left out, lists comma-separated.

    Not `all_of_it`: without what players must remember, for a log that anybody may read.
    """
    said = [type(announcement).__name__]
    for field in fields(announcement):
        value = getattr(announcement, field.name)
        if value is None or ("remembered" in field.metadata and not all_of_it):
            continue
        # A slot is a tuple too, but it has its own writing.
        text = ",".join(map(str, value)) if type(value) is tuple else str(value)
        said.append(f"{field.name}={text}")
    return " ".join(said)
