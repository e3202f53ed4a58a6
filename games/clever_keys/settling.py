"""The table at rest: judge it, play what explains it, or name what is wrong and guide it back.

Laws: keys are judged `rest_contact` after one was lifted and `rest_table` after one was put in, gems `rest_table` after
the scale came to rest. Judged in haste (the hand already does the next thing), only moves count: a foul that the hand
is undoing by itself is not named.
"""

from typing import NamedTuple

from games.announcements import (
    Ask,
    Discard,
    Discarded,
    Foul,
    GameOver,
    Guide,
    TableRight,
    Take,
    Took,
    TurnStarts,
    Unsure,
)
from games.clever_keys import rules
from games.clever_keys.judging import (
    Finding,
    Instead,
    Late,
    Play,
    Unclear,
    Wrong,
    judge_gems,
    judge_keys,
    mover_slot,
    next_step,
)
from games.clever_keys.rules import Move, Phase, State
from games.clever_keys.seen import Heap
from games.clever_keys.watch import Said, Trouble, Watch
from games.table import Slot

ROUNDS = 8
"""Judgements in a row: a table at rest never holds more than a placement, a stop, a payment and the next key."""

KEYS_FIRST = frozenset({"CK-F06", "CK-F07", "CK-F10", "CK-F16", "CK-F17"})
"""While one of these is open the keys go back before gems count: else the turn would pass with a key astray."""


def settle(watch: Watch, *, hasty: bool = False, keys_stood: bool = True) -> tuple[Watch, Said]:
    """Judge until there is nothing more to say: gems taken and the next player's key may both have come to rest."""
    said: Said = ()
    for _ in range(ROUNDS):
        turn = _judge(watch, hasty=hasty, keys_stood=keys_stood)
        watch, said = turn.watch, said + turn.said
        if not turn.again:
            break
    return watch, said


class _Round(NamedTuple):
    """One round of judging; `again` while the table may hold more."""

    watch: Watch
    said: Said = ()
    again: bool = False


def _judge(watch: Watch, *, hasty: bool, keys_stood: bool) -> _Round:
    if not watch.begun or watch.restoring:
        if hasty:
            return _Round(watch)
        return _check(watch) if not watch.begun else _restore(watch)
    keys = _keys_finding(watch, hasty=hasty, stood=keys_stood)
    gems = _gems_finding(watch, hasty=hasty)
    # Both at rest: what began first is judged first.
    keys_first = watch.seen.moved_at < max(watch.seen.centre.stirred, watch.seen.corner.stirred)
    for finding in (keys, gems) if keys_first else (gems, keys):
        match finding:
            case Play(moves):
                right = watch.trouble is not None and finding is gems
                watch, said = play(watch, moves)
                return _Round(watch, (TableRight(), *said) if right else said, again=watch.trouble is None)
            case Instead(move):
                watch, said = _withdraw(watch, move)
                return _Round(watch, said, again=watch.trouble is None)
            case Wrong() | Unclear() if not hasty:
                watch, said = _name(watch, finding)
                return _Round(watch, said)
            case _:
                continue
    return _Round(watch) if hasty else _calm(watch)


def _keys_finding(watch: Watch, *, hasty: bool, stood: bool) -> Finding | None:
    """What the keys mean, if they are at rest."""
    keys, timing, seen = watch.keys, watch.timing, watch.seen
    if keys.none or not watch.keys_told:
        return None
    finding = judge_keys(watch.game, seen, keys, watch.settings, gone=watch.gone)
    if hasty:
        return finding if stood else None
    ready = seen.moved_at + _quiet(watch)
    if seen.centre.moving and seen.centre.stirred < seen.moved_at:
        # A hand was in the chamber first: what it took is judged before the key, unless it is an arm that stays.
        if watch.game.phase in (Phase.TAKE, Phase.DISCARD):
            return None
        ready += timing.patience
    return finding if watch.now >= ready else None


def _quiet(watch: Watch) -> float:
    """How long the keys must have rested: a key lifted is named at once, a key put in may still be on its way."""
    keys = watch.keys
    straightened = watch.game.phase is Phase.DISCARD and keys.deeper == (mover_slot(watch.game),)
    lifted_only = not keys.placed and not keys.raised and (straightened or not keys.deeper)
    return watch.timing.rest_contact if lifted_only else watch.timing.rest_table


def _rested(watch: Watch, heap: Heap, *, hasty: bool = False) -> bool:
    return not heap.moving and (hasty or watch.now >= heap.since + watch.timing.rest_table)


def _gems_finding(watch: Watch, *, hasty: bool) -> Finding | None:
    """What the gems mean, as far as they are at rest."""
    seen, game = watch.seen, watch.game
    if watch.unsure is not None or "scale" in watch.lost:
        return None
    if watch.trouble is not None and watch.trouble.code in KEYS_FIRST and not watch.keys.none:
        return None
    centre, corner = _rested(watch, seen.centre, hasty=hasty), _rested(watch, seen.corner, hasty=hasty)
    gone, cast = watch.gone if centre else 0, watch.cast if corner else 0
    late = watch.late
    if late is not None and (seen.centre if gone else seen.corner).stirred > late.until:
        late = None
    return judge_gems(game, gone=gone, cast=cast, resting=centre and corner, late=late)


def play(watch: Watch, moves: tuple[Move, ...]) -> tuple[Watch, Said]:
    """Apply moves; the first that the rules refuse is named."""
    said: Said = ()
    for move in moves:
        game, ruled = rules.apply(watch.game, move)
        if isinstance(ruled, Foul):
            watch, named = _refused(watch, move, ruled)
            return watch, said + named
        watch = watch._replace(game=game, past=(*watch.past, watch.game), trouble=None)
        said += ruled
        match ruled[0]:
            case Took(player, gems):
                watch = watch._replace(late=Late(player, gems, watch.now + watch.timing.late_gem))
            case Discarded(player):
                watch = watch._replace(late=Late(player, 1, watch.now + watch.timing.late_gem))
            case _:
                pass
        if watch.by_hand and game.phase in (Phase.TAKE, Phase.DISCARD):
            said += (Ask("gems"),)
    return watch, said


def _refused(watch: Watch, move: Move, foul: Foul) -> tuple[Watch, Said]:
    if not isinstance(move, rules.Place):
        return watch, (foul,)
    guide = next_step(watch.game, watch.keys)
    if foul.code == "CK-F14":
        slot = Slot(move.section, move.slot)
        # A key that is in all the way can only be confirmed; one that shows red may be tilted.
        guide = Guide(do="press", slot=slot, part="go") if move.seated == "in" else Guide(do="shove", slot=slot)
    return _name(watch, Wrong(foul.code, foul.player, foul.expected, guide))


def _withdraw(watch: Watch, move: rules.Place) -> tuple[Watch, Said]:
    """The last placement is judged anew by how the key stands now."""
    before = watch.past[-1]
    game, ruled = rules.apply(before, move)
    if isinstance(ruled, Foul):
        return _refused(watch, move, ruled)
    return watch._replace(game=game, trouble=None), ruled


def _name(watch: Watch, finding: Wrong | Unclear) -> tuple[Watch, Said]:
    """Name the foul once, and ask for the next step whenever it is another, or hands have moved since."""
    trouble = watch.trouble or Trouble()
    expected = finding.expected if isinstance(finding, Wrong) else None
    known = (trouble.code, trouble.player, trouble.expected) == (finding.code, finding.player, expected)
    said: Said = () if known else (Foul(finding.code, finding.player, expected),)
    trouble = trouble._replace(code=finding.code, player=finding.player, expected=expected)
    if isinstance(finding, Unclear):
        if not known or trouble.asked != finding.slots:
            said += (Ask(finding.about),)
        return watch._replace(trouble=trouble._replace(asked=finding.slots, about=finding.about, guide=None)), said
    trouble, step = _guide(watch, trouble, finding.guide, anew=not known)
    return watch._replace(trouble=trouble), said + step


def _guide(watch: Watch, trouble: Trouble, guide: Guide | None, *, anew: bool) -> tuple[Trouble, Said]:
    if guide is None:
        return trouble._replace(guide=None, asked=()), ()
    since = watch.seen.moved_at if guide.place is None else watch.seen.heap(guide.place).since
    if not anew and guide == trouble.guide and since <= trouble.said_at:
        return trouble, ()
    guides = (*trouble.guides, guide)
    return trouble._replace(guide=guide, asked=(), guides=guides, said_at=watch.now), (guide,)


def _calm(watch: Watch) -> _Round:
    """Nothing is wrong now. If something was: the table is right again, or hands are on the way."""
    trouble, keys = watch.trouble, watch.keys
    if trouble is None or not watch.keys_told:
        return _Round(watch)
    if trouble.guide is not None and trouble.guide.place is not None:
        at_rest = _rested(watch, watch.seen.heap(trouble.guide.place))
    else:
        at_rest = keys.none or watch.now >= watch.seen.moved_at + _quiet(watch)
    if not at_rest:
        return _Round(watch)
    if keys.none:
        return _Round(watch._replace(trouble=None), (TableRight(),), again=True)
    if trouble.asked:
        # The hands have answered: the key that is still out is the one that is moved.
        return _Round(watch._replace(trouble=None))
    trouble, said = _guide(watch, trouble, next_step(watch.game, keys), anew=False)
    return _Round(watch._replace(trouble=trouble), said)


def _restore(watch: Watch) -> _Round:
    """After an undo: one step at a time back to what is agreed now; nothing is a move meanwhile."""
    keys = watch.keys._replace(deeper=())  # a key that is in deeper than agreed cannot be pulled up a little
    still = watch.keys_told and watch.now >= watch.seen.moved_at + watch.timing.rest_contact
    scales = not watch.seen.centre.moving and not watch.seen.corner.moving
    if not still or not scales:
        return _Round(watch)
    step = next_step(watch.game, keys) or _gems_back(watch)
    if step is None:
        done = watch._replace(restoring=False, trouble=None)
        waits = reminder(done) if watch.game.phase in (Phase.TAKE, Phase.DISCARD) else ()
        return _Round(done, (TableRight(), *waits))
    trouble, said = _guide(watch, watch.trouble or Trouble(), step, anew=False)
    return _Round(watch._replace(trouble=trouble), said)


def _gems_back(watch: Watch) -> Guide | None:
    gone, cast = watch.gone, watch.cast
    if cast:
        return Guide(do="take" if cast > 0 else "put", place="corner", gems=abs(cast))
    if gone:
        return Guide(do="put" if gone > 0 else "take", place="centre", gems=abs(gone))
    return None


def _check(watch: Watch) -> _Round:
    """The set-up: keys out, all gems in the chamber, the scale at rest; what is missing is asked for step by step."""
    seen, keys = watch.seen, watch.keys
    if "scale" in watch.lost:
        return _Round(watch)
    rested = _rested(watch, seen.centre) and _rested(watch, seen.corner) and watch.keys_told
    if not rested or watch.now < seen.moved_at + watch.timing.rest_table or seen.centre.gems is None:
        return _Round(watch)
    step = next_step(watch.game, keys)
    if step is None and not (seen.centre.odds < watch.timing.sure and abs(watch.gone) <= 1 and not watch.cast):
        # Fifty-two gems weigh a little more or less: one that may be missing is not asked for.
        step = _gems_back(watch)
    if step is None:
        watch, said = begin_with(watch, watch.game)
        return _Round(watch, said)
    trouble, said = _guide(watch, watch.trouble or Trouble(), step, anew=False)
    return _Round(watch._replace(trouble=trouble), said)


def begin_with(watch: Watch, game: State) -> tuple[Watch, Said]:
    """The set-up is agreed: the first turn starts."""
    return watch._replace(game=game, begun=True, trouble=None), (TurnStarts(game.cur),)


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
