"""A position of Dragon Battle (rules.md 2.3): who lies under which dragon, what everybody has, how the battle stands.

Nothing that lies face down shows in a repr, so it reaches no log by accident: never the draw pile, and for older
children not the residents under the dragons either.
"""

from dataclasses import fields
from enum import Enum
from typing import Any, NamedTuple

from games.announcements.dragon_battle import Dragon
from games.dragon_battle.dice import DICE, FACES, NONE, ROW, Dice
from games.dragon_battle.residents import JUGGLERS, NOBODY, UNKNOWN, Residents, refilled, stars_of
from games.dragon_battle.settings import Settings, Variant
from games.settings import public, settings_of


class Phase(Enum):
    """What the player whose turn it is has to do next."""

    ROLL = "roll"
    """Throw all dice."""
    PLACE = "place"
    """Lay out one colour of the throw."""
    DECIDE = "decide"
    """Throw the free dice again, or stop."""
    TAKE = "take"
    """Take the residents of the scared dragons."""
    JUGGLER = "juggler"
    """The battle failed: take a juggler."""
    OVER = "over"
    """Not every dragon can get a resident again."""


class Laid(NamedTuple):
    """A scared dragon, and how many dice lie on it."""

    dragon: Dragon
    dice: int

    def __str__(self) -> str:
        return f"{self.dragon}:{self.dice}"


class State(NamedTuple):
    """A position. A NamedTuple, since it copies two and a half times faster than a frozen dataclass.

    Laws: free dice, those in the well and those on dragons are always four; `roll` shows as many dice as are free, or
    none; no place under a dragon is empty unless the game is over.
    """

    phase: Phase
    cur: int
    """Whose turn it is, from 0."""
    under: Residents
    """Who lies under each dragon, in the order of ROW."""
    pile: Residents
    """The draw pile, top first."""
    jugglers: int
    """Jugglers that can still be taken."""
    won: tuple[Residents, ...]
    """The residents each player has freed."""
    jugs: tuple[int, ...]
    """The jugglers each player has."""
    dice: int
    """Free dice: neither in the well nor on a dragon."""
    throws: int
    """Throws made in this turn."""
    well: int
    """Dice in the well."""
    on: tuple[Laid, ...]
    """The dragons scared in this turn, in that order."""
    roll: Dice
    """What the free dice show of the last throw in this turn."""
    juggler_stars: int
    settings: Settings

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.won)

    @property
    def scared(self) -> tuple[Dragon, ...]:
        """The dragons scared in this turn, in that order."""
        return tuple([laid.dragon for laid in self.on])

    @property
    def taken(self) -> tuple[Dragon, ...]:
        """The scared dragons in the order of the row: their residents are freed if the battle ends now."""
        scared = self.scared
        return tuple([dragon for dragon in ROW if dragon in scared])

    @property
    def untold(self) -> tuple[Dragon, ...]:
        """The scared dragons whose residents' stars must be told as they are freed, in the order they were scared.

        None for younger children: stars do not count.
        """
        if self.settings.variant is Variant.YOUNG:
            return ()
        return tuple([dragon for dragon in self.scared if self.under[ROW.index(dragon)] is UNKNOWN])

    @property
    def residents(self) -> tuple[int, ...]:
        """How many residents each player has freed."""
        return tuple([len(freed) for freed in self.won])

    @property
    def stars(self) -> tuple[int, ...]:
        """The stars each player has, jugglers included."""
        return tuple(
            [stars_of(freed) + jugs * self.juggler_stars for freed, jugs in zip(self.won, self.jugs, strict=True)]
        )

    def __repr__(self) -> str:
        hidden = self.settings.variant is Variant.OLDER
        shown = {NOBODY: "-", UNKNOWN: "?"}
        under = " ".join(
            f"{dragon}={shown.get(resident, '?' if hidden else resident)}"
            for dragon, resident in zip(ROW, self.under, strict=True)
        )
        won = ",".join("+".join(str(shown.get(stars, stars)) for stars in freed) or "0" for freed in self.won)
        held = f"jugglers={self.jugglers} won={won} jugs={','.join(map(str, self.jugs))}"
        on = ",".join(map(str, self.on)) or "-"
        roll = ",".join(face for face, dice in zip(FACES, self.roll, strict=True) for _ in range(dice)) or "-"
        turn = f"dice={self.dice} throws={self.throws} well={self.well} on={on} roll={roll}"
        return f"State({self.phase.value} player={self.cur} {under} pile={len(self.pile)} {held} {turn})"


def lay(
    *,
    under: Residents,
    pile: Residents,
    won: tuple[Residents, ...],
    jugs: tuple[int, ...] = (),
    jugglers: int = JUGGLERS,
    juggler_stars: int,
    cur: int = 0,
    settings: Settings,
) -> State:
    """A position at the start of a turn, laid out by hand: empty places are filled first, or the game is over."""
    filled = refilled(under, pile)
    return State(
        phase=Phase.OVER if filled is None else Phase.ROLL,
        cur=cur,
        under=under if filled is None else filled[0],
        pile=pile if filled is None else filled[1],
        jugglers=jugglers,
        won=won,
        jugs=jugs or (0,) * len(won),
        dice=DICE,
        throws=0,
        well=0,
        on=(),
        roll=NONE,
        juggler_stars=juggler_stars,
        settings=settings,
    )


def dump(state: State) -> dict[str, Any]:
    """The whole position for JSON, what lies face down included: not for eyes before the game has ended."""
    settings = {public(field.name): getattr(state.settings, field.name) for field in fields(state.settings)}
    written = {name: value.value if isinstance(value, Enum) else value for name, value in settings.items()}
    return {**state._asdict(), "phase": state.phase.value, "settings": written}


def load(kept: Any) -> State:
    """A position from what `dump` gave, read back from JSON."""
    return State(
        **{
            **kept,
            "phase": Phase(kept["phase"]),
            "under": tuple(kept["under"]),
            "pile": tuple(kept["pile"]),
            "won": tuple(tuple(freed) for freed in kept["won"]),
            "jugs": tuple(kept["jugs"]),
            "on": tuple(Laid(*laid) for laid in kept["on"]),
            "roll": tuple(kept["roll"]),
            "settings": settings_of(Settings, kept["settings"]),
        }
    )
