"""What a press of the panel means, given what is asked: the grammar of the keys that all games share (panel.md).

Laws: a press does one thing or nothing; what was entered last is taken back first; a release after a hold does only
what the hold says; a press that means nothing now changes nothing and is heard kindly.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from games.facts import Pressed

ENTRY = 1.5
"""Seconds after the last press in which an entry of several colours is ruled on by itself."""

SAME = 2.0
"""Seconds after that in which `go` still belongs to it, and does nothing else."""

REPEAT = 2.0
"""`go` held so long repeats what the box waits for."""

REPORT = 1.0
"""`back` held so long opens the list of reports."""

PAUSE = 0.8
"""Seconds after which another colour belongs to no entry that is complete: the colours of one entry come faster."""

LEAVE = 3.0
"""`back` held so long asks whether to leave the game."""

MASH = 1.0
"""A second `back` within so many seconds is ignored: children mash. So is a `go` that would leave, behind the one that
asked whether to."""

OVERTAKEN = 5.0
"""Seconds in which `back` still answers a question that hands have answered by playing on."""

NEVER = -1e9
"""A moment long before any box was switched on."""

PADS = 6
"""Pads, and so the lines of one page of the list."""


class Colours(NamedTuple):
    """So many colours, one press each; with `fewer` `go` may say earlier that this is all.

    Up to `most` are taken even if that is more than expected: the entry tells what lies there, right or wrong.
    """

    expected: int
    choices: tuple[str, ...]
    fewer: bool = False
    most: int = 0


class Colour(NamedTuple):
    """One colour, which acts at once."""

    choices: tuple[str, ...]


class Number(NamedTuple):
    """A number from 1 to `most`, by pad; the numbers of `choices` if there are any."""

    most: int = PADS
    choices: tuple[int, ...] = ()


class Player(NamedTuple):
    """One of these players, by pad; with `nobody` `back` says so."""

    players: tuple[int, ...]
    nobody: bool = False


class YesNo(NamedTuple):
    """`go` says yes, `back` no."""


class Nothing(NamedTuple):
    """No question: the hands do the next thing."""


Question = Colours | Colour | Number | Player | YesNo | Nothing
"""What is asked at the moment."""


class Word(Enum):
    """A press that says something by itself."""

    YES = "yes"
    NO = "no"
    NOBODY = "nobody"
    GO = "go"
    UNDO = "undo"
    """Nothing entered is left to take back: the last move is."""
    REPEAT = "repeat"
    """What the box waits for is to be said again."""
    LEAVING = "leaving"
    """The players are asked whether to leave the game."""
    STAY = "stay"
    """They do not; or the list of reports is closed."""
    LEAVE = "leave"
    LISTING = "listing"
    """A page of the list of reports is shown."""
    MORE = "more"
    """An entry has grown or shrunk: the lamps show it."""
    NOT_NOW = "not now"
    """Nothing that could be meant now: a kind sound says so."""
    NONE = "none"
    """Nothing, and nothing is to be heard of it."""


class Entered(NamedTuple):
    """The colours that were asked for, in the order of their presses."""

    colours: tuple[str, ...]


class Chose(NamedTuple):
    """The number that was asked for, or the player (counted from 0)."""

    value: int


class Reported(NamedTuple):
    """A line of the list of reports, counted from 0."""

    line: int


Heard = Word | Entered | Chose | Reported
"""What a press meant."""


class Talk(NamedTuple):
    """What was said with the keys so far, and not ruled on yet."""

    entered: tuple[str, ...] = ()
    pressed_at: float = 0.0
    page: int | None = None
    """Of the list of reports, while it is open."""
    leaving: bool = False
    leaving_at: float = NEVER
    """When a `go` made the box ask whether to leave: another one mashed right then is no answer."""
    timed_at: float = NEVER
    """When an entry was ruled on by time."""
    undone_at: float = NEVER
    stayed_at: float = NEVER
    """When hands played on while the players were asked whether to leave, or looked at the list."""


class Panel(NamedTuple):
    """What the keys mean in a game: the colours of k1 to k6, the pad of each player, and how long its list is."""

    seats: tuple[int, ...]
    colours: tuple[str, ...] = ()
    reports: int = 0
    mash: float = MASH


def hear(talk: Talk, press: Pressed, question: Question, panel: Panel) -> tuple[Talk, Heard]:
    """Take a press."""
    after, heard = _hear(talk, press, question, panel)
    if press.key not in ("go", "back") and heard is not Word.NOT_NOW:
        after = after._replace(timed_at=NEVER)  # an entry of its own: `go` does not belong to the one before any more
    if (talk.leaving or talk.page is not None) and not (after.leaving or after.page is not None):
        after = after._replace(pressed_at=press.at)  # an entry has waited meanwhile, and is looked at once more
    return after, heard


def _hear(talk: Talk, press: Pressed, question: Question, panel: Panel) -> tuple[Talk, Heard]:
    if press.key == "go":
        if press.held >= REPEAT:
            return talk, Word.REPEAT
        return _go(talk, press.at, question, panel)
    if press.key == "back":
        if press.held >= LEAVE:
            return talk._replace(leaving=True, page=None), Word.LEAVING
        if press.held >= REPORT:
            return _list(talk, panel)
        return _back(talk, press.at, question, panel.mash)
    if talk.leaving:
        return talk, Word.NOT_NOW
    number = int(press.key[1:]) - 1 if press.key[1:].isdecimal() else -1
    if press.key[:1] == "p" and 0 <= number < PADS:
        return _pad(talk, number, question, panel)
    if press.key[:1] == "k" and 0 <= number < len(panel.colours):
        return _colour(talk, panel.colours[number], press.at, question)
    return talk, Word.NOT_NOW


def elapsed(talk: Talk, question: Question, now: float) -> tuple[Talk, Entered | None]:
    """Time has passed: an entry that is complete is ruled on."""
    due = wake(talk, question)
    if due is None or now < due:
        return talk, None
    return talk._replace(entered=(), timed_at=now), Entered(talk.entered)


def wake(talk: Talk, question: Question) -> float | None:
    """When a complete entry is ruled on by itself."""
    complete = isinstance(question, Colours) and len(talk.entered) >= question.expected > 0
    return talk.pressed_at + ENTRY if complete and not talk.leaving and talk.page is None else None


def answers_the_next(talk: Talk, press: Pressed, question: Question) -> bool:
    """Whether a press is meant for what is asked once a complete entry is ruled on: a pad is, and a late colour."""
    complete = isinstance(question, Colours) and len(talk.entered) == question.expected
    ruled_soon = complete and wake(talk, question) is not None
    late = press.key[:1] == "k" and press.at >= talk.pressed_at + PAUSE
    return ruled_soon and (late or press.key[:1] == "p")


def page(talk: Talk, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines of the list that pads choose from now; none while it is closed."""
    return () if talk.page is None else tuple(lines[talk.page * PADS : (talk.page + 1) * PADS])


def played_on(talk: Talk, at: float) -> Talk:
    """Hands have played on: players who were asked whether to leave stay, and the list would be another one by now.

    Else a `go` that is meant for the game, long after somebody has leaned on `back`, would end it.
    """
    return talk._replace(leaving=False, page=None, stayed_at=at) if talk.leaving or talk.page is not None else talk


def asked_anew(talk: Talk) -> Talk:
    """Something else is asked now: what was entered belonged to the question before."""
    return talk._replace(entered=())


def _go(talk: Talk, at: float, question: Question, panel: Panel) -> tuple[Talk, Heard]:
    if talk.leaving:
        if at < talk.leaving_at + panel.mash:
            return talk, Word.NONE
        return talk._replace(leaving=False), Word.LEAVE
    if talk.page is not None:
        pages = -(-panel.reports // PADS)
        if pages == 1:
            return talk._replace(page=None), Word.STAY
        return talk._replace(page=(talk.page + 1) % pages), Word.LISTING
    if isinstance(question, Colours) and (talk.entered or question.fewer):
        if len(talk.entered) >= question.expected or question.fewer:
            return talk._replace(entered=()), Entered(talk.entered)
        return talk, Word.NOT_NOW
    if at <= talk.timed_at + SAME:
        return talk, Word.NONE
    if isinstance(question, YesNo):
        return talk, Word.YES
    return talk, Word.GO


def _back(talk: Talk, at: float, question: Question, mash: float) -> tuple[Talk, Heard]:
    if talk.leaving or talk.page is not None:
        return talk._replace(leaving=False, page=None, undone_at=at), Word.STAY
    if talk.entered:
        return talk._replace(entered=talk.entered[:-1], pressed_at=at, undone_at=at), Word.MORE
    if at < talk.stayed_at + OVERTAKEN:
        return talk._replace(undone_at=at, stayed_at=NEVER), Word.STAY
    if at < talk.undone_at + mash:
        return talk, Word.NONE
    # Whatever was ruled on by time before is past: a `go` that comes now means something else.
    talk = talk._replace(undone_at=at, timed_at=NEVER)
    if isinstance(question, YesNo):
        return talk, Word.NO
    if isinstance(question, Player) and question.nobody:
        return talk, Word.NOBODY
    return talk, Word.UNDO


def _list(talk: Talk, panel: Panel) -> tuple[Talk, Heard]:
    if not panel.reports:
        return talk, Word.NOT_NOW
    return talk._replace(page=0, leaving=False), Word.LISTING


def _pad(talk: Talk, pad: int, question: Question, panel: Panel) -> tuple[Talk, Heard]:
    if talk.page is not None:
        line = talk.page * PADS + pad
        return (talk._replace(page=None), Reported(line)) if line < panel.reports else (talk, Word.NOT_NOW)
    match question:
        case Number(most, choices) if pad + 1 in (choices or range(1, most + 1)):
            return talk, Chose(pad + 1)
        case Player(players) if pad in panel.seats and panel.seats.index(pad) in players:
            return talk, Chose(panel.seats.index(pad))
    return talk, Word.NOT_NOW


def _colour(talk: Talk, colour: str, at: float, question: Question) -> tuple[Talk, Heard]:
    if talk.page is not None:
        return talk, Word.NOT_NOW
    match question:
        case Colours(expected, choices, most=most) if colour in choices and len(talk.entered) < max(expected, most):
            return talk._replace(entered=(*talk.entered, colour), pressed_at=at), Word.MORE
        case Colour(choices) if colour in choices:
            return talk, Entered((colour,))
    return talk, Word.NOT_NOW
