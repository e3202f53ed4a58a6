"""What everybody's residents and jugglers are worth, and who has won (rules.md 2.5)."""

from games.contract import Outcome
from games.dragon_battle.settings import Variant
from games.dragon_battle.state import Phase, State


def outcome(state: State) -> Outcome | None:
    """Who won and why, once a place under a dragon cannot be filled again."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(winners(state), scores(state), "not every dragon can get a resident")


def winners(state: State) -> tuple[int, ...]:
    """Most stars win, among those the fewest residents, all who tie in both; for younger children most residents."""
    residents = state.residents
    if state.settings.variant is Variant.YOUNG:
        ranks = [(freed, 0) for freed in residents]
    else:
        ranks = [(stars, -freed) for stars, freed in zip(state.stars, residents, strict=True)]
    best = max(ranks)
    return tuple(player for player, rank in enumerate(ranks) if rank == best)


def scores(state: State) -> tuple[int, ...]:
    """Everybody's stars, jugglers included; for younger children everybody's residents, without jugglers."""
    return state.residents if state.settings.variant is Variant.YOUNG else state.stars
