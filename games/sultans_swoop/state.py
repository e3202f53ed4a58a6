"""A position of Sultan's Swoop (rules.md 3.3): what everybody holds, and how far the bout has come.

What task cards show is secret between three or more. It shows in no repr, so it reaches no log by accident; and it need
not be known at all: a task is None until its card is shown, and is forgotten again once the bout is settled.
"""

from enum import Enum
from typing import Any, NamedTuple

from games import plain
from games.sultans_swoop.dice import Dice
from games.sultans_swoop.gold import Cards, bags
from games.sultans_swoop.settings import Settings
from games.sultans_swoop.tower import Tower

OPEN_TASKS = 3
"""Task cards that lie open between two players."""


class Phase(Enum):
    """What is to be done next."""

    DEAL = "deal"
    """Two players: a task card is laid open."""
    ROLL = "roll"
    """Whoever is to roll rolls."""
    GRAB = "grab"
    """Everybody may snatch; nobody has a turn."""
    COUNT = "count"
    """The bout is checked: the dice are told."""
    SHOW = "show"
    """The bout is checked: the player with the column shows the task card."""
    SURRENDER = "surrender"
    """The player who took the column without right gives up a card."""
    OVER = "over"


class State(NamedTuple):
    """A position. A NamedTuple, since it copies two and a half times faster than a frozen dataclass.

    Laws: stacks and cards add up to the same cards; `left` and `got` to the tower; between bouts both are as at the
    start; in every phase from COUNT to SURRENDER somebody is the taker.
    """

    phase: Phase
    roller: int
    """Who opens the bout, from 0; of two players, who either of both stands for."""
    bouts: int
    """Bouts scored."""
    cards: tuple[Cards, ...]
    """The gold cards each player holds."""
    stacks: Cards
    """The gold cards in the supply."""
    tasks: tuple[int | None, ...]
    """Each player's task, or the three open ones between two players: the number of its colour, None if not known."""
    deck: tuple[int, ...]
    """What is known of the draw pile, its top first; commonly nothing."""
    voids: int
    """Void rolls since the last one that counted, in this bout."""
    dice: Dice | None
    """The dice as they lie; None before the roll, and while nobody has told them."""
    left: Tower
    """The pieces still in the middle."""
    got: tuple[Tower, ...]
    """The pieces each player has taken in this bout, in that order."""
    taker: int | None
    """Who has the column, or took it in the bout that is being settled."""
    colours: tuple[str, ...]
    """The names of the colours, by number."""
    tower: Tower
    """The pieces of a bout."""
    settings: Settings

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.cards)

    @property
    def bags(self) -> tuple[int, ...]:
        """The bags of gold everybody holds."""
        return tuple(map(bags, self.cards))

    @property
    def rollers(self) -> tuple[int, ...]:
        """Who may roll: of two players either stands for both."""
        return (0, 1) if self.players == 2 else (self.roller,)

    @property
    def undealt(self) -> bool:
        """Whether a task card is missing among the open ones between two players."""
        return self.players == 2 and None in self.tasks

    def __repr__(self) -> str:
        gold = " ".join(f"P{player}=" + "/".join(map(str, cards)) for player, cards in enumerate(self.cards))
        told = f"State({self.phase.value} roller={self.roller} bouts={self.bouts} {gold}"
        if self.voids:
            told += f" voids={self.voids}"
        if self.players == 2:
            told += " open=" + ",".join("?" if task is None else self.colours[task] for task in self.tasks)
        if self.dice:
            valid = zip(self.dice.valid, self.colours, strict=True)
            told += " dice=" + ",".join(f"{count}{colour}" for count, colour in valid if count)
        if self.taker is not None:
            told += f" taker={self.taker}"
        if self.phase is Phase.GRAB:
            told += f" left={','.join(self.left)}"
        return told + ")"


def dump(state: State) -> dict[str, Any]:
    """The whole position for JSON, known tasks included: not for eyes before the game has ended."""
    return {**state._asdict(), "phase": state.phase.value, "settings": plain.dump(state.settings)}


def load(kept: Any) -> State:
    """A position from what `dump` gave, read back from JSON."""
    dice = kept["dice"]
    return State(
        phase=Phase(kept["phase"]),
        roller=kept["roller"],
        bouts=kept["bouts"],
        cards=tuple(map(tuple, kept["cards"])),
        stacks=tuple(kept["stacks"]),
        tasks=tuple(kept["tasks"]),
        deck=tuple(kept["deck"]),
        voids=kept["voids"],
        dice=dice and Dice(tuple(dice[0]), *dice[1:]),
        left=tuple(kept["left"]),
        got=tuple(map(tuple, kept["got"])),
        taker=kept["taker"],
        colours=tuple(kept["colours"]),
        tower=tuple(kept["tower"]),
        settings=plain.load(Settings, kept["settings"]),
    )
