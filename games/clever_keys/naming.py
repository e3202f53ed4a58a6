"""Saying what is wrong: a foul once, the next step whenever it is another, and what the box waits for."""

from games.announcements.clever_keys import Discard, Take
from games.announcements.shared import Ask, Foul, GameOver, Guide, SensorLost, TurnStarts, Unsure
from games.clever_keys import rules
from games.clever_keys.judging import Unclear, Wrong
from games.clever_keys.rules import Phase, State
from games.clever_keys.seen import Heap
from games.clever_keys.watch import Said, Trouble, Watch
from games.table import Slot

PRECEDENCE = (
    "CK-F19",
    "CK-F07",
    "CK-F06",
    "CK-F17",
    "CK-F16",
    "CK-F05",
    "CK-F02",
    "CK-F03",
    "CK-F10",
    "CK-F14",
    "CK-F15",
)
"""Which foul of the keys is named where several fit, the gravest first (design.md section 5)."""


def name(watch: Watch, finding: Wrong | Unclear, *, settled: bool) -> tuple[Watch, Said]:
    """Name the foul once, and ask for the next step whenever it is another, or hands have moved since.

    `settled` tells that the keys have rested, so that one put in meanwhile is answered too.
    """
    trouble = watch.trouble or Trouble()
    gems = isinstance(finding, Wrong) and finding.guide is not None and finding.guide.place is not None
    expected = finding.expected if isinstance(finding, Wrong) else None
    said: Said = ()
    known = _known(watch, trouble, finding, expected)
    if not known:
        said = (Foul(finding.code, finding.player, expected),)
        trouble = trouble._replace(code=finding.code, player=finding.player, expected=expected)
    # A key that waits until the gems are right is answered with what is asked for.
    anew = not known or (gems and settled and not set(watch.keys.placed) <= set(trouble.placed))
    if settled or not gems:
        trouble = trouble._replace(placed=watch.keys.placed)
    if isinstance(finding, Unclear):
        trouble, step = ask_for(watch, trouble, Ask(finding.about), slots=finding.slots, anew=anew)
    elif finding.guide is None:
        trouble, step = trouble._replace(step=None, slots=()), ()
    else:
        trouble, step = ask_for(watch, trouble, finding.guide, anew=anew)
    return watch._replace(trouble=trouble), said + step


def _known(watch: Watch, trouble: Trouble, finding: Wrong | Unclear, expected: int | None) -> bool:
    """Whether this is still the foul that was named last."""
    placed = watch.keys.placed
    if (trouble.code, trouble.player, trouble.expected) == (finding.code, finding.player, expected):
        # A key put in where none stood before is the same foul committed again.
        return finding.code not in PRECEDENCE or set(placed) <= set(trouble.placed)
    # Keys on their way back pass through lesser fouls: it is still the one that was named. A key put in is a new deed,
    # and what only `go` can confirm (F14) has to be named.
    return not placed and finding.code != "CK-F14" and _weight(finding.code) > _weight(trouble.code) >= 0


def _weight(code: str | None) -> int:
    """The place of a foul of the keys in the order of precedence, 0 the gravest; -1 for any other."""
    return PRECEDENCE.index(code) if code in PRECEDENCE else -1


def ask_for(
    watch: Watch, trouble: Trouble, step: Guide | Ask, *, slots: tuple[Slot, ...] = (), anew: bool = False
) -> tuple[Trouble, Said]:
    """Ask for a step, if it is another one than before or `anew`, or hands have moved what it is about."""
    place = None
    if isinstance(step, Guide):
        place, slots = step.place, () if step.slot is None else (step.slot,)
    since = watch.seen.moved_at if place is None else watch.seen.heap(place).since
    if not anew and (step, slots) == (trouble.step, trouble.slots) and since <= trouble.said_at:
        return trouble, ()
    asked = (*trouble.asked, step)
    return trouble._replace(step=step, slots=slots, asked=asked, said_at=watch.now), (step,)


def rests(watch: Watch, heap: Heap) -> float:
    """From when on a weight has been still long enough to be judged, or has moved for so long that it is an arm."""
    return watch.until(heap) if heap.moving and "scale" not in watch.lost else heap.since + watch.timing.rest_table


def ask(watch: Watch, step: Ask) -> tuple[Watch, Said]:
    """Ask about gems that cannot be counted; again when a key has moved since."""
    trouble = watch.trouble if watch.trouble is not None and watch.trouble.step == step else Trouble()
    trouble, said = ask_for(watch, trouble, step)
    return watch._replace(trouble=trouble), said


def rested(watch: Watch, heap: Heap, *, hasty: bool = False) -> bool:
    """Whether a weight has been still long enough to be judged; in haste, whether it is still at all."""
    return watch.now >= rests(watch, heap) or (hasty and not watch.moves(heap))


def reminder(watch: Watch) -> Said:
    """What the box waits for now."""
    trouble, game = watch.trouble, watch.game
    if watch.silent is not None:
        return (SensorLost(watch.silent),)
    if trouble is not None and trouble.step is not None:
        return (trouble.step,)
    if watch.unsure is not None:
        return (Unsure(watch.unsure, watch.seen.heap(watch.unsure).gems or 0),)
    if not watch.begun:
        return ()
    match game.phase:
        case Phase.CHOOSE:
            return (TurnStarts(game.cur),)
        case Phase.DECIDE:
            return (Ask("stop"),)
        case Phase.TAKE:
            return (Take(game.cur, game.due),)
        case Phase.DISCARD:
            return (Discard(game.cur),)
        case _:
            return over(game)


def over(game: State) -> Said:
    """The end, if this is the end."""
    ended = rules.outcome(game)
    return () if ended is None else (GameOver(ended.winners, ended.scores),)


def owed(watch: Watch) -> Said:
    """The gems that are due now, if any are: said again when something else has come between."""
    return reminder(watch) if watch.game.phase in (Phase.TAKE, Phase.DISCARD) else ()
