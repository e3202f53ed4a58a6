"""Which legal move explains the table, or which foul names it: judgement without time.

The referee asks only when the table is at rest, or when the hand already does the next thing. Laws: a judgement never
changes anything; what several moves could explain is a question, never a guess; the order of precedence is design.md
section 5 ("Which foul"); nothing here tells which slots were seen to fit or to block (rules.md, principle 3).
"""

from dataclasses import dataclass
from typing import Literal

from games.announcements.shared import Guide
from games.clever_keys.rules import TRIES, Discard, Move, Phase, Place, Seated, Settings, State, Stop, Take
from games.clever_keys.seen import Difference, Seen
from games.table import Depth, Slot
from games.table import Place as Where


@dataclass(frozen=True, slots=True)
class Play:
    """This move explains what happened."""

    move: Move


@dataclass(frozen=True, slots=True)
class Instead:
    """The last placement was judged too early (a slow push, a key straightened): this is what it came to."""

    move: Place


@dataclass(frozen=True, slots=True)
class Wrong:
    """No legal move explains it: the foul, and the one next step that puts the table right (None: nothing to do)."""

    code: str
    player: int
    expected: int | None
    guide: Guide | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """More than one move could be meant: the foul that brought it about, and where the hands may answer."""

    code: str
    player: int
    about: Literal["key", "slot"]
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Untold:
    """It depends on gems that cannot be counted whether this is a foul: whether they were taken, or stop was meant."""

    about: Literal["gems", "stop"]


Finding = Play | Instead | Wrong | Unclear | Untold


@dataclass(frozen=True, slots=True)
class Late:
    """Whose turn has just ended, and until when a gem too many is still theirs (design.md section 5).

    It is named as `code` then: F08 after a reward of `due` gems, F09 after the one gem for the corner.
    """

    player: int
    code: Literal["CK-F08", "CK-F09"]
    due: int
    until: float


def due_now(game: State) -> int:
    """Gems that a player who stops now takes: the chamber may hold fewer than were earned."""
    return min(game.total, game.chamber)


def expected(game: State, place: Where) -> tuple[int, ...]:
    """Counts that need no question: nothing moved, or exactly what the turn makes due."""
    lost = 1 if game.phase is Phase.DISCARD else 0
    if place == "corner":
        return (game.corner, game.corner + lost)
    due = due_now(game) if game.phase in (Phase.DECIDE, Phase.TAKE) else lost
    return (game.chamber, game.chamber - due)


def mover_slot(game: State) -> Slot | None:
    """Where the key stands that was moved this turn."""
    key = None if game.moved is None else game.keys[game.moved]
    return None if key is None else Slot(key.section, key.slot)


def next_step(game: State, keys: Difference) -> Guide | None:
    """The one next step that brings the keys back to where they were agreed to stand.

    A key that is in deeper than agreed cannot be pulled up a little: it is judged when play goes on.
    """
    if keys.placed:
        return Guide(do="lift", slot=keys.placed[0])
    if keys.raised:
        return Guide(do="shove", slot=keys.raised[0])
    if keys.lifted:
        # The key that may be moved goes back last: until then it may as well be played.
        others = [slot for slot in keys.lifted if slot != mover_slot(game)]
        return Guide(do="push", slot=others[0] if others else keys.lifted[0])
    return None


def _place(game: State, seen: Seen, left: Slot, slot: Slot) -> Place:
    """The key that left one slot stands in another (or deeper in the same)."""
    key = next(i for i, key in enumerate(game.keys) if key is not None and (key.section, key.slot) == tuple(left))
    return _put_in(game, seen, key, slot)


def _put_in(game: State, seen: Seen, key: int, slot: Slot) -> Place:
    seated: Seated = "in" if seen.depth(slot) is Depth.FULL else "red"
    return Place(game.cur, key, slot.section, slot.slot, seated)


def judge_keys(game: State, seen: Seen, keys: Difference, settings: Settings, *, gone: int | None) -> Finding | None:
    """Judge how the keys stand, for the phase of the turn; None: nothing to say (yet).

    `gone` counts the gems that had left the chamber when the keys moved, None where that cannot be told: whether a key
    came too early, or after its turn, depends on it.
    """
    if keys.none:
        return None
    match game.phase:
        case Phase.CHOOSE:
            return _choosing(game, seen, keys)
        case Phase.DECIDE:
            return _deciding(game, seen, keys, gone)
        case Phase.TAKE:
            return _taking(game, keys, gone)
        case Phase.DISCARD:
            return _discarding(game, seen, keys, settings, gone=gone)
        case _:
            # Packing up lifts keys; only a key put in means that somebody plays on.
            return Wrong("CK-F19", game.cur, None, None) if keys.placed else None


def _choosing(game: State, seen: Seen, keys: Difference) -> Finding | None:
    lifted, placed = keys.lifted, keys.placed
    if len(placed) > 1:
        return Unclear("CK-F16", game.cur, "slot", placed)
    if len(lifted) > 1:
        return Unclear("CK-F16", game.cur, "key", lifted)
    if placed and lifted:
        return Play(_place(game, seen, lifted[0], placed[0]))
    if placed:
        beside = [index for index, key in enumerate(game.keys) if key is None]
        if beside:
            return Play(_put_in(game, seen, beside[0], placed[0]))
        # A fourth key: the contact or the picture is wrong, and a hand must look.
        return Wrong("CK-F04", game.cur, None, next_step(game, keys))
    return _not_seated(game, keys)


def _deciding(game: State, seen: Seen, keys: Difference, gone: int | None) -> Finding | None:
    lifted, placed = keys.lifted, keys.placed
    own = mover_slot(game)
    two = max(len(lifted), len(placed)) > 1
    if two or (lifted and lifted[0] != own) or (placed and not lifted):
        if gone is None:
            return Untold("stop")
        return Wrong("CK-F16" if two else "CK-F05", game.cur, None, next_step(game, keys))
    if placed:
        return Play(_place(game, seen, lifted[0], placed[0]))
    return _not_seated(game, keys)


def _taking(game: State, keys: Difference, gone: int | None) -> Finding | None:
    if keys.lifted or keys.placed:
        if gone is None:
            return Untold("gems")
        guide = next_step(game, keys)
        if 0 < gone < game.due:
            return Wrong("CK-F08", game.cur, game.due, guide)
        if keys.placed:
            return Wrong("CK-F06" if game.placed == TRIES else "CK-F17", game.cur, game.due, guide)
        return Wrong("CK-F16" if len(keys.lifted) > 1 else "CK-F10", game.cur, None, guide)
    return _not_seated(game, keys)


def _discarding(game: State, seen: Seen, keys: Difference, settings: Settings, *, gone: int | None) -> Finding | None:
    own = mover_slot(game)  # None after a correction that took it off the board
    if not settings.touch_move and not gone and keys.lifted == (own,) and len(keys.placed) == 1:
        return Instead(_place(game, seen, keys.lifted[0], keys.placed[0]))
    if keys.lifted or keys.placed:
        if gone is None:
            return Untold("gems")
        guide = next_step(game, keys)
        if gone > 0:
            return Wrong("CK-F09", game.cur, 1, guide)
        if keys.placed or keys.lifted != (own,):
            return Wrong("CK-F07", game.cur, None, guide)
        return Wrong("CK-F10", game.cur, None, guide)
    if settings.reseat and not gone and keys.deeper == (own,):
        return Instead(_place(game, seen, keys.deeper[0], keys.deeper[0]))
    return _not_seated(game, keys)


def _not_seated(game: State, keys: Difference) -> Finding | None:
    if keys.deeper:
        return Wrong("CK-F14", game.cur, None, Guide(do="press", slot=keys.deeper[0], part="go"))
    if keys.raised:
        return Wrong("CK-F15", game.cur, None, next_step(game, keys))
    return None


def _put(gems: int) -> Guide:
    return Guide(do="put", place="centre", gems=gems)


def judge_gems(game: State, *, gone: int | None, cast: int | None, late: Late | None) -> Finding | None:
    """Judge the gems for the phase of the turn; None: nothing to say (yet).

    `gone` gems have left the chamber and `cast` have come into the corner since they were agreed (negative: the other
    way; None: cannot be told or is not at rest); `late` names the player to whom a late gem still belongs.
    """
    if game.phase is Phase.OVER:
        return None
    if game.phase is Phase.DISCARD and (gone is None or cast is None):
        return None  # a lost gem may be on its way: what is wrong, and which gem, only both places can tell
    if cast is not None and cast < 0:
        return Wrong("CK-F13", game.cur, None, Guide(do="put", place="corner", gems=-cast))
    if game.phase is Phase.DISCARD:
        return _lost_gem(game, gone=gone or 0, cast=cast or 0)
    if cast:
        whose = late.player if late else game.cur
        return Wrong("CK-F09", whose, None, Guide(do="take", place="corner", gems=cast))
    if not gone:
        return None
    match game.phase:
        case Phase.CHOOSE:
            code, player, due = (late.code, late.player, late.due) if late else ("CK-F08", game.cur, 0)
            return Wrong(code, player, due, _put(gone) if gone > 0 else _take(-gone))
        case Phase.DECIDE if gone > 0:
            # Taking gems is stopping. How many were right is judged next, by what the stop made due.
            return Play(Stop(game.cur))
        case Phase.DECIDE:
            return Wrong("CK-F08", game.cur, due_now(game), _take(-gone))
        case _:
            return _reward(game, gone)


def _take(gems: int) -> Guide:
    return Guide(do="take", place="centre", gems=gems)


def _reward(game: State, gone: int) -> Finding | None:
    if gone == game.due:
        return Play(Take(game.cur, gone))
    if gone > game.due:
        return Wrong("CK-F08", game.cur, game.due, _put(gone - game.due))
    if gone < 0:
        return Wrong("CK-F08", game.cur, game.due, _take(-gone))
    return None  # too few is no foul by time


def _lost_gem(game: State, *, gone: int, cast: int) -> Finding | None:
    if cast > min(gone, 1) >= 0:
        # What came into the corner is undone first: it is the gem at hand.
        return Wrong("CK-F09", game.cur, 1, Guide(do="take", place="corner", gems=cast - min(gone, 1)))
    if gone > 1:
        return Wrong("CK-F09", game.cur, 1, _put(gone - 1))
    if gone < 0:
        return Wrong("CK-F09", game.cur, 1, _take(-gone))
    return Play(Discard(game.cur, 1)) if gone == cast == 1 else None
