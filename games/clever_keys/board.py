"""Where keys stand and where each may go (rules.md 1.4). Nothing here knows what was seen to fit."""

from games.clever_keys.state import Keys, Phase, State, believe
from games.table import SECTIONS, SLOTS_PER_SECTION, Slot


def locked_for(keys: Keys, key: int, section: int) -> bool:
    """Whether another key locks the section: a key never stands in its own way."""
    for other, standing in enumerate(keys):
        if standing and standing.section == section and standing.seated == "red" and other != key:
            return True
    return False


def next_section(state: State, key: int) -> int | None:
    """The only section a key on the board may move to: the next one clockwise that no other key locks.

    None for a key beside the board, which may go into any open section.
    """
    standing = state.keys[key]
    if standing is None:
        return None
    section = (standing.section + 1) % SECTIONS
    while locked_for(state.keys, key, section):
        section = (section + 1) % SECTIONS
    return section


def allowed_sections(state: State, key: int) -> tuple[int, ...]:
    """The sections this key could go to from where it stands, whoever's turn it is and whatever the phase."""
    ahead = next_section(state, key)
    if ahead is not None:
        return (ahead,)
    return tuple(section for section in range(SECTIONS) if not locked_for(state.keys, key, section))


def taken(keys: Keys, section: int) -> int:
    """Mask of the section's slots in which keys stand."""
    mask = 0
    for standing in keys:
        if standing and standing.section == section:
            mask |= 1 << standing.slot
    return mask


def may_enter(state: State, key: int) -> tuple[Slot, ...]:
    """The free slots the rulebook lets this key enter now, in the order of the lamps."""
    if not (state.phase is Phase.CHOOSE or (state.phase is Phase.DECIDE and key == state.moved)):
        return ()
    return tuple(
        Slot(section, slot)
        for section in allowed_sections(state, key)
        for slot in range(SLOTS_PER_SECTION)
        if not taken(state.keys, section) >> slot & 1
    )


def stand(state: State, keys: Keys, chamber: int, corner: int) -> State:
    """The same game after a correction: the table counts as it stands, even against what was seen before.

    Players keep their gems. A player who may go on keeps that choice only while the moved key stands as it was placed;
    else the turn counts as stopped, so that what was earned is paid. An empty chamber ends the game; what is over
    stays over.

    Args:
        state: What was last agreed.
        keys: How the keys stand now.
        chamber: Gems in the chamber now.
        corner: Gems in the open corner now.
    """
    phase, moved = state.phase, state.moved
    if phase is Phase.OVER:
        return state
    if chamber <= 0:
        return state._replace(
            phase=Phase.OVER, chamber=0, corner=max(0, corner), keys=keys, moved=None, placed=0, total=0
        )
    if phase is Phase.DECIDE and (moved is None or keys[moved] != state.keys[moved]):
        phase = Phase.TAKE
    return state._replace(
        phase=phase,
        chamber=chamber,
        corner=max(0, corner),
        keys=keys,
        suspects=believe(state.suspects, keys),
    )
