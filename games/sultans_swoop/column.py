"""What it means that the silver column has left its place, or is back.

Laws: it has left when it has been away for `rest_table`, or for `rest_contact` when somebody presses a key; one that is
back earlier was bumped into. It is back when it has stood for `rest_contact`.
"""

from collections.abc import Iterator

from games.announcements.shared import TableRight
from games.announcements.sultans_swoop import Swoop
from games.facts import ColumnMoved
from games.pressing import Said
from games.sultans_swoop.answers import play
from games.sultans_swoop.asking import PUT_COLUMN
from games.sultans_swoop.rules import Grab, Phase, Roll
from games.sultans_swoop.tower import COLUMN
from games.sultans_swoop.watch import Column, Watch


def moved(watch: Watch, fact: ColumnMoved) -> Watch:
    """The contact has opened or closed."""
    if fact.up is not watch.column.stands:
        return watch
    column = Column(stands=not fact.up, since=fact.at, home=watch.column.home)
    # A contact that closes can be believed again.
    return watch._replace(column=column, overruled=watch.overruled and fact.up, undone=(), foul=None)


def settle(watch: Watch, *, hasty: bool = False) -> tuple[Watch, Said]:
    """What the column's place says by now; `hasty`, since a hand does the next thing already."""
    column, now, timing = watch.column, watch.now, watch.timing
    if watch.by_hand:
        return watch, ()
    if column.stands:
        if column.home or now < column.since + timing.rest_contact:
            return watch, ()
        right = (TableRight(),) if watch.guided else ()
        return watch._replace(column=column._replace(home=True), guided=0), right
    said: Said = ()
    if column.home and now >= column.since + (timing.rest_contact if hasty else timing.rest_table):
        watch, said = _left(watch._replace(column=column._replace(home=False)))
    if watch.missing and not watch.guided:
        return watch._replace(guided=1), (*said, PUT_COLUMN)
    return watch, said


def waits_for(watch: Watch) -> Iterator[float]:
    """The moments at which `settle` may have something to say, as long as nothing happens."""
    column, timing = watch.column, watch.timing
    if watch.by_hand:
        return
    if column.stands and not column.home:
        yield column.since + timing.rest_contact
    elif not column.stands and (column.home or watch.awaits):
        yield column.since + timing.rest_table


def _left(watch: Watch) -> tuple[Watch, Said]:
    """Somebody has the column: a swoop, if anybody may go for it now."""
    game = watch.game
    if not watch.begun or game.phase in (Phase.GRAB, Phase.COUNT, Phase.SHOW):
        return watch, ()
    if game.phase is Phase.ROLL:
        return play(watch, Roll(game.roller), before=(Swoop(),))
    watch, said = play(watch, Grab(game.roller, COLUMN))  # nobody may: the rules name the foul
    return (watch, said) if game.phase is Phase.OVER else (watch._replace(guided=1), (*said, PUT_COLUMN))
