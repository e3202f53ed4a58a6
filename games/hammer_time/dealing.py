"""The set-up of wagon cards and task cards (4.2). Chance is handed in: whoever shuffles fills `stacks` and `deck`."""

from games.hammer_time.settings import Settings, Tasks
from games.hammer_time.tasks import Task


def stacks(players: int, settings: Settings) -> tuple[tuple[str, ...], ...]:
    """Each player's wagon cards: the stack where its order is known, else the set.

    Raises:
        ValueError: Some player has no set, or the stacks are not the sets.
    """
    if not settings.tracked:
        return ((),) * players
    if len(settings.sets) < players:
        raise ValueError(f"sets is {settings.sets}; each of the {players} players takes one")
    sets = tuple(settings.copy.wagons[number] for number in settings.sets[:players])
    if not settings.stacks:
        return sets
    given = settings.stacks[:players]
    if [*map(sorted, given)] != [*map(sorted, sets)]:
        raise ValueError(f"stacks is {given}; they are the sets of the players, shuffled: {sets}")
    return given


def deck(settings: Settings) -> tuple[Task | None, ...]:
    """The task stack; None for each card that will be told when it is opened.

    Raises:
        ValueError: The box deals the cards, and their order is not given.
    """
    if not settings.with_tasks:
        return ()
    if settings.deck:
        return settings.deck
    if settings.tasks is Tasks.BOX:
        raise ValueError("tasks is box, and deck is empty; deal the task cards into deck first")
    return (None,) * sum(count for _, count in settings.copy.tasks)
