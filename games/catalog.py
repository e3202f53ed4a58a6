"""The games of the box: one line each."""

from typing import Any

from games.clever_keys import rules as clever_keys
from games.clever_keys import vocabulary
from games.contract import Game, Referee, Variant
from games.dragon_battle import rules as dragon_battle
from games.dragon_battle import vocabulary as dragon_battle_vocabulary
from games.dragon_battle.copy import check as check_dragon_battle
from games.sultans_swoop import rules as sultans_swoop
from games.sultans_swoop import vocabulary as sultans_swoop_vocabulary
from games.sultans_swoop.copy import check as check_sultans_swoop


def _clever_keys() -> Referee[Any]:
    from games.clever_keys.referee import REFEREE  # noqa: PLC0415 - rules alone stay light

    return REFEREE


def _dragon_battle() -> Referee[Any]:
    from games.dragon_battle.referee import REFEREE  # noqa: PLC0415 - likewise

    return REFEREE


def _sultans_swoop() -> Referee[Any]:
    from games.sultans_swoop.referee import REFEREE  # noqa: PLC0415 - likewise

    return REFEREE


GAMES = (
    Game(
        name="clever_keys",
        title="Clever Keys",
        players=clever_keys.PLAYERS,
        gems=clever_keys.Settings().gems,
        says=vocabulary.SAYS,
        lights=vocabulary.MEANINGS,
        rules=clever_keys.RULES,
        referee=_clever_keys,
        reports=vocabulary.REPORTS,
    ),
    Game(
        name="dragon_battle",
        title="Dragon Battle",
        players=dragon_battle.PLAYERS,
        gems=0,
        says=dragon_battle_vocabulary.SAYS,
        lights=dragon_battle_vocabulary.MEANINGS,
        rules=dragon_battle.RULES,
        referee=_dragon_battle,
        variants=tuple(Variant(each.value, {"variant": each}) for each in dragon_battle.Variant),
        copy=dragon_battle.Copy,
        check=check_dragon_battle,
        reports=dragon_battle_vocabulary.REPORTS,
        colours=dragon_battle_vocabulary.COLOURS,
    ),
    Game(
        name="sultans_swoop",
        title="Sultan's Swoop",
        players=sultans_swoop.PLAYERS,
        gems=0,
        says=sultans_swoop_vocabulary.SAYS,
        lights=sultans_swoop_vocabulary.MEANINGS,
        rules=sultans_swoop.RULES,
        referee=_sultans_swoop,
        copy=sultans_swoop.Copy,
        check=check_sultans_swoop,
        reports=sultans_swoop_vocabulary.REPORTS,
        colours=sultans_swoop.Copy().colours,
    ),
)
"""Every game, in the order in which the lobby offers them."""


def named(name: str) -> Game:
    """The game of this name.

    Raises:
        ValueError: No game is called so; the sentence lists those there are.
    """
    for game in GAMES:
        if game.name == name:
            return game
    raise ValueError(f"no game is called {name!r}; there are {', '.join(game.name for game in GAMES)}")
