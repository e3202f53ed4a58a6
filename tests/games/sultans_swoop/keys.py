"""A box at whose keys a family plays Sultan's Swoop: facts in, words out, and no clock but its own."""

from games.announcements import Announcement, words
from games.contract import Timing
from games.facts import ColumnMoved, Fact, PartBack, PartLost, PowerBack, Pressed, TimePassed
from games.sultans_swoop.copy import Copy
from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Phase, Settings, State

SIX = "yellow yellow red red blue green purple orange"
"""All six colours, and nothing three times."""

REDS = "red red red blue blue green yellow yellow"
"""Red three times, and not all six."""

DULL = "yellow yellow red red blue blue green green"
"""Nothing for anybody."""


class Keys:
    """`said` holds what was announced since it was read last. The column stands in its place at the start."""

    def __init__(
        self,
        players: int = 3,
        start: int = 0,
        *,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        seats: tuple[int, ...] = (),
        gems: tuple[int, int] | None = (0, 0),
        copy: Copy | None = None,
        column: bool = True,
    ) -> None:
        self.at = 10.0
        self.colours = (copy or Copy()).colours
        begun = REFEREE.begin(players, start, settings, at=10.0, gems=gems, timing=Timing(), seats=seats, copy=copy)
        self.watch, said = begun
        self.announced: list[Announcement] = list(said)
        self._read = 0
        if column:
            self.feed(ColumnMoved(at=9.0, up=False))

    def feed(self, fact: Fact) -> None:
        step = REFEREE.see(self.watch, fact)
        self.watch = step.state
        self.announced += step.said

    def wait(self, seconds: float = 3.0) -> "Keys":
        """Time passes; the referee is woken whenever it asked to be."""
        until = self.at + seconds
        while (wake := REFEREE.wake(self.watch)) is not None and wake <= until:
            self.at = max(self.at, wake)
            self.feed(TimePassed(at=self.at))
        self.at = until
        return self

    def press(self, *keys: str, held: float = 0.1, pause: float = 0.3) -> "Keys":
        for key in keys:
            self.wait(pause)
            self.feed(Pressed(at=self.at, key=key, held=held if key in ("go", "back") else 0.0))
        return self

    def colour(self, colours: str, pause: float = 0.3) -> "Keys":
        """Press these colours, and no more."""
        return self.press(*(f"k{self.colours.index(colour) + 1}" for colour in colours.split()), pause=pause)

    def dice(self, colours: str) -> "Keys":
        """Enter the dice, and say that these are all."""
        return self.colour(colours).press("go")

    def go(self) -> "Keys":
        return self.press("go", pause=1.1)

    def back(self) -> "Keys":
        return self.press("back", pause=1.1)

    def report(self, line: int, *, pages: int = 0) -> "Keys":
        """Choose a line (from 1) of the list behind a long `back`."""
        return self.press("back", held=1.5).press(*["go"] * pages, f"p{line}")

    def heard(self) -> "Keys":
        """What was said so far has been heard."""
        self._read = len(self.announced)
        return self

    def up(self, wait: float = 1.1, *, pause: float = 0.5) -> "Keys":
        """Somebody takes the column."""
        self.wait(pause).feed(ColumnMoved(at=self.at, up=True))
        return self.wait(wait)

    def down(self, wait: float = 0.5) -> "Keys":
        """The column is back."""
        self.wait(0.5).feed(ColumnMoved(at=self.at, up=False))
        return self.wait(wait)

    def swoop(self, *takers: int) -> "Keys":
        """The column is taken, and players (from 0) have the pieces in the order in which they are asked about."""
        return self.up().press(*(f"p{self.watch.seats[player] + 1}" for player in takers))

    def bout(self, *takers: int, dice: str = DULL, task: str = "") -> "Keys":
        """A whole bout; the column goes back where that is due."""
        self.swoop(*takers).dice(dice)
        if task:
            self.colour(task)
        return self

    def lose(self, part: str = "panel") -> "Keys":
        self.feed(PartLost(at=self.at, part=part))
        return self

    def regain(self, part: str = "panel") -> "Keys":
        self.feed(PartBack(at=self.at, part=part))
        return self

    def cut(self, *, up: bool | None = False) -> "Keys":
        """The plug is pulled; the box starts again with stamps of its own, and sees the column stand (or not)."""
        self.at = 2.0
        self.feed(PowerBack(at=self.at))
        if up is not None:
            self.feed(ColumnMoved(at=self.at, up=up))
        return self

    @property
    def game(self) -> State:
        return self.watch.game

    @property
    def phase(self) -> Phase:
        return self.watch.game.phase

    @property
    def said(self) -> list[str]:
        said, self._read = self.announced[self._read :], len(self.announced)
        return [words(each) for each in said]

    @property
    def lit(self) -> dict[str, str]:
        return dict(REFEREE.lamps(self.watch))
