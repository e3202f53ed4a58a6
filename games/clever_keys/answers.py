"""What the panel's keys do, and what happens when a part of the box falls silent."""

from games.announcements import shared
from games.announcements.shared import Corrected, Counted, Foul, NotNow, Resumed, SensorBack, SensorLost, TableRight
from games.clever_keys import rules
from games.clever_keys.judging import Instead, Play, due_now, judge_keys
from games.clever_keys.naming import over, owed, reminder
from games.clever_keys.resting import gems_finding
from games.clever_keys.restoring import begin_with, restored
from games.clever_keys.rules import Phase, State
from games.clever_keys.seen import awaited, unweighed
from games.clever_keys.settling import play
from games.clever_keys.state import believe
from games.clever_keys.watch import GEMS, Said, Trouble, Undone, Watch
from games.table import Depth, Place, Slot


def go(watch: Watch) -> tuple[Watch, Said]:
    """`go` does what its lamp says: the first of these that fits."""
    game, trouble = watch.game, watch.trouble
    if watch.asks_to_resume:
        return watch._replace(waking=False, trouble=None), ()
    if watch.undone and not (trouble is not None and trouble.asks):
        return _redo(watch)
    if not watch.begun:
        there = _as_seen(watch)
        wait = watch.moving or there.phase is Phase.OVER
        return (watch, reminder(watch)) if wait else begin_with(watch, there)
    if watch.unsure is not None:
        place, heap = watch.unsure, watch.seen.heap(watch.unsure)
        sure = watch._replace(seen=watch.seen.with_heap(place, heap._replace(odds=1.0)), unsure=None)
        return sure, (Counted(place, heap.gems or 0),)
    if trouble is not None and (not trouble.asks or _belied(watch)):
        return _insist(watch, trouble)
    if watch.restoring:
        return (watch, reminder(watch)) if trouble is None else restored(watch)
    if watch.by_hand and game.phase is Phase.TAKE:
        return play(watch, rules.Take(game.cur, game.due))
    if watch.by_hand and game.phase is Phase.DISCARD and not _belied(watch):
        return play(watch, rules.Discard(game.cur, 1))
    if trouble is not None and trouble.step == GEMS:
        return _count(watch)
    if game.phase is Phase.CHOOSE and watch.late is not None and watch.now <= watch.late.until:
        return watch, ()  # whoever took gems says that this was all: the turn has ended by itself meanwhile
    if game.phase in (Phase.CHOOSE, Phase.DECIDE):
        return play(watch, rules.Stop(game.cur))
    return watch, reminder(watch)


def _belied(watch: Watch) -> bool:
    """Of the lost gem's two places the one that can be told shows that it is not, or not alone, on its way."""
    return watch.game.phase is Phase.DISCARD and not ({watch.gone, watch.cast} <= {None, 1})


def _count(watch: Watch) -> tuple[Watch, Said]:
    """The players say that all gems are where they should be: so it is, where the scale cannot tell."""
    game, seen = watch.game, watch.seen
    said: Said = ()
    places: tuple[tuple[Place, int], ...] = (("centre", game.chamber), ("corner", game.corner))
    for place, gems in places:
        if watch.untold(place):
            seen = seen.with_heap(place, seen.heap(place)._replace(gems=gems, odds=1.0))
            said = (*said, Counted(place, gems))
    return watch._replace(seen=seen, trouble=None, uncounted=False), said or reminder(watch)


def _insist(watch: Watch, trouble: Trouble) -> tuple[Watch, Said]:
    """`go` while the table is not right."""
    if trouble.code == "CK-F14":
        return _confirm(watch)
    if trouble.stuck:
        return _correct(watch, trouble)
    said = reminder(watch)
    watch = watch._replace(trouble=trouble.asked_again)
    early = watch.game.phase is Phase.CHOOSE and (trouble.code, trouble.player) == ("CK-F08", watch.game.cur)
    if early:
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


def _correct(watch: Watch, trouble: Trouble) -> tuple[Watch, Said]:
    """Take the table as it stands, against what was agreed; what was earned by moves stays.

    A turn that only waits for gems, and has seen some leave the table, counts as paid with these. A key that waits
    until the gems are right is judged afterwards.
    """
    if watch.moving:
        return watch, reminder(watch)
    game, seen = watch.game, watch.seen
    waiting = trouble.place is not None and game.phase in (Phase.CHOOSE, Phase.DECIDE)
    keys = game.keys if waiting else _standing(watch)
    lying = set() if waiting else {*watch.keys.placed} - {slot for slot in map(_slot, keys) if slot is not None}
    crossed = {*seen.untold} if watch.silent is None else set()
    watch = watch._replace(seen=seen._replace(ignored=seen.ignored | lying | crossed))
    gone, cast = watch.gone or 0, watch.cast or 0
    lies = game._replace(gems=_given_back(watch, cast - gone), chamber=game.chamber - gone, corner=game.corner + cast)
    if game.phase in (Phase.DECIDE, Phase.TAKE) and gone > cast:
        paid = min(due_now(game), gone - cast)
        lies = lies._replace(phase=Phase.TAKE, keys=keys, chamber=lies.chamber + paid, total=paid)
        return _agree(watch, lies, rules.Take(game.cur, paid))
    if game.phase is Phase.DISCARD and (gone > 0 or cast > 0 or trouble.asks):
        lies = lies._replace(keys=keys, chamber=lies.chamber + 1, corner=lies.corner - 1)
        return _agree(watch, lies, rules.Discard(game.cur, 1))
    return _agree(watch, rules.stand(lies, keys, lies.chamber, lies.corner))


def _given_back(watch: Watch, more: int) -> tuple[int, ...]:
    """What the players hold when `more` gems lie on the table than were agreed.

    There are no more gems than at the start: those that are too many are the player's whose turn it is, or the next's.
    """
    game, first = watch.game, (*watch.past, watch.game)[0]
    held = [*game.gems]
    surplus = _gems(game) + more - _gems(first)
    for player in (*range(game.cur, game.players), *range(game.cur)):
        own = min(max(0, surplus), held[player])
        held[player] -= own
        surplus -= own
    return tuple(held)


def _gems(game: State) -> int:
    return game.chamber + game.corner + sum(game.gems)


def _agree(watch: Watch, game: State, last: rules.Move | None = None) -> tuple[Watch, Said]:
    """The table counts as it stands; `last` ends the turn that only waited for it."""
    past = (*watch.past, watch.game)
    watch = watch._replace(game=game._replace(suspects=believe(game.suspects, game.keys)), trouble=None)
    if last is not None:
        watch, ruled = play(watch, last)
    else:
        # What is due is said again, unless it lies there already and is about to be counted.
        ruled = over(game) or (() if isinstance(gems_finding(watch), Play) else owed(watch))
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
    return rules.stand(game, _standing(watch), game.chamber - (watch.gone or 0), game.corner + (watch.cast or 0))


def undo(watch: Watch) -> tuple[Watch, Said]:
    """`back`: take the last move back; the hands follow.

    Where it was asked whether the game goes on, it says no.
    """
    if watch.asks_to_resume:
        return watch._replace(left="again", trouble=None), ()
    if not watch.past:
        return watch, (NotNow(),)
    *past, game = watch.past
    watch = watch._replace(
        game=game,
        past=tuple(past),
        undone=(*watch.undone, Undone(watch.game, watch.restoring)),
        restoring=True,
        trouble=None,
    )
    return watch, (shared.Undone(),)


def _redo(watch: Watch) -> tuple[Watch, Said]:
    *undone, (game, restoring) = watch.undone
    watch = watch._replace(
        game=game,
        past=(*watch.past, watch.game),
        undone=tuple(undone),
        restoring=restoring or bool(undone),
        trouble=None,
    )
    return watch, (Resumed(), *(() if watch.restoring else reminder(watch)))


def lose(watch: Watch, part: str, at: float) -> tuple[Watch, Said]:
    """A part fell silent: said once."""
    if part in watch.lost:
        return watch, ()
    watch = watch._replace(lost=watch.lost | {part})
    if part != "scale":
        return watch, (SensorLost(part),)
    return watch._replace(seen=unweighed(watch.seen, at), uncounted=False), (SensorLost(part),)


def regain(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part answers again: said once."""
    if part not in watch.lost:
        return watch, ()
    watch = watch._replace(lost=watch.lost - {part})
    if part == "scale":
        if watch.trouble is not None and watch.trouble.asks:
            watch = watch._replace(trouble=None)  # asked anew, if that is still so
        watch = watch._replace(seen=awaited(watch.seen, watch.now), uncounted=True)
    return watch, (SensorBack(part),)
