"""The referee of Hammer Time: a pure fold over knocks, weights and presses (panel.md, "Hammer Time"; design.md 5, 6).

Laws: it judges the box at rest, never edges: falls after `settleSeconds`, gems put back after `rest_table`; but what
lies still when the hand does the next thing counts at once. A knock by itself says nothing. A foul leaves the game as
it was, and gems are guided back until the scale shows them.
"""

from typing import assert_never

from games import talk
from games.announcements import Announcement
from games.announcements.shared import Ask, Guide, Reports, TurnStarts, Unsure
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
from games.hammer_time import rules
from games.hammer_time.answers import choose, go, yes_or_no
from games.hammer_time.asking import asked, besides, panel, questions
from games.hammer_time.copy import ASSUMED, Copy
from games.hammer_time.entering import enter
from games.hammer_time.losing import lose, regain
from games.hammer_time.pan import awaited, counted, stirred
from games.hammer_time.picture import lamps
from games.hammer_time.restoring import first_words, wake_up
from games.hammer_time.rules import Phase, Settings
from games.hammer_time.settling import settle
from games.hammer_time.undoing import back, report
from games.hammer_time.watch import DOUBTS, SCALE, Agreed, Blow, Said, Watch
from games.pressing import Deeds, answer
from games.refereeing import referee, still_true
from games.talk import Heard, Word


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
    """Start a game; `gems` are those on the box as agreed, or None: then the box is checked first.

    Raises:
        ValueError: as `rules.setup`.
    """
    copy = copy or ASSUMED
    game = rules.setup(players, start, settings, copy)
    seats = seats or tuple(range(players))
    watch = Watch(Agreed(game), settings, copy, timing, seats, now=at, pan=awaited(at), left_at=at)
    if gems is None:
        return Step(watch._replace(begun=False), ())
    watch = watch._replace(agreed=Agreed(game._replace(box=gems[0])), pan=awaited(at)._replace(gems=gems[0]))
    return Step(watch, first_words(watch))


def see(watch: Watch, fact: Fact) -> Step[Watch]:
    """Take the next fact."""
    if watch.left is not None:
        return Step(watch, ())
    if isinstance(fact, PowerBack):
        return Step(*wake_up(watch, fact.at))
    watch, said = _elapsed(watch._replace(now=max(watch.now, fact.at)))
    watch, more = _take(watch, fact)
    watch, settled = settle(watch)
    return Step(_asked_anew(watch), said + more + settled)


def _asked_anew(watch: Watch) -> Watch:
    """Where the scale can tell again what falls, what was told of a fall by hand before answers nothing any more."""
    told = watch.talk.entered and watch.knocking and watch.lies is not None
    return watch._replace(talk=talk.asked_anew(watch.talk)) if told else watch


def _elapsed(watch: Watch) -> tuple[Watch, Said]:
    """An entry that is complete is ruled on when its time has come, before whatever came later."""
    spoken, entered = talk.elapsed(watch.talk, questions(watch)[0], watch.now)
    return (watch, ()) if entered is None else enter(watch._replace(talk=spoken, foul=None), entered.colours)


def _take(watch: Watch, fact: Fact) -> tuple[Watch, Said]:
    match fact:
        case Weighing(place="centre"):
            return _moves(watch, fact), ()
        case GemsCounted(place="centre"):
            return _rests(watch, fact), ()
        case Knock():
            return _knocked(watch, fact)
        case Pressed():
            return _press(watch, fact)
        case PartLost():
            return lose(watch, fact.part, fact.at)
        case PartBack():
            return regain(watch, fact.part)
        case Weighing() | GemsCounted() | KeyStands() | ColumnMoved() | TimePassed() | PowerBack():
            return watch, ()
        case _:
            assert_never(fact)


def _moves(watch: Watch, fact: Weighing) -> Watch:
    left_at = fact.at if watch.gone == 0 else watch.left_at
    foul = watch.foul if watch.game.phase is Phase.OVER else None
    return watch._replace(pan=stirred(watch.pan, fact), left_at=left_at, undone=(), foul=foul)


def _rests(watch: Watch, fact: GemsCounted) -> Watch:
    # Where nobody saw the weight move it has left its rest by now.
    left_at = fact.at if not watch.pan.moving and watch.gone == 0 else watch.left_at
    return watch._replace(pan=counted(watch.pan, fact), left_at=left_at)


def _knocked(watch: Watch, fact: Knock) -> tuple[Watch, Said]:
    """What lies still counts before the knock. A doubtful one only makes a fall that begins with it a question."""
    if fact.doubtful:
        return watch._replace(perhaps=(*watch.perhaps, fact.at)[-DOUBTS:]), ()
    watch, said = settle(watch, hasty=True)
    blow = Blow(fact.at, watch.pan.gems)
    # While it is asked whether a fall came by a knock, one more is no answer.
    deaf = watch.deaf and watch.doubted > 0
    return watch._replace(blows=(*watch.blows, blow), undone=(), silent=0, deaf=deaf), said


def _press(watch: Watch, press: Pressed) -> tuple[Watch, Said]:
    """What lies still counts before the press. A `go` answers no question that nobody has heard yet."""
    resumed = watch.resumed
    watch, said = settle(watch, hasty=True)
    watch, heard = _hear(watch, press)
    if heard is Word.GO and ((resumed and not watch.resumed) or watch.just_found):
        return watch, said
    if heard not in (Word.NOT_NOW, Word.NONE):
        undone = watch.undone if press.key in ("go", "back") else ()
        watch = watch._replace(foul=watch.foul if said else None, undone=undone)
    watch, more = _answer(watch, heard)
    return (watch._replace(went_at=press.at) if press.key == "go" else watch), said + more


def _hear(watch: Watch, press: Pressed) -> tuple[Watch, Heard]:
    """By the question asked, or by what may be told besides."""
    keys = panel(watch)
    first, *others = questions(watch)
    spoken, heard = talk.hear(watch.talk, press, first, keys)
    for question in others:
        if heard is Word.NOT_NOW:
            spoken, heard = talk.hear(watch.talk, press, question, keys)
    return watch._replace(talk=spoken), heard


def _answer(watch: Watch, heard: Heard) -> tuple[Watch, Said]:
    if heard in (Word.YES, Word.NO):
        return yes_or_no(watch, yes=heard is Word.YES)
    return answer(watch, heard, DEEDS)


DEEDS: Deeds[Watch] = Deeds(enter, choose, report, go, back, ask=lambda watch: (watch, asked(watch)))
"""What presses do here."""


def wake(watch: Watch) -> float | None:
    """The next moment at which something comes to rest; None while only a hand can bring news."""
    if watch.left is not None:
        return None
    pan, rest, settled = watch.pan, watch.timing.rest_table, watch.settings.settle_seconds
    moments = [pan.since + watch.patience] if pan.moving else [pan.since + rest, pan.since + settled]
    for blow in watch.blows:
        moments += [blow.at + rest, blow.at + settled]
    entry = talk.wake(watch.talk, questions(watch)[0])
    moments += [watch.talk.timed_at + talk.SAME, *(() if entry is None else (entry,))]
    return min((moment for moment in moments if moment > watch.now), default=None)


def still_holds(watch: Watch, said: Announcement) -> bool:
    """Whether something said is still true, so that a voice that comes late does not say it."""
    game = watch.game
    match said:
        case TurnStarts(player):
            return watch.knocking and game.cur == player
        case Ask() | Unsure() | Guide() | Reports():
            return said in (*asked(watch), *besides(watch))
        case _:
            return still_true(said, foul=watch.foul, lost=watch.lost, over=game.phase is Phase.OVER)


def agreed(watch: Watch) -> tuple[int, int] | None:
    """The gems on the box as counted, else as agreed, none in the corner; None while that has yet to be found there.

    While something moves it is what lay there before, and of what weighs nothing like gems nothing is agreed: that all
    of them are there under an elbow players have to say.
    """
    if not watch.begun or watch.astray or SCALE in watch.lost:
        return None
    lay = watch.pan.gems
    if lay is None:
        return None
    if watch.sure:
        return lay, 0
    # A count that is not sure is agreed once it has been taken for what belongs there, of which some may be back early.
    goes_back = watch.restoring is not None or watch.agreed.placed or watch.game.down > 0
    return None if goes_back or lay != watch.least else (watch.least, 0)


REFEREE: Referee[Watch] = referee(
    rules.RULES,
    begin=begin,
    see=see,
    wake=wake,
    lamps=lamps,
    still_holds=still_holds,
    before=lambda watch: tuple(agreed.game for agreed in watch.past),
    agreed=agreed,
)
"""The referee, as the catalogue lists it."""
