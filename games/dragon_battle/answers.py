"""What entries and keys do: throws, colours laid out, stars, `go` and `back`; and what needs no hand.

Law: what the rules leave no choice in is played by the box's word, in one step with the entry that led there; one
`back` takes all of it back.
"""

from typing import cast

from games.announcements.dragon_battle import Colour
from games.announcements.shared import Foul, NotNow, Resumed, SensorBack, SensorLost, Undone
from games.dragon_battle import rules
from games.dragon_battle.asking import THROW, asked, laying, may
from games.dragon_battle.dice import NUMBER
from games.dragon_battle.reports import reports
from games.dragon_battle.rules import Juggler, Move, Phase, Place, Roll, State, Stop, Take, dice_of
from games.dragon_battle.watch import NOTHING, Watch
from games.facts import Pressed
from games.pressing import PANEL, Said, ask_to_leave, step_back, step_forth
from games.talk import Talk


def enter(watch: Watch, colours: tuple[str, ...]) -> tuple[Watch, Said]:
    """The colours that were asked for: a throw, or what is laid out. After the end they are a foul like any move."""
    pressed = cast("tuple[Colour, ...]", colours)  # they are what the panel's keys mean
    if watch.game.phase is Phase.PLACE and not watch.half.onward:
        return _lay(watch, pressed[0])
    watch, said = play(watch, Roll(watch.game.cur, dice_of(pressed)))
    return watch, (*said, THROW) if watch.foul is not None and watch.foul.code == "DB-F02" else said


def tell(watch: Watch, stars: int) -> tuple[Watch, Said]:
    """The stars of the resident that was asked about."""
    game, told = watch.game, (*watch.half.stars, stars)
    if len(told) == len(game.untold):
        return play(watch, Take(game.cur, game.taken, told))
    watch = watch._replace(half=watch.half._replace(stars=told))
    return watch, asked(watch)


def go(watch: Watch) -> tuple[Watch, Said]:
    """`go` does what its lamp says: the first of these that fits."""
    game = watch.game
    if watch.undone:
        return _redo(watch)
    if game.phase is Phase.OVER:
        return ask_to_leave(watch)
    if game.phase is Phase.PLACE and not watch.half.onward and may(game, Roll):
        watch = watch._replace(half=NOTHING._replace(onward=True))
        return watch, asked(watch)
    return play(watch, Stop(game.cur))


def back(watch: Watch) -> tuple[Watch, Said]:
    """`back`: take back the last answer of a question that has several parts, else the last move."""
    half = watch.half
    if half != NOTHING:
        watch = watch._replace(half=half._replace(stars=half.stars[:-1]) if half.stars else NOTHING)
        return watch, asked(watch)
    if not watch.past:
        return watch, (NotNow(),)
    watch = step_back(watch)
    return watch, (Undone(), *asked(watch))


def refuse(watch: Watch, press: Pressed) -> tuple[Watch, Said]:
    """A press that means nothing now; a colour while stars are asked is a throw after the turn has ended."""
    aside = watch.talk.leaving or watch.talk.page is not None
    if press.key.startswith("k") and not aside and watch.game.phase is Phase.TAKE:
        return play(watch, Roll(watch.game.cur, watch.game.roll))
    return watch, (NotNow(),)


def report(watch: Watch, line: int) -> tuple[Watch, Said]:
    """A foul that players have seen: named, and nothing else."""
    return _named(watch, reports(watch.game)[line])


def lose(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part fell silent. An entry half done is asked for anew when the panel is back."""
    watch = watch._replace(lost=watch.lost | {part})
    return watch._replace(talk=Talk(), half=NOTHING) if part == PANEL else watch, (SensorLost(part),)


def regain(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part answers again. With the panel play goes on."""
    watch = watch._replace(lost=watch.lost - {part})
    return watch, (SensorBack(part), *(asked(watch) if part == PANEL else ()))


def play(watch: Watch, move: Move) -> tuple[Watch, Said]:
    """A move, and what follows from it without a hand; or its foul, and nothing has changed."""
    game, said = rules.apply(watch.game, move)
    if isinstance(said, Foul):
        return _named(watch, said)
    game, more = _by_itself(game)
    watch = watch._replace(game=game, past=(*watch.past, watch.game), half=NOTHING)
    told = game.phase is Phase.ROLL or game.phase is Phase.OVER  # whose turn starts, and the end, are said already
    return watch, (*said, *more, *(() if told else asked(watch)))


def _by_itself(game: State) -> tuple[State, Said]:
    """What the rules leave no choice in, and what the box does for the players."""
    said: Said = ()
    while (move := _next(game)) is not None:
        game, ruled = rules.apply(game, move)
        said += () if isinstance(ruled, Foul) else ruled
    return game, said


def _next(game: State) -> Move | None:
    match game.phase:
        case Phase.PLACE:
            first, *others = rules.legal(game)
            return None if others else first
        case Phase.TAKE if not game.untold:
            return Take(game.cur, game.taken)
        case Phase.JUGGLER:
            return Juggler(game.cur)  # the box takes it for the player (DB-A9)
        case _:
            return None


def _lay(watch: Watch, pressed: Colour) -> tuple[Watch, Said]:
    """A colour to be laid out, or the answer to what is asked about it."""
    game, colour = watch.game, laying(watch)
    ways = [move for move in rules.legal(game) if isinstance(move, Place) and move.colour == (colour or pressed)]
    if colour is None:
        if len(ways) > 1:
            watch = watch._replace(half=NOTHING._replace(colour=pressed))
            return watch, asked(watch)
        return play(watch, ways[0] if ways else _placed(game, pressed, pressed))
    if colour == "silver":
        return (watch, asked(watch)) if pressed == "silver" else play(watch, _placed(game, "silver", pressed))
    if pressed in (colour, "silver"):
        return play(watch, ways[pressed == "silver"])
    return play(watch, _placed(game, colour, pressed))


def _placed(game: State, colour: Colour, dragon: str) -> Place:
    """All dice of this colour on what is named as a dragon; the rules refuse what is none."""
    return Place(game.cur, colour, dragon, game.roll[NUMBER[colour]])  # type: ignore[arg-type] # any colour, as pressed


def _named(watch: Watch, foul: Foul) -> tuple[Watch, Said]:
    return watch._replace(foul=foul), (foul,)


def _redo(watch: Watch) -> tuple[Watch, Said]:
    watch = step_forth(watch)
    return watch, (Resumed(), *asked(watch))
