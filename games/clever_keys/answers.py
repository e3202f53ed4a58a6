"""What the panel's keys do, and what happens when a part of the box falls silent."""

from games.announcements import Ask, Corrected, Foul, Resumed, SensorBack, SensorLost, TableRight, Undone
from games.clever_keys import rules
from games.clever_keys.judging import Play, judge_keys
from games.clever_keys.naming import over, reminder
from games.clever_keys.restoring import begin_with
from games.clever_keys.rules import Phase, State
from games.clever_keys.settling import play
from games.clever_keys.state import believe
from games.clever_keys.watch import Said, Trouble, Watch
from games.table import Depth, Slot

REPEATS = 3
"""After the same guide so often, `go` takes the table as it stands: no dead ends."""


def go(watch: Watch) -> tuple[Watch, Said]:
    """`go` does what its lamp says: the first of these that fits."""
    game, trouble = watch.game, watch.trouble
    if watch.undone:
        return _redo(watch)
    if not watch.begun:
        return begin_with(watch, _as_seen(watch))
    if watch.unsure is not None:
        heap = watch.seen.heap(watch.unsure)
        return watch._replace(seen=watch.seen.with_heap(watch.unsure, heap._replace(odds=1.0)), unsure=None), ()
    if trouble is not None:
        return _insist(watch, trouble)
    if watch.by_hand and game.phase is Phase.TAKE:
        return play(watch, (rules.Take(game.cur, game.due),))
    if watch.by_hand and game.phase is Phase.DISCARD:
        return play(watch, (rules.Discard(game.cur, 1),))
    if game.phase in (Phase.CHOOSE, Phase.DECIDE):
        return play(watch, (rules.Stop(game.cur),))
    return watch, reminder(watch)


def _insist(watch: Watch, trouble: Trouble) -> tuple[Watch, Said]:
    """`go` while the table is not right."""
    if trouble.code == "CK-F14":
        return _confirm(watch)
    if trouble.guide is not None and trouble.guides.count(trouble.guide) >= REPEATS:
        return _correct(watch)
    said = reminder(watch)
    if trouble.guide is not None:
        watch = watch._replace(trouble=trouble._replace(guides=(*trouble.guides, trouble.guide)))
    if watch.game.phase is Phase.CHOOSE and trouble.code == "CK-F08":
        return watch, (Foul("CK-F18", watch.game.cur), *said)
    return watch, said


def _confirm(watch: Watch) -> tuple[Watch, Said]:
    """The key stands as it stands (CK-F14): a red key that fits after all earns nothing, a new one counts."""
    keys, game = watch.keys, watch.game
    finding = judge_keys(game, watch.seen, keys, watch.settings, gone=watch.gone)
    if not isinstance(finding, Play) or not isinstance(move := finding.moves[0], rules.Place):
        return _correct(watch)
    standing = [*game.keys]
    standing[move.key] = rules.Standing(move.section, move.slot, move.seated)
    first, second, third = standing
    # What was seen before contradicts this key: the key in the slot is the better witness.
    return play(watch._replace(game=game._replace(suspects=believe(game.suspects, (first, second, third)))), (move,))


def _correct(watch: Watch) -> tuple[Watch, Said]:
    """Take the table as it stands, against what was agreed; what was earned by moves stays."""
    seen = _as_seen(watch)
    return (
        watch._replace(game=seen, past=(*watch.past, watch.game), trouble=None, restoring=False, late=None),
        (Corrected(), *(over(seen) or (TableRight(),))),
    )


def _as_seen(watch: Watch) -> State:
    """The game with the keys and gems as the table shows them; what cannot be told stays as agreed."""
    game, keys = watch.game, watch.keys
    left = list(keys.placed)
    standing = list(game.keys)
    for index, key in enumerate(standing):
        if key is None:
            continue
        slot = Slot(key.section, key.slot)
        if slot in keys.lifted:
            standing[index] = None
        elif slot in keys.deeper:
            standing[index] = key._replace(seated="in")
        elif slot in keys.raised:
            standing[index] = key._replace(seated="red")
    # The key moved this turn is the likeliest to stand where a key was not agreed.
    free = sorted((i for i, key in enumerate(standing) if key is None), key=lambda i: (i != game.moved, i))
    for index, slot in zip(free, left, strict=False):
        depth = watch.seen.depth(slot)
        standing[index] = rules.Standing(slot.section, slot.slot, "in" if depth is Depth.FULL else "red")
    first, second, third = standing
    return rules.stand(game, (first, second, third), game.chamber - watch.gone, game.corner + watch.cast)


def undo(watch: Watch, at: float) -> tuple[Watch, Said]:
    """`back`: take the last move back; the hands follow. Too soon after another it is a child mashing."""
    if not watch.past or at - watch.undone_at < watch.timing.undo:
        return watch, ()
    *past, game = watch.past
    watch = watch._replace(
        game=game,
        past=tuple(past),
        undone=(*watch.undone, watch.game),
        undone_at=at,
        restoring=True,
        late=None,
        trouble=None,
        unsure=None,
    )
    return watch, (Undone(),)


def _redo(watch: Watch) -> tuple[Watch, Said]:
    *undone, game = watch.undone
    watch = watch._replace(
        game=game, past=(*watch.past, watch.game), undone=tuple(undone), restoring=bool(undone), trouble=None
    )
    return watch, (Resumed(), *reminder(watch))


def lose(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part fell silent: said once."""
    if part in watch.lost:
        return watch, ()
    return watch._replace(lost=watch.lost | {part}), (SensorLost(part), *_ask_hands(watch, part))


def _ask_hands(watch: Watch, part: str) -> Said:
    waits = watch.begun and watch.game.phase in (Phase.TAKE, Phase.DISCARD)
    return (Ask("gems"),) if part == "scale" and waits else ()


def regain(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part answers again: said once."""
    if part not in watch.lost:
        return watch, ()
    return watch._replace(lost=watch.lost - {part}), (SensorBack(part),)
