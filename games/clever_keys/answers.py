"""What the panel's keys do, and what happens when a part of the box falls silent."""

from games import announcements as say
from games.announcements import Ask, Corrected, Counted, Foul, Resumed, SensorBack, SensorLost, TableRight
from games.clever_keys import rules
from games.clever_keys.judging import Instead, Play, judge_keys
from games.clever_keys.naming import over, owed, reminder
from games.clever_keys.restoring import begin_with
from games.clever_keys.rules import Phase, State
from games.clever_keys.seen import unweighed
from games.clever_keys.settling import play
from games.clever_keys.state import believe
from games.clever_keys.watch import Said, Trouble, Undone, Watch
from games.table import Depth, Slot


def go(watch: Watch) -> tuple[Watch, Said]:
    """`go` does what its lamp says: the first of these that fits."""
    game, trouble = watch.game, watch.trouble
    if watch.asks_to_resume:
        return watch._replace(waking=False, trouble=None), ()
    if watch.undone:
        return _redo(watch)
    if not watch.begun:
        there = _as_seen(watch)
        return (watch, reminder(watch)) if there.phase is Phase.OVER else begin_with(watch, there)
    if watch.unsure is not None:
        place, heap = watch.unsure, watch.seen.heap(watch.unsure)
        sure = watch._replace(seen=watch.seen.with_heap(place, heap._replace(odds=1.0)), unsure=None)
        return sure, (Counted(place, heap.gems or 0),)
    if trouble is not None:
        return _insist(watch, trouble)
    if watch.by_hand and game.phase is Phase.TAKE:
        return play(watch, rules.Take(game.cur, game.due))
    if watch.by_hand and game.phase is Phase.DISCARD:
        return play(watch, rules.Discard(game.cur, 1))
    if game.phase in (Phase.CHOOSE, Phase.DECIDE):
        return play(watch, rules.Stop(game.cur))
    return watch, reminder(watch)


def _insist(watch: Watch, trouble: Trouble) -> tuple[Watch, Said]:
    """`go` while the table is not right."""
    if trouble.code == "CK-F14":
        return _confirm(watch)
    if trouble.stuck:
        return _correct(watch)
    said = reminder(watch)
    if trouble.step is not None:
        watch = watch._replace(trouble=trouble._replace(asked=(*trouble.asked, trouble.step)))
    if watch.game.phase is Phase.CHOOSE and trouble.code == "CK-F08":
        return watch, (Foul("CK-F18", watch.game.cur), *said)
    return watch, said


def _confirm(watch: Watch) -> tuple[Watch, Said]:
    """The key stands as it stands (CK-F14): a red key that fits after all earns nothing, a new one counts."""
    game, past = watch.game, watch.past
    finding = judge_keys(game, watch.seen, watch.keys, watch.settings, gone=watch.gone)
    match finding:
        case Instead(move) if past[-1].phase is not Phase.DISCARD:
            *earlier, game = past  # a slow push, and nothing else has happened: it counts from where it began
            past = tuple(earlier)
        case Play(rules.Place() as move):
            pass
        case _:
            return _agree(watch, rules.stand(game, _deeper(watch), game.chamber, game.corner))
    standing = [*game.keys]
    standing[move.key] = rules.Standing(move.section, move.slot, move.seated)
    # What was seen before contradicts this key: the key in the slot is the better witness. An undo brings back both.
    believed = game._replace(suspects=believe(game.suspects, tuple(standing)))
    watch, said = play(watch._replace(game=believed, past=past), move)
    return watch._replace(past=(*past, game)), said


def _correct(watch: Watch) -> tuple[Watch, Said]:
    """Take the table as it stands, against what was agreed; what was earned by moves stays.

    A turn that only waits for gems, and has seen some move, counts as paid.
    """
    game, seen = watch.game, watch.seen
    keys = _standing(watch)
    lying = {*watch.keys.placed} - {slot for slot in map(_slot, keys) if slot is not None}
    crossed = {*seen.untold} if watch.silent is None else set()
    watch = watch._replace(seen=seen._replace(ignored=seen.ignored | lying | crossed))
    if game.phase is Phase.TAKE and watch.gone > 0:
        paid = game._replace(keys=keys, chamber=game.chamber - watch.gone + game.due, total=game.due)
        return _agree(watch, paid, rules.Take(game.cur, game.due))
    if game.phase is Phase.DISCARD and (watch.gone > 0 or watch.cast > 0):
        paid = game._replace(keys=keys, chamber=game.chamber - watch.gone + 1, corner=game.corner + watch.cast - 1)
        return _agree(watch, paid, rules.Discard(game.cur, 1))
    return _agree(watch, rules.stand(game, keys, game.chamber - watch.gone, game.corner + watch.cast))


def _agree(watch: Watch, game: State, last: rules.Move | None = None) -> tuple[Watch, Said]:
    """The table counts as it stands; `last` ends the turn that only waited for it."""
    past = (*watch.past, watch.game)
    watch = watch._replace(game=game._replace(suspects=believe(game.suspects, game.keys)), trouble=None)
    watch, ruled = (watch, over(game) or owed(watch)) if last is None else play(watch, last)
    return watch._replace(past=past, restoring=False, resumed=False), (Corrected(), TableRight(), *ruled)


def _slot(key: rules.Standing | None) -> Slot | None:
    return None if key is None else Slot(key.section, key.slot)


def _deeper(watch: Watch) -> rules.Keys:
    """The keys as agreed, but those that are in all the way now do fit."""
    deeper = watch.keys.deeper
    return tuple(key and (key._replace(seated="in") if _slot(key) in deeper else key) for key in watch.game.keys)


def _standing(watch: Watch) -> rules.Keys:
    """The keys as the table shows them; what cannot be told stays as agreed."""
    game, keys = watch.game, watch.keys
    standing: list[rules.Standing | None] = []
    for key in _deeper(watch):
        raised = key is not None and _slot(key) in keys.raised
        standing.append(None if _slot(key) in keys.lifted else key._replace(seated="red") if raised and key else key)
    # The key moved this turn is the likeliest to stand where a key was not agreed.
    free = sorted((i for i, key in enumerate(standing) if key is None), key=lambda i: (i != game.moved, i))
    for index, slot in zip(free, keys.placed, strict=False):
        seated: rules.Seated = "in" if watch.seen.depth(slot) is Depth.FULL else "red"
        standing[index] = rules.Standing(slot.section, slot.slot, seated)
    return tuple(standing)


def _as_seen(watch: Watch) -> State:
    """The game with keys and gems as the table shows them."""
    game = watch.game
    return rules.stand(game, _standing(watch), game.chamber - watch.gone, game.corner + watch.cast)


def undo(watch: Watch, at: float) -> tuple[Watch, Said]:
    """`back`: take the last move back; the hands follow. Too soon after another it is a child mashing.

    Where it was asked whether the game goes on, it says no.
    """
    if watch.asks_to_resume:
        return watch._replace(left=True, trouble=None), ()
    if not watch.past or at - watch.undone_at < watch.timing.undo:
        return watch, ()
    *past, game = watch.past
    watch = watch._replace(
        game=game,
        past=tuple(past),
        undone=(*watch.undone, Undone(watch.game, watch.restoring)),
        undone_at=at,
        restoring=True,
        trouble=None,
    )
    return watch, (say.Undone(),)


def _redo(watch: Watch) -> tuple[Watch, Said]:
    *undone, (game, restoring) = watch.undone
    watch = watch._replace(
        game=game,
        past=(*watch.past, watch.game),
        undone=tuple(undone),
        restoring=restoring or bool(undone),
        trouble=None,
    )
    return watch, (Resumed(), *reminder(watch))


def lose(watch: Watch, part: str, at: float) -> tuple[Watch, Said]:
    """A part fell silent: said once."""
    if part in watch.lost:
        return watch, ()
    watch = watch._replace(lost=watch.lost | {part})
    if part != "scale":
        return watch, (SensorLost(part),)
    watch = watch._replace(seen=unweighed(watch.seen, at))
    waits = watch.begun and watch.game.phase in (Phase.TAKE, Phase.DISCARD)
    return watch, (SensorLost(part), Ask("gems")) if waits else (SensorLost(part),)


def regain(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part answers again: said once."""
    if part not in watch.lost:
        return watch, ()
    return watch._replace(lost=watch.lost - {part}), (SensorBack(part),)
