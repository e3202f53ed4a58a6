"""A stage without a box: hands that take their time, and a referee who says what he is told to, when he is told to."""

from bisect import insort
from collections.abc import Mapping

from games.announcements import Announcement
from games.contract import Outcome
from games.table import Place, Slot
from hardware.sim.failures import Ailment, Failure
from hardware.sim.hands import Gems, Impossible, Stand, Strength

SLOW = 8.0
"""Seconds that taking gems takes here."""


class Hands:
    """Every verb is written down with its moment, and takes as long as the play asks for (`SLOW` for gems)."""

    def __init__(self, stage: "Rehearsal") -> None:
        self.stage = stage
        self.did: list[tuple[float, str]] = []

    @property
    def standing(self) -> Mapping[tuple[int, int], Stand]:
        return {}

    def gems_in(self, place: Place) -> int:
        return 52 if place == "centre" else 0

    def push_key(self, slot: tuple[int, int], seconds: float = 0.4, half: bool = False) -> float:
        return self._do(f"push {slot[0]}.{slot[1]} {seconds} {half}", seconds)

    def shove_key(self, slot: tuple[int, int]) -> float:
        return self._do(f"shove {slot[0]}.{slot[1]}", 0.4)

    def lift_key(self, slot: tuple[int, int]) -> float:
        raise Impossible(f"the key in {slot[0]}.{slot[1]} is stuck")

    def touch_contact(self, slot: tuple[int, int], contact: str) -> float:
        return self._do(f"touch {slot[0]}.{slot[1]} {contact}", 0.4)

    def take_gems(self, place: Place, gems: Gems) -> float:
        return self._do(f"take {place} {gems}", SLOW)

    def put_gems(self, place: Place, gems: Gems) -> float:
        return self._do(f"put {place} {gems}", SLOW)

    def swap_gems(self, place: Place, n: int) -> float:
        return self._do(f"swap {place} {n}", 0.7)

    def lean(self, place: Place, grams: float, seconds: float) -> float:
        return self._do(f"lean {place} {grams} {seconds}", seconds)

    def knock(self, strength: Strength = "firm", falls: Gems = 0) -> float:
        return self._do(f"knock {strength} {falls}", 0.6)

    def turn(self, falls: Gems = 0) -> float:
        return self._do(f"turn {falls}", 1.2)

    def column(self, up: bool) -> float:
        return self._do(f"column {up}", 0.3)

    def show_gem(self, colour: str) -> float:
        return self._do(f"gem {colour}", 1.0)

    def press_each(self, *keys: str) -> float:
        return self._do(f"press each {keys}", 0.5 * len(keys))

    def press(self, *keys: str) -> float:
        return self._do(f"press {keys}", 0.1)

    def hold(self, keys: tuple[str, ...], seconds: float) -> float:
        return self._do(f"hold {keys} {seconds}", seconds)

    def unplug(self, part: str) -> float:
        return self._do(f"unplug {part}", 0.0)

    def plug(self, part: str) -> float:
        return self._do(f"plug {part}", 0.0)

    def reset(self, part: str) -> float:
        return self._do(f"reset {part}", 0.0)

    def noise(self, part: str, on: bool) -> float:
        return self._do(f"noise {part} {on}", 0.0)

    def fault(self, what: str, kind: Failure | None) -> float:
        return self._do(f"fault {what} {kind}", 0.0)

    def ail(self, contact: str | Slot, ailment: Ailment | None) -> float:
        return self._do(f"ail {contact} {ailment}", 0.0)

    def power(self, on: bool) -> float:
        return self._do(f"power {on}", 0.0)

    def clock(self, seconds: float) -> float:
        return self._do(f"clock {seconds}", 0.0)

    def _do(self, what: str, seconds: float) -> float:
        self.did.append((round(self.stage.now(), 2), what))
        return seconds


class Rehearsal:
    """A stage on which everything is settled beforehand: `says` at which second, the rest as attributes by time."""

    def __init__(self, *says: tuple[float, Announcement]) -> None:
        self.world = Hands(self)
        self.colours: tuple[str, ...] = ("yellow", "red")
        self.said: list[tuple[float, Announcement]] = []
        self.score: tuple[int, ...] = (0, 0, 0)
        self.whose: list[tuple[float, int | None]] = [(0.0, 0)]
        self.ended: list[tuple[float, Outcome]] = []
        self.lamps: dict[str, list[tuple[float, str]]] = {}
        self._says: list[tuple[float, Announcement]] = []
        for moment in says:
            insort(self._says, moment, key=lambda it: it[0])
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def run_until(self, when: float) -> None:
        assert when >= self._now, "time never goes back"
        self._now = when
        self.said = [moment for moment in self._says if moment[0] <= when]

    def scores(self) -> tuple[int, ...]:
        return self.score

    def turn(self) -> int | None:
        return [whose for at, whose in self.whose if at <= self._now][-1]

    def outcome(self) -> Outcome | None:
        return next((outcome for at, outcome in self.ended if at <= self._now), None)

    def lamp(self, name: str) -> str:
        return [colour for at, colour in [(0.0, "off"), *self.lamps.get(name, [])] if at <= self._now][-1]

    def close(self) -> None:
        """Nothing to put away."""
