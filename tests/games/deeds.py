"""Deeds of hands that do what they like, for laws that must hold whatever they do."""

from hypothesis import strategies as st

from games.table import Depth, Slot
from tests.games.hands import Table

slots = st.builds(Slot, st.sampled_from((0, 1, 2)), st.sampled_from((0, 1)))


@st.composite
def deeds(draw: st.DrawFn) -> list[tuple[str, Slot, int]]:
    verbs = ("push", "push", "red", "lift", "take", "take", "cast", "go", "back", "wait")
    return draw(st.lists(st.tuples(st.sampled_from(verbs), slots, st.integers(1, 2)), max_size=25))


def perform(table: Table, verb: str, spot: Slot, number: int) -> None:
    """Hands do what they like, as far as it can be done."""
    pause = 0.3 * number
    match verb:
        case "push" | "red" if len(table.watch.seen.slots) < 3:
            table.push(str(spot), red=verb == "red", rest=pause)
        case "lift" if table.watch.seen.depth(spot) is not Depth.EMPTY:
            table.lift(str(spot), rest=pause)
        case "take" if table.heap["centre"] >= number:
            table.take(number, rest=pause)
        case "cast":
            table.put(number, "corner", rest=pause)
        case "go" | "back":
            table.press(verb, rest=pause)
        case _:
            table.wait(2 * number)
