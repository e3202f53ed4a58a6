"""What colour keys enter: a set, what the die shows, a task card, gems that fell, gems for the wagon."""

from typing import Final

from games.announcements.shared import Corrected, Counted, Foul
from games.hammer_time.asking import COLOURS_FELL, KEYS_OF_TASKS
from games.hammer_time.falling import knock, turned
from games.hammer_time.gems import BLACK, COLOURS, WHITE, heap
from games.hammer_time.playing import named, play
from games.hammer_time.rules import Knock, OpenTask, Phase, Roll, Sort, State, TakeSet
from games.hammer_time.tasks import TASKS
from games.hammer_time.wagons import FREE, loading
from games.hammer_time.watch import NOTHING, REPEATS, Said, Watch

LETTERS: Final = {name: letter for letter, name in COLOURS.items()}


def enter(watch: Watch, colours: tuple[str, ...]) -> tuple[Watch, Said]:
    """Colour keys: a set, what the die shows, a task card, or gems."""
    game, cur = watch.game, watch.game.cur
    match game.phase:
        case Phase.SETS:
            return play(watch, TakeSet(cur, colours[0]))
        case Phase.DIE:
            return play(watch, Roll(cur, dict(watch.copy.master_die)[colours[0]]))
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

    Who insists on another number is believed, unless so many did not lie there: the scale has miscounted. Hands may
    have been at the box since, so what it is said to carry now is no less than nothing and no more than there is.
    """
    game = watch.game
    if len(gems) == game.fell:
        return play(watch, Sort(game.cur, gems))
    lies, before = watch.lies, watch.before_the_fall
    insisted = (*watch.half.insisted, len(gems))
    if insisted.count(len(gems)) < REPEATS or len(gems) > before.game.box:
        return watch._replace(half=watch.half._replace(insisted=insisted)), (COLOURS_FELL,)
    corrected = watch._replace(agreed=before, half=NOTHING._replace(told=gems))
    corrected, said = play(corrected, Knock(game.cur, len(gems)))
    corrected = corrected._replace(past=(*watch.past, watch.agreed))
    if lies is None:
        return corrected, (Corrected(), *said)
    lies = max(0, min(lies + game.fell - len(gems), max(lies, watch.settings.gems)))
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
