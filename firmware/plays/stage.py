"""Where a play takes place: what it needs of the simulated box, and how a step becomes a movement of the hands."""

from collections.abc import Mapping
from typing import Literal, Protocol, assert_never

from firmware.plays import acts
from games.announcements import Announcement
from games.contract import Outcome
from games.table import Place, Slot
from hardware.sim.failures import Ailment, Failure
from hardware.sim.hands import Gems, Impossible, Stand, Strength


class World(Protocol):
    """The table: what stands and lies on it, and a child's verbs.

    Each verb begins at once and answers how many seconds the movement takes; one that the hands cannot do raises
    hardware.sim.hands.Impossible with a sentence.
    """

    @property
    def standing(self) -> Mapping[tuple[int, int], Stand]:
        """The slots in which keys stand, and how deep."""

    def gems_in(self, place: Place) -> int:
        """The gems that lie in a place."""

    def push_key(self, slot: Slot, seconds: float = ..., half: bool = ...) -> float:
        """Push a key from the hand, else from beside the box."""

    def shove_key(self, slot: Slot) -> float:
        """Push a key that stands at *entered* on."""

    def lift_key(self, slot: Slot) -> float:
        """Pull a key out into the hand."""

    def touch_contact(self, slot: Slot, contact: Literal["entry", "full"]) -> float:
        """Press a contact of a slot and let it go, with the board off."""

    def take_gems(self, place: Place, gems: Gems) -> float:
        """Gems out of a place, one after another."""

    def put_gems(self, place: Place, gems: Gems) -> float:
        """Gems into a place, one after another."""

    def swap_gems(self, place: Place, n: int) -> float:
        """Gems out and back in at once."""

    def lean(self, place: Place, grams: float, seconds: float) -> float:
        """An arm rests on the scale."""

    def knock(self, strength: Strength = ..., falls: Gems = ...) -> float:
        """A hammer blow; gems fall off the box."""

    def turn(self, falls: Gems = ...) -> float:
        """The box is turned on its scale; gems fall off it."""

    def column(self, up: bool) -> float:
        """The silver column leaves its place, or comes back."""

    def show_gem(self, colour: str) -> float:
        """A gem or a die is held into the gem gate."""

    def press(self, *keys: str) -> float:
        """Press keys of the panel together."""

    def press_each(self, *keys: str) -> float:
        """Press keys of the panel one after the other."""

    def hold(self, keys: tuple[str, ...], seconds: float) -> float:
        """Hold keys of the panel together."""

    def unplug(self, part: str) -> float:
        """A part goes dead."""

    def plug(self, part: str) -> float:
        """A dead part comes back."""

    def reset(self, part: str) -> float:
        """A part browns out."""

    def noise(self, part: str, on: bool) -> float:
        """Bus errors on a fifth of a part's transfers."""

    def fault(self, what: str, kind: Failure | None) -> float:
        """A chip or a line fails, or is as it was."""

    def ail(self, contact: str | Slot, ailment: Ailment | None) -> float:
        """A contact fails, or is sound again."""

    def power(self, on: bool) -> float:
        """The plug of the whole box."""

    def clock(self, seconds: float) -> float:
        """The computer's wall clock jumps."""


class Scene(Protocol):
    """One simulated box with the referee in it, as somebody at the table sees it."""

    @property
    def world(self) -> World:
        """The hands, and what lies on the table."""

    @property
    def colours(self) -> tuple[str, ...]:
        """What the colour keys mean now, k1 first; empty where the game asks for no colours."""

    @property
    def said(self) -> list[tuple[float, Announcement]]:
        """Everything announced so far, in order, with its moment."""

    def now(self) -> float:
        """Seconds since the scene was opened."""

    def scores(self) -> tuple[int, ...]:
        """The score of every player."""

    def turn(self) -> int | None:
        """Whose turn the referee believes it is; None when no game is on."""

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def lamp(self, name: str) -> str:
        """The colour a lamp shows, as sent last and before dimming."""


class Stage(Scene, Protocol):
    """A scene in virtual time."""

    def run_until(self, when: float) -> None:
        """Let time pass: everything due until then happens."""


def perform(deed: acts.Deed, scene: Scene) -> float:
    """Begin a step; answers the seconds until it ends. Raises Impossible."""
    world = scene.world
    match deed:
        case acts.Push(slot, seconds, half):
            return world.push_key(slot, seconds, half)
        case acts.Shove(slot):
            return world.shove_key(slot)
        case acts.Lift(slot):
            return world.lift_key(slot)
        case acts.Touch(slot, contact):
            return world.touch_contact(slot, contact)
        case acts.Take(place, gems, colours):
            return world.take_gems(place, colours or gems)
        case acts.Put(place, gems, colours):
            return world.put_gems(place, colours or gems)
        case acts.Swap(place, gems):
            return world.swap_gems(place, gems)
        case acts.Lean(place, grams, seconds):
            # The arm stays beside the next steps, so the step is over at once.
            world.lean(place, grams, seconds)
            return 0.0
        case acts.Blow(strength, gems, colours):
            return world.knock(strength, colours or gems)
        case acts.TurnBox(gems, colours):
            return world.turn(colours or gems)
        case acts.Enter(colours):
            return world.press_each(*_keys(colours, scene.colours))
        case acts.Column(up):
            return world.column(up)
        case acts.Show(colour):
            return world.show_gem(colour)
        case acts.Press(keys):
            return world.press(*keys)
        case acts.Hold(keys, seconds):
            return world.hold(keys, seconds)
        case acts.Unplug(part):
            return world.unplug(part)
        case acts.Plug(part):
            return world.plug(part)
        case acts.Reset(part):
            return world.reset(part)
        case acts.Noise(part, on):
            return world.noise(part, on)
        case acts.Fail(what, kind):
            return world.fault(what, kind)
        case acts.Ail(contact, ailment):
            return world.ail(contact, ailment)
        case acts.Power(on):
            return world.power(on)
        case acts.Clock(seconds):
            return world.clock(seconds)
        case acts.Wait(seconds):
            return seconds
    assert_never(deed)


def _keys(names: tuple[str, ...], colours: tuple[str, ...]) -> list[str]:
    try:
        return [f"k{colours.index(name) + 1}" for name in names]
    except ValueError:
        now = f"now there are {', '.join(colours)}" if colours else "this game asks for none"
        raise Impossible(f"no colour key means {' or '.join(sorted({*names} - {*colours}))}: {now}") from None
