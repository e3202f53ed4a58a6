"""The simulated box and the children around it: their verbs, as movements of what stands and lies on the table.

Laws: a verb starts the hands and returns the seconds they will take; it either does all of what it says or raises
`Impossible` and nothing has moved; two worlds with one seed and the same verbs at the same moments are alike to the
last edge.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from hardware.box import Plan
from hardware.sim import table
from hardware.sim.clumsy import Clumsy
from hardware.sim.contacts import LONGEST_BOUNCE, Scheduler, Wear
from hardware.sim.gate import SHADES
from hardware.sim.hands import (
    Gems,
    Gesture,
    Impossible,
    Jolt,
    Leans,
    Place,
    SlotId,
    Stand,
    Strength,
    Tidy,
    Touches,
)
from hardware.sim.scene import Scene, dice
from hardware.sim.weights import SWING, Gem, Plate

__all__ = ["Impossible", "Scheduler", "World"]


class World(Scene):
    """A box on a table, with children.

    `plan` is the box's, `scheduler` its clock. `board` is the blocked slot (0 to 3) of each of the 8 sections, by
    default from the seed. `gems` lie in the chamber and `corner` in the open corner when the world begins, each with a
    mass of its own about `grams`, by the relative standard deviation `spread`, and with a colour; `spare` more are at
    hand. All keys lie beside the box. The silver column stands on its contact.

    All verbs belong to the scheduler's thread; a driver may read the bus in another one.
    """

    def __init__(
        self,
        plan: Plan,
        scheduler: Scheduler,
        *,
        seed: int = 0,
        hands: Literal["tidy", "clumsy"] = "tidy",
        board: Sequence[int] | None = None,
        gems: int = 52,
        corner: int = 0,
        spare: int = 0,
        contacts: Wear = "new",
        grams: float = 1.6,
        spread: float = 0.04,
    ) -> None:
        now = scheduler.time()
        mass = dice(seed, "masses")
        lies: dict[Place, int] = {"centre": gems, "corner": corner}

        colours = iter(table.bag(dice(seed, "colours"), gems + corner + spare))

        def some(number: int) -> list[Gem]:
            return [Gem(max(0.2, mass.gauss(1, spread)) * grams, next(colours)) for _ in range(number)]

        cell = plan.scale.cell
        carries: dict[Place, float] = {"centre": cell.centre_kilograms, "corner": cell.corner_kilograms}
        plates = {
            place: Plate(dice(seed, place), now, some(number), kilograms=carries[place])
            for place, number in lies.items()
        }
        laid = table.Table(dice(seed, "board"), board, plates)
        laid.gems_in_hands += some(spare)
        super().__init__(plan, scheduler, seed, laid, contacts)
        kind = Clumsy if hands == "clumsy" else Tidy
        self._hands = kind(dice(seed, "hands"), LONGEST_BOUNCE[contacts])
        self._falls = dice(seed, "falls")
        self._handled: dict[SlotId | str, float] = {}
        self._busy_until = now

    # The table to begin with, and how long a verb takes.

    def lay(self, standing: Mapping[SlotId, bool], gems: Mapping[Place, int], *, column_up: bool = False) -> None:
        """A table as somebody left it, before the box looks: keys (True: in all the way), and gems as far as there are.

        All keys lie beside the box, and gems that are too many or too few are in the hands.
        """
        at, hands = self._scheduler.time(), self._table.gems_in_hands
        for slot, full in standing.items():
            deepest = self._table.deepest(self._slot(slot))
            self._table.standing[slot] = deepest if full or deepest == "blocked" else "half"
            self._feel_truth(at, slot)
        for place, plate in self._plates.items():
            wanted = gems.get(place, len(plate.gems))
            while len(plate.gems) > wanted:
                hands.append(plate.pick(at))
            while len(plate.gems) < wanted and hands:
                plate.lay(at, hands.pop())
        self._column.move(at, closed=not column_up)

    @property
    def busy_until(self) -> float:
        """The moment by which every hand, arm, contact and gem is at rest, unless another verb is given."""
        return self._busy_until

    @property
    def moving(self) -> bool:
        """Whether anything still moves."""
        return self._scheduler.time() < self._busy_until

    # Keys and slots.

    def push_key(self, slot: SlotId, seconds: float = 0.4, half: bool = False) -> float:
        """Push the key in the hand, else one from beside the box, into a free slot: as deep as it goes, or half."""
        slot = self._slot(slot)
        self._table.free(slot)
        self._table.grasp_key()
        to: Stand = "half" if half else self._table.deepest(slot)
        near = [(other, self.standing.get(other)) for other in table.near(slot) if not self._is_handled(other)]
        return self._do(self._hands.push(slot, seconds, to, near), slot)

    def shove_key(self, slot: SlotId, seconds: float = 0.4) -> float:
        """Push a key that stands in a slot as far as it goes."""
        slot = self._slot(slot)
        self._table.stands(slot)
        return self._do(self._hands.shove(slot, seconds, self._table.deepest(slot)), slot)

    def lift_key(self, slot: SlotId) -> float:
        """Pull the key out of a slot; the hand keeps it."""
        slot = self._slot(slot)
        return self._do(self._hands.lift(slot, self._table.stands(slot)), slot)

    def touch_contact(self, slot: SlotId, contact: Literal["entry", "full"], seconds: float = 0.3) -> float:
        """With the key-slot board off: press one contact of a slot for so long, and let it go."""
        slot = self._slot(slot)
        if self.standing:
            raise Impossible("the board is on: keys stand in it; lift them first")
        port = ("entry", "full").index(contact)
        down, up = Touches(0.05, slot, port, down=True), Touches(0.05 + seconds, slot, port, down=False)
        return self._do(Gesture(0.1 + seconds, (down, up)), slot)

    # Gems and arms.

    def take_gems(self, place: Place, gems: Gems) -> float:
        """Take gems out of a place, one after another: so many, or of these colours."""
        return self._do(self._hands.take(place, gems, self._table.spare(self._place(place), gems)))

    def put_gems(self, place: Place, gems: Gems) -> float:
        """Put gems that lie on no scale into a place, one after another: so many, or of these colours."""
        return self._do(self._hands.put(self._place(place), gems, self._table.spare("hands", gems)))

    def swap_gems(self, place: Place, n: int) -> float:
        """A handful of gems out of a place and in again at once: a bump."""
        self._table.spare(self._place(place), n)
        return self._do(self._hands.swap(place, n))

    def lean(self, place: Place, grams: float, seconds: float) -> float:
        """An arm comes to rest on a place; the verb is over at once, the arm stays beside the next ones."""
        self._do(Gesture(seconds, (Leans(0.0, seconds, self._place(place), grams),)))
        return 0.0

    def thump(self, grams: float = 30.0) -> float:
        """Somebody knocks on the table, and nothing falls; the cells feel so many grams for an instant."""
        return self._do(Gesture(0.1, (Jolt(0.05, grams),)))

    # The hammer, and the silver column.

    def knock(self, strength: Strength = "firm", falls: Gems = 0) -> float:
        """A blow of the hammer on the side of the box; gems, so many or of these colours, fall off it."""
        return self._do(self._hands.knock(strength, *self._falling(falls)), "hammer")

    def turn(self, falls: Gems = 0) -> float:
        """The box is turned on its scale; gems, so many or of these colours, fall off it."""
        return self._do(self._hands.turn(*self._falling(falls)), "hammer")

    def column(self, up: bool) -> float:
        """The silver column is taken (`up`) or put back."""
        if self._is_handled("column"):
            raise Impossible("another hand is still busy with the column")
        if up is self.column_up:
            raise Impossible("the column is up already" if up else "the column stands in its place already")
        return self._do(self._hands.column(up), "column")

    def show_gem(self, colour: str) -> float:
        """A gem or a die is held into the gem gate for a moment."""
        if self._wiring.gate is None:
            raise Impossible("no gem gate is fitted (gate.fitted in box.toml)")
        if colour not in SHADES:
            raise Impossible(f"there are no gems or dice {colour!r}; they are {', '.join(SHADES)}")
        if self._is_handled("gate"):
            raise Impossible("another hand is still at the gem gate")
        return self._do(self._hands.show(colour), "gate")

    # The panel.

    def press(self, *keys: str) -> float:
        """Press keys of the panel together and let them go: k1 to k6, p1 to p6, go, back."""
        return self._do(self._hands.press(self._free_keys(keys)), *keys)

    def hold(self, keys: Sequence[str], seconds: float) -> float:
        """Hold keys of the panel together for so long at least."""
        return self._do(self._hands.hold(self._free_keys(keys), seconds), *keys)

    def press_each(self, *keys: str) -> float:
        """Press keys of the panel one after the other; the same one may come again."""
        self._free_keys([*dict.fromkeys(keys)])
        return self._do(self._hands.press_each(keys), *keys)

    # How hands move things, and what stands in their way.

    def _do(self, gesture: Gesture, *handled: SlotId | str) -> float:
        """Start a gesture; until it ends nothing else may handle these slots and keys."""
        begin = self._scheduler.time()
        for what in handled:
            self._handled[what] = begin + gesture.seconds
        self._table.promise(gesture.movements)
        for movement in gesture.movements:
            self._scheduler.call_at(begin + movement.at, self._move, begin + movement.at, movement)
        # Bounces end and gems hang still within this after the hands do.
        self._busy_until = max(self._busy_until, begin + gesture.seconds + SWING)
        return gesture.seconds

    def _slot(self, slot: SlotId) -> SlotId:
        if slot not in table.SLOTS:
            raise Impossible(f"there is no slot {table.name(slot)}; they are 0.0 to 7.3")
        if self._is_handled(slot):
            raise Impossible(f"another hand is still busy with slot {table.name(slot)}")
        section, place = slot  # whatever kind of pair the caller's slots are, ours are plain
        return section, place

    def _falling(self, falls: Gems) -> tuple[Sequence[str], str | None]:
        """The colours of the gems that are to fall, and of one more on the box, if one lies there."""
        if self._is_handled("hammer"):
            raise Impossible("another hand is still knocking or turning the box")
        spare = self._table.spare("centre", falls)
        falling = self._table.drawn(self._falls, "centre", falls) if isinstance(falls, int) else falls
        loose = self._table.drawn(self._falls, "centre", 1, beside=falling) if spare else (None,)
        return falling, loose[0]

    def _place(self, place: Place) -> Place:
        if place not in self._plates:
            raise Impossible(f"there is no place {place!r}; gems lie in {' or '.join(self._plates)}")
        return place

    def _free_keys(self, keys: Sequence[str]) -> Sequence[str]:
        for key in keys:
            if key not in self._panel:
                raise Impossible(f"there is no key {key!r} on the panel; it has {', '.join(self._panel)}")
            if self._is_handled(key):
                raise Impossible(f"a finger is still on {key}")
        if not keys or len(set(keys)) < len(keys):
            raise Impossible("press one key, or several different ones")
        return keys

    def _is_handled(self, what: SlotId | str) -> bool:
        # A script's sums of seconds end a hair before or after ours.
        return self._scheduler.time() < self._handled.get(what, 0.0) - 1e-6
