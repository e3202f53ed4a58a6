"""What players of Clever Keys hold for likely, and how memory fades."""

from random import Random

import pytest

from games.bots.clever_keys.memory import SPAN, Memory
from games.bots.clever_keys.players import Bold, Cautious, Remembering
from games.bots.clever_keys.view import Push, View, gain, odds, unknown, view
from games.clever_keys.rules import Phase, Place, Settings, Standing, lay

FRESH = 0b1111


class Lasting(Random):
    """Chance under which everything lasts the same."""

    def __init__(self, placements: float) -> None:
        super().__init__(1)
        self._placements = placements

    def expovariate(self, lambd: float = 1.0) -> float:
        assert lambd == 1 / SPAN
        return self._placements


def table(*keys: Standing | None) -> View:
    return view(lay(gems=(0, 0), chamber=52, keys=keys, settings=Settings()))


@pytest.mark.parametrize(
    ("keys", "likely", "gems"),
    [
        ((None, None, None), 3 / 4, 1),
        ((Standing(3, 0, "in"), None, None), 2 / 3, 2),
        ((Standing(3, 0, "in"), Standing(3, 1, "in"), None), 1 / 2, 3),
        ((Standing(4, 0, "in"), None, None), 3 / 4, 1),
    ],
)
def test_a_key_that_stands_in_shows_everybody_one_slot_that_is_not_blocked(
    keys: tuple[Standing | None, ...], likely: float, gems: int
) -> None:
    push = Push(2, 3, 2)
    assert odds(table(*keys), push, unknown) == pytest.approx(likely)
    assert gain(table(*keys), push) == gems


def test_what_was_seen_to_fit_is_safe_what_was_red_is_not_and_the_others_are_safe_then() -> None:
    memory, lasting = Memory(), Lasting(10)
    assert memory.suspects(3) == FRESH
    memory.keep(Place(0, 0, 3, 1, "in"), lasting)
    assert memory.suspects(3) == 0b1101
    memory.keep(Place(1, 1, 3, 2, "red"), lasting)
    assert memory.suspects(3) == 0b0100
    seen = table(None, None, None)
    assert [odds(seen, Push(0, 3, slot), memory.suspects) for slot in range(4)] == [1, 1, 0, 1]


def test_what_was_seen_is_forgotten_after_its_time_and_kept_anew_where_it_is_seen_again() -> None:
    memory, lasting = Memory(), Lasting(2)
    memory.keep(Place(0, 0, 3, 1, "in"), lasting)
    memory.keep(Place(1, 1, 0, 0, "in"), lasting)
    memory.keep(Place(0, 0, 0, 1, "in"), lasting)
    assert memory.suspects(3) == 0b1101
    memory.keep(Place(1, 1, 0, 2, "in"), lasting)
    assert memory.suspects(3) == FRESH
    memory.keep(Place(0, 0, 3, 1, "in"), lasting)
    assert memory.suspects(3) == 0b1101


def test_a_sighting_never_shortens_a_memory() -> None:
    memory = Memory()
    memory.keep(Place(0, 0, 3, 1, "in"), Lasting(50))
    memory.keep(Place(0, 0, 3, 1, "in"), Lasting(0))
    memory.keep(Place(1, 1, 0, 0, "in"), Lasting(0))
    assert memory.suspects(3) == 0b1101


def deciding(total: int, key: Standing) -> View:
    state = lay(gems=(0, 0), chamber=52, keys=(key, None, None), settings=Settings())
    return view(state._replace(phase=Phase.DECIDE, moved=0, placed=1, total=total))


def test_who_may_go_on_stops_or_goes_on_as_its_temper_is() -> None:
    seen = deciding(4, Standing(0, 0, "in"))
    assert Cautious().choose(seen, Random(1)) is None
    assert Bold().choose(seen, Random(1)) is not None
    assert Remembering().choose(seen, Random(1)) is None, "a gem at three to one is not worth four"
    player = Remembering()
    player.saw(Place(1, 1, 1, 2, "red"), Lasting(9))
    push = player.choose(seen, Random(1))
    assert push is not None, "where the blocked slot is known there is no risk"
    assert push.section == 1
    assert push.slot != 2
