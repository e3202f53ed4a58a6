"""The table at rest: judge it, play what explains it, or name what is wrong and guide it back.

Law: judged in haste (the hand already does the next thing), only moves count: a foul that the hand is undoing by itself
is not named.
"""

from games.announcements.clever_keys import Discarded, Took
from games.announcements.shared import Ask, Foul, Guide, TableRight, Unsure
from games.clever_keys import rules
from games.clever_keys.judging import (
    Finding,
    Instead,
    Late,
    Play,
    Unclear,
    Untold,
    Wrong,
    next_step,
)
from games.clever_keys.naming import ask, ask_for, name, rested
from games.clever_keys.resting import ASTRAY, Haste, gems_finding, keys_back, keys_finding, keys_ready
from games.clever_keys.restoring import Round, check, look_around, restore
from games.clever_keys.rules import Move, Phase
from games.clever_keys.watch import GEMS, OF_GEMS, Said, Trouble, Watch
from games.table import Slot
from games.talk import played_on


def settle(watch: Watch, haste: Haste | None = None) -> tuple[Watch, Said]:
    """Judge until there is nothing more to say: gems taken and the next player's key may both have come to rest."""
    turn = _judge(watch, haste)
    said = turn.said
    while turn.again:  # a table at rest never holds more than a placement, a stop, a payment and the next key
        turn = _judge(turn.watch, haste)
        said += turn.said
    return turn.watch, said


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
    turn = _weigh_up(watch, keys_finding(watch, haste), gems_finding(watch, haste), haste)
    return turn._replace(said=said + turn.said)


def _weigh_up(watch: Watch, keys: Finding | None, gems: Finding | None, haste: Haste | None) -> Round:
    """A key that came after gems went astray waits until they are right: they are no stop then."""
    trouble, gems_first = watch.trouble, _gems_first(watch, keys, gems)
    if gems_first and isinstance(gems, Wrong) and isinstance(keys, Play | Instead):
        keys = None
    if watch.unsure is not None and watch.seen.heap(watch.unsure).stirred <= watch.seen.moved_at:
        keys = None  # until the question is answered
    if trouble is not None and trouble.place is not None and gems is None and keys is not None:
        calm = _gems_calm(watch, trouble, hasty=haste is not None)
        played = isinstance(keys, Play | Instead) and not isinstance(_played(watch, keys), Foul)
        if played or not calm.again:
            return calm
    for finding in (gems, keys) if gems_first else (keys, gems):
        ruled = _rule(watch, finding, naming=haste is None or haste.naming)
        if ruled is not None:
            right = finding is gems and isinstance(gems, Play) and trouble is not None and not trouble.asks
            return ruled._replace(said=(TableRight(), *ruled.said)) if right and watch.keys.none else ruled
    return Round(watch) if haste is not None else _calm(watch)


def _gems_first(watch: Watch, keys: Finding | None, gems: Finding | None) -> bool:
    """Both at rest: what began first is judged first; but gems that are called for come before the key that came early.

    They are if they were asked for last, or if they pay what a key that came early would be called a foul for. Of two
    fouls the one of gems comes first, unless a key is astray.
    """
    trouble, pays = watch.trouble, isinstance(gems, Play)
    if trouble is not None and trouble.of_gems and (pays or trouble.asks or trouble.place is not None):
        return True
    if isinstance(keys, Wrong) and (
        (pays and keys.code in OF_GEMS) or (isinstance(gems, Wrong) and keys.code not in ASTRAY)
    ):
        return True
    return watch.seen.moved_at >= max(watch.seen.centre.stirred, watch.seen.corner.stirred)


def _doubt(watch: Watch) -> tuple[Watch, Said]:
    """An unsure count is asked about once, and again if another one comes or a key waits for the answer."""
    doubt, moved_at = watch.doubt, watch.seen.moved_at
    waiting = watch.unsure_at < moved_at and watch.keys_told and not watch.restoring and not keys_back(watch)
    waiting = waiting and keys_ready(watch)
    if doubt is None or (doubt == watch.unsure and not waiting):
        return watch._replace(unsure=doubt), ()
    return watch._replace(unsure=doubt, unsure_at=watch.now), (Unsure(doubt, watch.seen.heap(doubt).gems or 0),)


def _rule(watch: Watch, finding: Finding | None, *, naming: bool) -> Round | None:
    """Play or name what was found; None where there is nothing to do, or nothing to be said in haste."""
    match finding:
        case Play(move) | Instead(move):
            played = _played(watch, finding)
            if not isinstance(played, Foul):
                return Round(*played, again=True)
            return _named(watch, *_refused(watch, move, played)) if naming else None
        case Wrong() | Unclear() if naming:
            return _named(watch, *_name(watch, finding))
        case Untold(about) if naming:
            return Round(*ask(watch, Ask(about)))
        case _:
            return None


def _named(before: Watch, watch: Watch, said: Said) -> Round:
    """A foul was named; one that is not the foul before leads to a look at what had to wait for that one."""
    codes = [trouble and trouble.code for trouble in (before.trouble, watch.trouble)]
    return Round(watch, said, again=None not in codes and codes[0] != codes[1])


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
    asked = watch.trouble is not None and watch.trouble.asks
    uncounted = watch.uncounted and not asked  # asked once, and passed over
    talk = played_on(watch.talk, watch.now)
    return watch._replace(game=game, past=past, trouble=None, late=late, uncounted=uncounted, talk=talk), ruled


def _name(watch: Watch, finding: Wrong | Unclear) -> tuple[Watch, Said]:
    return name(watch, finding, settled=watch.keys_told and keys_ready(watch))


def _refused(watch: Watch, move: Move, foul: Foul) -> tuple[Watch, Said]:
    if not isinstance(move, rules.Place):
        return watch, (foul,)
    guide = next_step(watch.game, watch.keys)
    if foul.code == "CK-F14":
        slot = Slot(move.section, move.slot)
        # A key that is in all the way can only be confirmed; one that shows red may be tilted.
        guide = Guide(do="press", slot=slot, part="go") if move.seated == "in" else Guide(do="shove", slot=slot)
    return _name(watch, Wrong(foul.code, foul.player, foul.expected, guide))


def _calm(watch: Watch) -> Round:
    """Nothing is wrong now. If something was: the table is right again, or hands are on the way."""
    trouble, keys = watch.trouble, watch.keys
    if trouble is None or trouble.asks:
        return _count_by_hand(watch)
    if not watch.keys_told:
        return Round(watch)
    if trouble.place is not None:
        return _gems_calm(watch, trouble)
    if keys_back(watch):
        if watch.now < watch.still_from:
            return Round(watch)
        return Round(watch._replace(trouble=None), (TableRight(),), again=True)
    if not keys_ready(watch):
        return Round(watch)
    step = next_step(watch.game, keys)
    if isinstance(trouble.step, Ask) or trouble.code in ("CK-F14", "CK-F15") or step is None:
        # The hands have answered, or have taken the key out again: what is still out is the key that is moved.
        return Round(watch._replace(trouble=None))
    trouble, said = ask_for(watch, trouble._replace(placed=keys.placed), step)
    return Round(watch._replace(trouble=trouble), said)


def _count_by_hand(watch: Watch) -> Round:
    """The turn waits for gems that cannot be counted, or the scale is back and cannot tell: that is asked about."""
    untold = watch.untold("centre") or watch.untold("corner")
    uncounted = watch.uncounted and (untold or watch.moving) and watch.game.phase is not Phase.OVER
    watch = watch._replace(uncounted=uncounted)
    if "scale" not in watch.lost and not (rested(watch, watch.seen.centre) and rested(watch, watch.seen.corner)):
        return Round(watch)
    if not (uncounted or (watch.by_hand and watch.game.phase in (Phase.TAKE, Phase.DISCARD))):
        return Round(watch._replace(trouble=None))
    again = watch.trouble is None or keys_ready(watch)
    return Round(*ask(watch, GEMS)) if watch.patient and again else Round(watch)


def _gems_calm(watch: Watch, trouble: Trouble, *, hasty: bool = False) -> Round:
    """Nothing is wrong with the gems now, or that cannot be told."""
    both = (watch.seen.centre, watch.seen.corner)
    # A lost gem may be on its way from one place to the other.
    heaps = both if watch.game.phase is Phase.DISCARD else (watch.seen.heap(trouble.place or "centre"),)
    if "scale" in watch.lost:
        # Nobody can count them now: judged anew when the scale is back.
        return Round(watch._replace(trouble=None), again=True)
    still = all(heap.gems is not None and rested(watch, heap, hasty=hasty) for heap in heaps)
    if watch.unsure is not None or not still:
        return Round(watch)
    return Round(watch._replace(trouble=None), (TableRight(),), again=True)
