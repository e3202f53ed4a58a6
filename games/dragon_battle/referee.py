"""The referee of Dragon Battle: a pure fold from what is entered to announcements (panel.md, "Dragon Battle").

Laws: only the keys tell anything; what the scales, slots and the knock sensor report changes nothing. A foul leaves
the game as it was. Nothing said, lit or asked depends on stars that nobody has told yet.
"""

from typing import assert_never

from games import talk
from games.announcements import Announcement
from games.announcements.shared import Ask, Foul, GameOver, Reports, Resumed, SensorBack, SensorLost, TurnStarts
from games.contract import Referee, Step, Timing
from games.dragon_battle import rules
from games.dragon_battle.answers import back, enter, go, lose, refuse, regain, report, tell
from games.dragon_battle.asking import THROW, asked, offered, panel, question
from games.dragon_battle.copy import Copy
from games.dragon_battle.dice import NUMBER
from games.dragon_battle.picture import lamps
from games.dragon_battle.rules import Phase, Settings
from games.dragon_battle.watch import Said, Watch
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
from games.refereeing import referee
from games.talk import Chose, Entered, Reported, Word


def begin(
    players: int,
    start: int,
    settings: Settings,
    *,
    at: float,
    gems: tuple[int, int] | None = None,  # noqa: ARG001 - as all games are begun; this one has none to check
    timing: Timing = Timing(),  # noqa: B008 - frozen
    seats: tuple[int, ...] = (),
    copy: Copy | None = None,
) -> Step[Watch]:
    """Start a game. What is set up for it nobody can sense, so the first turn starts at once.

    Raises:
        ValueError: as `rules.setup`.
    """
    game = rules.setup(players, start, settings, copy or Copy())
    return Step(Watch(game, timing, seats or tuple(range(players)), now=at), (TurnStarts(start),))


def see(watch: Watch, fact: Fact) -> Step[Watch]:
    """Take the next fact."""
    if watch.left is not None:
        return Step(watch, ())
    if isinstance(fact, PowerBack):
        return Step(*_wake_up(watch, fact.at))
    watch, said = _pass(watch._replace(now=max(watch.now, fact.at)))
    more: Said = ()
    match fact:
        case Pressed():
            watch, more = _press(watch, fact)
        case PartLost():
            watch, more = lose(watch, fact.part)
        case PartBack():
            watch, more = regain(watch, fact.part)
        case KeyStands() | Weighing() | GemsCounted() | Knock() | ColumnMoved() | TimePassed():
            pass
        case _:
            assert_never(fact)
    return Step(watch, said + more)


def _pass(watch: Watch) -> tuple[Watch, Said]:
    """An entry that is complete is ruled on when its time has come, before whatever came later."""
    spoken, entered = talk.elapsed(watch.talk, question(watch), watch.now)
    return (watch, ()) if entered is None else enter(watch._replace(talk=spoken, foul=None), entered.colours)


def _hasten(watch: Watch, press: Pressed) -> tuple[Watch, Said]:
    """A colour that comes after a pause is no die too many, but what is laid out of the throw, where that can be."""
    if not talk.answers_the_next(watch.talk, press, question(watch)):
        return watch, ()
    ruled, said = enter(watch._replace(talk=talk.asked_anew(watch.talk)), watch.talk.entered)
    laid = {f"k{NUMBER[colour] + 1}" for colour in offered(ruled)} if ruled.game.phase is Phase.PLACE else ()
    return (ruled, said) if press.key in laid else (watch, ())


def _press(watch: Watch, press: Pressed) -> tuple[Watch, Said]:
    watch, said = _hasten(watch, press)
    watch, more = _answer(watch, press)
    return watch, said + more


def _answer(watch: Watch, press: Pressed) -> tuple[Watch, Said]:
    spoken, heard = talk.hear(watch.talk, press, question(watch), panel(watch))
    pad_or_colour = press.key not in ("go", "back")
    plain = not watch.talk.leaving and watch.talk.page is None
    watch = watch._replace(talk=spoken)
    if heard not in (Word.NOT_NOW, Word.NONE):
        watch = watch._replace(foul=None, undone=() if pad_or_colour and plain else watch.undone)
    match heard:
        case Entered(colours):
            return enter(watch, colours)
        case Chose(stars):
            return tell(watch, stars)
        case Reported(line):
            return report(watch, line)
        case Word.GO:
            return go(watch)
        case Word.UNDO:
            return back(watch)
        case Word.REPEAT | Word.STAY | Word.LEAVING | Word.LISTING:
            return watch, asked(watch)
        case Word.LEAVE:
            return watch._replace(left="lobby"), ()
        case Word.NOT_NOW:
            return refuse(watch, coloured=plain and press.key.startswith("k"))
        case _:
            return watch, ()


def _wake_up(watch: Watch, at: float) -> tuple[Watch, Said]:
    """The power is back: the game stands as agreed; what was half entered is asked for anew."""
    watch = Watch(watch.game, watch.timing, watch.seats, now=at, past=watch.past)
    return watch, (Resumed(), *asked(watch))


def wake(watch: Watch) -> float | None:
    """When an entry is ruled on, and when `go` says stop again after one that was ruled on by time."""
    if watch.left is not None:
        return None
    moments = (talk.wake(watch.talk, question(watch)), watch.talk.timed_at + talk.SAME)
    return min((moment for moment in moments if moment is not None and moment > watch.now), default=None)


def still_holds(watch: Watch, said: Announcement) -> bool:
    """Whether something said is still true, so that a voice that comes late does not say it."""
    game = watch.game
    match said:
        case TurnStarts(player):
            return game.phase is Phase.ROLL and game.cur == player
        case Foul():
            return watch.foul == said
        case Ask():
            return said in asked(watch) or (said == THROW and isinstance(question(watch), talk.Colours))
        case Reports():
            return said in asked(watch)
        case SensorLost(part):
            return part in watch.lost
        case SensorBack(part):
            return part not in watch.lost
        case GameOver():
            return game.phase is Phase.OVER
        case _:
            return True


REFEREE: Referee[Watch] = referee(
    rules.RULES,
    begin=begin,
    see=see,
    wake=wake,
    lamps=lamps,
    still_holds=still_holds,
    before=lambda watch: watch.past,
)
"""The referee, as the catalogue lists it."""
