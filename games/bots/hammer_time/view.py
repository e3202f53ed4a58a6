"""What a player of Hammer Time sees: wagons that lie on top, the open task card, the gems that fell.

Law: a view is a position that itself knows no order of what lies face down. The world tells it of cards as they are
opened, as hands would, so nothing has to be taken out.
"""

from typing import NewType

from games.hammer_time.gems import SPACES, WHITE
from games.hammer_time.moves import Fill, Shift
from games.hammer_time.rules import State
from games.hammer_time.wagons import FREE, loading

View = NewType("View", State)
"""A position with unordered wagons, and no task card known but the open one."""


def filling(seen: View) -> Fill | Shift | None:
    """The next step that puts as many gems into the wagon as fit, colours before white ones; None if no more do."""
    cur = seen.cur
    wagon, placed = seen.tops[cur], seen.placed[cur]
    wanted = ""
    for gem in (*SPACES, WHITE):
        spaces = placed.count(FREE) if gem == WHITE else wagon.count(gem) - placed.count(gem)
        wanted += gem * min(seen.fallen.count(gem), spaces)
    steps = loading(cur, wagon, placed, wanted[: placed.count(FREE)])
    return steps[0] if steps else None
