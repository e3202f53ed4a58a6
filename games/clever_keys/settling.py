"""The table at rest: judge it, play what explains it, or name what is wrong and guide it back.

Laws: keys are judged `rest_contact` after one was lifted and `rest_table` after one was put in, gems `rest_table` after
the scale came to rest. Judged in haste (the hand already does the next thing), only moves count: a foul that the hand
is undoing by itself is not named.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.announcements import Ask, Discarded, Foul, Guide, TableRight, Took, Unsure
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
from games.clever_keys.naming import ask_for, name, rested, rests
from games.clever_keys.restoring import Round, check, crossed, look_around, restore
from games.clever_keys.rules import Move, Phase
from games.clever_keys.watch import Said, Trouble, Watch
from games.table import Slot

KEYS_FIRST = frozenset({"CK-F06", "CK-F07", "CK-F10", "CK-F16", "CK-F17"})
"""While one of these is open the keys go back before gems count: else the turn would pass with a key astray."""


GEMS_DUE = frozenset({"CK-F08", "CK-F09"})
"""Fouls about the gems that are due."""


class Haste(NamedTuple):
    """What lies and stands is judged before it has rested, because a hand goes on."""

    keys: bool
    """The keys have stood long enough to count (`rest_contact`)."""
    naming: bool = False
    """Fouls are named too: the hand says that it is done."""


def settle(watch: Watch, haste: Haste | None = None) -> tuple[Watch, Said]:
    """Judge until there is nothing more to say: gems taken and the next player's key may both have come to rest."""
    turn = _judge(watch, haste)
    said = turn.said
    while turn.again:  # a table at rest never holds more than a placement, a stop, a payment and the next key
        turn = _judge(turn.watch, haste)
        said += turn.said
    return turn.watch, said


def waits_for(watch: Watch) -> Iterator[float]:
    """The moments at which settling may find more than now, past ones included."""
    if watch.waking:
        yield watch.still_from
    if not watch.begun:
        yield watch.rest_from
    elif watch.restoring:
        yield watch.still_from
    elif not watch.keys_told:
        if crossed(watch) is not None:
            yield watch.rest_from
    elif not _keys_back(watch):
        ready = _keys_from(watch)
        if ready is not None:
            yield ready
    elif watch.trouble is not None:
        yield watch.still_from
    if not watch.begun or watch.gone or watch.cast or watch.trouble is not None:
        moments = (rests(watch, heap) for heap in (watch.seen.centre, watch.seen.corner))
        yield from (moment for moment in moments if moment is not None)


def _judge(watch: Watch, haste: Haste | None) -> Round:
    if watch.left:
        return Round(watch)
    watch, said = _doubt(watch)
    if watch.waking and haste is None and (look := look_around(watch)) is not None:
        return look
    if not watch.begun or watch.restoring:
        if haste is not None:
            return Round(watch, said)
        turn = restore(watch) if watch.begun else check(watch)
        return turn._replace(said=said + turn.said)
    keys, gems = _keys_finding(watch, haste), _gems_finding(watch, haste)
    for finding in (gems, keys) if _gems_first(watch, keys, gems) else (keys, gems):
        ruled = _rule(watch, finding, naming=haste is None or haste.naming)
        if ruled is not None:
            right = finding is gems and watch.trouble is not None and watch.keys.none and isinstance(finding, Play)
            return ruled._replace(said=(*said, TableRight(), *ruled.said) if right else said + ruled.said)
    turn = Round(watch) if haste is not None else _calm(watch)
    return turn._replace(said=said + turn.said)


def _gems_first(watch: Watch, keys: Finding | None, gems: Finding | None) -> bool:
    """Both at rest: what began first is judged first; but gems that are called for come before the key that came early.

    They are if they were asked for last, or if they pay what a key that came early would be called a foul for.
    """
    trouble, pays = watch.trouble, isinstance(gems, Play)
    if trouble is not None and trouble.code in GEMS_DUE and (pays or trouble.place is not None):
        return True
    if pays and isinstance(keys, Wrong) and keys.code in GEMS_DUE:
        return True
    return watch.seen.moved_at >= max(watch.seen.centre.stirred, watch.seen.corner.stirred)


def _doubt(watch: Watch) -> tuple[Watch, Said]:
    """An unsure count is asked about once, and again if another one comes."""
    doubt = watch.doubt
    if doubt == watch.unsure:
        return watch, ()
    said = () if doubt is None else (Unsure(doubt, watch.seen.heap(doubt).gems or 0),)
    return watch._replace(unsure=doubt), said


def _rule(watch: Watch, finding: Finding | None, *, naming: bool) -> Round | None:
    """Play or name what was found; None where there is nothing to do, or nothing to be said in haste."""
    match finding:
        case Play(move) | Instead(move):
            played = _played(watch, finding)
            if not isinstance(played, Foul):
                return Round(*played, again=True)
            return Round(*_refused(watch, move, played)) if naming else None
        case Wrong() | Unclear() if naming:
            return Round(*name(watch, finding))
        case _:
            return None


def _keys_finding(watch: Watch, haste: Haste | None) -> Finding | None:
    """What the keys mean, if they are at rest."""
    if not watch.keys_told:
        guide = crossed(watch)
        if haste is not None or guide is None or watch.now < watch.rest_from:
            return None
        return Wrong("CK-F15", watch.game.cur, None, guide)
    finding = judge_keys(watch.game, watch.seen, watch.keys, watch.settings, gone=watch.gone)
    ready = _keys_ready(watch) if haste is None else haste.keys
    return finding if ready else None


def _keys_ready(watch: Watch) -> bool:
    ready = _keys_from(watch)
    return ready is not None and watch.now >= ready


def _keys_from(watch: Watch) -> float | None:
    """From when on the keys have rested, and a hand that was in the chamber before has come out, or is an arm.

    Where gems are due no key is judged before they rest: which foul it is depends on how many have been taken. None
    while they move.
    """
    seen = watch.seen
    ready, gems = _quiet_from(watch), rests(watch, seen.centre)
    if watch.game.phase in (Phase.TAKE, Phase.DISCARD):
        return None if gems is None else max(ready, gems)
    if seen.centre.stirred < seen.moved_at:
        return ready + watch.timing.patience if gems is None else max(ready, gems)
    return ready


def _quiet_from(watch: Watch) -> float:
    """From when on the keys have rested: a key lifted is named at once, a key put in may still be on its way."""
    keys = watch.keys
    if keys.raised and not keys.placed and not keys.lifted:
        # On its way out, or slowly back to where it stood: nothing depends on it before the hand does the next thing.
        return watch.rest_from + watch.timing.patience
    straightened = watch.game.phase is Phase.DISCARD and keys.deeper == (mover_slot(watch.game),)
    lifted_only = not keys.placed and not keys.raised and (straightened or not keys.deeper)
    return watch.still_from if lifted_only else watch.rest_from


def _on_its_way(watch: Watch, *, hasty: bool) -> bool:
    """Whether a lost gem may still be on its way: what is wrong, and which gem, only both places at rest can tell."""
    heaps = (watch.seen.centre, watch.seen.corner)
    still = all(heap.gems is not None and rested(watch, heap, hasty=hasty) for heap in heaps)
    return watch.game.phase is Phase.DISCARD and not still


def _gems_finding(watch: Watch, haste: Haste | None) -> Finding | None:
    """What the gems mean, as far as they are at rest."""
    seen, trouble = watch.seen, watch.trouble
    if watch.unsure is not None or "scale" in watch.lost:
        return None
    if trouble is not None and trouble.code in KEYS_FIRST and not watch.keys.none:
        return None
    hasty = haste is not None
    centre, corner = rested(watch, seen.centre, hasty=hasty), rested(watch, seen.corner, hasty=hasty)
    if _on_its_way(watch, hasty=hasty):
        return None
    gone, cast = watch.gone if centre else 0, watch.cast if corner else 0
    late = watch.late
    if late is not None and (seen.centre if gone else seen.corner).stirred > late.until:
        late = None
    return judge_gems(watch.game, gone=gone, cast=cast, resting=centre and corner, late=late)


def play(watch: Watch, move: Move) -> tuple[Watch, Said]:
    """Apply a move; if the rules refuse it, name the foul."""
    played = _played(watch, Play(move))
    return _refused(watch, move, played) if isinstance(played, Foul) else played


def _played(watch: Watch, finding: Play | Instead) -> tuple[Watch, Said] | Foul:
    """Apply what was found: a move, or the last placement as it came to be."""
    before, past = watch.game, (*watch.past, watch.game)
    if isinstance(finding, Instead):
        before, past = watch.past[-1], watch.past
        if before.phase is Phase.DISCARD:
            return Foul("CK-F14", before.cur)  # something was corrected since: that placement is settled
    game, ruled = rules.apply(before, finding.move)
    if isinstance(ruled, Foul):
        return ruled
    late, until = watch.late, watch.now + watch.timing.late_gem
    match ruled[0]:
        case Took(player, gems):
            late = Late(player, "CK-F08", gems, until)
        case Discarded(player):
            late = Late(player, "CK-F09", 1, until)
        case _:
            pass
    watch = watch._replace(game=game, past=past, trouble=None, late=late)
    by_hand = watch.by_hand and game.phase in (Phase.TAKE, Phase.DISCARD)
    return watch, (*ruled, Ask("gems")) if by_hand else ruled


def _refused(watch: Watch, move: Move, foul: Foul) -> tuple[Watch, Said]:
    if not isinstance(move, rules.Place):
        return watch, (foul,)
    guide = next_step(watch.game, watch.keys)
    if foul.code == "CK-F14":
        slot = Slot(move.section, move.slot)
        # A key that is in all the way can only be confirmed; one that shows red may be tilted.
        guide = Guide(do="press", slot=slot, part="go") if move.seated == "in" else Guide(do="shove", slot=slot)
    return name(watch, Wrong(foul.code, foul.player, foul.expected, guide))


def _calm(watch: Watch) -> Round:
    """Nothing is wrong now. If something was: the table is right again, or hands are on the way."""
    trouble, keys = watch.trouble, watch.keys
    if trouble is None or not watch.keys_told:
        return Round(watch)
    if trouble.place is not None:
        return _gems_calm(watch, trouble)
    if _keys_back(watch):
        if watch.now < watch.still_from:
            return Round(watch)
        return Round(watch._replace(trouble=None), (TableRight(),), again=True)
    if not _keys_ready(watch):
        return Round(watch)
    step = next_step(watch.game, keys)
    if isinstance(trouble.step, Ask) or trouble.code in ("CK-F14", "CK-F15") or step is None:
        # The hands have answered, or have taken the key out again: what is still out is the key that is moved.
        return Round(watch._replace(trouble=None))
    trouble, said = ask_for(watch, trouble._replace(placed=keys.placed), step)
    return Round(watch._replace(trouble=trouble), said)


def _keys_back(watch: Watch) -> bool:
    """The keys stand as agreed, or are being packed up."""
    return watch.keys.none or (watch.game.phase is Phase.OVER and not watch.keys.placed)


def _gems_calm(watch: Watch, trouble: Trouble) -> Round:
    """Nothing is wrong with the gems now, or that cannot be told."""
    heap = watch.seen.heap("corner" if trouble.place == "corner" else "centre")
    if "scale" in watch.lost:
        return Round(watch._replace(trouble=None))  # nobody can count them now: judged anew when the scale is back
    if watch.unsure is not None or heap.gems is None or not rested(watch, heap):
        return Round(watch)
    if _on_its_way(watch, hasty=False):
        return Round(watch)
    return Round(watch._replace(trouble=None), (TableRight(),), again=True)
