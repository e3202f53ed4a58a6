"""How a phrase says the fields of an announcement: players, slots and sections counted from 1, numbers of things."""

from typing import Any, NamedTuple

from games.catalog import named
from games.table import Slot

COUNTED = {
    "gems": ("gem", "gems"),
    "dice": ("die", "dice"),
    "residents": ("resident", "residents"),
    "stars": ("star", "stars"),
    "bags": ("bag", "bags"),
}
"""How {field:gems} says a number: one of them, and several."""

_PLACES = {"centre": "the treasure chamber", "corner": "the open corner"}
_PIECES = {"ruby": "the first ruby", "ruby2": "the other ruby", "chest": "the treasure chest"}
_PARTS = {"panel": "the buttons", "scale": "the scale", "knock": "the knock sensor", "gate": "the gem gate"}


class Spoken(NamedTuple):
    """A field's value as a phrase says it."""

    field: str
    value: Any

    def __format__(self, form: str) -> str:
        match self.field, self.value:
            case _, int(number) if form in COUNTED:
                return _counted(number, form)
            case "player", int(player):
                return f"Player {player + 1}"
            case "winners", winners:
                return _listed([f"Player {player + 1}" for player in winners])
            case "scores", scores:
                return _listed([str(score) for score in scores])
            case "take" | "dragons", dragons:
                return _listed(list(dragons))
            case "piece", str(piece):
                return _piece(piece)
            case "pieces", pieces:
                return _listed([_piece(piece) for piece in pieces])
            case "pay", pay:
                paid = [f"Player {player} takes {_counted(bags, 'bags')}" for player, bags in enumerate(pay, 1) if bags]
                return _listed(paid or ["Nobody takes anything"])
            case "choose", colours:
                return _listed(list(colours), "or")
            case "game", str(name):
                return named(name).title
            case "players", int(players):
                return "Nobody" if players == 0 else "One player" if players == 1 else f"{players} players"
            case "slot", Slot(section, slot):
                return f"slot {slot + 1} in section {section + 1}"
            case "place", str(place):
                return _PLACES[place]
            case "part", str(part):
                return _PARTS.get(part, f"the {part}" if not part.startswith("slots") else "the key slots")
        return str(self.value)


def _counted(number: int, form: str) -> str:
    one, several = COUNTED[form]
    return {0: f"no {several}", 1: f"1 {one}"}.get(number, f"{number} {several}")


def _piece(piece: str) -> str:
    return _PIECES.get(piece, f"the {piece}")


def _listed(words: list[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
