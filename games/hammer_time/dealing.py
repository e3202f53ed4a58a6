"""The set-up of wagon cards and task cards (4.2). Chance is handed in as a number: the order of the task cards."""

from games.hammer_time.copy import Copy
from games.hammer_time.settings import Settings, Tasks
from games.hammer_time.tasks import Task


def deck(settings: Settings, copy: Copy) -> tuple[Task | None, ...]:
    """The task stack; None for each card that will be told when it is opened."""
    if not settings.with_tasks:
        return ()
    cards = tuple(kind for kind, count in copy.task_cards for _ in range(count))
    if settings.tasks is Tasks.BOX:
        return in_order(cards, max(settings.deal - 1, 0))
    return (None,) * len(cards)


def in_order(cards: tuple[Task, ...], order: int) -> tuple[Task, ...]:
    """The cards in one of their orders, each of which has a number; 0 is as they are."""
    left, dealt = [*cards], []
    while left:
        order, card = divmod(order, len(left))
        dealt.append(left.pop(card))
    return tuple(dealt)
