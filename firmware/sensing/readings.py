"""What a chip or a line reported, as the rims hand it in; `at` is in monotonic seconds, taken where it was read."""

from dataclasses import dataclass

from games.table import Place


@dataclass(frozen=True, slots=True)
class Ports:
    """Both ports of an expander, read in one transfer; bit n of `a` is GPAn, of `b` GPBn, and 1 is a closed contact."""

    at: float
    part: str
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Weight:
    """One conversion of a load cell: signed counts, or None when the converter is at one of its rails."""

    at: float
    place: Place
    counts: int | None


@dataclass(frozen=True, slots=True)
class Light:
    """What the gem gate's sensor counted in one integration; `clear` is None when one of its channels was at its limit.

    A whole integration lies between two of these: what the later one shows came after the earlier one.
    """

    at: float
    clear: int | None
    red: int
    green: int
    blue: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A line has changed; `line` is its name in box.toml, `active` whether it says now what it is there to say."""

    at: float
    line: str
    active: bool


@dataclass(frozen=True, slots=True)
class Peak:
    """The peak-hold behind the piezo has reached so many `volts` in the blow whose first edge came at `at`."""

    at: float
    volts: float


@dataclass(frozen=True, slots=True)
class Sounding:
    """The box itself makes noise from `at` until `until`: what is heard meanwhile may be its own.

    It takes the place of what was told before: a sound that is cut short ends at `at`.
    """

    at: float
    until: float


@dataclass(frozen=True, slots=True)
class Lost:
    """A part no longer answers (or did not at the start); what it showed is no longer known."""

    at: float
    part: str


@dataclass(frozen=True, slots=True)
class Back:
    """A lost part answers again and has been set up anew; its readings follow."""

    at: float
    part: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing but time: the moment a fold asked to be woken at has come."""

    at: float


Reading = Ports | Weight | Light | Edge | Peak | Sounding | Lost | Back | Passed
