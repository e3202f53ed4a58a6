"""A whole game of Sultan's Swoop, by its seed."""

from tests.whole.evening import Played
from tests.whole.sultans_swoop.child import Child
from tests.whole.sultans_swoop.crowds import crowd
from tests.whole.sultans_swoop.match import Match


def play(seed: int) -> Played:
    match = Match(seed, crowd(seed))
    try:
        Child(match).play()
        match.check_end()
        return match.played
    finally:
        match.close()
