"""Bringing the table to where it is agreed to be: the set-up, and the way back after an undo or a power cut."""

from typing import NamedTuple

from games.announcements.shared import Ask, Guide, Resumed, TableRight, TurnStarts
from games.clever_keys.judging import next_step
from games.clever_keys.naming import ask_for, over, owed, reminder, rested
from games.clever_keys.rules import Phase, State
from games.clever_keys.seen import Heap, Seen
from games.clever_keys.watch import GEMS, RESUME, Said, Trouble, Watch


class Round(NamedTuple):
    """One round of judging; `again` while the table may hold more."""

    watch: Watch
    said: Said = ()
    again: bool = False


def wake_up(watch: Watch, at: float) -> tuple[Watch, Said]:
    """The power is back: the game stands as agreed, and of the table nothing is known any more.

    What the players have overruled stays overruled: a broken contact is not mended by a plug.
    """
    unweighed = Heap(since=at, stirred=at, moving=True)  # as under a hand: nothing counts before it comes to rest
    watch = Watch(
        watch.game,
        watch.settings,
        watch.timing,
        Seen(moved_at=at, centre=unweighed, corner=unweighed, ignored=watch.seen.ignored),
        now=at,
        begun=watch.begun,
        past=watch.past,
        restoring=watch.begun and watch.game.phase is not Phase.OVER,
        waking=watch.begun,
        resumed=watch.begun,
        seats=watch.seats,
    )
    return watch, (Resumed(), *over(watch.game))


def look_around(watch: Watch) -> Round | None:
    """The first look at the whole table after the power was away: is this still the game? None: nothing to say here."""
    if watch.game.phase is Phase.OVER:
        # The end stays on show until the box is set up for another game.
        return Round(watch._replace(left="again")) if _at_rest(watch) and watch.packed else None
    if not _at_rest(watch) or (watch.packed and watch.asks_to_resume):
        return Round(watch)
    if not watch.packed:
        return Round(watch._replace(waking=False, trouble=None), again=True)
    trouble, said = ask_for(watch, Trouble(), RESUME)
    return Round(watch._replace(trouble=trouble), said)


def _at_rest(watch: Watch) -> bool:
    still = watch.now >= watch.still_from
    return still and not watch.moving and watch.silent is None and watch.doubt is None


def restore(watch: Watch) -> Round:
    """One step at a time back to what is agreed now; nothing is a move meanwhile."""
    if not _at_rest(watch):
        return Round(watch)
    step: Guide | Ask | None = crossed(watch) or next_step(watch.game, watch.keys) or _gems_back(watch)
    if step is None and (watch.untold("centre") or watch.untold("corner")):
        if not watch.patient:
            return Round(watch._replace(trouble=None))
        step = GEMS
    if step is None:
        # What stood there all the time, as a key deeper than agreed again, is judged now: nothing else would wake us.
        return Round(*restored(watch), again=True)
    trouble, said = ask_for(watch, watch.trouble or Trouble(), step)
    return Round(watch._replace(trouble=trouble), said)


def restored(watch: Watch) -> tuple[Watch, Said]:
    """The table is as it was, or the players say so: play goes on from there."""
    done = watch._replace(restoring=False, resumed=False, trouble=None)
    if not watch.resumed:
        return done, (TableRight(), *owed(done))
    return done, (*(() if watch.trouble is None else (TableRight(),)), *reminder(done))


def crossed(watch: Watch) -> Guide | None:
    """The step for a slot whose contacts contradict each other while its part answers: its key is not straight."""
    if watch.keys_told or watch.silent is not None or watch.game.phase is Phase.OVER:
        return None
    return Guide(do="shove", slot=watch.seen.untold[0])


def _gems_back(watch: Watch) -> Guide | None:
    gone, cast = watch.gone, watch.cast
    if cast:
        return Guide(do="take" if cast > 0 else "put", place="corner", gems=abs(cast))
    if gone:
        return Guide(do="put" if gone > 0 else "take", place="centre", gems=abs(gone))
    return None


def check(watch: Watch) -> Round:
    """The set-up: keys out, all gems in the chamber, the scale at rest; what is missing is asked for step by step."""
    if watch.silent is not None or watch.now < watch.rest_from:
        return Round(watch)
    step: Guide | Ask | None = crossed(watch) or next_step(watch.game, watch.keys)
    if step is None:
        if "scale" not in watch.lost and not _weighed(watch):
            return Round(watch)
        step = GEMS if watch.by_hand else _missing(watch)
    if step is None:
        watch, said = begin_with(watch, watch.game)
        return Round(watch, said)
    trouble, said = ask_for(watch, watch.trouble or Trouble(), step)
    return Round(watch._replace(trouble=trouble), said)


def _weighed(watch: Watch) -> bool:
    """The chamber was weighed once, and both places are at rest."""
    seen = watch.seen
    return seen.centre != Heap() and rested(watch, seen.centre) and rested(watch, seen.corner)


def _missing(watch: Watch) -> Guide | None:
    if watch.seen.centre.odds < watch.timing.sure and abs(watch.gone or 0) <= 1 and not watch.cast:
        return None  # fifty-two gems weigh a little more or less: one that may be missing is not asked for
    return _gems_back(watch)


def begin_with(watch: Watch, game: State) -> tuple[Watch, Said]:
    """The set-up is agreed, and with it what lies in the chamber: the first turn starts."""
    centre = watch.seen.centre
    if centre.gems is not None:
        centre = centre._replace(gems=game.chamber, odds=1.0)
    watch = watch._replace(game=game, seen=watch.seen._replace(centre=centre), begun=True, trouble=None)
    return watch, (TurnStarts(game.cur),)
