"""Saying what is wrong: a foul once, the next step whenever it is another, and what the box waits for."""

from games.announcements import Ask, Discard, Foul, GameOver, Guide, Take, TurnStarts, Unsure
from games.clever_keys import rules
from games.clever_keys.judging import Unclear, Wrong
from games.clever_keys.rules import Phase, State
from games.clever_keys.seen import Heap
from games.clever_keys.watch import Said, Trouble, Watch

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


def name(watch: Watch, finding: Wrong | Unclear) -> tuple[Watch, Said]:
    """Name the foul once, and ask for the next step whenever it is another, or hands have moved since."""
    trouble = watch.trouble or Trouble()
    expected = finding.expected if isinstance(finding, Wrong) else None
    known = (trouble.code, trouble.player, trouble.expected) == (finding.code, finding.player, expected)
    # A key on its way back passes through lesser fouls: it is still the one that was named.
    known = known or _weight(finding.code) > _weight(trouble.code) >= 0
    said: Said = () if known else (Foul(finding.code, finding.player, expected),)
    if not known:
        trouble = trouble._replace(code=finding.code, player=finding.player, expected=expected)
    if isinstance(finding, Unclear):
        if not known or trouble.asked != finding.slots:
            said += (Ask(finding.about),)
        return watch._replace(trouble=trouble._replace(asked=finding.slots, about=finding.about, guide=None)), said
    trouble, step = guide_on(watch, trouble, finding.guide, anew=not known)
    return watch._replace(trouble=trouble), said + step


def _weight(code: str | None) -> int:
    """The place of a foul of the keys in the order of precedence, 0 the gravest; -1 for any other."""
    return PRECEDENCE.index(code) if code in PRECEDENCE else -1


def guide_on(watch: Watch, trouble: Trouble, guide: Guide | None, *, anew: bool) -> tuple[Trouble, Said]:
    """Ask for a step, if it is another one than before or `anew`, or hands have moved what it is about."""
    if guide is None:
        return trouble._replace(guide=None, asked=()), ()
    since = watch.seen.moved_at if guide.place is None else watch.seen.heap(guide.place).since
    if not anew and guide == trouble.guide and since <= trouble.said_at:
        return trouble, ()
    guides = (*trouble.guides, guide)
    return trouble._replace(guide=guide, asked=(), guides=guides, said_at=watch.now), (guide,)


def rested(watch: Watch, heap: Heap, *, hasty: bool = False) -> bool:
    """Whether a weight has been still long enough to be judged; in haste, whether it is still at all."""
    return not heap.moving and (hasty or watch.now >= heap.since + watch.timing.rest_table)


def reminder(watch: Watch) -> Said:
    """What the box waits for now."""
    trouble, game = watch.trouble, watch.game
    if trouble is not None and trouble.guide is not None:
        return (trouble.guide,)
    if trouble is not None and trouble.asked:
        return (Ask(trouble.about),)
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
