"""The readings of the rulebook that families may choose between (rules.md 1.6 and 1.8); defaults as recommended."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`gems`, `keys_identical` and `consistency_check` matter to the rules, the other two to the referee."""

    gems: int = 52
    """Gems in the chamber at the start."""

    keys_identical: bool = True
    """CK-A2: a slot that blocks one key blocks all; otherwise what was seen counts for that key alone."""

    consistency_check: bool = True
    """CK-F14: a key that fits or blocks where the board cannot have it so is refused; off, nothing is remembered."""

    reseat: bool = True
    """CK-A12, judged by the referee: a key showing red may be straightened in the same slot until it is let go."""

    touch_move: bool = True
    """CK-A13, judged by the referee: a key pushed in stands there, and may not be tried in another slot."""

    def __post_init__(self) -> None:
        if self.gems < 1:
            raise ValueError(f"gems is {self.gems}; the chamber needs at least 1 (the box comes with 52)")
