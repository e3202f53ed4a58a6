"""Dragon Battle by itself: whose move it is, what each move leads to, and what is refused (rules.md 2.2 to 2.7).

Laws: as in games/contract.py. F18 comes before F01, and F01 before all others; each move tells the order of its own.
F13, F14, F15 and F17 need eyes on the table: no single move commits them (reports.py). Dumps know what lies face down;
`legal` and announcements do not.
"""

from collections.abc import Callable
from functools import cache
from typing import assert_never

from games.announcements import Announcement, shared
from games.announcements import dragon_battle as say
from games.announcements.dragon_battle import Colour, Dragon, Ends
from games.announcements.shared import Foul
from games.contract import Rules, Ruling
from games.dragon_battle.copy import Copy
from games.dragon_battle.dice import BLACK, DICE, NONE, NUMBER, ROW, SILVER, choices, dice_of, throws, without
from games.dragon_battle.moves import Decline, Juggler, Move, Place, Roll, Stop, Take, placements, rolls, takings
from games.dragon_battle.residents import (
    NOBODY,
    RESIDENTS,
    STARS,
    UNKNOWN,
    Residents,
    empty,
    refilled,
    stars_of,
    told,
)
from games.dragon_battle.scoring import outcome, scores, winners
from games.dragon_battle.settings import Cocked, Settings, Variant
from games.dragon_battle.state import Laid, Phase, State, dump, lay, load

__all__ = [
    "PLAYERS",
    "ROW",
    "RULES",
    "Cocked",
    "Copy",
    "Decline",
    "Juggler",
    "Laid",
    "Move",
    "Phase",
    "Place",
    "Roll",
    "Settings",
    "State",
    "Stop",
    "Take",
    "Variant",
    "apply",
    "deal",
    "dice_of",
    "dump",
    "lay",
    "legal",
    "load",
    "outcome",
    "scores",
    "setup",
    "turn",
]

PLAYERS = range(2, 5)
"""The numbers of players the game is for."""

THROWS = 4
"""Throws in a turn at most; only where nothing must be laid out can they run out before the dice do."""

_DEFAULTS = Settings()
_SHIPPED = Copy()

# Play says the same few hundred things over and over; each is built once.
_rolled: Callable[[int, tuple[Colour, ...]], Announcement] = cache(say.Rolled)
_scared: Callable[[Dragon, int], Announcement] = cache(say.Scared)
_battle: Callable[[Ends, tuple[Dragon, ...]], Announcement] = cache(say.Battle)
_failed: Callable[[int], Announcement] = cache(say.Failed)
_turn_starts: Callable[[int], Announcement] = cache(shared.TurnStarts)
_stop = cache(Stop)
_juggler = cache(Juggler)
_decline = cache(Decline)
_possible = cache(lambda dice: frozenset(throws(dice)))


def setup(players: int, start: int = 0, settings: Settings = _DEFAULTS, copy: Copy = _SHIPPED) -> State:
    """The start of a game whose residents nobody has told the box: each is UNKNOWN until it is freed (2.2).

    Args:
        players: 2 to 4.
        start: Who begins, from 0 (the family knows who last scared a dragon).
        settings: The readings taken, and the variant.
        copy: The values of the owner's copy.

    Raises:
        ValueError: The game is not for so many, or nobody sits at `start`.
    """
    return deal((UNKNOWN,) * RESIDENTS, players, start, settings, copy)


def deal(
    residents: Residents, players: int, start: int = 0, settings: Settings = _DEFAULTS, copy: Copy = _SHIPPED
) -> State:
    """The start of a game with these residents, in the order in which they were shuffled: four lie under dragons.

    Args and errors: as `setup`.
    """
    if players not in PLAYERS:
        raise ValueError(f"Dragon Battle is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    if start not in range(players):
        raise ValueError(f"player {start} cannot begin; the {players} players are 0 to {players - 1}")
    nobody, nothing = (NOBODY,) * len(ROW), ((),) * players
    return lay(
        under=nobody, pile=residents, won=nothing, juggler_stars=copy.juggler_stars, cur=start, settings=settings
    )


def legal(state: State) -> tuple[Move, ...]:
    """Every move that would be accepted; a throw comes once for all it can show, however likely that is.

    Whoever plays at random throws the free dice (`State.dice`) with the owner's faces and makes that Roll.
    """
    phase, cur = state.phase, state.cur
    if phase is Phase.ROLL:
        return rolls(cur, state.dice)
    if phase is Phase.PLACE:
        scared = state.scared
        places = placements(cur, state.roll, scared, state.settings.silver_joins)
        if state.settings.must_place:
            return places
        return (
            *places,
            *((_stop(cur),) if scared else ()),
            *(rolls(cur, state.dice) if state.throws < THROWS else ()),
        )
    if phase is Phase.DECIDE:
        return (_stop(cur), *rolls(cur, state.dice))
    if phase is Phase.TAKE:
        return takings(cur, state.taken, len(state.untold))
    if phase is Phase.JUGGLER:
        return (_juggler(cur), _decline(cur))
    return ()


def apply(state: State, move: Move) -> Ruling[State]:
    """Play a move: the next state and what to say of it, or the same state and the Foul."""
    if state.phase is Phase.OVER:
        return state, Foul("DB-F18", state.cur)
    if move.player != state.cur:
        return state, Foul("DB-F01", state.cur)
    match move:
        case Roll():
            return _roll(state, move)
        case Place():
            return _place(state, move)
        case Stop():
            return _content(state)
        case Take():
            return _take(state, move)
        case Juggler():
            return _comfort(state)
        case Decline():
            if state.phase is Phase.JUGGLER:
                return _pass(state, ())
            return state, Foul("DB-F11", state.cur)
        case _:
            assert_never(move)


def _roll(state: State, move: Roll) -> Ruling[State]:
    """Black goes into the well; the battle fails if no other colour of the throw can be laid out. F03, F08, F02."""
    cur, phase = state.cur, state.phase
    if phase is Phase.PLACE and state.settings.must_place:
        return state, Foul("DB-F03", cur)
    if phase is Phase.TAKE or phase is Phase.JUGGLER or state.throws == THROWS:
        return state, Foul("DB-F08", cur)
    if move.dice not in _possible(state.dice):
        return state, Foul("DB-F02", cur, state.dice)
    black = move.dice[BLACK]
    roll = without(move.dice, BLACK)
    choose = choices(roll, state.scared)
    thrown = state._replace(
        phase=Phase.PLACE if choose else Phase.JUGGLER,
        dice=state.dice - black,
        throws=state.throws + 1,
        well=state.well + black,
        roll=roll,
    )
    said = _rolled(black, choose)
    if choose:
        return thrown, (said,)
    if state.jugglers:
        return thrown, (said, _failed(cur))
    return _pass(thrown, (said, _failed(cur)))  # no juggler is left, so there is no comfort (DB-A10)


def _place(state: State, move: Place) -> Ruling[State]:
    """All dice of one colour go onto one dragon. F12, F07, F16, F04, F05, F06."""
    cur, colour, roll = state.cur, move.colour, state.roll
    if colour == "black":
        return state, Foul("DB-F12", cur)
    number = NUMBER.get(colour)
    shown = 0 if number is None else roll[number]
    if state.phase is Phase.DECIDE and shown:
        return state, Foul("DB-F07", cur)
    if state.phase is not Phase.PLACE or number is None or not shown:
        return state, Foul("DB-F16", cur)
    dragon, scared = move.dragon, state.scared
    if dragon not in ROW or colour not in (dragon, "silver"):
        return state, Foul("DB-F04", cur)
    if dragon in scared:
        return state, Foul("DB-F05", cur)
    left = without(roll, number)
    if move.dice != shown:
        joined = shown + roll[SILVER]
        if not state.settings.silver_joins or colour == "silver" or move.dice != joined:
            return state, Foul("DB-F06", cur, shown)
        shown, left = joined, without(left, SILVER)
    dice = state.dice - shown
    laid = state._replace(phase=Phase.DECIDE, dice=dice, on=(*state.on, Laid(dragon, shown)), roll=left)
    said = _scared(dragon, dice)
    if not dice:
        return _won(laid, "dice", said)
    if state.throws == THROWS:
        return _won(laid, "throws", said)
    return laid, (said,)


def _content(state: State) -> Ruling[State]:
    """The player stops, once a dragon is scared and nothing has to be laid out first. F09."""
    if state.phase is Phase.DECIDE or (state.phase is Phase.PLACE and state.on and not state.settings.must_place):
        return _won(state, "stop")
    return state, Foul("DB-F09", state.cur)


def _won(state: State, ends: Ends, *said: Announcement) -> Ruling[State]:
    return state._replace(phase=Phase.TAKE), (*said, _battle(ends, state.taken))


def _take(state: State, move: Take) -> Ruling[State]:
    """The residents of the scared dragons are freed. F10, also where their stars are not told as they must be."""
    cur, under, asked = state.cur, state.under, state.untold
    if state.phase is not Phase.TAKE or move.dragons != state.taken or not _tell(move.stars, len(asked)):
        return state, Foul("DB-F10", cur)
    freed = told(tuple([under[NUMBER[dragon]] for dragon in state.scared]), move.stars)
    left = tuple([NOBODY if dragon in move.dragons else resident for dragon, resident in zip(ROW, under, strict=True)])
    won = (*state.won[:cur], state.won[cur] + freed, *state.won[cur + 1 :])
    stars = None if state.settings.variant is Variant.YOUNG else stars_of(freed)
    return _pass(state._replace(under=left, won=won), (say.Freed(cur, len(freed), stars),))


def _tell(stars: object, residents: int) -> bool:
    """Whether these are the stars of so many residents."""
    return isinstance(stars, tuple) and len(stars) == residents and all(each in STARS for each in stars)


def _comfort(state: State) -> Ruling[State]:
    """One juggler after a failed battle. F11."""
    cur, jugs = state.cur, state.jugs
    if state.phase is not Phase.JUGGLER:
        return state, Foul("DB-F11", cur)
    left = state.jugglers - 1
    held = (*jugs[:cur], jugs[cur] + 1, *jugs[cur + 1 :])
    return _pass(state._replace(jugglers=left, jugs=held), (say.Juggler(cur, left),))


def _pass(state: State, said: tuple[Announcement, ...]) -> Ruling[State]:
    """The turn passes and empty places get new residents, or the game ends at once where not all can (2.5, DB-A7)."""
    filled = refilled(state.under, state.pile)
    rested = state._replace(dice=DICE, throws=0, well=0, on=(), roll=NONE)
    if filled is None:
        over = rested._replace(phase=Phase.OVER)
        return over, (*said, shared.GameOver(winners(over), scores(over)))
    cur = (state.cur + 1) % len(state.won)
    under, pile = filled
    if len(pile) < len(state.pile):
        said = (*said, say.Refill(empty(state.under), len(pile)))
    passed = rested._replace(phase=Phase.ROLL, cur=cur, under=under, pile=pile)
    return passed, (*said, _turn_starts(cur))


def turn(state: State) -> int:
    """Whose turn it is; after the end, whose turn was the last."""
    return state.cur


RULES: Rules[State, Move] = Rules(
    settings=Settings,
    moves=(Roll, Place, Stop, Take, Juggler, Decline),
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    scores=scores,
    turn=turn,
    dump=dump,
    load=load,
)
"""Dragon Battle, as the catalogue lists it."""
