"""A whole game of Dragon Battle, by its seed."""

from tests.whole.dragon_battle.child import Child
from tests.whole.dragon_battle.crowds import crowd
from tests.whole.dragon_battle.match import Match
from tests.whole.evening import Played


def play(seed: int) -> Played:
    match = Match(seed, crowd(seed))
    try:
        Child(match).play()
        return match.played
    finally:
        match.close()
