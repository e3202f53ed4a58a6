"""The table at rest: judge it, play what explains it, or name what is wrong and guide it back.

Laws: keys are judged `rest_contact` after one was lifted and `rest_table` after one was put in, gems `rest_table` after
the scale came to rest. Judged in haste (the hand already does the next thing), only moves count: a foul that the hand
is undoing by itself is not named.
"""

from games.announcements import (
    Ask,
    Discarded,
    Foul,
    Guide,
    TableRight,
    Took,
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
from games.clever_keys.naming import guide_on, name, rested
from games.clever_keys.restoring import Round, check, restore
from games.clever_keys.rules import Move, Phase
from games.clever_keys.watch import Said, Watch
from games.table import Depth, Slot

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


def _judge(watch: Watch, *, hasty: bool, keys_stood: bool) -> Round:
    if not watch.begun or watch.restoring:
        if hasty:
            return Round(watch)
        return check(watch) if not watch.begun else restore(watch)
    keys = _keys_finding(watch, hasty=hasty, stood=keys_stood)
    gems = _gems_finding(watch, hasty=hasty)
    # Both at rest: what began first is judged first.
    keys_first = watch.seen.moved_at < max(watch.seen.centre.stirred, watch.seen.corner.stirred)
    for finding in (keys, gems) if keys_first else (gems, keys):
        match finding:
            case Play(moves):
                right = watch.trouble is not None and finding is gems
                watch, said = play(watch, moves)
                return Round(watch, (TableRight(), *said) if right else said, again=watch.trouble is None)
            case Instead(move):
                watch, said = _withdraw(watch, move)
                return Round(watch, said, again=watch.trouble is None)
            case Wrong() | Unclear() if not hasty:
                watch, said = name(watch, finding)
                return Round(watch, said)
            case _:
                continue
    return Round(watch) if hasty else _calm(watch)


def _keys_finding(watch: Watch, *, hasty: bool, stood: bool) -> Finding | None:
    """What the keys mean, if they are at rest."""
    keys, timing, seen = watch.keys, watch.timing, watch.seen
    if not watch.keys_told:
        return None if hasty or watch.now < seen.moved_at + timing.rest_table else _crooked(watch)
    if keys.none:
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


def _crooked(watch: Watch) -> Finding | None:
    """A slot whose contacts contradict each other while its part answers: the key in it is not straight."""
    if any(part.startswith("slots") for part in watch.lost):
        return None
    slot = next(slot for slot, depth in watch.seen.slots if depth is Depth.UNKNOWN)
    return Wrong("CK-F15", watch.game.cur, None, Guide(do="shove", slot=slot))


def _quiet(watch: Watch) -> float:
    """How long the keys must have rested: a key lifted is named at once, a key put in may still be on its way."""
    keys, timing = watch.keys, watch.timing
    if keys.raised and not keys.placed and not keys.lifted:
        # On its way out, or slowly back to where it stood: nothing depends on it before the hand does the next thing.
        return timing.rest_table + timing.patience
    straightened = watch.game.phase is Phase.DISCARD and keys.deeper == (mover_slot(watch.game),)
    lifted_only = not keys.placed and not keys.raised and (straightened or not keys.deeper)
    return timing.rest_contact if lifted_only else timing.rest_table


def _gems_finding(watch: Watch, *, hasty: bool) -> Finding | None:
    """What the gems mean, as far as they are at rest."""
    seen, game = watch.seen, watch.game
    if watch.unsure is not None or "scale" in watch.lost:
        return None
    if watch.trouble is not None and watch.trouble.code in KEYS_FIRST and not watch.keys.none:
        return None
    centre, corner = rested(watch, seen.centre, hasty=hasty), rested(watch, seen.corner, hasty=hasty)
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
    return name(watch, Wrong(foul.code, foul.player, foul.expected, guide))


def _withdraw(watch: Watch, move: rules.Place) -> tuple[Watch, Said]:
    """The last placement is judged anew by how the key stands now."""
    before = watch.past[-1]
    game, ruled = rules.apply(before, move)
    if isinstance(ruled, Foul):
        return _refused(watch, move, ruled)
    return watch._replace(game=game, trouble=None), ruled


def _calm(watch: Watch) -> Round:
    """Nothing is wrong now. If something was: the table is right again, or hands are on the way."""
    trouble, keys = watch.trouble, watch.keys
    if trouble is None or not watch.keys_told:
        return Round(watch)
    if trouble.guide is not None and trouble.guide.place is not None:
        at_rest = rested(watch, watch.seen.heap(trouble.guide.place))
    else:
        at_rest = keys.none or watch.now >= watch.seen.moved_at + _quiet(watch)
    if not at_rest:
        return Round(watch)
    if keys.none:
        return Round(watch._replace(trouble=None), (TableRight(),), again=True)
    if trouble.asked:
        # The hands have answered: the key that is still out is the one that is moved.
        return Round(watch._replace(trouble=None))
    trouble, said = guide_on(watch, trouble, next_step(watch.game, keys), anew=False)
    return Round(watch._replace(trouble=trouble), said)
