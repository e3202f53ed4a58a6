"""Bringing the box to where it is agreed to be: the set-up, gems that go back, the way back after an undo or a cut."""

from games.announcements.hammer_time import GemsBack
from games.announcements.shared import Ask, Counted, Foul, Guide, Resumed, TableRight
from games.hammer_time.asking import GEMS, RESUME, asked, over, put
from games.hammer_time.course import lies_open
from games.hammer_time.falling import by_hand, found, late_knocks
from games.hammer_time.pan import awaited
from games.hammer_time.playing import named
from games.hammer_time.rules import Phase
from games.hammer_time.watch import KEPT, NEAR, SCALE, Said, Watch, believed, vouched

LIKELY = 0.5
"""From these odds on it is said how many gems are missing, although it is not sure."""

SPREAD = 2
"""So many of all gems may be missing by their weight alone, where a count is not sure."""


def check(watch: Watch) -> tuple[Watch, Said]:
    """The set-up: all gems on the box, the scale at rest; what is missing is asked for."""
    if watch.blind:
        return ask_for(watch, GEMS)
    if not watch.pan.rested(watch.now, watch.timing.rest_table):
        return watch, ()
    gone = watch.gone or 0
    if gone and (watch.sure or abs(gone) > SPREAD):
        return ask_for(watch, put(gone))
    return begin_with(watch, watch.least)


def begin_with(watch: Watch, gems: int) -> tuple[Watch, Said]:
    """The set-up is agreed, and with it what lies on the box: the first turn starts, or sets of wagons are told."""
    agreed = watch.agreed._replace(game=watch.game._replace(box=gems))
    # Agreed is what lies there, also where its weight alone told nothing; a scale that does not answer goes on so.
    pan = watch.pan if SCALE in watch.lost else watch.pan._replace(gems=gems, odds=1.0)
    watch = right(watch._replace(agreed=agreed, pan=pan, begun=True))
    return watch, first_words(watch)


def first_words(watch: Watch) -> Said:
    """What is said when play begins."""
    return (*asked(watch), *lies_open(watch.game.deck))


def right(watch: Watch) -> Watch:
    """Nothing has to be put right any more."""
    return by_hand(watch)._replace(
        restoring=None, resumed=False, resume=None, doubted=0, step=None, asked_for=(), left_at=watch.pan.since
    )


def ask_for(watch: Watch, step: Guide | Ask) -> tuple[Watch, Said]:
    """Ask for a step, if it is another one than before."""
    if step == watch.step:
        return watch, ()
    return watch._replace(step=step, asked_for=(*watch.asked_for, step)), (step,)


def restore(watch: Watch, *, hasty: bool) -> tuple[Watch, Said]:
    """Gems that belong on the box lie there again, or are asked for; nothing is a move meanwhile.

    Gems that fall while others are put back are put back as well (phase 4).
    """
    said: Said = ()
    if not hasty:
        watch, said = _plays_on(watch)
    if watch.blind:
        watch, more = (watch, ()) if hasty else _cannot_tell(watch)
        return watch, said + more
    gone = watch.gone
    if gone is None or not (hasty or watch.pan.rested(watch.now, watch.timing.rest_table)):
        return watch, said
    if watch.resumed and gone > watch.least - gone and watch.resume != "yes":
        return (watch, said) if hasty or watch.resume else (watch._replace(resume="asked"), (*said, RESUME))
    if watch.resumed and abs(gone) <= NEAR:
        if watch.restoring != "look":
            watch, more = (watch, ()) if hasty else ask_for(_not_asked(watch), GEMS)
            return watch, said + more
        watch, gone = watch if watch.agreed.placed else believed(watch), 0
    if found(watch):
        watch, more = restored(vouched(watch))
        more = (Counted("centre", watch.least), *more)
    elif gone == 0:
        watch, more = restored(watch)
    else:
        watch, more = (watch, ()) if hasty else ask_for(_not_asked(watch), put(gone, known=watch.pan.odds >= LIKELY))
    return watch, said + more


def _cannot_tell(watch: Watch) -> tuple[Watch, Said]:
    """Nobody can count. What weighs nothing like the gems that were agreed may be a table that has been cleared."""
    if not watch.resumed or SCALE in watch.lost or watch.resume == "yes":
        return ask_for(_not_asked(watch), GEMS)
    return (watch, ()) if watch.resume else (watch._replace(resume="asked"), (RESUME,))


def _not_asked(watch: Watch) -> Watch:
    """The gems are there after all, or nobody can count them: the question lapses."""
    return watch._replace(resume=None) if watch.resume == "asked" else watch


def _plays_on(watch: Watch) -> tuple[Watch, Said]:
    """A knock meanwhile is the foul of playing on; where nobody can tell it is asked once more."""
    watch, blows = late_knocks(watch)
    if blows and watch.step == GEMS and not watch.blind:
        return watch._replace(step=None), ()
    return kept(watch) if blows else (watch, ())


def kept(watch: Watch) -> tuple[Watch, Said]:
    """Gems that go back are still missing: the foul of whoever brought them down; none after an undo or a cut."""
    code = None if watch.restoring is None else KEPT.get(watch.restoring)
    if code is None:
        return watch, ()
    missing = max(0, watch.gone or 0) or None
    watch = watch._replace(step=None)  # what goes back is asked for once more
    return named(watch, Foul(code, watch.past[-1].game.cur, missing))


def restored(watch: Watch) -> tuple[Watch, Said]:
    """The box is as it should be, or the players say so: play goes on from there."""
    back = watch.restoring in KEPT
    guided = watch.step is not None
    watch = right(watch)
    said: Said = (GemsBack(),) if back else (TableRight(),) if guided else ()
    return watch, (*said, *asked(watch))


def wake_up(watch: Watch, at: float) -> tuple[Watch, Said]:
    """The power is back: the game stands as agreed, of the box nothing is known, half an answer is asked for anew."""
    ended = watch.game.phase is Phase.OVER
    watch = Watch(
        watch.agreed,
        watch.settings,
        watch.copy,
        watch.timing,
        watch.seats,
        now=at,
        pan=awaited(at),
        begun=watch.begun,
        past=watch.past,
        restoring=None if ended or not watch.begun else watch.restoring or "look",
        resumed=watch.begun and not ended,
        adrift=watch.begun and not ended,
        silent=watch.silent,
        deaf=watch.deaf,
        loose=watch.loose,
    )
    return watch, (Resumed(), *over(watch))


def weighed_again(watch: Watch) -> Watch:
    """The scale is back: what lies on the box is looked at before play goes on, as after a cut."""
    pan = awaited(watch.now) if watch.pan.gems is None else watch.pan
    watch = watch._replace(pan=pan, step=None, asked_for=())
    if not watch.begun or watch.game.phase is Phase.OVER:
        return watch
    return watch._replace(restoring=watch.restoring or "look", resumed=True, adrift=True, undone=())
