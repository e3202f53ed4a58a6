"""A whole game of Clever Keys, by its seed."""

from tests.whole.clever_keys.child import Child
from tests.whole.clever_keys.crowds import crowd
from tests.whole.clever_keys.match import Match
from tests.whole.evening import Played


def play(seed: int) -> Played:
    match = Match(seed, crowd(seed))
    try:
        Child(match).play()
        match.check_end()
        return match.played
    finally:
        match.close()
