"""Moves taken back and brought again, and fouls that players report: the game stands as at another moment."""

from games.announcements import shared
from games.announcements.shared import Foul, NotNow, Resumed
from games.hammer_time.asking import asked
from games.hammer_time.fouls import Remedy, reports
from games.hammer_time.playing import named, play
from games.hammer_time.restoring import restored
from games.hammer_time.rules import Phase, TurnFall
from games.hammer_time.watch import NOTHING, Agreed, Said, Watch
from games.talk import asked_anew


def back(watch: Watch) -> tuple[Watch, Said]:
    """`back`: take back the last answer of a question that has several parts, else the last move; hands follow."""
    if watch.half.full:
        watch = watch._replace(half=NOTHING._replace(full=watch.half.cards))
        return watch, asked(watch)
    if not watch.past:
        return watch, (NotNow(),)
    *past, agreed = watch.past
    while agreed.placed:  # where only gems were waited for, and lie there by now, the game would go on at once
        *past, agreed = past
    undone = (*watch.undone, watch.agreed)
    return _to(watch._replace(past=tuple(past)), agreed, undone, shared.Undone())


def redo(watch: Watch) -> tuple[Watch, Said]:
    """`go` brings back what was taken back last."""
    *undone, agreed = watch.undone
    return _to(watch._replace(past=(*watch.past, watch.agreed)), agreed, tuple(undone), Resumed())


def _to(watch: Watch, agreed: Agreed, undone: tuple[Agreed, ...], said: shared.Undone | Resumed) -> tuple[Watch, Said]:
    """The game stands as it stood at another moment; the hands bring the box there."""
    ended = agreed.game.phase is Phase.OVER
    watch = watch._replace(
        agreed=agreed,
        undone=undone,
        restoring=None if ended else "undo",
        half=NOTHING,
        blows=(),
        step=None,
        asked_for=(),
        foul=None,
        doubted=0,
        loose=False,
    )
    if watch.gone == 0 or ended:
        watch, more = restored(watch)
        return watch, (said, *more)
    return watch, (said,)


def report(watch: Watch, line: int) -> tuple[Watch, Said]:
    """A foul that players have seen: named, and what puts it right."""
    told = reports(watch.game, watch.settings)[line]
    watch, said = named(watch, Foul(told.code, watch.game.cur))
    if told.remedy not in (Remedy.KNOCK_AGAIN, Remedy.TURN_ENDS):
        return watch, said
    fell, foul, now = watch.game.fell, watch.foul, watch.agreed
    again = watch._replace(
        agreed=watch.before_the_fall, talk=asked_anew(watch.talk), half=NOTHING, step=None, asked_for=()
    )
    if told.remedy is Remedy.KNOCK_AGAIN:
        again = again._replace(past=(*watch.past, now), undone=(), restoring="table")
        return again, said
    game = again.game._replace(knocks=0)
    again, more = play(again._replace(agreed=again.agreed._replace(game=game)), TurnFall(game.cur, fell))
    return again._replace(past=(*watch.past, now), foul=foul), (*said, *more)
