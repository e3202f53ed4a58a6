"""Bringing the table to where it is agreed to be: the set-up before the first turn, and the way back after an undo."""

from typing import NamedTuple

from games.announcements import Guide, TableRight, TurnStarts
from games.clever_keys.judging import next_step
from games.clever_keys.naming import guide_on, reminder, rested
from games.clever_keys.rules import Phase, State
from games.clever_keys.watch import Said, Trouble, Watch


class Round(NamedTuple):
    """One round of judging; `again` while the table may hold more."""

    watch: Watch
    said: Said = ()
    again: bool = False


def restore(watch: Watch) -> Round:
    """After an undo: one step at a time back to what is agreed now; nothing is a move meanwhile."""
    keys = watch.keys._replace(deeper=())  # a key that is in deeper than agreed cannot be pulled up a little
    still = watch.keys_told and watch.now >= watch.seen.moved_at + watch.timing.rest_contact
    scales = not watch.seen.centre.moving and not watch.seen.corner.moving
    if not still or not scales:
        return Round(watch)
    step = next_step(watch.game, keys) or _gems_back(watch)
    if step is None:
        done = watch._replace(restoring=False, trouble=None)
        waits = reminder(done) if watch.game.phase in (Phase.TAKE, Phase.DISCARD) else ()
        return Round(done, (TableRight(), *waits))
    trouble, said = guide_on(watch, watch.trouble or Trouble(), step, anew=False)
    return Round(watch._replace(trouble=trouble), said)


def _gems_back(watch: Watch) -> Guide | None:
    gone, cast = watch.gone, watch.cast
    if cast:
        return Guide(do="take" if cast > 0 else "put", place="corner", gems=abs(cast))
    if gone:
        return Guide(do="put" if gone > 0 else "take", place="centre", gems=abs(gone))
    return None


def check(watch: Watch) -> Round:
    """The set-up: keys out, all gems in the chamber, the scale at rest; what is missing is asked for step by step."""
    seen, keys = watch.seen, watch.keys
    if "scale" in watch.lost:
        return Round(watch)
    still = rested(watch, seen.centre) and rested(watch, seen.corner) and watch.keys_told
    if not still or watch.now < seen.moved_at + watch.timing.rest_table or seen.centre.gems is None:
        return Round(watch)
    step = next_step(watch.game, keys)
    if step is None and not (seen.centre.odds < watch.timing.sure and abs(watch.gone) <= 1 and not watch.cast):
        # Fifty-two gems weigh a little more or less: one that may be missing is not asked for.
        step = _gems_back(watch)
    if step is None:
        watch, said = begin_with(watch, watch.game)
        return Round(watch, said)
    trouble, said = guide_on(watch, watch.trouble or Trouble(), step, anew=False)
    return Round(watch._replace(trouble=trouble), said)


def begin_with(watch: Watch, game: State) -> tuple[Watch, Said]:
    """The set-up is agreed: the first turn starts."""
    return watch._replace(game=game, begun=True, trouble=None), (TurnStarts(game.cur),)
