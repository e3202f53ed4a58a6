"""The latest facts of every kind: what a game that begins later starts from."""

from dataclasses import dataclass, field

from games.facts import (
    ColumnMoved,
    Fact,
    GemsCounted,
    KeyStands,
    Knock,
    PartBack,
    PartLost,
    PowerBack,
    Pressed,
    TimePassed,
    Weighing,
)
from games.table import Depth, Place, Slot


@dataclass(slots=True)
class Known:
    """How the table stands, as told last."""

    slots: dict[Slot, KeyStands] = field(default_factory=dict)
    gems: dict[Place, GemsCounted | Weighing] = field(default_factory=dict)
    column: ColumnMoved | None = None
    lost: dict[str, PartLost] = field(default_factory=dict)

    def keep(self, fact: Fact) -> None:
        """Remember what a later game needs to know."""
        match fact:
            case KeyStands():
                self.slots[fact.slot] = fact
            case GemsCounted() | Weighing():
                self.gems[fact.place] = fact
            case PartLost():
                self.lost[fact.part] = fact
            case PartBack():
                self.lost.pop(fact.part, None)
            case ColumnMoved():
                self.column = fact
            case PowerBack() | Pressed() | Knock() | TimePassed():
                pass

    def facts(self) -> tuple[Fact, ...]:
        """What is known, in a sensible order."""
        column = () if self.column is None else (self.column,)
        return (*self.lost.values(), *self.slots.values(), *self.gems.values(), *column)

    def keys(self) -> dict[Slot, Depth]:
        """The slots in which a key stands, and how deep."""
        depths = {slot: fact.depth for slot, fact in self.slots.items()}
        return {slot: depth for slot, depth in depths.items() if depth in (Depth.ENTERED, Depth.FULL)}

    def counts(self) -> dict[Place, int]:
        """The gems of every place, where they were counted last and nothing moves there."""
        return {
            place: fact.gems
            for place, fact in self.gems.items()
            if isinstance(fact, GemsCounted) and fact.gems is not None
        }
