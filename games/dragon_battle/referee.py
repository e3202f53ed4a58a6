"""The referee of Dragon Battle: a pure fold from what is entered to announcements (panel.md, "Dragon Battle").

Laws: only the keys tell anything; what the scales, slots and the knock sensor report changes nothing. A foul leaves
the game as it was. Nothing said, lit or asked depends on stars that nobody has told yet.
"""

from typing import assert_never

from games import talk
from games.announcements import Announcement
from games.announcements.shared import Ask, Reports, Resumed, TurnStarts
from games.contract import Referee, Step, Timing
from games.dragon_battle import rules
from games.dragon_battle.answers import back, enter, go, lose, refuse, regain, report, tell
from games.dragon_battle.asking import THROW, asked, offered, panel, question
from games.dragon_battle.copy import Copy
from games.dragon_battle.dice import NUMBER
from games.dragon_battle.picture import lamps
from games.dragon_battle.rules import Phase, Settings
from games.dragon_battle.watch import Watch
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
from games.talk import Heard, Word


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
    watch, said = rule_by_time(watch._replace(now=max(watch.now, fact.at)), question, enter)
    more: Said = ()
    match fact:
        case Pressed():
            watch, more = _press(watch, fact)
        case PartLost(part=part) if part not in watch.lost:
            watch, more = lose(watch, part)
        case PartBack(part=part) if part in watch.lost:
            watch, more = regain(watch, part)
        case (
            KeyStands() | Weighing() | GemsCounted() | Knock() | ColumnMoved() | TimePassed() | PartLost() | PartBack()
        ):
            pass
        case _:
            assert_never(fact)
    return Step(watch, said + more)


def _press(watch: Watch, press: Pressed) -> tuple[Watch, Said]:
    watch, said = rule_by_next(watch, press, question, enter, answered=_answered)
    watch, heard = hear(watch, press, question(watch), panel(watch))
    watch, more = _answer(watch, heard, press)
    return watch, said + more


def _answered(watch: Watch, press: Pressed) -> bool:
    """Whether a key lays out what it can, or tells stars: any other colour is a die too many of the throw before."""
    match watch.game.phase:
        case Phase.PLACE:
            return press.key in {f"k{NUMBER[colour] + 1}" for colour in offered(watch)}
        case Phase.TAKE:
            return press.key.startswith("p")
        case _:
            return False


def _answer(watch: Watch, heard: Heard, press: Pressed) -> tuple[Watch, Said]:
    return refuse(watch, press) if heard is Word.NOT_NOW else answer(watch, heard, DEEDS)


DEEDS: Deeds[Watch] = Deeds(enter, tell, report, go, back, ask=lambda watch: (watch, asked(watch)))
"""What presses do here."""


def _wake_up(watch: Watch, at: float) -> tuple[Watch, Said]:
    """The power is back: the game stands as agreed; what was half entered is asked for anew."""
    watch = Watch(watch.game, watch.timing, watch.seats, now=at, past=watch.past)
    return watch, (Resumed(), *asked(watch))


def wake(watch: Watch) -> float | None:
    """When an entry is ruled on, and when `go` says stop again after one that was ruled on by time."""
    return next_moment(watch, question(watch))


def still_holds(watch: Watch, said: Announcement) -> bool:
    """Whether something said is still true, so that a voice that comes late does not say it."""
    game = watch.game
    match said:
        case TurnStarts(player):
            return game.phase is Phase.ROLL and game.cur == player
        case Ask():
            return said in asked(watch) or (said == THROW and isinstance(question(watch), talk.Colours))
        case Reports():
            return said in asked(watch)
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
