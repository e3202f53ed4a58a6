"""A position of Hammer Time (rules.md 4.3): wagons, cards, what has fallen, whose turn it is and what comes next.

Of cards that lie in a stack no repr shows more than the top one, so the others reach no log by accident.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from games.hammer_time.copy import Copy
from games.hammer_time.settings import Settings, Variant, Wagons
from games.hammer_time.tasks import Task
from games.hammer_time.wagons import empty, loaded

UNKNOWN = ""
"""A top wagon that is not told yet, or no wagon at all."""


class Phase(Enum):
    """What the game waits for."""

    SETS = "sets"
    """Before the first turn: which set of wagon cards each player takes."""
    DIE = "die"
    """Master variant: the die tells how to knock."""
    KNOCK = "knock"
    """Knock until gems fall."""
    TASK = "task"
    """Gems have fallen, and what the open task card asks for is not told yet."""
    COLOURS = "colours"
    """The colours of the gems that fell are not told yet."""
    WAGON = "wagon"
    """Gems are to be placed, and the top wagon card is not told yet."""
    FILL = "fill"
    """Phase 4: fill the wagon, and return what is left over."""
    CARDS = "cards"
    """Phase 5 with a wagon that is not full: use task cards, or end the turn."""
    HONOUR = "honour"
    """Phases 4 and 5 on the players' honour: a wagon is full, or the turn ends."""
    OVER = "over"
    """The last round is played."""


_UNTOLD: Final = (Phase.TASK, Phase.COLOURS, Phase.HONOUR)
"""In these it does not matter which gems fell: all that did lie beside the box."""


class Mode(NamedTuple):
    """The settings that rules ask for in the middle of play; see settings.py."""

    bust: int
    tasks: bool
    turn_between: bool
    master: bool
    tracked: bool
    dealt: bool
    """The order of the task cards is known."""
    ordered: bool
    """The order of the wagon stacks is known."""
    start: int
    """Who begins each round."""
    sets: tuple[tuple[str, tuple[str, ...]], ...]
    """The sets of wagon cards, by colour; none where wagons are on the players' honour, or were handed in."""


class State(NamedTuple):
    """A position. A NamedTuple, since it copies two and a half times faster than a frozen dataclass.

    First comes what belongs to a turn, then, from `tops` on, the table: see `with_turn`.

    Law: the gems on the box, beside it and in wagons always add up to the same.
    """

    phase: Phase
    cur: int
    """Whose turn it is, from 0."""
    box: int
    """Gems on the box; on the players' honour those in wagons are counted with them."""
    fell: int
    """How many gems the knock of this turn brought down."""
    fallen: str
    """Those of them that are neither in a wagon nor back, once their colours are told: a heap."""
    knocks: int
    """Knocks of this turn that brought nothing down."""
    won: bool | None
    """Whether this turn has earned a task card; None until that is checked."""
    technique: str
    """Master variant: what the die shows."""
    tops: tuple[str, ...]
    """Each player's top wagon, by its spaces; UNKNOWN if it is not told, or if there is none."""
    placed: tuple[str, ...]
    """What lies in each top wagon, space by space."""
    below: tuple[tuple[str, ...], ...]
    """Each player's wagons below the top one: in order, or all that are left where the top one is not told."""
    done: tuple[int, ...]
    """Wagons each player has filled."""
    held: tuple[tuple[Task | None, ...], ...]
    """Task cards each player holds."""
    deck: tuple[Task | None, ...]
    """The task stack, top first; None for a card that nobody has told of."""
    sets: tuple[str, ...]
    """The colour of each player's set of wagons, as far as told; empty where sets do not matter."""
    mode: Mode

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.done)

    @property
    def down(self) -> int:
        """The gems beside the box that are neither in a wagon nor back."""
        return self.fell if self.phase in _UNTOLD else len(self.fallen)

    def with_turn(
        self,
        phase: Phase,
        cur: int,
        box: int,
        *,
        fell: int = 0,
        fallen: str = "",
        knocks: int = 0,
        won: bool | None = None,
        technique: str = "",
    ) -> "State":
        """The same table, elsewhere in a turn; what is not given is as where one starts.

        Takes half the time of a `_replace`, which looks up every field by its name.
        """
        return State(phase, cur, box, fell, fallen, knocks, won, technique, *self[8:])

    def __repr__(self) -> str:
        turn = f" fell={self.fell}" * bool(self.fell) + f" fallen={self.fallen}" * bool(self.fallen)
        turn += f" knocks={self.knocks}" * bool(self.knocks) + f" technique={self.technique}" * bool(self.technique)
        wagons = " ".join(map(_written, self.tops, self.placed, self.done, self.held))
        deck = f"{self.deck[0] or '?'}+{len(self.deck) - 1}" if self.deck else "none"
        return f"State({self.phase.value} player={self.cur} box={self.box}{turn} wagons: {wagons} tasks={deck})"


def _written(top: str, placed: str, done: int, held: tuple[Task | None, ...]) -> str:
    cards = "+".join(kind or "?" for kind in held)
    return f"{done}:{top or '?'}/{placed or '-'}" + f"({cards})" * bool(cards)


def lay(
    *,
    settings: Settings,
    stacks: Sequence[Sequence[str]],
    ordered: bool = True,
    placed: Sequence[str] = (),
    done: Sequence[int] = (),
    held: Sequence[Sequence[Task | None]] = (),
    deck: Sequence[Task | None] = (),
    cur: int = 0,
    start: int = 0,
) -> State:
    """A position at the start of a turn, laid out by hand; what is not given is empty.

    Args:
        settings: The readings taken. Wagons are tracked where they say so.
        stacks: Each player's wagons, top first.
        ordered: The wagons lie in this order; else the top one is told when it is looked at.
        placed: What lies in each top wagon.
        done: Wagons filled by each player.
        held: Task cards each player holds.
        deck: The task stack, top first.
        cur: Whose turn it is.
        start: Who begins each round.
    """
    mode = Mode(
        bust=settings.bust,
        tasks=settings.with_tasks,
        turn_between=settings.turn_between_knocks,
        master=settings.variant is Variant.MASTER,
        tracked=settings.wagons is Wagons.TRACKED,
        dealt=None not in deck,
        ordered=ordered,
        start=start,
        sets=(),
    )
    opened = [uncover(tuple(stack), ordered=ordered) for stack in stacks]
    none = ((),) * len(stacks)
    lies = tuple(placed) or tuple(empty(top) for top, _ in opened)
    return State(
        phase=Phase.DIE if mode.master else Phase.KNOCK,
        cur=cur,
        box=settings.gems - sum(map(loaded, lies)),
        fell=0,
        fallen="",
        knocks=0,
        won=None,
        technique="",
        tops=tuple(top for top, _ in opened),
        placed=lies,
        below=tuple(below for _, below in opened),
        done=tuple(done) or (0,) * len(stacks),
        held=tuple(map(tuple, held or none)),
        deck=tuple(deck),
        sets=(),
        mode=mode,
    )


def untaken(state: State, copy: Copy) -> State:
    """The same position before any player has told of a set of wagon cards."""
    sets = tuple(zip(copy.sets, copy.wagons, strict=True))
    return state._replace(phase=Phase.SETS, mode=state.mode._replace(sets=sets))


def free_sets(state: State) -> dict[str, tuple[str, ...]]:
    """The sets that nobody has taken, by colour."""
    return {colour: cards for colour, cards in state.mode.sets if colour not in state.sets}


def uncover(stack: tuple[str, ...], *, ordered: bool) -> tuple[str, tuple[str, ...]]:
    """The top wagon of a stack and those below it; where cards that differ lie in no known order nothing is known."""
    if not stack or not (ordered or len({*stack}) == 1):
        return UNKNOWN, stack
    return stack[0], stack[1:]


def dump(state: State) -> dict[str, Any]:
    """The whole position for JSON."""
    return {**state._asdict(), "phase": state.phase.value, "mode": state.mode._asdict()}


def load(kept: Any) -> State:
    """A position from what `dump` gave, read back from JSON."""
    return State(
        **{
            **kept,
            "phase": Phase(kept["phase"]),
            "tops": tuple(kept["tops"]),
            "placed": tuple(kept["placed"]),
            "below": tuple(map(tuple, kept["below"])),
            "done": tuple(kept["done"]),
            "held": tuple(map(tuple, kept["held"])),
            "deck": tuple(kept["deck"]),
            "sets": tuple(kept["sets"]),
            "mode": Mode(**kept["mode"] | {"sets": _sets(kept["mode"]["sets"])}),
        }
    )


def _sets(kept: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((colour, tuple(cards)) for colour, cards in kept)
