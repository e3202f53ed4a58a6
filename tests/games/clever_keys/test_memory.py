"""What was seen to fit: kept for F14 alone, and shown to nobody."""

from games.announcements.shared import Foul
from games.clever_keys.moves import EVERY_SLOT
from games.clever_keys.rules import Discard, Place, Settings, State, Stop, Take, apply, legal, setup


def played(state: State, *moves: Place | Stop | Take | Discard) -> State:
    for move in moves:
        state, said = apply(state, move)
        assert not isinstance(said, Foul), (move, said)
    return state


def second_red(settings: Settings) -> Foul | None:
    """Key A shows red in one slot of section 3; then key B in another."""
    state = played(setup(2, settings=settings), Place(0, 0, 3, 0, "red"), Discard(0, 1))
    state = played(state, Place(1, 0, 4, 0, "in"), Stop(1), Take(1, 1))
    _, said = apply(state, Place(0, 1, 3, 1, "red"))
    return said if isinstance(said, Foul) else None


def test_where_keys_are_alike_what_blocks_one_blocks_all() -> None:
    assert second_red(Settings()) == Foul("CK-F14", 0)


def test_where_keys_differ_each_key_is_remembered_alone() -> None:
    assert second_red(Settings(keys_identical=False)) is None


def test_without_the_check_nothing_is_remembered() -> None:
    assert second_red(Settings(consistency_check=False)) is None
    assert setup(2, settings=Settings(consistency_check=False)).suspects == ()


def test_a_foul_teaches_nothing() -> None:
    state = played(setup(2), Place(0, 0, 3, 0, "red"), Discard(0, 1))
    assert apply(state, Place(1, 1, 3, 1, "red"))[0] is state


def test_once_the_blocked_slot_is_known_it_can_only_block_and_the_others_only_fit() -> None:
    state = played(setup(2), Place(0, 0, 3, 2, "red"), Discard(0, 1), Place(1, 0, 4, 0, "in"), Stop(1), Take(1, 1))
    in_three = {(move.slot, move.seated) for move in legal(state) if isinstance(move, Place) and move.section == 3}
    assert in_three == {(0, "in"), (1, "in"), (2, "red"), (3, "in")}


def test_nothing_printed_tells_what_was_seen() -> None:
    known = played(setup(2), Place(0, 0, 3, 2, "in"))
    unknown = known._replace(suspects=(EVERY_SLOT,) * 8)
    assert known != unknown
    assert repr(known) == str(known) == f"{known}" == repr(unknown)
    assert repr(known) == (
        "State(decide player=0 chamber=52 corner=0 gems=0,0 A=3.2-in B=off C=off moved=A placed=1 total=1)"
    )
