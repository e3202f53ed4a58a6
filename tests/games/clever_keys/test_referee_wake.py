"""When the referee wants to be woken: in time for whatever can be judged, and never in vain."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clever_keys.referee import REFEREE
from games.clever_keys.rules import Settings
from games.facts import Fact, TimePassed
from games.table import Depth, Slot
from tests.games.deeds import deeds, perform
from tests.games.hands import Table
from tests.laws import examples


def test_a_referee_wakes_only_for_what_is_still_coming_to_rest() -> None:
    table = Table()
    assert REFEREE.wake(table.wait(10).watch) is None
    table.key("3.2", Depth.ENTERED)
    moments = []
    while (wake := REFEREE.wake(table.watch)) is not None:
        assert wake > table.watch.now
        moments.append(round(wake - table.at, 2))
        table.wait(wake - table.at)
    assert moments == [1.0]


class Impatient(Table):
    """After every fact it looks ahead to every moment at which anything at all could come to rest."""

    def feed(self, fact: Fact) -> None:
        super().feed(fact)
        watch, wake = self.watch, REFEREE.wake(self.watch)
        timing, seen = watch.timing, watch.seen
        waits = (timing.rest_contact, timing.rest_table, timing.rest_contact + timing.patience)
        spans = (*waits, timing.rest_table + timing.patience, timing.rest_table + 2 * timing.patience, 60.0)
        for since in (seen.moved_at, seen.centre.since, seen.corner.since):
            for moment in (since + span + 1e-6 for span in spans):
                if watch.now < moment and (wake is None or moment < wake):
                    step = REFEREE.see(watch, TimePassed(at=moment))
                    assert step.said == ()
                    assert step.state._replace(now=watch.now) == watch


@given(
    done=deeds(), gems=st.sampled_from(((8, 0), (2, 0), None)), lost=st.sampled_from((None, None, "scale", "slots0"))
)
@examples(150)
def test_before_the_moment_it_asked_for_time_alone_changes_nothing(
    done: list[tuple[str, Slot, int]], gems: tuple[int, int] | None, lost: str | None
) -> None:
    table = Impatient(gems=gems, settings=Settings(gems=8))
    if gems is None:
        table.heap["centre"] = 7
        table.count("centre").count("corner").wait(2)
    if lost is not None:
        table.lose(lost)
    for deed in done:
        perform(table, *deed)
    if lost is not None:
        table.regain(lost)
    table.count("centre").count("corner").wait(4)


@pytest.mark.parametrize(
    ("deed", "most"),
    [
        (lambda table: table.key("0.0", Depth.ENTERED).key("0.0", Depth.FULL, after=0.2), 1),
        (lambda table: table.key("0.0", Depth.ENTERED), 1),
        (lambda table: table.key("0.0", Depth.ENTERED).key("0.0", Depth.EMPTY, after=0.2), 0),
        (lambda table: table.swap(2, rest=0.0), 0),
        (lambda table: table.key("0.0", Depth.FULL).wait(2).take(1, rest=0.0), 1),
    ],
    ids=["a push", "a push to red", "half a push and back", "gems out and back", "a reward"],
)
def test_hands_wake_the_box_when_what_they_did_can_be_judged_and_no_more(
    deed: Callable[[Table], Table], most: int
) -> None:
    table = Table(gems=(8, 0), settings=Settings(gems=8))
    assert REFEREE.wake(table.watch) is None
    deed(table)
    woken = 0
    while (wake := REFEREE.wake(table.watch)) is not None:
        table.feed(TimePassed(at=wake))
        woken += 1
    assert woken == most
