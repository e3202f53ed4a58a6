"""What pads, `go` and `back` answer: numbers, yes or no, and `go` that does what its lamp says."""

from games.announcements.shared import Corrected, Counted, TableRight
from games.hammer_time.asking import HOW_MANY, USE, asked, besides, numbers
from games.hammer_time.falling import knock, perhaps, turned
from games.hammer_time.playing import play
from games.hammer_time.restoring import begin_with, kept, restored
from games.hammer_time.rules import End, Full, OpenWagon, Phase, Return, Use
from games.hammer_time.settings import FEWEST
from games.hammer_time.settling import keeps
from games.hammer_time.undoing import redo
from games.hammer_time.wagons import FREE, loaded
from games.hammer_time.watch import DOUBT, NOTHING, SCALE, Said, Watch, vouched
from games.pressing import ask_to_leave


def choose(watch: Watch, value: int) -> tuple[Watch, Said]:
    """A number, or (on the players' honour) a player's own pad."""
    game, cur = watch.game, watch.game.cur
    if game.phase is not Phase.HONOUR:
        return play(watch, OpenWagon(cur, numbers(watch)[value]))
    if watch.half.cards:
        return play(watch, Full(cur, value))
    if value != cur or not game.held[cur]:
        return play(watch, Full(value, 0))
    watch = watch._replace(half=NOTHING._replace(full=True))
    return watch, (USE,)


def yes_or_no(watch: Watch, *, yes: bool) -> tuple[Watch, Said]:
    """`go` or `back` to a question."""
    game, cur = watch.game, watch.game.cur
    if watch.doubted:
        return _heard(watch, yes=yes)
    if watch.resume == "asked":
        return watch._replace(resume="yes") if yes else watch._replace(left="again"), ()
    if game.phase is Phase.CARDS:
        return play(watch, Use(cur, game.placed[cur].count(FREE)) if yes else End(cur))
    if not yes:
        return play(watch, Full(cur, 0))
    if len(game.held[cur]) == 1:
        return play(watch, Full(cur, 1))
    watch = watch._replace(half=NOTHING._replace(full=True, cards=True))
    return watch, (HOW_MANY,)


def _heard(watch: Watch, *, yes: bool) -> tuple[Watch, Said]:
    """Whether the fall came by a knock that the box has not heard, or has heard with doubt: then it is not deaf."""
    gems, ruled = watch.doubted, not watch.deaf
    watch = watch._replace(doubted=0, deaf=yes and (ruled or not perhaps(watch)), silent=0)
    if not yes:
        return (watch, asked(watch)) if ruled else turned(watch, gems)
    if ruled:
        *past, before = watch.past
        watch = watch._replace(agreed=before, past=tuple(past), restoring=None)
    return knock(watch, gems)


def go(watch: Watch) -> tuple[Watch, Said]:
    """`go` does what its lamp says: the first of these that fits."""
    game, pan = watch.game, watch.pan
    if watch.unsure:
        sure = watch._replace(pan=pan._replace(odds=1.0), unsure=False)
        return sure, (Counted("centre", pan.gems or 0),)
    if watch.undone:
        return redo(watch)
    if not watch.begun:
        gems = watch.least if watch.blind else watch.lies
        return (watch, asked(watch)) if gems is None or gems < FEWEST else begin_with(watch, gems)
    if watch.restoring is not None:
        return _insist(watch)
    if watch.adrift and watch.tracked and watch.knocking:
        if watch.mashed or watch.lies is None:  # under hands nothing is known yet: it is asked once more
            return watch, besides(watch)
        return vouched(watch), (Counted("centre", watch.least),)
    match game.phase:
        case Phase.OVER:
            return ask_to_leave(watch)
        case Phase.FILL:
            return _return(watch) if watch.agreed.placed else play(watch, placed=True)
        case Phase.HONOUR | Phase.KNOCK if not (watch.blind and watch.knocking):
            return play(watch, End(game.cur))
        case _:
            return watch, besides(watch)


def _insist(watch: Watch) -> tuple[Watch, Said]:
    """`go` while gems that belong on the box are not there: who insists is believed, at once where nobody is sure.

    Who mashes does not insist: no foul has been listened to by then. Nor does anybody while the box is under hands, of
    which nobody knows yet what they bring.
    """
    if watch.blind:
        return restored(watch if watch.pan.moving or SCALE in watch.lost else vouched(watch))
    lies = watch.lies
    if lies is None and (watch.resumed or not watch.sure):
        return watch._replace(step=None), ()
    if not watch.sure or (watch.believable and not watch.mashed):
        return restored(vouched(watch))
    if watch.stuck and not watch.mashed and lies is not None and _enough(watch, lies - watch.least):
        return _correct(watch, lies - watch.least)
    return kept(watch._replace(step=None))


def _return(watch: Watch) -> tuple[Watch, Said]:
    """`go` while what is left over goes back."""
    game, lies = watch.game, watch.lies
    if watch.blind or (lies == watch.due and not watch.adrift):
        return play(watch, Return(game.cur, len(game.fallen)))
    if watch.adrift and lies is not None and abs(watch.due - lies) <= DOUBT:
        if watch.mashed:
            return watch._replace(step=None), ()
        back = watch._replace(adrift=False, pan=watch.pan._replace(gems=watch.due, odds=1.0))
        back, said = play(back, Return(game.cur, len(game.fallen)))
        return back, (*((Counted("centre", watch.due),) if lies != watch.due else ()), *said)
    if watch.stuck and not watch.mashed and lies is not None and _enough(watch, lies - watch.due):
        corrected, said = _correct(watch, lies - watch.due)
        corrected, more = play(corrected, Return(game.cur, len(game.fallen)))
        return corrected, said + more
    return keeps(watch)


def _enough(watch: Watch, more: int) -> bool:
    """Whether the game can be played to its end with so many gems more (or fewer)."""
    game = watch.game
    return game.box + game.down + sum(map(loaded, game.placed)) + more >= FEWEST


def _correct(watch: Watch, more: int) -> tuple[Watch, Said]:
    """The box counts as it stands: so many gems more (or fewer) lie on it than were agreed."""
    past = (*watch.past, watch.agreed)
    agreed = watch.agreed._replace(game=watch.game._replace(box=watch.game.box + more))
    watch = watch._replace(agreed=agreed, past=past)
    watch, said = restored(watch) if watch.restoring is not None else (watch, ())
    return watch, (Corrected(), *(each for each in said if not isinstance(each, TableRight)))
