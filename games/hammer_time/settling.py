"""The box at rest: rule on what it shows, or ask for the next step that puts it right.

Law: in haste (the hand already does the next thing) only what lies still and is right counts; nothing is named or
asked for.
"""

from games.announcements.shared import Unsure
from games.hammer_time.asking import GEMS, put
from games.hammer_time.falling import by_hand, fall, late_knocks
from games.hammer_time.playing import as_it_lies, play
from games.hammer_time.restoring import LIKELY, ask_for, check, restore
from games.hammer_time.rules import Knock, Phase, Return
from games.hammer_time.watch import NEAR, Said, Watch


def settle(watch: Watch, *, hasty: bool = False) -> tuple[Watch, Said]:
    """Judge until there is nothing more to say: gems put back and the next player's knock may come close together."""
    said: Said = ()
    while watch.left is None:
        before = watch
        watch, more = _judge(watch, hasty=hasty)
        said += more
        if (watch.agreed, watch.restoring, watch.begun) == (before.agreed, before.restoring, before.begun):
            break
    return watch, said


def _judge(watch: Watch, *, hasty: bool) -> tuple[Watch, Said]:
    watch, said = _doubt(_as_it_lies(watch))
    if watch.unsure or (watch.doubted and watch.knocking):
        return watch, said
    if not watch.begun:
        watch, more = (watch, ()) if hasty else check(watch)
    elif watch.restoring is not None:
        watch, more = restore(watch, hasty=hasty)
    elif watch.knocking:
        watch, more = fall(watch, hasty=hasty)
    elif watch.agreed.placed:
        watch, more = _returning(watch, hasty=hasty)
    else:
        watch, more = (watch, ()) if hasty else _beside(watch)
    return watch, said + more


def _as_it_lies(watch: Watch) -> Watch:
    """On the players' honour the turn has passed under moving hands: what lies there now is what belongs there."""
    lies = watch.lies
    return as_it_lies(watch, lies) if watch.loose and lies is not None else watch


def _doubt(watch: Watch) -> tuple[Watch, Said]:
    """A count that is not sure is asked about once, where anything depends on it."""
    doubtful = _doubtful(watch)
    asks = doubtful and (not watch.unsure or watch.pan.since > watch.unsure_at)
    if not asks:
        return watch._replace(unsure=doubtful), ()
    return watch._replace(unsure=True, unsure_at=watch.now), (Unsure("centre", watch.lies or 0),)


def _doubtful(watch: Watch) -> bool:
    lies = watch.lies
    if lies is None or watch.sure or not watch.begun or watch.resumed:
        return False
    if watch.knocking:
        return lies < watch.least  # what weighs more is no gem, and is waited out
    if watch.restoring is not None:
        return watch.gone != 0
    return watch.agreed.placed and lies != watch.due and not watch.adrift


def _returning(watch: Watch, *, hasty: bool) -> tuple[Watch, Said]:
    """What is left over goes back on the box (phase 4)."""
    lies, game = watch.lies, watch.game
    rested = watch.pan.rested(watch.now, watch.timing.rest_table)
    if lies == watch.due and not watch.adrift and (hasty or rested):
        return play(by_hand(watch), Return(game.cur, len(game.fallen)))
    if hasty:
        return watch, ()
    if watch.adrift and rested and lies is not None and abs(watch.due - lies) <= NEAR:
        return ask_for(by_hand(watch), GEMS)
    watch, blows = late_knocks(watch)
    watch, said = keeps(watch) if blows else (watch, ())
    if watch.blind:
        watch, more = ask_for(watch, GEMS)
    elif lies is None or not rested:
        more = ()
    else:
        if lies > watch.due and watch.foul is None:
            watch, said = keeps(watch)
        watch, more = ask_for(watch, put(watch.due - lies, known=watch.pan.odds >= LIKELY))
    return watch, said + more


def keeps(watch: Watch) -> tuple[Watch, Said]:
    """Too few or too many have gone back, and the player goes on (HT-F07)."""
    watch = watch._replace(step=None)  # what goes back is asked for once more
    return play(watch, Return(watch.game.cur, -1))


def _beside(watch: Watch) -> tuple[Watch, Said]:
    """While something is told: nobody knocks, and no more gems fall."""
    watch, blows = late_knocks(watch)
    said: Said = ()
    if blows and not (watch.foul is not None and watch.foul.code == OVER):
        watch, said = play(watch, Knock(watch.game.cur, 0))
    gone = watch.gone
    rested = watch.pan.rested(watch.now, watch.timing.rest_table)
    if gone is None or gone <= 0 or not (rested and watch.sure) or watch.game.phase is Phase.OVER:
        return watch, said
    return watch._replace(restoring="table"), said


OVER = "HT-F20"
"""Playing on after the end: named once."""
