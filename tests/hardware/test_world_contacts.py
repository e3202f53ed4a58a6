"""Contacts bounce as real ones do, and end where the hand wanted them."""

from itertools import pairwise
from random import Random

import pytest

from hardware.sim.contacts import LONGEST_BOUNCE, Contact, Wear, bounce
from tests.hardware.worlds import Clock


@pytest.mark.parametrize(("wear", "least"), [("new", 0.009), ("worn", 0.02)])
def test_a_bounce_lasts_as_long_as_recorded_ones(wear: Wear, least: float) -> None:
    dice = Random(1)
    lengths = [bounce(dice, wear)[-1] for _ in range(300)]
    assert min(lengths) >= least
    assert max(lengths) <= LONGEST_BOUNCE[wear]
    # The whole range comes up, not one length.
    assert max(lengths) - min(lengths) > 0.8 * (LONGEST_BOUNCE[wear] - least)


def test_a_bounce_has_an_odd_number_of_edges_in_order() -> None:
    dice = Random(2)
    for _ in range(100):
        edges = bounce(dice, "new")
        assert edges[0] == 0.0
        assert len(edges) % 2 == 1
        assert len(edges) >= 3
        assert list(edges) == sorted(edges)


def test_worn_contacts_rest_between_edges_for_longer_than_a_debounce() -> None:
    dice = Random(3)
    gaps = [later - edge for _ in range(50) for edge, later in pairwise(bounce(dice, "worn"))]
    assert max(gaps) > 0.05


def test_a_movement_ends_the_bounce_of_the_one_before() -> None:
    clock = Clock()
    seen: list[bool] = []
    contact = Contact(clock, seen.append, Random(4), "worn")
    contact.move(clock.time(), closed=True)
    clock.run(0.001)
    contact.move(clock.time(), closed=False)
    clock.run(1.0)
    assert seen[0] is True
    assert seen[-1] is False
    assert clock.idle


def test_a_movement_to_where_the_contact_rests_makes_no_edge() -> None:
    clock = Clock()
    seen: list[bool] = []
    contact = Contact(clock, seen.append, Random(5), "new")
    contact.move(clock.time(), closed=False)
    clock.run(200.0)
    assert seen == []
