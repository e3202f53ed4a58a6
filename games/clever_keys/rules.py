"""Clever Keys by itself: whose move it is, what each move earns, and which moves are refused (rules.md 1.4 to 1.7).

Laws: as in games/contract.py. Fouls of a placement are looked for in this order: F19, F01, F07, F06 or F17, F05, F02,
F03, F04, F14, F15; the first that fits is named. F10, F11, F13 and F16 need eyes on the table: no single move commits
them. `legal` knows what was seen to fit, and so do dumps: lamps ask `may_enter` instead, which does not.
"""

from collections.abc import Callable
from functools import cache
from typing import assert_never

from games.announcements import Announcement, shared
from games.announcements import clever_keys as say
from games.announcements.shared import Foul
from games.clever_keys.board import allowed_sections, locked_for, may_enter, next_section, stand, taken
from games.clever_keys.moves import KEYS, Discard, Move, Place, Seated, Stop, Take, placements
from games.clever_keys.settings import Settings
from games.clever_keys.state import STANDINGS, Keys, Phase, Standing, State, dump, lay, learn, load, suspects_in
from games.contract import Outcome, Rules, Ruling
from games.table import SLOTS, Slot

__all__ = [
    "KEYS",
    "PLAYERS",
    "RULES",
    "Discard",
    "Keys",
    "Move",
    "Phase",
    "Place",
    "Seated",
    "Settings",
    "Standing",
    "State",
    "Stop",
    "Take",
    "allowed_sections",
    "apply",
    "chant",
    "dump",
    "lay",
    "legal",
    "load",
    "may_enter",
    "next_section",
    "outcome",
    "scores",
    "setup",
    "stand",
    "turn",
]

PLAYERS = range(2, 6)
"""The numbers of players the game is for."""

TRIES = 3
"""A key may fit so often in one turn; then the turn is over and paid (CK-A3)."""

_DEFAULTS = Settings()

_WHERE = {(key, *slot): (key, slot) for key in range(len(KEYS)) for slot in SLOTS}
"""What a placement can name: its key and slot, made sure to be ours."""

# Play says the same few thousand things over and over; each is built once.
_fits: Callable[[int, Slot, int, int], Announcement] = cache(say.Fits)
_red: Callable[[int, Slot], Announcement] = cache(say.Red)
_take_now: Callable[[int, int], Announcement] = cache(say.Take)
_took: Callable[[int, int, int], Announcement] = cache(say.Took)
_discard_now: Callable[[int], Announcement] = cache(say.Discard)
_discarded: Callable[[int, int], Announcement] = cache(say.Discarded)
_turn_starts: Callable[[int], Announcement] = cache(shared.TurnStarts)
_stop = cache(Stop)
_take = cache(Take)
_discard = cache(Discard)


def setup(players: int, start: int = 0, settings: Settings = _DEFAULTS) -> State:
    """The start of a game: all gems in the chamber, all keys beside the board, nobody has gems (1.2).

    Args:
        players: 2 to 5.
        start: Who begins, from 0 (CK-A6: the family knows who was last in a castle tower).
        settings: The readings taken.

    Raises:
        ValueError: The game is not for so many, or nobody sits at `start`.
    """
    if players not in PLAYERS:
        raise ValueError(f"Clever Keys is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    if start not in range(players):
        raise ValueError(f"player {start} cannot begin; the {players} players are 0 to {players - 1}")
    return lay(gems=(0,) * players, chamber=settings.gems, cur=start, settings=settings)


def legal(state: State) -> tuple[Move, ...]:
    """Every move that would be accepted; a placement comes as fitting and as red wherever the board can have it so."""
    phase, cur = state.phase, state.cur
    if phase is Phase.CHOOSE:
        return (*_ways(state, 0), *_ways(state, 1), *_ways(state, 2))
    if phase is Phase.DECIDE and state.moved is not None:
        return (_stop(cur), *_ways(state, state.moved))
    if phase is Phase.TAKE:
        return (_take(cur, state.due),)
    if phase is Phase.DISCARD:
        return (_discard(cur, 1),)
    return ()


def _ways(state: State, key: int) -> tuple[Place, ...]:
    """Every way this key can be placed from where it stands."""
    keys, suspects, cur = state.keys, state.suspects, state.cur
    section = next_section(state, key)
    if section is not None:
        return placements(cur, key, section, taken(keys, section), suspects_in(suspects, key, section))
    ways: tuple[Place, ...] = ()
    for section in allowed_sections(state, key):
        ways += placements(cur, key, section, taken(keys, section), suspects_in(suspects, key, section))
    return ways


def apply(state: State, move: Move) -> Ruling[State]:
    """Play a move: the next state and what to say of it, or the same state and the Foul."""
    cur, phase = state.cur, state.phase
    if phase is Phase.OVER:
        return state, Foul("CK-F19", cur)
    if move.player != cur:
        return state, Foul("CK-F01", cur)
    match move:
        case Place():
            return _place(state, move)
        case Stop():
            if phase is Phase.DECIDE:
                stopped = state._replace(phase=Phase.TAKE)
                return stopped, (_take_now(cur, stopped.due),)
            return state, _turn_is_over(state) or Foul("CK-F18", cur)
        case Take():
            if phase is Phase.TAKE and move.gems == state.due:
                return _pay(state)
            return state, Foul("CK-F08", cur, state.due)
        case Discard():
            if phase is Phase.DISCARD and move.gems == 1:
                return _lose(state)
            return state, Foul("CK-F09", cur, 1)
        case _:
            assert_never(move)


def _place(state: State, move: Place) -> Ruling[State]:
    cur, keys = state.cur, state.keys
    foul = _turn_is_over(state)
    if foul is not None:
        return state, foul
    where = _WHERE.get((move.key, move.section, move.slot))
    if where is None:
        return state, Foul("CK-F04", cur)  # "or data error": there is no such key or slot
    key, slot = where
    if state.phase is Phase.DECIDE and key != state.moved:
        return state, Foul("CK-F05", cur)
    section = slot.section
    if locked_for(keys, key, section):
        return state, Foul("CK-F02", cur)
    ahead = next_section(state, key)
    if ahead is not None and section != ahead:
        return state, Foul("CK-F03", cur, ahead)
    if taken(keys, section) >> slot.slot & 1:
        return state, Foul("CK-F04", cur)
    standing = STANDINGS.get((section, slot.slot, move.seated))
    if standing is None:
        return state, Foul("CK-F15", cur)  # neither in nor red: the key is not seated
    suspects = learn(state.suspects, key, standing)
    if suspects is None:
        return state, Foul("CK-F14", cur)

    now = (*keys[:key], standing, *keys[key + 1 :])
    if standing.seated == "red":
        lost = state._replace(phase=Phase.DISCARD, keys=now, moved=key, total=0, suspects=suspects)
        return lost, (_red(cur, slot), _discard_now(cur))
    gained = sum(1 for stands in now if stands and stands.section == section)
    total, placed = state.total + gained, state.placed + 1
    phase = Phase.DECIDE if placed < TRIES else Phase.TAKE
    fits = state._replace(phase=phase, keys=now, moved=key, placed=placed, total=total, suspects=suspects)
    said = _fits(cur, slot, gained, total)
    return fits, (said,) if phase is Phase.DECIDE else (said, _take_now(cur, fits.due))


def _turn_is_over(state: State) -> Foul | None:
    """The foul of going on, or of stopping again, once the turn is over; None while it is not."""
    if state.phase is Phase.DISCARD:
        return Foul("CK-F07", state.cur)
    if state.phase is Phase.TAKE:
        return Foul("CK-F06" if state.placed == TRIES else "CK-F17", state.cur, state.due)
    return None


def _pay(state: State) -> Ruling[State]:
    cur, gems, due = state.cur, state.gems, state.due
    left = state.chamber - due
    paid = (*gems[:cur], gems[cur] + due, *gems[cur + 1 :])
    return _pass(state, left, state.corner, paid, _took(cur, due, left))


def _lose(state: State) -> Ruling[State]:
    left = state.chamber - 1
    return _pass(state, left, state.corner + 1, state.gems, _discarded(state.cur, left))


def _pass(state: State, chamber: int, corner: int, gems: tuple[int, ...], said: Announcement) -> Ruling[State]:
    """The turn passes, or the game ends with the last gem, paid or lost (1.5)."""
    if chamber == 0:
        over = state._replace(
            phase=Phase.OVER, chamber=chamber, corner=corner, gems=gems, moved=None, placed=0, total=0
        )
        return over, (said, shared.GameOver(_winners(gems), gems))
    cur = (state.cur + 1) % len(gems)
    passed = state._replace(
        phase=Phase.CHOOSE, cur=cur, chamber=chamber, corner=corner, gems=gems, moved=None, placed=0, total=0
    )
    return passed, (said, _turn_starts(cur))


def chant(state: State, number: int) -> Foul | None:
    """Judge the number the players say together (CK-A15): advice only, it changes nothing and is no move."""
    return None if number == state.total else Foul("CK-F12", state.cur, state.total)


def outcome(state: State) -> Outcome | None:
    """Who won and why, once the chamber is empty."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(_winners(state.gems), state.gems, "the chamber is empty")


def _winners(gems: tuple[int, ...]) -> tuple[int, ...]:
    """Most gems win, and all who tie for most (CK-A7)."""
    most = max(gems)
    return tuple(player for player, held in enumerate(gems) if held == most)


def scores(state: State) -> tuple[int, ...]:
    """The gems everybody holds."""
    return state.gems


def turn(state: State) -> int:
    """Whose turn it is; after the end, whose turn was the last."""
    return state.cur


RULES: Rules[State, Move] = Rules(
    settings=Settings,
    moves=(Place, Stop, Take, Discard),
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    scores=scores,
    turn=turn,
    dump=dump,
    load=load,
)
"""Clever Keys, as the catalogue lists it."""
