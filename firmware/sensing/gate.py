"""The gem gate: a gem or a die held before the colour sensor becomes a press of the key that means its colour.

A gem is there when the sensor sees clearly more light than the empty gate sends back. Its colour is read from the
shares of red, green and blue in the clear channel, which do not change with how near a hand holds it; where these are
alike (white, silver, grey and black) its brightness tells. The nearest learned colour is the one, if a gem of it would
look like this once in a thousand times or more; where two fit, the hands are asked.

Laws: two results in a row must agree before they mean anything: each is a whole integration, so the second one holds
nothing of what was there before; a gem enters its colour once, and the next one counts when the gate was empty in
between; what lies there when the gate is first seen says nothing; a gate that has learned nothing says nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, fsum, inf, log2, prod, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from firmware.sensing.readings import Back, Light, Lost, Reading
from games.announcements import Announcement
from games.announcements.shared import Ask, NotNow
from games.contract import Lit
from games.facts import Fact, PartBack, PartLost, Pressed

LEAST = 4
"""Samples from which a colour can be learned."""

FARTHEST = 4.3
"""Standard deviations from a learned colour beyond which it is none: by four measures, one showing in a thousand."""

STILL_S = 5.0
"""What stays so long and is no learned colour is the room's light: the empty gate looks like this now."""

_SPREAD = (0.012, 0.012, 0.012, 0.15)
"""At least so much do showings differ, however alike those were from which a colour was learned."""
_AGREE = (0.02, 0.02, 0.02, 0.15)
"""Results that differ by less are of one thing that is held still."""
_CLEARLY = 1.3
"""The darkest colour must be so much brighter than the empty gate."""

Look = tuple[float, float, float, float]
"""The shares of red, green and blue in the clear channel, and the binary logarithm of that channel's counts."""


class Shade(NamedTuple):
    """A learned colour: how it looks, and by how much its showings differ (standard deviations)."""

    look: Look
    spread: Look


class Learned(NamedTuple):
    """What a gate was taught by its owner: the clear channel's counts of the empty gate, and each colour."""

    empty: float
    colours: Mapping[str, Shade]


UNTAUGHT = Learned(0.0, MappingProxyType({}))
"""A gate that was taught nothing."""


class Gate(NamedTuple):
    """The state of the fold.

    `empty` is the clear channel of the empty gate as it is now, `last` the newest result, with `still` since when
    results agree. `came` is since when something is there; `fits` the colours it may have, once it was held still
    (None: it was not, or has been told). `told`: nothing more is said of it.
    """

    part: str
    learned: Learned
    sure: float
    patience_s: float
    empty: float
    last: Light | None = None
    still: float = inf
    came: float | None = None
    fits: tuple[str, ...] | None = None
    told: bool = True
    lost: bool = False


class Seen(NamedTuple):
    """What a reading led to: the next state, facts, and what to say of a gem that no key can be pressed for."""

    gate: Gate
    facts: tuple[Fact, ...] = ()
    said: tuple[Announcement, ...] = ()


def begin(learned: Learned, *, sure: float, patience_s: float, part: str = "gate") -> Gate:
    """Nothing seen yet. A colour less likely than `sure` is asked, after it could be seen for `patience_s`."""
    return Gate(part, learned, sure, patience_s, learned.empty)


def see(gate: Gate, reading: Reading, keys: Sequence[str]) -> Seen:
    """Take a reading; `keys` are the colours that k1, k2 ... mean now, none where no colours are asked for."""
    if isinstance(reading, Light):
        return _look(gate, reading, keys) if gate.learned.colours else Seen(gate)
    if isinstance(reading, Lost) and reading.part == gate.part:
        said = () if gate.lost else (PartLost(at=reading.at, part=gate.part),)
        blank = gate._replace(last=None, still=inf, came=None, fits=None, told=True, lost=True)
        return Seen(blank, said)
    if isinstance(reading, Back) and reading.part == gate.part and gate.lost:
        return Seen(gate._replace(lost=False), (PartBack(at=reading.at, part=gate.part),))
    return Seen(gate)


def meant(colours: Sequence[str], lit: Iterable[Lit]) -> Sequence[str]:
    """What the colour keys mean as colours: none while they choose something else, such as a kind of task card."""
    choosing = any(each.means == "choice" and each.lamp.startswith("key") for each in lit)
    return () if choosing else colours


# --- learning ---------------------------------------------------------------------------------------------------------


def learn(samples: Sequence[Light]) -> Shade:
    """A colour, from results of several showings. Raises ValueError with a sentence where they teach nothing."""
    if len(samples) < LEAST:
        raise ValueError(f"{len(samples)} samples are too few: {LEAST} or more are needed")
    looks = [look for look in map(_look_of, samples) if look is not None]
    if len(looks) < len(samples):
        raise ValueError("the sensor saw too much light, or none: another gate.gain would be right")
    number = len(looks)
    middle = _four(fsum(values) / number for values in zip(*looks, strict=True))
    squares = (fsum((x - m) ** 2 for x in values) for m, values in zip(middle, zip(*looks, strict=True), strict=True))
    # Not by the module `statistics`, which every box would load for it.
    spread = (max(least, sqrt(square / (number - 1))) for least, square in zip(_SPREAD, squares, strict=True))
    return Shade(middle, _four(spread))


def taught(empty: Sequence[Light], shown: Mapping[str, Sequence[Light]]) -> Learned:
    """A gate's whole lesson: results of the empty gate, and of each colour.

    Raises ValueError with a sentence where they teach nothing, or where a colour would not be noticed.
    """
    level = 2.0 ** learn(empty).look[3]
    colours = {colour: learn(samples) for colour, samples in shown.items()}
    for colour, shade in colours.items():
        if 2.0 ** shade.look[3] < _CLEARLY * level:
            raise ValueError(f"{colour} is hardly brighter than the empty gate: darken the gate, or come nearer")
    return Learned(level, MappingProxyType(colours))


def to_plain(learned: Learned) -> dict[str, Any]:
    """As plain tables, lists and numbers, to be kept."""
    shades = learned.colours.items()
    colours = {colour: {"look": list(shade.look), "spread": list(shade.spread)} for colour, shade in shades}
    return {"empty": learned.empty, "colours": colours}


def from_plain(kept: Any) -> Learned:
    """From what `to_plain` gave. Raises ValueError for anything else."""
    try:
        empty, shades = float(kept["empty"]), kept["colours"].items()
        colours = {colour: Shade(_four(shade["look"]), _four(shade["spread"])) for colour, shade in shades}
        if any(value <= 0 for shade in colours.values() for value in shade.spread) or (colours and empty <= 0):
            raise ValueError  # noqa: TRY301 - said below, like any other
    except (AttributeError, KeyError, TypeError, ValueError) as wrong:
        raise ValueError(f"{kept!r} is nothing that a gate has learned") from wrong
    return Learned(empty, MappingProxyType(colours))


def _four(values: Any) -> Look:
    first, second, third, fourth = map(float, values)
    return first, second, third, fourth


# --- looking ----------------------------------------------------------------------------------------------------------


def _look(gate: Gate, light: Light, keys: Sequence[str]) -> Seen:
    agree = _agree(gate.last, light)
    gate = gate._replace(last=light, still=gate.still if agree else light.at)
    if not _there(gate, light):
        return _gone(gate, light, keys)
    if gate.came is None:
        return Seen(gate._replace(came=light.at))
    if not agree:
        return Seen(gate)
    fits = fitting(gate.learned, light, gate.sure)
    if not fits and light.at >= gate.still + STILL_S:
        return Seen(_emptied(gate, light.clear or gate.empty))
    if gate.told:
        return Seen(gate)
    if len(fits) == 1 or light.at >= gate.came + gate.patience_s:
        return _tell(gate, fits, light.at, keys)
    return Seen(gate._replace(fits=fits))


def _gone(gate: Gate, light: Light, keys: Sequence[str]) -> Seen:
    """Nothing is there, any more: what could not be told while it was is told now."""
    clear = max(1.0, light.clear or 0.0)
    still = light.at - gate.still
    # Darker at once: no gem is darker than nothing. Brighter slowly: it may be the edge of one.
    settled = still > 0 and (clear < gate.empty or still >= STILL_S)
    seen = Seen(gate) if gate.fits is None else _tell(gate, gate.fits, light.at, keys)
    return seen._replace(gate=_emptied(seen.gate, clear if settled else gate.empty))


def _emptied(gate: Gate, clear: float) -> Gate:
    return gate._replace(empty=clear, came=None, fits=None, told=False)


def _there(gate: Gate, light: Light) -> bool:
    """Whether something is before the sensor: a gem comes where it is brighter than half-way to the darkest colour.

    Half-way by ratio; and it has gone where it is darker than a quarter of the way, so that no edge flickers.
    """
    if light.clear is None:
        return True
    darkest = 2.0 ** min(shade.look[3] for shade in gate.learned.colours.values())
    way = sqrt(darkest / gate.learned.empty)
    return light.clear > gate.empty * (way if gate.came is None else sqrt(way))


def _tell(gate: Gate, fits: tuple[str, ...], at: float, keys: Sequence[str]) -> Seen:
    told = gate._replace(told=True, fits=None)
    if not keys or (fits and not set(fits) & set(keys)):
        return Seen(told, said=(NotNow(),))
    if len(fits) == 1:
        return Seen(told, facts=(Pressed(at=at, key=f"k{keys.index(fits[0]) + 1}"),))
    return Seen(told, said=(Ask("shown"),))


def fitting(learned: Learned, light: Light, sure: float) -> tuple[str, ...]:
    """The learned colours that this may be, by name: one where it is `sure` (a probability), none where none is near.

    Distances are Mahalanobis', by the spread of each measure; between colours the likelihoods decide.
    """
    look = _look_of(light)
    if look is None:
        return ()
    odds = {}
    for colour, (middle, spread) in learned.colours.items():
        square = sum(((x - m) / s) ** 2 for x, m, s in zip(look, middle, spread, strict=True))
        if square <= FARTHEST**2:
            odds[colour] = exp(-square / 2) / prod(spread)
    least = (1 - sure) * sum(odds.values())
    return tuple(sorted(colour for colour, odd in odds.items() if odd > least))


def _look_of(light: Light) -> Look | None:
    """None where the colour cannot be told: a channel is at its limit, or there is no light."""
    clear = light.clear
    return (light.red / clear, light.green / clear, light.blue / clear, log2(clear)) if clear else None


def _agree(before: Light | None, light: Light) -> bool:
    old, new = None if before is None else _look_of(before), _look_of(light)
    if old is None or new is None:
        return False
    return all(abs(x - y) <= most for x, y, most in zip(old, new, _AGREE, strict=True))
