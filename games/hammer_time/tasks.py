"""The five kinds of task card, and when the gems that fell fulfil one (rules.md 4.1; rulebook, "Task cards")."""

from typing import Final, Literal, get_args

from games.hammer_time.gems import BLACK

Task = Literal["even", "odd", "1-3", "6-8", "2black"]
"""What a task card asks for; `2black` is at least two black gems (HT-A12)."""

TASKS: Final[tuple[Task, ...]] = get_args(Task)
"""The kinds, in the order of the colour keys that tell them."""

BLACKS: Final[Task] = "2black"
"""The only kind that asks for colours; the others only count."""


def fulfilled(task: Task, gems: int, fallen: str) -> bool:
    """Whether the task is done when so many gems fell, of these colours (which only `2black` looks at)."""
    match task:
        case "even":
            return gems % 2 == 0
        case "odd":
            return gems % 2 == 1
        case "1-3":
            return 1 <= gems <= 3
        case "6-8":
            return 6 <= gems <= 8
        case _:
            return fallen.count(BLACK) >= 2
