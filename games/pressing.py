"""What referees do alike with presses (panel.md): entries, what is asked aside of the game, moves taken back."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games import talk
from games.announcements import Announcement
from games.announcements.shared import Ask, Foul, NotNow, Reports, SensorLost
from games.contract import Lit
from games.facts import Pressed
from games.refereeing import Watching
from games.talk import PADS, Chose, Entered, Heard, Panel, Question, Reported, Talk, Word

Said = tuple[Announcement, ...]

PANEL = "panel"
"""The part that all entries come from: without it a game that is told by the keys is paused."""

LEAVE = Ask("leave")
"""Shall this game end here? `go` says yes, `back` no."""


class Answering(Watching, Protocol):
    """What a referee that is told by the keys knows, as far as all do alike. It is a NamedTuple."""

    @property
    def now(self) -> float:
        """The latest moment heard of."""

    @property
    def talk(self) -> Talk:
        """What was said with the keys so far."""

    @property
    def past(self) -> tuple[Any, ...]:
        """What was agreed before each entry that led on, oldest first."""

    @property
    def undone(self) -> tuple[Any, ...]:
        """What `go` brings back, latest last."""

    @property
    def foul(self) -> Foul | None:
        """The foul named last, until a hand does the next thing."""

    @property
    def lost(self) -> frozenset[str]:
        """Parts that do not answer."""

    def _replace(self, *_: Any, **fields: Any) -> Any:
        """The same with other values of these fields."""


A = TypeVar("A", bound=Answering)
Asking = Callable[[A], Question]
Entering = Callable[[A, tuple[str, ...]], tuple[A, Said]]


def rule_by_time(watch: A, question: Asking[A], enter: Entering[A]) -> tuple[A, Said]:
    """An entry that is complete is ruled on when its time has come, before whatever came later."""
    spoken, entered = talk.elapsed(watch.talk, question(watch), watch.now)
    return (watch, ()) if entered is None else enter(watch._replace(talk=spoken, foul=None), entered.colours)


def rule_by_next(
    watch: A, press: Pressed, question: Asking[A], enter: Entering[A], *, answered: Callable[[A, Pressed], bool]
) -> tuple[A, Said]:
    """A press that can be no part of a complete entry rules on it at once, if it has `answered` what is asked then."""
    if not talk.answers_the_next(watch.talk, press, question(watch)):
        return watch, ()
    ruled, said = enter(watch._replace(talk=talk.asked_anew(watch.talk), foul=None), watch.talk.entered)
    return (ruled, said) if answered(ruled, press) else (watch, ())


def hear(watch: A, press: Pressed, question: Question, panel: Panel) -> tuple[A, Heard]:
    """What a press means. If it means anything, the foul named last is past, and an entry forgets what was undone."""
    listed = watch.talk.page is not None
    spoken, heard = talk.hear(watch.talk, press, question, panel)
    watch = watch._replace(talk=spoken)
    if heard in (Word.NOT_NOW, Word.NONE):
        return watch, heard
    entry = press.key not in ("go", "back") and not listed
    return watch._replace(foul=None, undone=() if entry else watch.undone), heard


class Deeds(NamedTuple, Generic[A]):
    """What a game does with what a press meant."""

    enter: Entering[A]
    choose: Callable[[A, int], tuple[A, Said]]
    """A number, or a player counted from 0."""
    report: Callable[[A, int], tuple[A, Said]]
    """A line of the list, counted from 0."""
    go: Callable[[A], tuple[A, Said]]
    back: Callable[[A], tuple[A, Said]]
    ask: Callable[[A], tuple[A, Said]]
    """Say what the box waits for."""


def answer(watch: A, heard: Heard, deeds: Deeds[A]) -> tuple[A, Said]:
    """What a press that was heard leads to; what only one game hears it has answered before."""
    match heard:
        case Entered(colours):
            return deeds.enter(watch, colours)
        case Chose(value):
            return deeds.choose(watch, value)
        case Reported(line):
            return deeds.report(watch, line)
        case Word.GO:
            return deeds.go(watch)
        case Word.UNDO:
            return deeds.back(watch)
        case Word.REPEAT | Word.STAY | Word.LEAVING | Word.LISTING:
            return deeds.ask(watch)
        case Word.LEAVE:
            return watch._replace(left="lobby"), ()
        case Word.NOT_NOW:
            return watch, (NotNow(),)
        case _:
            return watch, ()


def ask_to_leave(watch: A) -> tuple[A, Said]:
    """The game is over, and somebody has pressed `go`."""
    return watch._replace(talk=watch.talk._replace(leaving=True, leaving_at=watch.now)), (LEAVE,)


def asked_aside(watch: A, codes: Sequence[str]) -> Said:
    """What is said to whoever asks, if it is not the game's own question; `codes` are the lines of the list."""
    if PANEL in watch.lost:
        return (SensorLost(PANEL),)
    if watch.talk.leaving:
        return (LEAVE,)
    return () if watch.talk.page is None else (Reports(talk.page(watch.talk, codes)),)


def lit_aside(talk: Talk, panel: Panel) -> tuple[Lit, ...] | None:
    """What shines while the players leave or look at the list, instead of the game's own picture; else None."""
    if talk.leaving:
        return Lit("go", "go"), Lit("back", "go")
    if talk.page is None:
        return None
    lines = min(PADS, panel.reports - talk.page * PADS)
    turn = (Lit("go", "go"),) if panel.reports > PADS else ()
    return (*(Lit(f"pad.{line + 1}", "choice") for line in range(lines)), Lit("back", "go"), *turn)


def step_back(watch: A) -> A:
    """The game as it was before the last entry that led on; there has to be one."""
    *past, game = watch.past
    after: A = watch._replace(game=game, past=tuple(past), undone=(*watch.undone, watch.game))
    return after


def step_forth(watch: A) -> A:
    """The game as it was before it was undone last; it has to have been."""
    *undone, game = watch.undone
    after: A = watch._replace(game=game, past=(*watch.past, watch.game), undone=tuple(undone))
    return after


def next_moment(watch: A, question: Question, *more: float) -> float | None:
    """When an entry is ruled on, when `go` means the next thing after one, and `more`: the first that is ahead."""
    if watch.left is not None:
        return None
    moments = (talk.wake(watch.talk, question), watch.talk.timed_at + talk.SAME, *more)
    return min((moment for moment in moments if moment is not None and moment > watch.now), default=None)
