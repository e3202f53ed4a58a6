"""The steps of a play, read: one function a verb, gathered in `VERBS`."""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.plays import acts, terms
from firmware.plays.script import Wrong
from games.table import Place, Slot
from hardware.layout import PADS
from hardware.sim.failures import AILMENTS, FAILURES
from hardware.sim.hands import Strength

Words = tuple[str, ...]
"""The words of a line behind its verb."""


class Verb(NamedTuple):
    """How a verb is written, what it does, and how the words behind it are read (None: they are not written so)."""

    form: str
    does: str
    read: Callable[[Words], acts.Deed | None]


def _push(words: Words) -> acts.Deed | None:
    match words:
        case (where, *how):
            times = [word.removeprefix("in=") for word in how if word.startswith("in=")]
            halves = how.count("half")
            if len(times) > 1 or halves > 1 or len(times) + halves < len(how):
                return None
            push = acts.Push(terms.slot(where), half=bool(halves))
            return push._replace(seconds=terms.duration(times[0])) if times else push
    return None


def _slot(deed: Callable[[Slot], acts.Deed]) -> Callable[[Words], acts.Deed | None]:
    def read(words: Words) -> acts.Deed | None:
        match words:
            case (where,):
                return deed(terms.slot(where))
        return None

    return read


def _touch(words: Words) -> acts.Deed | None:
    match words:
        case (where, ("entry" | "full") as contact):
            return acts.Touch(terms.slot(where), contact)
    return None


def _gems(deed: Callable[[Place, int, tuple[str, ...]], acts.Deed]) -> Callable[[Words], acts.Deed | None]:
    def read(words: Words) -> acts.Deed | None:
        match words:
            case (where, _, *_):
                return deed(terms.place(where), *terms.gems(words[1:]))
        return None

    return read


def _swap(words: Words) -> acts.Deed | None:
    match words:
        case (where, gems):
            return acts.Swap(terms.place(where), terms.whole(gems, "a number of gems", least=1))
    return None


def _lean(words: Words) -> acts.Deed | None:
    match words:
        case (where, grams, seconds):
            return acts.Lean(terms.place(where), terms.weight(grams), terms.duration(seconds))
    return None


def _falls(words: Words) -> tuple[int, tuple[str, ...]] | None:
    """`falls=GEMS`, or nothing at all."""
    match words:
        case ():
            return 0, ()
        case (word,) if word.startswith("falls=") and word != "falls=":
            return terms.gems((word.removeprefix("falls="),), least=0)
    return None


def _knock(words: Words) -> acts.Deed | None:
    strength: Strength = "firm"
    match words:
        case ("soft" | "firm" | "hard" as strength, *_):
            words = words[1:]
    falls = _falls(words)
    return None if falls is None else acts.Blow(strength, *falls)


def _turn(words: Words) -> acts.Deed | None:
    falls = _falls(words)
    return None if falls is None else acts.TurnBox(*falls)


def _colour(words: Words) -> acts.Deed | None:
    return acts.Enter(words) if words else None


def _number(words: Words) -> acts.Deed | None:
    match words:
        case (number,):
            return acts.Press((f"p{terms.whole(number, 'the number', least=1, most=PADS)}",))
    return None


def _column(words: Words) -> acts.Deed | None:
    match words:
        case (("up" | "down") as where,):
            return acts.Column(where == "up")
    return None


def _gem(words: Words) -> acts.Deed | None:
    match words:
        case (colour,):
            return acts.Show(terms.one_of(colour, terms.SHADES, "colour of a gem or a die"))
    return None


def _press(words: Words) -> acts.Deed | None:
    match words:
        case (keys,):
            return acts.Press(terms.keys(keys))
    return None


def _hold(words: Words) -> acts.Deed | None:
    match words:
        case (keys, seconds):
            return acts.Hold(terms.keys(keys), terms.duration(seconds))
    return None


def _part(
    deed: Callable[[str], acts.Deed], parts: tuple[str, ...] = terms.LOSABLE
) -> Callable[[Words], acts.Deed | None]:
    def read(words: Words) -> acts.Deed | None:
        match words:
            case (part,):
                return deed(terms.part(part, parts))
        return None

    return read


def _noise(words: Words) -> acts.Deed | None:
    match words:
        case (part, ("on" | "off") as state):
            return acts.Noise(terms.part(part, terms.MUTABLE), state == "on")
    return None


def _fault(words: Words) -> acts.Deed | None:
    match words:
        case (what, kind) if what in FAILURES:
            return acts.Fail(what, terms.kind(what, kind, FAILURES[what]))
        case (contact, kind):
            return acts.Ail(terms.contact(contact), terms.kind(contact, kind, AILMENTS))
    return None


def _mend(words: Words) -> acts.Deed | None:
    match words:
        case (what,):
            return acts.Fail(what, None) if what in FAILURES else acts.Ail(terms.contact(what), None)
    return None


def _power(words: Words) -> acts.Deed | None:
    match words:
        case (("on" | "off") as state,):
            return acts.Power(state == "on")
    return None


def _clock(words: Words) -> acts.Deed | None:
    match words:
        case (seconds,):
            return acts.Clock(terms.jump(seconds))
    return None


def _wait(words: Words) -> acts.Deed | None:
    match words:
        case (seconds,):
            return acts.Wait(terms.pause(seconds))
    return None


VERBS: Final = {
    "push": Verb("push SLOT [in=S] [half]", "push a key in, within S seconds, or only half", _push),
    "shove": Verb("shove SLOT", "push a key whose red mark shows as far as it goes", _slot(acts.Shove)),
    "lift": Verb("lift SLOT", "pull the key out; the hand keeps it", _slot(acts.Lift)),
    "touch": Verb("touch SLOT entry|full", "with the board off: press a contact, let it go", _touch),
    "take": Verb("take centre|corner GEMS", "gems out, one after another: a number or their colours", _gems(acts.Take)),
    "put": Verb("put centre|corner GEMS", "gems in, one after another", _gems(acts.Put)),
    "swap": Verb("swap centre|corner N", "gems out and back in at once: a bump", _swap),
    "lean": Verb("lean centre|corner GRAMS SECONDS", "an arm rests there, beside whatever comes next", _lean),
    "knock": Verb("knock [soft|firm|hard] [falls=GEMS]", "a hammer blow, and the gems that fall by it", _knock),
    "turn": Verb("turn [falls=GEMS]", "the box is turned on its scale, and gems may fall", _turn),
    "colour": Verb("colour NAME...", "press the colour keys that mean these colours now", _colour),
    "gem": Verb("gem COLOUR", "a gem or a die is held into the gem gate", _gem),
    "press": Verb("press KEY[+KEY]", "press a key of the panel, or two together", _press),
    "hold": Verb("hold KEY[+KEY] SECONDS", "hold them for so long", _hold),
    "number": Verb("number N", "press the pad that means this number", _number),
    "column": Verb("column up|down", "the silver column is taken, or put back", _column),
    "unplug": Verb("unplug PART", "a part goes dead", _part(acts.Unplug)),
    "plug": Verb("plug PART", "it comes back", _part(acts.Plug)),
    "reset": Verb("reset PART", "it browns out and has forgotten what it was told", _part(acts.Reset, terms.MUTABLE)),
    "noise": Verb("noise PART on|off", "a fifth of its transfers fails, or none", _noise),
    "fault": Verb("fault PART|LINE|KEY|SLOT KIND", "it fails; a wrong KIND is answered with the right ones", _fault),
    "mend": Verb("mend PART|LINE|KEY|SLOT", "it is as it was", _mend),
    "power": Verb("power on|off", "the plug of the whole box", _power),
    "clock": Verb("clock +SECONDS|-SECONDS", "the wall clock jumps", _clock),
    "wait": Verb("wait SECONDS", "nothing happens", _wait),
}
"""The steps the simulated box can take, by verb."""


def read_deed(words: Words) -> acts.Deed:
    """The step that these words (at least one) say; raises Wrong."""
    name, *rest = words
    if name not in VERBS:
        if name in terms.KEYS:
            raise Wrong(f"{name!r} is a key of the panel", f"write press {name} or hold {name} SECONDS")
        meant = terms.nearest(name, VERBS)
        so_far = f"the steps are {', '.join(VERBS)}"
        raise Wrong(f"there is no step {name!r}", f"did you mean {meant!r}?" if meant else so_far)
    deed = VERBS[name].read(tuple(rest))
    if deed is None:
        raise Wrong(f"{' '.join(words)!r} is not how {name!r} is written", f"write {VERBS[name].form}")
    return deed
