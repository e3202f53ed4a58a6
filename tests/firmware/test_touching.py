"""Each part is touched in turn: what is touched out of turn is named, what is lost is not asked for."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from firmware import touching
from firmware.commands.touch import HANDS as LIKE_THIS
from firmware.commands.touch import Round
from firmware.setting import Setting
from firmware.simbox import Live
from firmware.touching import Touch
from firmware.virtual import VirtualLoop
from games.facts import ColumnMoved, GemsCounted, KeyStands, Knock, PartBack, PartLost, Pressed, Weighing
from games.table import Depth, Slot
from hardware.box import load

PLAN = load()


def at(name: str) -> Touch:
    """Everything before this check is ticked off."""
    touch = touching.begin(PLAN)
    while touch.check is not None and touch.check.name != name:
        touch, _ = touching.answer(touch, "")
    assert touch.check is not None
    return touch


def test_every_part_of_the_box_is_asked_for_once() -> None:
    names = [check.name for check in touching.begin(PLAN).checks]
    assert len(names) == len(set(names))
    assert {*PLAN.panel_keys, "column", "centre", "corner", "knock", "lamps", "buzzer"} < set(names)
    assert {f"section {number}" for number in range(8)} < set(names)


def test_the_wrong_key_is_named_and_the_right_one_still_asked_for() -> None:
    touch, said = touching.see(at("k1"), Pressed(at=1.0, key="k3"))
    assert said == "That was k3."
    assert touch == at("k1")
    touch, said = touching.see(touch, Pressed(at=2.0, key="k1"))
    assert said == "k1: ok."
    assert str(touch.results[-1]) == "ok  k1"
    assert touch.check is not None
    assert touch.check.name == "k2"


def test_a_column_that_was_only_lifted_is_not_ticked_off() -> None:
    touch, said = touching.see(at("column"), ColumnMoved(at=1.0, up=False))
    assert (touch, said) == (at("column"), None)
    touch, _ = touching.see(touch, ColumnMoved(at=1.0, up=True))
    assert touch.check == at("column").check
    touch, said = touching.see(touch, ColumnMoved(at=2.0, up=False))
    assert said == "column: ok."


def test_a_weight_that_never_comes_to_rest_is_not_ticked_off() -> None:
    touch, said = touching.see(at("corner"), Weighing(at=1.0, place="centre"))
    assert said == "That was the centre."
    touch, _ = touching.see(touch, GemsCounted(at=1.5, place="corner", gems=0))
    touch, _ = touching.see(touch, Weighing(at=2.0, place="corner"))
    assert touch.check == at("corner").check
    touch, said = touching.see(touch, GemsCounted(at=4.0, place="corner", gems=None))
    assert said == "corner: ok."


def test_a_section_is_done_with_its_last_slot_and_says_which_are_missing() -> None:
    touch = at("section 2")
    for slot in (3, 0, 0, 1):
        touch, _ = touching.see(touch, KeyStands(at=1.0, slot=Slot(2, slot), depth=Depth.ENTERED))
    _, said = touching.see(touch, KeyStands(at=1.0, slot=Slot(3, 1), depth=Depth.FULL))
    assert said == "That was 3.1."
    passed_over, _ = touching.answer(touch, "")
    assert str(passed_over.results[-1]) == "--  section 2: not seen (2.2)"
    touch, said = touching.see(touch, KeyStands(at=2.0, slot=Slot(2, 2), depth=Depth.FULL))
    assert said == "section 2: ok."


@pytest.mark.parametrize("depth", [Depth.EMPTY, Depth.UNKNOWN])
def test_a_slot_without_its_entry_contact_is_not_seen(depth: Depth) -> None:
    assert touching.see(at("section 0"), KeyStands(at=1.0, slot=Slot(0, 0), depth=depth)) == (at("section 0"), None)


def test_a_part_that_does_not_answer_is_ticked_off_and_one_that_came_back_is_asked_for() -> None:
    touch, said = touching.see(at("k1"), PartLost(at=1.0, part="panel"))
    assert said == "panel does not answer."
    gone = touching.due(touch)
    assert {str(result) for result in gone.results[2:]} == {
        f"--  {key}: does not answer (panel)" for key in PLAN.panel_keys
    }
    touch, _ = touching.see(touch, PartBack(at=2.0, part="panel"))
    assert touching.due(touch) == touch


def test_a_section_on_two_expanders_needs_both() -> None:
    touch, _ = touching.see(at("section 1"), PartLost(at=1.0, part="slots1"))
    assert touching.due(touch).results[len(touch.results)] == ("section 1", "does not answer", "slots1")


def test_lamps_and_buzzer_are_what_people_say_they_are() -> None:
    touch = touching.begin(PLAN)
    assert touching.answer(touch, "perhaps") == (touch, "Type yes or no.")
    touch, _ = touching.answer(touch, "No")
    touch, _ = touching.answer(touch, "yes")
    assert [str(result) for result in touch.results] == ["--  lamps: no", "ok  buzzer"]
    assert touching.answer(touch, "yes") == (touch, touching.HELP)


@pytest.mark.parametrize("word", ["stop", "Quit", "exit"])
def test_whoever_wants_to_leave_may_say_so_in_other_words(word: str) -> None:
    touch, _ = touching.answer(touching.begin(PLAN), word)
    assert touch.check is None


def test_stop_leaves_the_rest_untried_and_nothing_has_passed_that_was_not_seen() -> None:
    touch, _ = touching.see(at("knock"), Knock(at=1.0))
    touch, _ = touching.answer(touch, "stop")
    *results, total = touching.listed(touch)
    assert results[-1] == "--  section 7: not tried"
    assert total == f"1 of {len(results)} passed."
    assert not touching.passed(touch)
    assert touching.answer(touch, "yes") == (touch, None)
    assert touching.see(touch, Knock(at=2.0)) == (touch, None)


@dataclass
class Typed:
    """Lines that are there from the start."""

    lines: deque[str]
    ended: bool = True


@dataclass
class Tried:
    """A round on a simulated box: what was told, and whether everything passed."""

    told: list[str] = field(default_factory=list)
    passed: bool = False
    lit: set[tuple[int, tuple[int, ...]]] = field(default_factory=set)


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    loop = VirtualLoop()
    yield loop
    loop.close()


def tried(loop: VirtualLoop, lines: Sequence[str], befalls: Callable[[Live], object] = lambda _stage: None) -> Tried:
    tried = Tried()

    async def round_() -> bool:
        stage = Live(
            replace(Setting(), board=tuple(Slot(section, 3) for section in range(8))), PLAN, loop, virtual=True
        )
        befalls(stage)

        async def rest(seconds: float) -> None:
            tried.lit |= {(n, tuple(colour)) for n, colour in enumerate(stage.world.spi.colours) if any(colour)}
            await asyncio.sleep(seconds)

        return await Round(PLAN, Typed(deque(lines)), paced=True, tell=tried.told.append, stage=stage, rest=rest).run()

    tried.passed = loop.run_until_complete(round_())
    return tried


HANDS = [
    "yes",
    "yes",
    *(f"press {key}" for key in PLAN.panel_keys),
    "column up",
    "column down",
    "lean centre 40 1",
    "lean corner 40 1",
    "knock firm",
    *(f"{verb} {section}.{slot}" for section in range(8) for slot in range(4) for verb in ("push", "lift")),
]


def test_a_sound_box_passes_and_every_lamp_has_shone_in_every_colour(loop: VirtualLoop) -> None:
    box = tried(loop, HANDS)
    assert box.passed, "\n".join(box.told)
    assert box.told[-1] == "28 of 28 passed."
    assert {lamp for lamp, _ in box.lit} == set(range(len(PLAN.lamps.names)))
    assert len(box.lit) == 4 * len(PLAN.lamps.names)


def test_what_is_neither_a_step_nor_an_answer_is_answered_with_what_is_asked(loop: VirtualLoop) -> None:
    told = tried(loop, ["YES", "perhaps", "y", "?", "pish", "quit"]).told
    assert told.count(touching.YES_OR_NO) == 1
    assert told.count(f"{touching.HELP}\n{LIKE_THIS}") == 2, "at the start, and for the question mark"
    assert "Nothing happened: there is no step 'pish'. Did you mean 'push'?" in told
    assert told[-1] == f"2 of {len(touching.begin(PLAN).checks)} passed."


def test_a_dead_key_and_an_unplugged_part_are_on_the_list(loop: VirtualLoop) -> None:
    def befalls(stage: Live) -> None:
        stage.world.ail("k3", "dead")
        stage.world.unplug("slots4")

    box = tried(loop, [*HANDS[:5], "", "hop", *HANDS[5:]], befalls)
    assert not box.passed
    failed = [line for line in box.told if line.startswith("-- ")]
    assert failed == [
        "--  k3: not seen",
        "--  column: does not answer (slots4)",
        "--  section 7: does not answer (slots4)",
    ]
    assert any("there is no step 'hop'" in line for line in box.told)
