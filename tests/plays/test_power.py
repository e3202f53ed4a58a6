"""The plug is pulled in every phase of a turn, in every way: the game stands as agreed, the table is brought back."""

import pytest

from firmware.plays.runner import Verdict
from tests.plays.acted import perform
from tests.plays.power import CUTS, PHASES, guided, packed, script

WRITTEN = [
    (name, kind, written)
    for name, phase in PHASES.items()
    for kind, cut in CUTS.items()
    if (written := cut(phase)) is not None
]


def holds(text: str) -> None:
    verdict, told = perform("power.play", text)
    assert verdict is Verdict.HELD, "\n".join((text, *told))


@pytest.mark.parametrize(
    ("number", "name", "kind"), [(number, name, kind) for number, (name, kind, _) in enumerate(WRITTEN)]
)
def test_the_game_stands_as_agreed_and_the_table_is_brought_back(number: int, name: str, kind: str) -> None:
    phase, (_, _, written) = PHASES[name], WRITTEN[number]
    over = "expect GameOver winners=0 scores=1,0"
    back = over if name == "game_over" else guided(phase, written.there)
    # How many gems were moved meanwhile is told by the scale's new zero, so not on every table to the last one.
    unmoved = written.there[1:] == phase.agreed[1:]
    holds(script(phase, written.lines, back, seed=number if unmoved else 0))


@pytest.mark.parametrize("name", [name for name, phase in PHASES.items() if packed(phase) is not None])
def test_a_table_that_was_packed_away_is_asked_about_and_go_brings_the_game_back(name: str) -> None:
    phase, written = PHASES[name], packed(PHASES[name])
    assert written is not None
    holds(script(phase, f"{written.lines}press go", guided(phase, written.there)))


@pytest.mark.parametrize("name", [name for name, phase in PHASES.items() if packed(phase) is not None])
def test_a_table_that_was_packed_away_is_asked_about_and_back_begins_a_new_game(name: str) -> None:
    phase, written = PHASES[name], packed(PHASES[name])
    assert written is not None
    new = PHASES["before_anything"]
    back = guided(new, written.there).replace("\nexpect TableRight", "")
    holds(script(new._replace(deeds=phase.deeds), f"{written.lines}press back", back))
