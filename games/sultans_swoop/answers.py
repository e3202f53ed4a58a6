"""What entries and keys do: pads, colours, numbers, `go` and `back`, reports; and what happens when a part is lost."""

from games.announcements.shared import Corrected, Foul, NotNow, Resumed, SensorBack, SensorLost, Undone
from games.announcements.sultans_swoop import OnBazaar, Swoop
from games.pressing import PANEL, Said, ask_to_leave, step_back, step_forth
from games.sultans_swoop import rules
from games.sultans_swoop.asking import BY_HAND, NONE, PUT_COLUMN, TASKS, asked, due, piece
from games.sultans_swoop.bout import ready
from games.sultans_swoop.dice import COLOURS, DICE
from games.sultans_swoop.reports import Then, reports
from games.sultans_swoop.rules import (
    Count,
    Deal,
    Dice,
    Grab,
    Move,
    NoGrab,
    Phase,
    Roll,
    Show,
    Stacked,
    State,
    Surrender,
)
from games.sultans_swoop.tower import COLUMN
from games.sultans_swoop.watch import CONTACT, REPEATS, Column, Watch
from games.talk import Talk, asked_anew, played_on


def enter(watch: Watch, colours: tuple[str, ...]) -> tuple[Watch, Said]:
    """The colours that were asked for: open tasks, the dice, or what the taker's card shows."""
    game = watch.game
    numbers = [game.colours.index(colour) for colour in colours]
    match game.phase:
        case Phase.DEAL:
            return play(watch, *map(Deal, numbers))
        case Phase.COUNT:
            valid = tuple(numbers.count(colour) for colour in range(COLOURS))
            return _or_ask_again(play(watch, Count(Dice(valid, off=DICE - len(numbers)))))
        case _:
            return play(watch, Show(rules.turn(game), numbers[0]))


def choose(watch: Watch, value: int) -> tuple[Watch, Said]:
    """The pad that was asked for: who has a piece, or the bags on the card that is given up."""
    game = watch.game
    match game.phase:
        case Phase.SURRENDER:
            return _or_ask_again(play(watch, Surrender(rules.turn(game), value)))
        case Phase.GRAB:
            return _or_ask_again(play(watch, Grab(value, piece(watch))))
        case _:
            return play(watch, Roll(game.roller), Grab(value, COLUMN), before=(Swoop(),))


def nobody(watch: Watch) -> tuple[Watch, Said]:
    """Nobody has this piece yet: the next one is asked about."""
    watch = watch._replace(passed=(*watch.passed, piece(watch)))
    return watch, asked(watch)


def go(watch: Watch) -> tuple[Watch, Said]:
    """`go` does what its lamp says: the first of these that fits."""
    game = watch.game
    if watch.undone:
        return _redo(watch)
    if not watch.begun:
        return _begin(watch)
    if watch.missing:
        return _overrule(watch) if watch.guided >= REPEATS else ask(watch)
    match game.phase:
        case Phase.OVER:
            return ask_to_leave(watch)
        case Phase.ROLL:
            return play(watch, Roll(game.roller), NoGrab(game.roller))
        case Phase.GRAB if game.taker is None:
            return play(watch, NoGrab(game.roller))
        case Phase.COUNT:
            return watch._replace(none=True), (NONE,)
        case _:
            return ask(watch)


def back(watch: Watch) -> tuple[Watch, Said]:
    """`back`: take back what was just said with `go`, else the last entry that led on."""
    if watch.none:
        return ask(watch._replace(none=False))
    if not watch.past:
        return watch, (NotNow(),)
    watch, said = ask(_asked_anew(step_back(watch)))
    return watch, (Undone(), *said)


def report(watch: Watch, line: int) -> tuple[Watch, Said]:
    """What players have seen: a foul is named, and a roll that does not count is taken back."""
    game, told = watch.game, reports(watch.game)[line]
    foul = Foul(told.code, game.roller)
    if told.then is Then.ON:
        return named(watch, foul)
    said: Said = (foul,) if told.is_foul else ()
    moves: tuple[Move, ...] = (Roll(game.roller), NoGrab(game.roller))
    if told.then is Then.VOID:
        moves = (Stacked(game.roller),)
        if game.phase is not Phase.ROLL:
            foul = Foul(told.code, game.roller if game.taker is None else game.taker)
            said = (foul,)
    before = next(state for state in (game, *reversed(watch.past)) if state.phase is Phase.ROLL)
    for move in moves:
        before, ruled = rules.apply(before, move)
        said += _worth_saying(ruled)
    return _agree(watch, before)._replace(foul=foul), said


def lose(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part fell silent. An entry half done is asked for anew when the panel is back."""
    watch = watch._replace(lost=watch.lost | {part})
    if part == PANEL:
        watch = watch._replace(talk=Talk(), none=False)
    elif part == CONTACT:
        watch = watch._replace(column=Column(since=watch.now), guided=0)
        if watch.begun and watch.game.phase is Phase.ROLL:
            return watch, (SensorLost(part), BY_HAND)
    return watch, (SensorLost(part),)


def regain(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part answers again. With the panel play goes on; the column is seen as it stands."""
    watch = watch._replace(lost=watch.lost - {part})
    if part == PANEL:
        watch, said = ask(watch)
        return watch, (SensorBack(part), *said)
    if part == CONTACT:
        # What was told of it while its part was away or coming back was nobody's hand.
        watch = watch._replace(column=watch.column._replace(since=watch.now, home=watch.column.stands))
    return watch, (SensorBack(part),)


def ask(watch: Watch) -> tuple[Watch, Said]:
    """Say what the box waits for."""
    said = asked(watch)
    return watch._replace(guided=watch.guided + said.count(PUT_COLUMN)), said


def play(watch: Watch, *moves: Move, before: Said = ()) -> tuple[Watch, Said]:
    """Moves that belong together, and what is asked then; or the foul, and nothing has changed."""
    game, said = watch.game, before
    for move in moves:
        game, ruled = rules.apply(game, move)
        if isinstance(ruled, Foul):
            return named(watch, ruled)
        said += _worth_saying(ruled)
    watch = _agree(watch, game)
    # What else is asked the rules have said themselves.
    asks = game.phase in (Phase.GRAB, Phase.DEAL) and not watch.paused
    return watch, (*said, *due(watch)) if asks else said


def named(watch: Watch, foul: Foul) -> tuple[Watch, Said]:
    """A foul: nothing has changed."""
    return watch._replace(foul=foul), (foul,)


def _or_ask_again(played: tuple[Watch, Said]) -> tuple[Watch, Said]:
    """An entry that was a foul is asked for once more."""
    watch, said = played
    return (watch, said) if watch.foul is None else (watch, (*said, *due(watch)))


def _worth_saying(ruled: Said | Foul) -> Said:
    """What the rules say, save that dice lie there: everybody sees it, and the box has it from the swoop."""
    return () if isinstance(ruled, Foul) else tuple(each for each in ruled if each != OnBazaar())


def _agree(watch: Watch, game: State) -> Watch:
    """The game has come so far. A roll that leads back to where it began is one thing to take back, however often."""
    again = game == watch.game and watch.past[-1:] == (game,)
    passed = watch.passed if game.phase is Phase.GRAB else ()
    past = watch.past if again else (*watch.past, watch.game)
    watch = _asked_anew(watch)
    return watch._replace(game=game, talk=played_on(watch.talk, watch.now), past=past, passed=passed, undone=())


def _asked_anew(watch: Watch) -> Watch:
    """Whatever was asked before is asked no more."""
    return watch._replace(talk=asked_anew(watch.talk), passed=(), none=False, guided=0, foul=None)


def _redo(watch: Watch) -> tuple[Watch, Said]:
    watch, said = ask(_asked_anew(step_forth(watch)))
    return watch, (Resumed(), *said)


def _begin(watch: Watch) -> tuple[Watch, Said]:
    """The tower is built: the first roll, once the column stands."""
    if watch.by_hand or watch.column.stands:
        return opened(watch)
    if watch.guided >= REPEATS:
        watch, said = opened(watch._replace(overruled=True))
        return watch, (Corrected(), *said)
    watch, said = named(watch, Foul("SS-F16", watch.game.roller))
    return watch._replace(guided=watch.guided + 1), (*said, PUT_COLUMN)


def opened(watch: Watch) -> tuple[Watch, Said]:
    """The game begins."""
    watch = watch._replace(begun=True, guided=0, foul=None)
    if watch.game.phase is Phase.DEAL:
        return watch, (TASKS,)
    return watch, (ready(watch.game), BY_HAND) if watch.by_hand else (ready(watch.game),)


def _overrule(watch: Watch) -> tuple[Watch, Said]:
    """The column stands there, the players say, and its contact does not know."""
    watch, said = ask(watch._replace(overruled=True, guided=0))
    return watch, (Corrected(), *said)
