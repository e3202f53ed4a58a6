"""What the lamps show in Clever Keys: a function of the referee's state alone, so no lamp is ever out of step.

Nothing here asks what was seen to fit: the white lamps follow from where the keys stand (rules.md, principle 3).
"""

from collections.abc import Iterable

from games import talk
from games.clever_keys.judging import mover_slot
from games.clever_keys.reports import reports
from games.clever_keys.rules import Phase, State, may_enter
from games.clever_keys.seen import Difference
from games.clever_keys.vocabulary import Meaning
from games.clever_keys.watch import Watch
from games.contract import Lit
from games.pressing import lit_aside
from games.table import METER, SLOTS, Slot


def lamps(watch: Watch) -> tuple[Lit, ...]:
    """All lamps that are lit now; each lamp at most once."""
    if (talked := lit_aside(watch.talk, panel(watch))) is not None:
        return talked
    game, trouble = watch.game, watch.trouble
    lit: dict[str, Meaning] = {}
    if watch.begun:
        lit |= _pads(game, watch.seats)
        lit |= {_LAMP[slot]: "red" for slot in _reds(watch)}
        lit |= _own_key(watch)
        lit |= {f"meter.{n + 1}": "meter" for n in range(min(METER, _owed(watch)))}
    if trouble is not None:
        lit |= {_LAMP[slot]: "guide" for slot in trouble.slots}
    elif watch.begun and not watch.restoring and watch.keys_told:
        free: dict[str, Meaning] = {_LAMP[slot]: "may" for slot in _open_slots(game, watch.keys)}
        lit = free | lit
    if _go(watch):
        lit["go"] = "go"
    if watch.asks_to_resume:
        lit["back"] = "go"
    return tuple(Lit(lamp, means) for lamp, means in lit.items())


def panel(watch: Watch) -> talk.Panel:
    """What the panel's keys mean; the six colour keys mean nothing here."""
    return talk.Panel(watch.seats, reports=len(reports(watch.game)), mash=watch.timing.undo)


_LAMP = {slot: f"slot.{slot}" for slot in SLOTS}


def _pads(game: State, seats: tuple[int, ...]) -> dict[str, Meaning]:
    if game.phase is Phase.OVER:
        best = max(game.gems)
        return {f"pad.{seats[player] + 1}": "winner" for player, gems in enumerate(game.gems) if gems == best}
    return {f"pad.{seats[game.cur] + 1}": "turn"}


def _reds(watch: Watch) -> list[Slot]:
    keys = (key for key in watch.game.keys if key is not None and key.seated == "red")
    return [slot for key in keys if watch.stands(slot := Slot(key.section, key.slot))]


def _own_key(watch: Watch) -> dict[str, Meaning]:
    """The key that fitted this turn, while it stands."""
    game, slot = watch.game, mover_slot(watch.game)
    if slot is None or game.phase not in (Phase.DECIDE, Phase.TAKE) or not watch.stands(slot):
        return {}
    return {_LAMP[slot]: "fits"}


def _owed(watch: Watch) -> int:
    game = watch.game
    if game.phase is Phase.DECIDE:
        return game.total
    return max(0, game.due - max(0, watch.gone or 0))


def _open_slots(game: State, keys: Difference) -> list[Slot]:
    """Where a key may go: the key in the hand, else any key that may be moved."""
    movers: Iterable[int] = range(len(game.keys))
    if len(keys.lifted) == 1 and not keys.placed:
        movers = (index for index, key in enumerate(game.keys) if key and key[:2] == keys.lifted[0])
    open_slots: set[Slot] = set()
    beside = False
    for index in movers:
        # All keys beside the board may go to the same slots.
        if game.keys[index] is not None or not beside:
            beside = beside or game.keys[index] is None
            open_slots.update(may_enter(game, index))
    return sorted(open_slots)


def _go(watch: Watch) -> bool:
    """Whether `go` would do something now."""
    game, trouble = watch.game, watch.trouble
    over = game.phase is Phase.OVER
    if over or watch.undone or watch.unsure is not None or not watch.begun or watch.asks_to_resume:
        return True
    if trouble is not None:
        return trouble.code == "CK-F14" or trouble.stuck or trouble.asks
    if game.phase is Phase.DECIDE:
        return True
    return watch.by_hand and game.phase in (Phase.TAKE, Phase.DISCARD)
