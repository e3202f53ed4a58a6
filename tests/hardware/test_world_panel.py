"""Keys of the panel: pressed together, held long enough, let go."""

import pytest

from hardware.sim.contacts import Wear
from hardware.sim.world import Impossible
from tests.hardware.worlds import Clock, recorded, world


def test_a_press_closes_a_contact_and_opens_it_again() -> None:
    clock = Clock()
    with world(clock) as table:
        edges = recorded(table, clock)
        lasts = table.press("k3")
        clock.run(lasts + 0.1)
    assert {edge.contact for edge in edges} == {"k3"}
    assert edges[0].closed
    assert not edges[-1].closed
    assert 0.1 < lasts < 0.3


@pytest.mark.parametrize("contacts", ["new", "worn"])
def test_held_keys_rest_closed_together_for_the_time_asked_for(contacts: Wear) -> None:
    clock = Clock()
    with world(clock, contacts=contacts) as table:
        edges = recorded(table, clock)
        lasts = table.hold(("back", "go"), 5.0)
        clock.run(2.5)
        down = list(edges)
        clock.run(lasts)
        up = edges[len(down) :]
    assert {edge.contact for edge in down} == {edge.contact for edge in up} == {"back", "go"}
    assert 5.0 <= up[0].at - down[-1].at < 5.5


def test_what_no_finger_can_do_is_said() -> None:
    clock = Clock()
    with world(clock) as table:
        with pytest.raises(Impossible, match="no key 'p7' on the panel"):
            table.press("p7")
        with pytest.raises(Impossible, match="one key, or several different"):
            table.press("go", "go")
        with pytest.raises(Impossible, match="one key, or several different"):
            table.press()
        clock.run(0.2)
        lasts = table.hold(["go"], 1.0)
        with pytest.raises(Impossible, match="a finger is still on go"):
            table.press("go")
        clock.run(lasts)
        assert table.press("go") > 0
