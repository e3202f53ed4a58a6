"""The referee of Clever Keys: a pure fold from facts to announcements (design.md section 5).

Laws: it judges the table at rest, never edges: after `rest_contact` for a key lifted, after `rest_table` for keys put
in and for gems; but what stands when the hand does the next thing counts at once, if it stood for `rest_contact`. A
foul leaves the game as it was and is guided back one step at a time. Nothing said, lit or asked depends on which slots
were seen to fit, but for CK-F14, which the rules require.
"""

from typing import assert_never

from games.announcements import Announcement
from games.announcements.clever_keys import Discard, Take
from games.announcements.shared import (
    Ask,
    Foul,
    GameOver,
    Guide,
    NotNow,
    Reports,
    SensorBack,
    SensorLost,
    TurnStarts,
    Unsure,
)
from games.clever_keys import rules
from games.clever_keys.answers import go, lose, regain, undo
from games.clever_keys.judging import Late
from games.clever_keys.naming import reminder
from games.clever_keys.picture import lamps, panel
from games.clever_keys.reports import reports
from games.clever_keys.resting import Haste, waits_for
from games.clever_keys.restoring import wake_up
from games.clever_keys.rules import Phase, Settings
from games.clever_keys.seen import counted, stirred, with_slot
from games.clever_keys.settling import settle
from games.clever_keys.vocabulary import REPORTS
from games.clever_keys.watch import Said, Watch
from games.contract import Referee, Step, Timing
from games.facts import (
    ColumnMoved,
    Fact,
    GemsCounted,
    KeyStands,
    Knock,
    PartBack,
    PartLost,
    PowerBack,
    Pressed,
    TimePassed,
    Weighing,
)
from games.pressing import LEAVE
from games.refereeing import referee
from games.table import Depth, Place
from games.talk import Nothing, Reported, Word, hear, page

NO_QUESTION = Nothing()
"""Keys and gems say everything: whatever is asked is answered with `go`, `back` or the hands."""


def begin(
    players: int,
    start: int,
    settings: Settings,
    *,
    at: float,
    gems: tuple[int, int] | None = None,
    timing: Timing = Timing(),  # noqa: B008 - frozen
    seats: tuple[int, ...] = (),
    copy: None = None,  # noqa: ARG001 - as all games are begun; nothing of this one is printed on cards
) -> Step[Watch]:
    """Start a game; `gems` are the chamber and the corner as agreed, or None: then the table is checked first.

    Raises:
        ValueError: as `rules.setup`.
    """
    game = rules.setup(players, start, settings)
    watch = Watch(game, settings, timing, now=at, seats=seats or tuple(range(players)))
    if gems is None:
        return Step(watch._replace(begun=False), ())
    return Step(watch._replace(game=game._replace(chamber=gems[0], corner=gems[1])), (TurnStarts(start),))


def see(watch: Watch, fact: Fact) -> Step[Watch]:
    """Take the next fact."""
    said: Said = ()
    if watch.left:
        return Step(watch, ())
    watch = watch._replace(now=max(watch.now, fact.at))
    match fact:
        case KeyStands():
            watch, said = _hasten(watch, fact) if _is_next_thing(watch, fact) else (watch, ())
            watch = watch._replace(seen=with_slot(watch.seen, fact), undone=())
        case Weighing():
            watch, said = _hasten(watch, fact)
            watch = watch._replace(seen=stirred(watch.seen, fact), late=_late(watch, fact.at), undone=())
        case GemsCounted():
            if not watch.seen.heap(fact.place).moving:
                watch = watch._replace(late=_late(watch, fact.at))
            watch = watch._replace(seen=counted(watch.seen, fact))
        case Pressed():
            watch, said = _press(watch, fact)
        case PartLost():
            watch, said = lose(watch, fact.part, fact.at)
        case PartBack():
            watch, said = regain(watch, fact.part)
        case PowerBack():
            watch, said = wake_up(watch, fact.at)
        case TimePassed() | Knock() | ColumnMoved():
            pass
        case _:
            assert_never(fact)
    watch, more = settle(watch)
    return Step(watch, said + more)


def _late(watch: Watch, at: float) -> Late | None:
    """Whether a hand that begins now still belongs to the turn before: so it does while gems of that turn are amiss."""
    late = watch.late
    return None if late is not None and at > late.until and not watch.gone and not watch.cast else late


def _is_next_thing(watch: Watch, fact: KeyStands) -> bool:
    """Whether a slot's change is a new deed, not the rest of a push that began as *entered*."""
    return not (watch.seen.depth(fact.slot) is Depth.ENTERED and fact.depth is Depth.FULL)


def _hasten(watch: Watch, fact: KeyStands | Weighing) -> tuple[Watch, Said]:
    """The hand does the next thing: what stands now counts, if it has stood, and only as a move.

    A foul the hand is already undoing is not named. A key on its way in shakes the scale itself, so a weight that moves
    makes no haste where a key is only entered.
    """
    if not watch.begun:
        return watch, ()
    stood = fact.at - watch.seen.moved_at >= watch.timing.rest_contact
    if isinstance(fact, Weighing):
        stood = stood and all(watch.seen.depth(slot) is Depth.FULL for slot in watch.keys.placed)
    return settle(watch, Haste(keys=stood))


def _press(watch: Watch, press: Pressed) -> tuple[Watch, Said]:
    talk, heard = hear(watch.talk, press, NO_QUESTION, panel(watch))
    watch = watch._replace(talk=talk)
    match heard:
        case Word.GO:
            return _go(watch)
        case Word.UNDO:
            watch, said = settle(watch, Haste(keys=True)) if watch.begun else (watch, ())
            watch, more = undo(watch)
            return watch, said + more
        case Word.REPEAT | Word.STAY:
            return watch, reminder(watch)
        case Word.LEAVING:
            return watch, (LEAVE,)
        case Word.LEAVE:
            return watch._replace(left="lobby", trouble=None), ()
        case Word.LISTING:
            return watch, (Reports(page(talk, [foul.code for foul in reports(watch.game)])),)
        case Reported(line):
            return watch, (reports(watch.game)[line],)
        case Word.NOT_NOW:
            return watch, (NotNow(),)
        case _:
            return watch, ()


def _go(watch: Watch) -> tuple[Watch, Said]:
    """The hand says that it is done: what stands and lies there counts first, and may be all that `go` meant."""
    if watch.game.phase is Phase.OVER and not watch.asks_to_resume:
        return watch._replace(talk=watch.talk._replace(leaving=True, leaving_at=watch.now)), (LEAVE,)
    before = watch
    watch, said = settle(watch, Haste(keys=True, naming=True)) if watch.begun else (watch, ())
    named = watch.trouble is not None and watch.trouble != before.trouble
    if named or (watch.game != before.game and watch.game.phase is not Phase.DECIDE):
        return watch, said
    watch, more = go(watch)
    return watch, said + more


def wake(watch: Watch) -> float | None:
    """The next moment at which something comes to rest; None while only a hand can bring news."""
    return None if watch.left else min((moment for moment in waits_for(watch) if moment > watch.now), default=None)


def still_holds(watch: Watch, said: Announcement) -> bool:
    """Whether something said is still true, so that a voice that comes late does not say it."""
    game, trouble = watch.game, watch.trouble
    match said:
        case TurnStarts(player):
            return game.phase is Phase.CHOOSE and game.cur == player
        case Take(player, gems):
            return game.phase is Phase.TAKE and (game.cur, game.due) == (player, gems)
        case Discard(player):
            return game.phase is Phase.DISCARD and game.cur == player
        case Foul("CK-F18"):
            return game.phase is Phase.CHOOSE
        case Foul(code) if code in REPORTS:
            return True
        case Foul(code):
            return trouble is not None and trouble.code == code
        case Ask("stop"):
            return game.phase is Phase.DECIDE
        case Guide() | Ask():
            return trouble is not None and trouble.step == said
        case Unsure(place):
            return watch.unsure == place
        case SensorLost(part):
            return part in watch.lost
        case SensorBack(part):
            return part not in watch.lost
        case GameOver():
            return game.phase is Phase.OVER
        case _:
            return True


def heed(watch: Watch) -> Place:
    """The place whose weight matters most now: the corner while a gem is due there or was taken from there."""
    asked = watch.trouble is not None and watch.trouble.place == "corner"
    return "corner" if asked or watch.game.phase is Phase.DISCARD else "centre"


def agreed(watch: Watch) -> tuple[int, int] | None:
    """The gems in the chamber and in the corner as last agreed; None while that has yet to be found on the table."""
    return (watch.game.chamber, watch.game.corner) if watch.begun and not watch.resumed else None


REFEREE: Referee[Watch] = referee(
    rules.RULES,
    begin=begin,
    see=see,
    wake=wake,
    lamps=lamps,
    still_holds=still_holds,
    before=lambda watch: watch.past,
    heed=heed,
    agreed=agreed,
)
"""The referee, as the catalogue lists it."""
