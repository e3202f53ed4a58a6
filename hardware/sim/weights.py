"""What a load cell feels: gems that swing to rest, hands and arms that press, a zero that wanders.

A place's weight is a function of time, worked out when the converter looks; nothing ticks in between. Figures from the
recordings of a 1 kg bar cell (mortenfyhn/coffee-scales): noise 0.019 to 0.027 g a sample, the zero at most 0.16 g off
in a minute and 0.3 g in ten; a cell for more is so many times coarser, since it gives so many times less for a gram.
Swing, creep and the weight of a hand are assumed: no recording shows them.

Law: everything a reader needs is in one frozen `_Load` that a change replaces whole, so that a converter in another
thread sees it before or after, never half.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, exp, pi, sin
from random import Random
from typing import NamedTuple

SWING = 0.3
"""Seconds after which a gem laid down or taken has all but stopped swinging."""

_SETTLED = 2.0  # seconds after which a swing has died beyond the finest bit
_GONE = 4.0  # ... and beyond the last bit of a float: it need not be worked out
_CREEP = 0.0005  # of any load, gained (and given back) slowly: a good bar cell's, assumed
_CREEP_SECONDS = 30.0
_TRACE = 0.001  # grams of creep under which an arm long gone is forgotten
_ARM = ((0.02, (1, 2.5)), (0.015, (2.5, 4)), (0.03, (0.1, 0.3)))  # shares of its weight, and how fast: tremor, sway
_HAND = ((0.6, (3, 6)), (0.4, (6, 9)))
_NOISE = 0.025  # grams, standard deviation of one conversion


class _Wave(NamedTuple):
    share: float
    hertz: float
    phase: float

    def at(self, moment: float) -> float:
        return self.share * sin(2 * pi * self.hertz * moment + self.phase)


class _Swing(NamedTuple):
    """The load changes by `grams` at `at`: starts `struck` grams up and swings to rest."""

    at: float
    grams: float
    struck: float
    hertz: float
    fade: float

    def felt(self, moment: float) -> float:
        after = moment - self.at
        if after < 0:
            return 0.0
        if after > _GONE:
            return self.grams
        return self.grams + (self.struck - self.grams) * exp(-after / self.fade) * cos(2 * pi * self.hertz * after)


class _Press(NamedTuple):
    """A hand or an arm presses for a while; its tremor is proportional to its weight, and it never pulls."""

    at: float
    seconds: float
    ramp: float
    grams: float
    tremor: tuple[_Wave, ...]

    def felt(self, moment: float) -> float:
        after = moment - self.at
        if after <= 0:
            return 0.0
        rest = self.grams * _CREEP * (1 - exp(-min(after, self.seconds) / _CREEP_SECONDS))
        if after >= self.seconds:
            return rest * exp(-(after - self.seconds) / _CREEP_SECONDS)
        edge = min(after, self.seconds - after, self.ramp) / self.ramp
        lean = (1 - cos(pi * edge)) / 2
        return rest + self.grams * lean * max(0.0, 1 + sum(wave.at(after) for wave in self.tremor))


class Gem(NamedTuple):
    """One gem. Its colour is what people see of it; a cell feels the grams."""

    grams: float
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Load:
    settled: float = 0.0
    creep_since: float = 0.0
    creep_due: float = 0.0
    swings: tuple[_Swing, ...] = ()
    presses: tuple[_Press, ...] = ()
    zero: float = 0.0


class Plate:
    """One load cell with what lies on it: masses in grams, moments in monotonic seconds.

    `gems` lie there at `since`, at rest; the last one laid down is the first one taken. The cell carries `kilograms`.
    """

    def __init__(self, dice: Random, since: float, gems: Iterable[Gem] = (), *, kilograms: float = 1.0) -> None:
        self._dice = dice
        self._coarse = kilograms
        self._noise = Random(dice.random())
        self._since = since
        self._gems = list(gems)
        self._load = _Load(settled=sum(gem.grams for gem in self._gems) * (1 + _CREEP), creep_since=since)
        # The zero's wander, in grams: slopes add up to 0.16 g a minute at most, reach to about 0.3 g in ten minutes.
        waves = [
            _Wave(grams, 1 / dice.uniform(*seconds), dice.uniform(0, 2 * pi))
            for grams, seconds in ((0.15, (3600, 5400)), (0.08, (480, 840)), (0.02, (120, 240)))
        ]
        self._wander = [(wave, wave.at(0)) for wave in waves]

    @property
    def gems(self) -> Sequence[Gem]:
        """The gems that lie there, the last one laid down last."""
        return tuple(self._gems)

    def lay(self, at: float, gem: Gem, *, dropped: bool = False) -> None:
        """A gem comes to lie here; a dropped one strikes harder."""
        self._gems.append(gem)
        self._change(at, gem.grams, self._dice.uniform(10, 25) if dropped else self._dice.uniform(2, 8))

    def pick(self, at: float, place: int = -1) -> Gem:
        """The gem at this place of `gems` leaves. IndexError when there is none."""
        gem = self._gems.pop(place)
        self._change(at, -gem.grams, 0.0)
        return gem

    def jolt(self, at: float, grams: float) -> None:
        """The table is struck: the cell feels it as so many grams, ringing off."""
        self._change(at, 0.0, grams)

    def press(self, at: float, seconds: float, grams: float, *, jerky: bool) -> None:
        """A weight of `grams` rests here for `seconds`: an arm trembles and sways, a hand among the gems jerks."""
        tremor = tuple(
            _Wave(share, self._dice.uniform(*hertz), self._dice.uniform(0, 2 * pi))
            for share, hertz in (_HAND if jerky else _ARM)
        )
        ramp = min(0.05 if jerky else 0.2, seconds / 2)
        press = _Press(at, seconds, ramp, grams, tremor)
        self._load = replace(self._load, presses=(*self._felt_still(at), press))

    def shift_zero(self, grams: float) -> None:
        """The converter started anew and has its zero elsewhere by so much."""
        self._load = replace(self._load, zero=self._load.zero + grams)

    def grams(self, at: float) -> float:
        """What the cell truly feels at `at`, the wandering zero included, noise not."""
        load = self._load
        creep = load.creep_due * exp(-(at - load.creep_since) / _CREEP_SECONDS)
        moving = sum(swing.felt(at) for swing in load.swings) + sum(press.felt(at) for press in load.presses)
        return load.settled - creep + moving + load.zero + self.drift(at)

    def drift(self, at: float) -> float:
        """How far the zero has wandered since the world began, in grams."""
        return self._coarse * sum(wave.at(at - self._since) - begin for wave, begin in self._wander)

    def convert(self, at: float) -> float:
        """One noisy conversion, in grams."""
        return self.grams(at) + self._noise.gauss(0.0, _NOISE * self._coarse)

    def _change(self, at: float, grams: float, struck: float) -> None:
        load = self._load
        over = [swing for swing in load.swings if at - swing.at > _SETTLED]
        still = [swing for swing in load.swings if at - swing.at <= _SETTLED]
        swing = _Swing(at, grams, struck, self._dice.uniform(4, 9), self._dice.uniform(0.06, 0.08))
        # One exponential carries the creep of all changes: a change owes its share, and what was owed has faded.
        fading = exp(-(at - load.creep_since) / _CREEP_SECONDS)
        self._load = replace(
            load,
            settled=load.settled + sum(swing.grams for swing in over) + grams * _CREEP,
            creep_since=at,
            creep_due=load.creep_due * fading + grams * _CREEP,
            swings=(*still, swing),
            presses=self._felt_still(at),
        )

    def _felt_still(self, at: float) -> tuple[_Press, ...]:
        return tuple(press for press in self._load.presses if at < press.at + press.seconds or press.felt(at) > _TRACE)
