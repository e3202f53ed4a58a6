"""A box of gems on its scale and a family around it: facts in, words out, and no clock but its own."""

from typing import Any

from games.announcements import Announcement, words
from games.contract import Timing
from games.facts import Fact, GemsCounted, Knock, PartBack, PartLost, PowerBack, Pressed, TimePassed, Weighing
from games.hammer_time.asking import NAMES
from games.hammer_time.copy import ASSUMED, Copy
from games.hammer_time.referee import REFEREE
from games.hammer_time.rules import Settings, Tasks, Wagons

KEY = {name: f"k{number}" for number, name in enumerate(NAMES, 1)}
HONOUR = Settings(tasks=Tasks.OFF)
TRACKED = Settings(wagons=Wagons.TRACKED, tasks=Tasks.OFF)


class Box:
    """`said` holds what was announced since it was read last."""

    def __init__(
        self,
        players: int = 2,
        start: int = 0,
        *,
        settings: Settings = HONOUR,
        copy: Copy = ASSUMED,
        gems: tuple[int, int] | None = (90, 0),
        seats: tuple[int, ...] = (),
        lie: int = 90,
    ) -> None:
        self.at = 10.0
        self.lie = lie if gems is None else gems[0]
        self.watch, said = REFEREE.begin(
            players, start, settings, at=self.at, gems=gems, timing=Timing(), seats=seats, copy=copy
        )
        self.announced: list[Announcement] = list(said)
        self._read = 0
        if gems is not None:
            self.count().wait(3)

    def feed(self, fact: Fact) -> None:
        step = REFEREE.see(self.watch, fact)
        self.watch = step.state
        self.announced += step.said

    def wait(self, seconds: float = 4.0) -> "Box":
        """Time passes; the referee is woken whenever it asked to be."""
        until = self.at + seconds
        while (wake := REFEREE.wake(self.watch)) is not None and wake <= until:
            self.at = max(self.at, wake)
            self.feed(TimePassed(at=self.at))
        self.at = until
        return self

    # --- the box and its gems -----------------------------------------------------------------------------------------

    def stir(self) -> "Box":
        self.feed(Weighing(at=self.at, place="centre"))
        return self

    def count(self, *, odds: float = 1.0, known: bool = True, late: float = 0.0) -> "Box":
        """The scale tells what lies there, since `late` seconds."""
        gems = self.lie if known else None
        self.feed(GemsCounted(at=self.at - late, place="centre", gems=gems, odds=odds))
        return self

    def blow(self) -> "Box":
        """The hammer is heard."""
        self.feed(Knock(at=self.at))
        return self

    def knock(self, falls: int = 0, *, rest: float = 4.0, odds: float = 1.0) -> "Box":
        """A blow of the hammer; so many gems fall."""
        self.blow().wait(0.1)
        return self.turn(falls, rest=rest, odds=odds) if falls else self.wait(rest)

    def turn(self, falls: int, *, rest: float = 4.0, odds: float = 1.0) -> "Box":
        """The box is moved, without a blow; so many gems fall."""
        self.stir().wait(0.5)
        self.lie -= falls
        return self.wait(1.0).count(odds=odds, late=1.0).wait(rest)

    def put(self, gems: int, *, rest: float = 3.0, odds: float = 1.0) -> "Box":
        """Gems go on the box (negative: come off it), one after another, and the scale comes to rest."""
        self.stir().wait(0.4 * abs(gems))
        self.lie += gems
        return self.wait(1.0).count(odds=odds, late=1.0).wait(rest)

    def lean(self, *, rest: float = 3.0) -> "Box":
        """An arm lies on the box: what is weighed is no gem."""
        return self.stir().wait(3.0).count(known=False).wait(rest)

    # --- the panel ----------------------------------------------------------------------------------------------------

    def press(self, *keys: str, held: float = 0.1, pause: float = 0.3) -> "Box":
        for key in keys:
            self.wait(pause)
            self.feed(Pressed(at=self.at, key=key, held=held if key in ("go", "back") else 0.0))
        return self

    def colour(self, *colours: str) -> "Box":
        """Press these colours, and no more."""
        return self.press(*(KEY[colour] for colour in colours))

    def tell(self, *colours: str) -> "Box":
        """Enter these colours, and `go`; then what was said by time cannot be meant any more."""
        return self.colour(*colours).press("go").wait(3)

    def go(self) -> "Box":
        return self.press("go", pause=1.1)

    def back(self) -> "Box":
        return self.press("back", pause=1.1)

    def report(self, number: int) -> "Box":
        """The list behind a long `back`, and a line of it."""
        return self.press("back", held=1.5).press(f"p{number}")

    # --- mishaps ------------------------------------------------------------------------------------------------------

    def lose(self, part: str = "scale") -> "Box":
        self.feed(PartLost(at=self.at, part=part))
        return self

    def regain(self, part: str = "scale") -> "Box":
        self.feed(PartBack(at=self.at, part=part))
        return self

    def cut(self, *, gems: int | None = None, odds: float = 1.0) -> "Box":
        """The plug is pulled, and the box starts again with stamps of its own; `gems` lie on it then."""
        self.at = 2.0
        self.lie = self.lie if gems is None else gems
        self.feed(PowerBack(at=self.at))
        return self.wait(1.0).count(odds=odds).wait(3)

    # --- what came of it ----------------------------------------------------------------------------------------------

    @property
    def said(self) -> list[str]:
        said, self._read = self.announced[self._read :], len(self.announced)
        return [words(each) for each in said]

    def hush(self) -> "Box":
        """What was said so far is not looked at."""
        self._read = len(self.announced)
        return self

    @property
    def lit(self) -> dict[str, str]:
        return dict(REFEREE.lamps(self.watch))

    @property
    def game(self) -> Any:
        return self.watch.game


def tracked(*, settings: Settings = TRACKED, copy: Copy = ASSUMED, players: int = 2) -> Box:
    """A game whose wagons are tracked, when the sets have been told: yellow, red, ..."""
    box = Box(players, settings=settings, copy=copy)
    for colour in ("yellow", "red", "blue", "green")[:players]:
        box.colour(colour)
    return box.hush()
