"""What entries and keys do: cards and colours told, gems for the wagon, `go` and `back`, reports, parts lost."""

from typing import Final

from games.announcements import shared
from games.announcements.shared import Corrected, Counted, Foul, NotNow, Resumed, SensorBack, SensorLost, TableRight
from games.hammer_time.asking import (
    COLOURS_FELL,
    HOW_MANY,
    KEYS_OF_TASKS,
    LEAVE,
    USE,
    asked,
    besides,
    numbers,
)
from games.hammer_time.falling import knock, turned
from games.hammer_time.fouls import Remedy, reports
from games.hammer_time.gems import BLACK, COLOURS, WHITE, heap
from games.hammer_time.pan import unweighed
from games.hammer_time.playing import named, play
from games.hammer_time.restoring import begin_with, believed, kept, restored, weighed_again
from games.hammer_time.rules import (
    End,
    Full,
    Knock,
    OpenTask,
    OpenWagon,
    Phase,
    Return,
    Roll,
    Sort,
    State,
    TakeSet,
    TurnFall,
    Use,
)
from games.hammer_time.settings import FEWEST
from games.hammer_time.settling import keeps
from games.hammer_time.tasks import TASKS
from games.hammer_time.wagons import FREE, loaded, loading
from games.hammer_time.watch import NOTHING, PANEL, REPEATS, SCALE, Agreed, Said, Watch
from games.talk import Talk

LETTERS: Final = {name: letter for letter, name in COLOURS.items()}


def enter(watch: Watch, colours: tuple[str, ...]) -> tuple[Watch, Said]:
    """Colour keys: a set, what the die shows, a task card, or gems."""
    game, cur = watch.game, watch.game.cur
    match game.phase:
        case Phase.SETS:
            return play(watch, TakeSet(cur, colours[0]))
        case Phase.DIE:
            return play(watch, Roll(cur, dict(watch.copy.die)[colours[0]]))
        case Phase.KNOCK if watch.blind:
            return _fell(watch, _letters(colours))
        case Phase.COLOURS:
            return _sort(watch, _letters(colours))
        case Phase.FILL:
            return _fill(watch, "".join(LETTERS[colour] for colour in colours))
        case _:
            return play(watch, OpenTask(cur, TASKS[KEYS_OF_TASKS.index(colours[0])]))


def _letters(colours: tuple[str, ...]) -> str:
    return heap("".join(LETTERS[colour] for colour in colours))


def _fell(watch: Watch, gems: str) -> tuple[Watch, Said]:
    """A fall told by hand, where the scale cannot tell: by a knock if one was heard."""
    heard = bool(watch.blows) or watch.deaf
    watch = watch._replace(blows=(), half=NOTHING._replace(told=gems))
    return knock(watch, len(gems)) if heard else turned(watch, len(gems))


def _sort(watch: Watch, gems: str) -> tuple[Watch, Said]:
    """The colours of what fell: as many as the scale counted, else they are asked for again.

    Who insists on another number is believed: the scale has miscounted.
    """
    game = watch.game
    if len(gems) == game.fell:
        return play(watch, Sort(game.cur, gems))
    insisted = (*watch.half.insisted, len(gems))
    if insisted.count(len(gems)) < REPEATS:
        return watch._replace(half=watch.half._replace(insisted=insisted)), (COLOURS_FELL,)
    lies, before = watch.lies, _before_the_fall(watch)
    corrected = watch._replace(agreed=before, half=NOTHING._replace(told=gems))
    corrected, said = play(corrected, Knock(game.cur, len(gems)))
    corrected = corrected._replace(past=(*watch.past, watch.agreed))
    if lies is None:
        return corrected, (Corrected(), *said)
    lies += game.fell - len(gems)
    corrected = corrected._replace(pan=watch.pan._replace(gems=lies, odds=1.0))
    return corrected, (Corrected(), Counted("centre", lies), *said)


def _fill(watch: Watch, gems: str) -> tuple[Watch, Said]:
    """The gems that go into the wagon: the box finds the spaces. The rest goes back on the box."""
    game, cur = watch.game, watch.game.cur
    wagon, placed = game.tops[cur], game.placed[cur]
    steps = loading(cur, wagon, placed, gems)
    if steps is None or not _among(gems, game.fallen):
        return named(watch, Foul(_misfit(game, gems), cur))
    return play(watch, *steps, placed=True)


def _among(gems: str, fallen: str) -> bool:
    return all(gems.count(gem) <= fallen.count(gem) for gem in gems)


def _misfit(game: State, gems: str) -> str:
    """Why these gems do not go into the wagon, in the rules' order: F17, F05, F04, F03."""
    wagon, placed = game.tops[game.cur], game.placed[game.cur]
    if BLACK in gems:
        return "HT-F17"
    if not _among(gems, game.fallen):
        return "HT-F05"
    foreign = any(gem not in wagon for gem in gems if gem != WHITE)
    return "HT-F03" if foreign and len(gems) <= placed.count(FREE) else "HT-F04"


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
    """Whether the fall came by a knock that the box has not heard."""
    gems, ruled = watch.doubted, not watch.deaf
    watch = watch._replace(doubted=0, deaf=yes, silent=0)
    if not yes:
        return (watch, asked(watch)) if ruled else turned(watch, gems)
    if ruled:
        *past, before = watch.past
        watch = watch._replace(agreed=before, past=tuple(past), restoring=None)
    return knock(watch, gems)


def go(watch: Watch) -> tuple[Watch, Said]:
    """`go` does what its lamp says: the first of these that fits."""
    game, pan = watch.game, watch.pan
    if watch.undone:
        return _redo(watch)
    if watch.unsure:
        sure = watch._replace(pan=pan._replace(odds=1.0), unsure=False)
        return sure, (Counted("centre", pan.gems or 0),)
    if not watch.begun:
        gems = watch.least if watch.blind else watch.lies
        return (watch, asked(watch)) if gems is None or gems < FEWEST else begin_with(watch, gems)
    if watch.restoring is not None:
        return _insist(watch)
    match game.phase:
        case Phase.OVER:
            return watch._replace(talk=watch.talk._replace(leaving=True, leaving_at=watch.now)), (LEAVE,)
        case Phase.FILL:
            return _return(watch) if watch.agreed.placed else play(watch, placed=True)
        case Phase.HONOUR | Phase.KNOCK if not (watch.blind and watch.knocking):
            return play(watch, End(game.cur))
        case _:
            return watch, besides(watch)


def _insist(watch: Watch) -> tuple[Watch, Said]:
    """`go` while gems that belong on the box are not there: who insists is believed, at once where nobody is sure."""
    if watch.blind:
        return restored(watch)
    if not watch.sure:
        return restored(believed(watch))
    lies = watch.lies
    if watch.stuck and lies is not None and _enough(watch, lies - watch.least):
        return _correct(watch, lies - watch.least)
    return kept(watch._replace(step=None))


def _return(watch: Watch) -> tuple[Watch, Said]:
    """`go` while what is left over goes back."""
    game, lies = watch.game, watch.lies
    if watch.blind or lies == watch.due:
        return play(watch, Return(game.cur, len(game.fallen)))
    if watch.stuck and lies is not None and _enough(watch, lies - watch.due):
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


def back(watch: Watch) -> tuple[Watch, Said]:
    """`back`: take back the last answer of a question that has several parts, else the last move; hands follow."""
    if watch.half.full:
        watch = watch._replace(half=NOTHING._replace(full=watch.half.cards))
        return watch, asked(watch)
    if not watch.past:
        return watch, (NotNow(),)
    *past, agreed = watch.past
    while agreed.placed:  # where only gems were waited for, and lie there by now, the game would go on at once
        *past, agreed = past
    undone = (*watch.undone, watch.agreed)
    return _to(watch._replace(past=tuple(past)), agreed, undone, shared.Undone())


def _redo(watch: Watch) -> tuple[Watch, Said]:
    *undone, agreed = watch.undone
    return _to(watch._replace(past=(*watch.past, watch.agreed)), agreed, tuple(undone), Resumed())


def _to(watch: Watch, agreed: Agreed, undone: tuple[Agreed, ...], said: shared.Undone | Resumed) -> tuple[Watch, Said]:
    """The game stands as it stood at another moment; the hands bring the box there."""
    ended = agreed.game.phase is Phase.OVER
    watch = watch._replace(
        agreed=agreed,
        undone=undone,
        restoring=None if ended else "table",
        half=NOTHING,
        blows=(),
        step=None,
        asked_for=(),
        foul=None,
        doubted=0,
        loose=False,
    )
    if watch.gone == 0 or ended:
        watch, more = restored(watch)
        return watch, (said, *more)
    return watch, (said,)


def report(watch: Watch, line: int) -> tuple[Watch, Said]:
    """A foul that players have seen: named, and what puts it right."""
    told = reports(watch.game, watch.settings)[line]
    watch, said = named(watch, Foul(told.code, watch.game.cur))
    if told.remedy not in (Remedy.KNOCK_AGAIN, Remedy.TURN_ENDS):
        return watch, said
    fell, foul, now = watch.game.fell, watch.foul, watch.agreed
    again = watch._replace(agreed=_before_the_fall(watch), half=NOTHING, step=None, asked_for=())
    if told.remedy is Remedy.KNOCK_AGAIN:
        again = again._replace(past=(*watch.past, now), undone=(), restoring="table")
        return again, said
    game = again.game._replace(knocks=0)
    again, more = play(again._replace(agreed=again.agreed._replace(game=game)), TurnFall(game.cur, fell))
    return again._replace(past=(*watch.past, now), foul=foul), (*said, *more)


def _before_the_fall(watch: Watch) -> Agreed:
    """The game as it stood when the player could knock; a fall has its own moment before it."""
    return next(agreed for agreed in reversed(watch.past) if agreed.game.phase is Phase.KNOCK)


def lose(watch: Watch, part: str, at: float) -> tuple[Watch, Said]:
    """A part fell silent: said once. What was half entered is asked for anew when the panel is back."""
    if part in watch.lost:
        return watch, ()
    watch = watch._replace(lost=watch.lost | {part})
    if part == PANEL:
        return watch._replace(talk=Talk(), half=watch.half._replace(full=False, cards=False)), (SensorLost(part),)
    if part == SCALE:
        watch = watch._replace(pan=unweighed(at), unsure=False, step=None)
        return watch, (SensorLost(part), *_by_hand(watch))
    return watch, (SensorLost(part),)


def _by_hand(watch: Watch) -> Said:
    return besides(watch) if watch.knocking else ()


def regain(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part answers again: said once."""
    if part not in watch.lost:
        return watch, ()
    watch = watch._replace(lost=watch.lost - {part})
    if part == SCALE:
        watch = weighed_again(watch)
    return watch, (SensorBack(part), *(asked(watch) if part == PANEL else ()))
