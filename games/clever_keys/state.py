"""A position of Clever Keys (rules.md 1.3): what lies open on the table, whose turn it is, and what was seen to fit.

What was seen to fit is hidden: remembering it is the game. It shows in no repr, so it reaches no log by accident.
"""

from enum import Enum
from typing import Any, NamedTuple

from games.clever_keys.moves import EVERY_SLOT, KEYS, Seated
from games.clever_keys.settings import Settings
from games.table import SECTIONS, SLOTS_PER_SECTION


class Phase(Enum):
    """What the player whose turn it is has to do next."""

    CHOOSE = "choose"
    """Put any key in."""
    DECIDE = "decide"
    """Risk it with the same key, or stop."""
    TAKE = "take"
    """Take the reward: the player stopped, or succeeded three times."""
    DISCARD = "discard"
    """One gem into the open corner: the red mark shows."""
    OVER = "over"
    """The chamber is empty."""


class Standing(NamedTuple):
    """Where and how a key stands on the board."""

    section: int
    slot: int
    seated: Seated

    def __str__(self) -> str:
        return f"{self.section}.{self.slot}-{self.seated}"


STANDINGS = {
    tuple(standing): standing
    for section in range(SECTIONS)
    for slot in range(SLOTS_PER_SECTION)
    for standing in (Standing(section, slot, "in"), Standing(section, slot, "red"))
}
"""Every way a key can stand, built once."""

Keys = tuple[Standing | None, ...]
"""How the three keys A, B and C stand; None beside the board."""

OFF: Keys = (None, None, None)
"""All keys beside the board."""


class State(NamedTuple):
    """A position. A NamedTuple, since it copies two and a half times faster than a frozen dataclass.

    Laws: between corrections chamber, corner and gems add up to the same sum; in DECIDE the moved key stands in.
    """

    phase: Phase
    cur: int
    """Whose turn it is, from 0."""
    chamber: int
    corner: int
    gems: tuple[int, ...]
    """Gems each player holds."""
    keys: Keys
    moved: int | None
    """The key moved in this turn."""
    placed: int
    """How often it fitted in this turn, 0 to 3."""
    total: int
    """The reward so far; 0 after red."""
    suspects: tuple[int, ...]
    """Hidden. For each section the mask of slots that may still be the blocked one: 8 masks where keys are alike, 8 for
    each key where they are not (section + 8 * key), none where nothing is checked. No mask is ever 0."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.gems)

    @property
    def due(self) -> int:
        """The gems to take now; the last player may be paid short. 0 unless it is time to take."""
        return min(self.total, self.chamber) if self.phase is Phase.TAKE else 0

    def __repr__(self) -> str:
        keys = " ".join(f"{name}={key or 'off'}" for name, key in zip(KEYS, self.keys, strict=True))
        held = ",".join(map(str, self.gems))
        moved = "" if self.moved is None else f" moved={KEYS[self.moved]} placed={self.placed} total={self.total}"
        table = f"chamber={self.chamber} corner={self.corner} gems={held} {keys}"
        return f"State({self.phase.value} player={self.cur} {table}{moved})"


def lay(
    *,
    gems: tuple[int, ...],
    chamber: int,
    corner: int = 0,
    keys: Keys = OFF,
    cur: int = 0,
    settings: Settings,
) -> State:
    """A position at the start of a turn, laid out by hand; all that is known is what its keys show."""
    masks = (SECTIONS if settings.keys_identical else SECTIONS * len(KEYS)) if settings.consistency_check else 0
    return State(
        phase=Phase.CHOOSE if chamber > 0 else Phase.OVER,
        cur=cur,
        chamber=chamber,
        corner=corner,
        gems=gems,
        keys=keys,
        moved=None,
        placed=0,
        total=0,
        suspects=believe((EVERY_SLOT,) * masks, keys),
    )


def suspects_in(suspects: tuple[int, ...], key: int, section: int) -> int:
    """The mask of slots that may be the blocked one for this key; all of them where nothing is checked."""
    return suspects[_index(suspects, key, section)] if suspects else EVERY_SLOT


def learn(suspects: tuple[int, ...], key: int, standing: Standing) -> tuple[int, ...] | None:
    """What is known once the key stands so; None if it cannot, as exactly one slot in a section is blocked (CK-F14)."""
    if not suspects:
        return suspects
    index = _index(suspects, key, standing.section)
    left = suspects[index] & _shown_by(standing)
    if left == suspects[index]:
        return suspects
    return (*suspects[:index], left, *suspects[index + 1 :]) if left else None


def believe(suspects: tuple[int, ...], keys: Keys) -> tuple[int, ...]:
    """What is known once the keys stand so, whatever was known before: a section they contradict is forgotten first."""
    masks = list(suspects)
    for key, standing in enumerate(keys):
        if standing and masks:
            index = _index(suspects, key, standing.section)
            shown = _shown_by(standing)
            masks[index] = masks[index] & shown or shown
    return tuple(masks)


def _shown_by(standing: Standing) -> int:
    """The mask of slots that may be the blocked one where a key stands so, if nothing else is known."""
    bit = 1 << standing.slot
    return bit if standing.seated == "red" else EVERY_SLOT & ~bit


def _index(suspects: tuple[int, ...], key: int, section: int) -> int:
    return section if len(suspects) == SECTIONS else section + SECTIONS * key


def dump(state: State) -> dict[str, Any]:
    """The whole position for JSON, what was seen to fit included: not for eyes before the game has ended."""
    return {**state._asdict(), "phase": state.phase.value}


def load(kept: Any) -> State:
    """A position from what `dump` gave, read back from JSON."""
    return State(
        phase=Phase(kept["phase"]),
        cur=kept["cur"],
        chamber=kept["chamber"],
        corner=kept["corner"],
        gems=tuple(kept["gems"]),
        keys=tuple(key and STANDINGS[tuple(key)] for key in kept["keys"]),
        moved=kept["moved"],
        placed=kept["placed"],
        total=kept["total"],
        suspects=tuple(kept["suspects"]),
    )
