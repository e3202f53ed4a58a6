"""The referee of Sultan's Swoop: a pure fold from the column's contact and the keys to announcements (panel.md).

Laws: who swooped, the dice and the taker's card are asked for when all is over, and nothing before that hints at who
may swoop; what a card showed is kept by nobody. A foul leaves the game as it was. The column has to be back before the
next roll.
"""

from typing import assert_never

from games import talk
from games.announcements import Announcement
from games.announcements.shared import (
    Ask,
    Guide,
    Reports,
    Resumed,
    TurnStarts,
)
from games.announcements.sultans_swoop import (
    BothRoll,
    BuildTower,
    CountDice,
    RollAgain,
    RollVoid,
    ShowTask,
    Surrender,
    Swoop,
)
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
from games.pressing import Deeds, Said, answer, hear, next_moment, rule_by_next, rule_by_time
from games.refereeing import referee, still_true
from games.sultans_swoop import rules
from games.sultans_swoop.answers import ask, back, choose, enter, go, lose, nobody, opened, regain, report
from games.sultans_swoop.asking import asked, due, panel, question, set_up
from games.sultans_swoop.column import moved, settle, waits_for
from games.sultans_swoop.copy import Copy
from games.sultans_swoop.picture import lamps
from games.sultans_swoop.rules import Phase, Settings
from games.sultans_swoop.watch import Column, Watch
from games.talk import Word


def begin(
    players: int,
    start: int,
    settings: Settings,
    *,
    at: float,
    gems: tuple[int, int] | None = None,
    timing: Timing = Timing(),  # noqa: B008 - frozen
    seats: tuple[int, ...] = (),
    copy: Copy | None = None,
) -> Step[Watch]:
    """Start a game. Without `gems`, of which this game has none, the tower is built first, and `go` begins.

    Raises:
        ValueError: as `rules.setup`.
    """
    game = rules.setup(players, start, settings, copy or Copy())
    watch = Watch(game, timing, seats or tuple(range(players)), Column(since=at), now=at)
    if gems is None:
        return Step(watch._replace(begun=False), (set_up(watch),))
    return Step(*opened(watch))


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
            watch, more = _press(watch, fact, unheard=Swoop() in said)
        case ColumnMoved():
            watch = moved(watch, fact)
        case PartLost(part=part) if part not in watch.lost:
            watch, more = lose(watch, part)
        case PartBack(part=part) if part in watch.lost:
            watch, more = regain(watch, part)
        case KeyStands() | Weighing() | GemsCounted() | Knock() | TimePassed() | PartLost() | PartBack():
            pass
        case _:
            assert_never(fact)
    watch, last = settle(watch)
    return Step(watch, said + more + last)


def _pass(watch: Watch) -> tuple[Watch, Said]:
    """What is due by now comes before what happens now: an entry that is complete, the column at rest."""
    watch, said = rule_by_time(watch, question, enter)
    watch, more = settle(watch)
    return watch, said + more


def _press(watch: Watch, press: Pressed, *, unheard: bool) -> tuple[Watch, Said]:
    """The hand does the next thing: the column counts as it stands.

    A swoop that is `unheard` until now is not undone by a `go` that meant to say that there is none.
    """
    watch, said = settle(watch, hasty=True)
    watch, ruled = rule_by_next(watch, press, question, enter, answered=_answered)
    watch, heard = hear(watch, press, question(watch), panel(watch))
    if heard is Word.GO and (unheard or Swoop() in said):
        return watch, said + ruled
    watch, more = _answer(watch, heard)
    return watch, said + ruled + more


def _answered(watch: Watch, press: Pressed) -> bool:
    """Whether a press is heard as what is asked now: what the card shows, an open task, a card given up, a swoop."""
    return talk.hear(watch.talk, press, question(watch), panel(watch))[1] is not Word.NOT_NOW


def _answer(watch: Watch, heard: talk.Heard) -> tuple[Watch, Said]:
    match heard:
        case Word.NOBODY:
            return nobody(watch)
        case Word.MORE:
            return watch._replace(none=False), ()
        case _:
            return answer(watch, heard, DEEDS)


DEEDS: Deeds[Watch] = Deeds(enter, choose, report, go, back, ask)
"""What presses do here."""


def _wake_up(watch: Watch, at: float) -> tuple[Watch, Said]:
    """The power is back: the game stands as agreed; what was half entered is asked for anew, and the column looked for.

    A column that is up before the roll has to come back first, whoever took it meanwhile.
    """
    watch = Watch(
        watch.game,
        watch.timing,
        watch.seats,
        Column(since=at),
        now=at,
        begun=watch.begun,
        past=watch.past,
        overruled=watch.overruled,  # a broken contact is not mended by a plug
    )
    return watch, (Resumed(), *asked(watch))


def wake(watch: Watch) -> float | None:
    """When an entry is ruled on, when `go` means the next thing after one, and when the column has come to rest."""
    return next_moment(watch, question(watch), *waits_for(watch))


def still_holds(watch: Watch, said: Announcement) -> bool:
    """Whether something said is still true, so that a voice that comes late does not say it."""
    game = watch.game
    match said:
        case TurnStarts() | BothRoll() | ShowTask() | Surrender() | CountDice() | Ask() | Reports() | BuildTower():
            return said in (*asked(watch), *due(watch))
        case Swoop():
            return game.phase is Phase.GRAB
        case RollAgain() | RollVoid():
            return game.phase is Phase.ROLL
        case Guide():
            return watch.guided > 0
        case _:
            return still_true(said, foul=watch.foul, lost=watch.lost, over=game.phase is Phase.OVER)


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
