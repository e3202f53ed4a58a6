"""A table made of facts alone: what settled sensors would tell of a child's hands. No chips, no clock but its own."""

from collections.abc import Callable

from games.announcements import Announcement, words
from games.clever_keys.referee import REFEREE
from games.clever_keys.rules import Settings
from games.contract import Timing
from games.facts import Fact, GemsCounted, KeyStands, PartBack, PartLost, Pressed, TimePassed, Weighing
from games.table import Depth, Place, Slot

RIPPLE = 0.6
"""Seconds from the last gem to the count: the scale's window."""


def slot(text: str) -> Slot:
    section, number = text.split(".")
    return Slot(int(section), int(number))


class Table:
    """Facts in, words out: `said` holds what was announced since it was read last."""

    def __init__(
        self,
        players: int = 2,
        start: int = 0,
        *,
        gems: tuple[int, int] | None = (52, 0),
        settings: Settings = Settings(),  # noqa: B008 - frozen
        timing: Timing = Timing(),  # noqa: B008 - frozen
        seats: tuple[int, ...] = (),
    ) -> None:
        self.at = 10.0
        self.heap: dict[Place, int] = {"centre": 52, "corner": 0}
        if gems is not None:
            self.heap = {"centre": gems[0], "corner": gems[1]}
        self.watch, said = REFEREE.begin(players, start, settings, at=self.at, gems=gems, timing=timing, seats=seats)
        self._said: list[str] = [words(announcement) for announcement in said]
        self.announced: list[Announcement] = list(said)
        self.holds: Callable[[Announcement], bool] = lambda said: REFEREE.still_holds(self.watch, said)
        if gems is not None:
            for place in ("centre", "corner"):
                self.count(place)
            self.wait(2)

    def feed(self, fact: Fact) -> None:
        step = REFEREE.see(self.watch, fact)
        self.watch = step.state
        self.announced += step.said
        self._said += [words(announcement) for announcement in step.said]

    def wait(self, seconds: float = 2.0) -> "Table":
        """Time passes; the referee is woken whenever it asked to be."""
        until = self.at + seconds
        while (wake := REFEREE.wake(self.watch)) is not None and wake <= until:
            self.at = max(self.at, wake)
            self.feed(TimePassed(at=self.at))
        self.at = until
        return self

    def key(self, where: str, depth: Depth, after: float = 0.0) -> "Table":
        self.wait(after)
        self.feed(KeyStands(at=self.at, slot=slot(where), depth=depth))
        return self

    def push(self, where: str, *, red: bool = False, rest: float = 2.0) -> "Table":
        self.key(where, Depth.ENTERED)
        if not red:
            self.key(where, Depth.FULL, after=0.2)
        return self.wait(rest)

    def lift(self, where: str, rest: float = 0.2) -> "Table":
        if self.watch.seen.depth(slot(where)) is Depth.FULL:
            self.key(where, Depth.ENTERED)
        self.key(where, Depth.EMPTY, after=0.1)
        return self.wait(rest)

    def stir(self, place: Place) -> "Table":
        self.feed(Weighing(at=self.at, place=place))
        return self

    def count(self, place: Place, *, odds: float = 1.0, known: bool = True) -> "Table":
        gems = self.heap[place] if known else None
        self.feed(GemsCounted(at=self.at, place=place, gems=gems, odds=odds))
        return self

    def take(self, gems: int, place: Place = "centre", *, rest: float = 2.0, odds: float = 1.0) -> "Table":
        """Gems leave a place (negative: come), and the scale comes to rest."""
        self.stir(place)
        self.wait(0.4 * abs(gems))
        self.heap[place] -= gems
        self.count(place, odds=odds)
        return self.wait(rest)

    def put(self, gems: int, place: Place = "centre", *, rest: float = 2.0) -> "Table":
        return self.take(-gems, place, rest=rest)

    def swap(self, gems: int, place: Place = "centre", *, rest: float = 2.0) -> "Table":
        """Gems out and back in at once: a bump."""
        return self.stir(place).wait(0.8 * gems).count(place).wait(rest)

    def lean(self, place: Place = "centre", *, rest: float = 3.0) -> "Table":
        """An arm lies on the scale: what is weighed is no gem."""
        return self.stir(place).wait(0.5).count(place, known=False).wait(rest)

    def press(self, key: str, held: float = 0.0, rest: float = 0.5) -> "Table":
        self.feed(Pressed(at=self.at, key=key, held=held))
        return self.wait(rest)

    def lose(self, part: str) -> "Table":
        self.feed(PartLost(at=self.at, part=part))
        return self

    def regain(self, part: str) -> "Table":
        self.feed(PartBack(at=self.at, part=part))
        return self

    @property
    def said(self) -> list[str]:
        """What was announced since this was asked last."""
        said, self._said = self._said, []
        return said

    def hush(self) -> "Table":
        """What was said so far is not looked at."""
        self._said = []
        return self

    @property
    def lit(self) -> dict[str, str]:
        return dict(REFEREE.lamps(self.watch))
