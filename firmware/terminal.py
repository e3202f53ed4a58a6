"""The table in the terminal: what a typed line means, and how the simulated box looks. Pure: no clock, loop or file.

Law: whoever types sees what people at the table would see, and no more: never which slots block.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from firmware.palette import COLOURS
from firmware.plays import terms, transcript
from firmware.plays.reading import read_step
from firmware.plays.script import Step, Wrong
from firmware.plays.setting import WORLD
from firmware.plays.steps import VERBS
from games.announcements import Announcement
from games.table import SECTIONS, SLOTS, SLOTS_PER_SECTION
from hardware.box import LAMPS
from hardware.sim.hands import Stand

Order = Literal["show", "help", "quit"]
"""What can be typed besides steps."""

Standing = Mapping[tuple[int, int], Stand]
"""Slots with a key in them, and how deep; people see only whether the red mark shows."""

Shows = Callable[[str], str]
"""Name of a lamp to what it shows."""

BLINK: Final = 1.2
"""Seconds for which a lamp that went dark may still be blinking."""

INTRO: Final = """\
This is the table: type what the hands do, for example `push 0.0`, `take centre 1` or `press go`.
`show` draws the board, `help` tells more, `quit` ends."""

_WIDE: Final = max(len(verb.form) for verb in VERBS.values())

HELP: Final = "\n".join(
    (
        "What the hands can do (a slot is SECTION.SLOT from 0.0 to 7.3, gems lie in the centre and the corner):",
        "",
        *(f"  {verb.form:<{_WIDE}}  {verb.does}" for verb in VERBS.values()),
        "",
        "GEMS are a number, or colours like red,blue; a NAME is a colour that a key of the panel means now.",
        "The keys of the panel are k1 to k6, the pads p1 to p6, go and back;",
        f"the parts are {', '.join(terms.LOSABLE)}.",
        "`+2 STEP` waits two seconds first.",
        "",
        f"  {'show':<{_WIDE}}  draw the board with its sections, keys and lamps",
        f"  {'help':<{_WIDE}}  these lines",
        f"  {'quit':<{_WIDE}}  put the box away (so does the end of the input)",
    )
)

_SGR: Final = {
    "off": "2",
    "white": "97",
    "red": "91",
    "green": "92",
    "blue": "94",
    "yellow": "93",
    "orange": "33",
    "purple": "95",
}


def understand(line: str) -> Step | Order | None:
    """What a typed line asks for; None for an empty one. Raises Wrong."""
    # A file of steps may begin with a byte order mark, and nobody means another step by a capital letter.
    words = tuple(line.removeprefix("\ufeff").partition("#")[0].lower().split())
    match words:
        case ():
            return None
        case ("?",):
            return "help"
        case (("show" | "help" | "quit") as order,):
            return order
        case (late, ("show" | "help" | "quit") as order) if late[0] in "+@":
            raise Wrong(f"{order!r} is no step of the hands, and waits for nothing", f"write {order} alone")
        case ("exit" | "q",):
            return "quit"
        case ("expect", *_):
            raise Wrong("expectations are for plays", "look yourself, or write a play and run boxref play FILE")
        case (name, *_) if name in WORLD:
            raise Wrong(
                f"{name!r} describes the world, and the world is there", "see boxref run --help for its options"
            )
    return read_step(0, words, pause=0.0)


def kindly(wrong: Wrong) -> str:
    """A line that could not be understood, said to the one who typed it."""
    stop = "" if wrong.right.endswith("?") else "."
    return f"Nothing happened: {wrong.what}. {wrong.right[:1].upper()}{wrong.right[1:]}{stop}"


class Paint(NamedTuple):
    """Colours of the terminal, or none."""

    colour: bool

    def lamp(self, text: str, colour: str) -> str:
        """A text in the colour of a lamp."""
        return f"\033[{_SGR.get(colour, '0')}m{text}\033[0m" if self.colour else text

    def loud(self, text: str) -> str:
        """What the box says."""
        return f"\033[1m{text}\033[0m" if self.colour else text


def spoken(at: float, announcement: Announcement, phrase: str, paint: Paint) -> str:
    """An announcement as plays print it, and as the box says it."""
    return f"{transcript.said(at, announcement):<56}  {paint.loud(phrase)}"


def score_line(scores: Sequence[int], turn: int | None) -> str:
    """Everybody's score, and whose turn it is; players are numbered as the box speaks of them, wherever they sit."""
    held = "   ".join(f"player {player + 1}: {score}" for player, score in enumerate(scores))
    return f"{'':9}score  {held}" + ("" if turn is None else f"   turn: player {turn + 1}")


def lamp_line(changed: Mapping[str, str], paint: Paint) -> str:
    """Lamps that have changed, gathered by what they show now."""
    colours = [colour for colour in COLOURS if colour in changed.values()]
    parts = (
        paint.lamp(f"{colour} {_gathered([name for name in changed if changed[name] == colour])}", colour)
        for colour in colours
    )
    return f"{'':9}lamps  {'   '.join(parts)}"


def _gathered(names: Sequence[str]) -> str:
    """Names of lamps: slots by number, whole sections as one, the whole board as one."""
    if all(f"slot.{slot}" in names for slot in SLOTS):
        return " ".join(["all slots", *names[len(SLOTS) :]])
    shown = []
    for name in names:
        row, _, number = name.partition(".")
        section = number.partition(".")[0]
        whole = row == "slot" and all(f"slot.{section}.{slot}" in names for slot in range(SLOTS_PER_SECTION))
        shown.append(f"{section}.*" if whole else number if row == "slot" else name)
    return " ".join(dict.fromkeys(shown))


class Glow(NamedTuple):
    """What the lamps show to an eye: a lamp that blinks shows its colour, however often it goes dark meanwhile.

    `lit` holds the last colour of each lamp and when it was seen; `shown` is what was told last.
    """

    lit: Mapping[str, tuple[str, float]]
    shown: Mapping[str, str]

    def see(self, at: float, frame: Mapping[str, str]) -> tuple["Glow", dict[str, str]]:
        """The lamps now; answers what has changed for the eye."""
        lit = {**self.lit, **{name: (colour, at) for name, colour in frame.items() if colour != "off"}}
        eye = {}
        for name in frame:
            colour, seen = lit.get(name, ("off", at))
            eye[name] = colour if at - seen < BLINK else "off"
        changed = {name: colour for name, colour in eye.items() if colour != self.shown.get(name, "off")}
        return Glow(lit, eye), changed


DARK: Final = Glow({}, {})
"""No lamp has been seen yet."""


_PANEL: Final = {
    "keys": [name for name in LAMPS if name.startswith("key.")],
    "pads": [name for name in LAMPS if name.startswith("pad.")],
    "": ["go", "back"],
    "gem meter": [name for name in LAMPS if name.startswith("meter.")],
}


def draw_board(standing: Standing, gems: tuple[int, int], lamp: Shows, paint: Paint) -> str:
    """The board, a line a section and a column a slot, each with its key and lamp; then the gems and the panel.

    The other games have no key-slot board: without a key and a slot's lamp there is none to draw.
    """
    board = bool(standing) or any(lamp(f"slot.{slot}") != "off" for slot in SLOTS)
    lines = [*_sections(standing, lamp, paint), ""] if board else []
    lines.append(f"{'gems':11}{gems[0]} in the chamber, {gems[1]} in the corner")
    for row, names in _PANEL.items():
        shown = (paint.lamp(f"{name.partition('.')[2] or name} {lamp(name)}", lamp(name)) for name in names)
        lines.append(f"{row:11}{'  '.join(shown)}")
    if board:
        lines += ["", "KEY stands in all the way, red! with its red mark showing, . no key; behind it the slot's lamp"]
    return "\n".join(line.rstrip() for line in lines)


def _sections(standing: Standing, lamp: Shows, paint: Paint) -> Iterator[str]:
    columns = range(SLOTS_PER_SECTION)
    yield f"{'':11}" + "".join(f"slot {slot:<9}" for slot in columns)
    for section in range(SECTIONS):
        cells = (_cell(standing.get((section, slot)), lamp(f"slot.{section}.{slot}"), paint) for slot in columns)
        yield f"section {section}  {''.join(cells)}"


def _cell(stands: Stand | None, colour: str, paint: Paint) -> str:
    key = "." if stands is None else "KEY" if stands == "full" else "red!"
    return paint.lamp(f"{key:5}{'' if colour == 'off' else colour:9}", colour)
