"""The conversation in which an owner tells what is printed on the games: questions, and what each typed line means.

Laws: a fold over lines, without a terminal; a line that cannot be meant changes nothing and is answered with what would
be right; what was entered stays entered whatever is typed later, until another answer to the same question.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from firmware.copytext import said
from firmware.owned import Doubt, Owned, shipped
from games.plain import Plain

INTRO: Final = """\
What is printed on your copies of the games? Each question shows what the box takes it for now.
  Enter   leaves it at that         back  the question before
  yes     that is what mine has     next  the next game
  WORDS   what mine has instead     stop  ends this; what was entered is kept
                                    help  tells this again"""

_AS_SHIPPED: Final = "Until that is right the box plays with what is shipped."

Said = tuple[str, ...]
"""Lines for the owner."""


class Question(NamedTuple):
    """One question: about a value of a game, or about one entry of it (counted from 0)."""

    game: int
    name: str
    entry: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """How far the conversation has come: `again` after a wrong answer, `over` once there is nothing more to ask."""

    owned: tuple[Owned, ...]
    questions: tuple[Question, ...]
    place: int = 0
    again: bool = False
    over: bool = False

    @property
    def question(self) -> Question:
        """What is asked now."""
        return self.questions[self.place]

    @property
    def about(self) -> Owned:
        """The copy it is about."""
        return self.owned[self.question.game]


def begin(owned: Iterable[Owned]) -> Talk:
    """The first question. A value whose entries are not those of any copy is asked for anew."""
    drafts = tuple(_sound(each) for each in owned)
    questions = [question for number, each in enumerate(drafts) for question in _questions(number, each)]
    return Talk(owned=drafts, questions=tuple(questions), over=not questions)


def ask(talk: Talk) -> tuple[Said, str]:
    """What to tell before the question, and the question."""
    return () if talk.again else tuple(_told(talk)), f"{_label(talk)} [{_answer(talk)}]: "


def hear(talk: Talk, line: str) -> tuple[Talk, Said]:
    """What a typed line leads to, and what to answer."""
    talk = replace(talk, again=False)
    match line.lower().split():
        case []:
            return _on(talk)
        case ["yes"]:
            return _enter(talk, (_answer(talk),))
        case ["back"]:
            if talk.place == 0:
                return replace(talk, again=True), ("  This is the first question.",)
            return replace(talk, place=talk.place - 1), ()
        case ["next"]:
            return _next_game(talk)
        case ["stop" | "quit" | "exit"]:
            return replace(talk, over=True), tuple(dict.fromkeys(_open_still(talk)))
        case ["help" | "?"]:
            return replace(talk, again=True), tuple(INTRO.splitlines()[1:])
        case _:
            # Nobody means another card by a capital letter.
            return _enter(talk, (line, line.lower()))


def _questions(number: int, owned: Owned) -> Iterator[Question]:
    for name in owned.names:
        if owned.shape(name) in {"lists", "table"}:
            yield from (Question(number, name, entry) for entry in range(len(owned.value(name))))
        else:
            yield Question(number, name)


def _sound(owned: Owned) -> Owned:
    usual = _usual(owned)
    for name in owned.entered:
        if _keys(owned, name) != _keys(usual, name):
            owned = owned.enter(name, usual.values[name])
            owned = replace(owned, entered=owned.entered - {name})
    return owned


def _usual(owned: Owned) -> Owned:
    return next(iter(shipped((owned.game,))))


def _keys(owned: Owned, name: str) -> tuple[object, ...]:
    value = owned.value(name)
    match owned.shape(name):
        case "lists":
            return tuple(range(len(value)))
        case "table":
            return tuple(key for key, _ in value)
    return ()


# --- asking -----------------------------------------------------------------------------------------------------------


def _told(talk: Talk) -> Iterator[str]:
    question, owned = talk.question, talk.about
    before = talk.questions[talk.place - 1] if talk.place else None
    if before is None or before.game != question.game:
        yield ""
        yield owned.game.title
    if before is None or before[:2] != question[:2]:
        yield ""
        yield from owned.asks(question.name)
        yield from (f"  {mark}" for mark in owned.marks(question.name))
        yield from (f"  not possible: {doubt.sentence}" for doubt in _doubts(owned, question.name))


def _label(talk: Talk) -> str:
    _, name, entry = talk.question
    if entry is None:
        return name
    keys = _keys(talk.about, name)
    if talk.about.shape(name) == "table":
        return f"{name}, {keys[entry]}"
    return f"{name}, {entry + 1} of {len(keys)}"


def _answer(talk: Talk) -> str:
    """What the box takes it for now, as it would be typed."""
    _, name, entry = talk.question
    if entry is None:
        return said(talk.about, name)
    now = talk.about.value(name)[entry]
    if talk.about.shape(name) == "table":
        now = now[1]
    return " ".join(map(str, now or _usual(talk.about).value(name)[entry]))


# --- answering --------------------------------------------------------------------------------------------------------


def _enter(talk: Talk, readings: tuple[str, ...]) -> tuple[Talk, Said]:
    """Take the first reading of an answer that can be; else tell what is wrong with the best of them."""
    wrong: list[Said] = []
    for reading in readings:
        try:
            words = [word for word in re.split(r"[\s,]+", reading) if word]
            owned = talk.about.enter(talk.question.name, _value(talk, words))
        except ValueError as error:
            wrong.append((str(error),))
            continue
        before = talk.about.doubts()
        new = tuple(doubt.sentence for doubt in _doubts(_filled(owned), talk.question.name) if doubt not in before)
        if not new:
            game = talk.question.game
            return _on(replace(talk, owned=(*talk.owned[:game], owned, *talk.owned[game + 1 :])))
        wrong.append(new)
    return replace(talk, again=True), tuple(f"  {sentence}." for sentence in min(wrong, key=len))


def _on(talk: Talk) -> tuple[Talk, Said]:
    """The next question; a game is left only when its copy can be."""
    place = talk.place + 1
    if place == len(talk.questions) or talk.questions[place].game != talk.question.game:
        for name, sentence in talk.about.doubts():
            again = _open(talk, name)
            if again is not None:
                return replace(talk, place=again), (f"  {sentence}. {_AS_SHIPPED} (`next` leaves it.)",)
    return _go(talk, place), ()


def _open_still(talk: Talk) -> Iterator[str]:
    """What of each game cannot be yet: a set of wagons half told, for one."""
    for owned in talk.owned:
        yield from (f"  {owned.game.title}: {doubt.sentence}. {_AS_SHIPPED}" for doubt in owned.doubts())


def _next_game(talk: Talk) -> tuple[Talk, Said]:
    place = talk.place
    while place < len(talk.questions) and talk.questions[place].game == talk.question.game:
        place += 1
    return _go(talk, place), tuple(f"  {doubt.sentence}. {_AS_SHIPPED}" for doubt in talk.about.doubts())


def _go(talk: Talk, place: int) -> Talk:
    return replace(talk, over=True) if place == len(talk.questions) else replace(talk, place=place)


def _open(talk: Talk, name: str) -> int | None:
    """The question to go back to for a value: of a list of lists the first that is not told yet."""
    game = talk.question.game
    value = talk.about.value(name) if name else ()
    places = [place for place, each in enumerate(talk.questions) if each[:2] == (game, name)]
    empty = [place for place in places if (entry := talk.questions[place].entry) is not None and not value[entry]]
    return next(iter(empty or places), None)


def _filled(owned: Owned) -> Owned:
    """With lists that are still to come as they are shipped, so that an answer is judged by itself."""
    usual = _usual(owned)
    for name in owned.entered:
        if owned.shape(name) == "lists":
            lists = zip(owned.values[name], usual.values[name], strict=True)
            owned = owned.enter(name, [now or shipped_one for now, shipped_one in lists])
    return owned


def _value(talk: Talk, words: list[str]) -> Plain:
    """The whole value that an answer makes, as a file says it. Raises ValueError."""
    _, name, entry = talk.question
    things = [int(word) if re.fullmatch(r"-?[0-9]+", word) else word for word in words]
    now = talk.about.values[name]
    match talk.about.shape(name):
        case "one":
            return things[0] if len(things) == 1 else " ".join(words)
        case "list":
            return things
        case "counts":
            return [_pair(word) for word in words]
        case "lists":
            # One list without the others is no answer yet: those that are still to come must not look entered.
            others = now if name in talk.about.entered else [[] for _ in now]
            return [things if number == entry else each for number, each in enumerate(others)]
        case "table":
            return [[key, things if number == entry else each] for number, (key, each) in enumerate(now)]


def _pair(word: str) -> list[Plain]:
    key, equals, value = word.partition("=")
    if not equals:
        raise ValueError(f"{word!r} is no name with its value; right is name=value, without spaces")
    return [int(each) if each.isdecimal() else each for each in (key, value)]


def _doubts(owned: Owned, name: str) -> tuple[Doubt, ...]:
    return tuple(doubt for doubt in owned.doubts() if doubt.name == name)
