"""What keys and gems mean once they have rested, or already when the hand does the next thing; and when that will be.

Laws: keys are judged `rest_contact` after one was lifted and `rest_table` after one was put in, gems `rest_table` after
the scale came to rest. What cannot be told is never taken for what was agreed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.clever_keys.judging import Finding, Play, Wrong, judge_gems, judge_keys, mover_slot
from games.clever_keys.naming import PRECEDENCE, rested, rests
from games.clever_keys.restoring import crossed
from games.clever_keys.rules import Phase
from games.clever_keys.watch import Watch

ASTRAY = frozenset({"CK-F05", "CK-F06", "CK-F07", "CK-F10", "CK-F16", "CK-F17"})
"""While one of these is open the keys go back before gems count: else the turn would pass with a key astray."""


class Haste(NamedTuple):
    """What lies and stands is judged before it has rested, because a hand goes on."""

    keys: bool
    """The keys have stood long enough to count (`rest_contact`)."""
    naming: bool = False
    """Fouls are named too: the hand says that it is done."""


def keys_finding(watch: Watch, haste: Haste | None) -> Finding | None:
    """What the keys mean, if they are at rest."""
    if not watch.keys_told:
        guide = crossed(watch)
        if haste is not None or guide is None or watch.now < watch.rest_from:
            return None
        return Wrong("CK-F15", watch.game.cur, None, guide)
    finding = judge_keys(watch.game, watch.seen, watch.keys, watch.settings, gone=_gone_then(watch))
    ready = keys_ready(watch) if haste is None else haste.keys
    return finding if ready else None


def gems_finding(watch: Watch, haste: Haste | None = None) -> Finding | None:
    """What the gems mean, as far as they are at rest."""
    seen, trouble, hasty = watch.seen, watch.trouble, haste is not None
    if watch.unsure is not None or _astray(watch):
        return None
    gone = watch.gone if rested(watch, seen.centre, hasty=hasty) else None
    cast = watch.cast if rested(watch, seen.corner, hasty=hasty) else None
    finding = judge_gems(watch.game, gone=gone, cast=cast, late=watch.late)
    out_of_place = trouble is not None and trouble.code in PRECEDENCE and (watch.keys.lifted or watch.keys.placed)
    return None if out_of_place and isinstance(finding, Play) else finding


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
        if watch.trouble is not None and watch.trouble.asks:
            yield _keys_from(watch)
    elif not keys_back(watch):
        yield _keys_from(watch)
    elif watch.trouble is not None:
        yield _keys_from(watch) if watch.trouble.asks else watch.still_from
    due = watch.game.phase in (Phase.TAKE, Phase.DISCARD) or watch.restoring or watch.uncounted or not watch.begun
    if due or watch.gone or watch.cast or watch.trouble is not None:
        for heap in (watch.seen.centre, watch.seen.corner):
            yield rests(watch, heap)
            if heap.gems is None:
                yield rests(watch, heap) + watch.timing.patience


def _astray(watch: Watch) -> bool:
    """A foul is open that keeps the turn where it is until the keys are back."""
    return watch.trouble is not None and watch.trouble.code in ASTRAY and not watch.keys.none


def _gone_then(watch: Watch) -> int | None:
    """Gems that had left the chamber when the keys moved; None where that cannot be told.

    Those that leave later change nothing about which foul it is.
    """
    gone, centre = watch.gone, watch.seen.centre
    if _astray(watch) or (watch.game.phase is Phase.DECIDE and "scale" in watch.lost):
        return 0  # without a scale only `go` says stop
    under_way = watch.trouble is not None and watch.trouble.of_gems
    if watch.game.phase is Phase.DISCARD and watch.cast and watch.seen.corner.stirred <= watch.seen.moved_at:
        under_way = True
    if gone is not None and centre.before is not None and not under_way and watch.seen.moved_at < centre.stirred:
        gone = min(gone, watch.game.chamber - centre.before)
    return None if gone and watch.game.phase is Phase.DISCARD and watch.cast is None else gone


def keys_ready(watch: Watch) -> bool:
    """Whether the keys have rested for as long as it takes to judge them as they stand."""
    return watch.now >= _keys_from(watch)


def _keys_from(watch: Watch) -> float:
    """From when on the keys have rested, and a hand that was in the chamber before has come out, or is an arm.

    Where gems are due no key is judged before they rest: which foul it is depends on how many have been taken.
    """
    seen = watch.seen
    ready, gems = _quiet_from(watch), rests(watch, seen.centre)
    if watch.game.phase is Phase.DISCARD:
        return max(ready, gems, rests(watch, seen.corner))
    if watch.game.phase is Phase.TAKE or (watch.trouble is not None and watch.trouble.asks):
        return max(ready, gems)
    if seen.centre.stirred < seen.moved_at:
        return ready + watch.timing.patience if seen.centre.moving else max(ready, gems)
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


def keys_back(watch: Watch) -> bool:
    """The keys stand as agreed, or are being packed up."""
    return watch.keys.none or (watch.game.phase is Phase.OVER and not watch.keys.placed)
