"""Laws of the referee, over streams of facts that no hand would make."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.announcements.hammer_time import NothingFell, WagonFull
from games.announcements.shared import Resumed, Undone
from games.catalog import named
from games.facts import Fact, GemsCounted, Knock, PartBack, PartLost, PowerBack, Pressed, TimePassed, Weighing
from games.hammer_time.asking import GEMS
from games.hammer_time.referee import REFEREE
from games.hammer_time.rules import Phase, Settings, Tasks, Variant, Wagons
from games.hammer_time.watch import Watch
from tests.games.hammer_time.box import KEY, Box

GAME = named("hammer_time")
NOW = st.just(0.0)

anything = st.one_of(
    st.builds(Knock, at=NOW),
    st.builds(Weighing, at=NOW, place=st.just("centre")),
    st.builds(
        GemsCounted,
        at=NOW,
        place=st.just("centre"),
        gems=st.none() | st.integers(79, 90) | st.integers(86, 90) | st.sampled_from((0, 30)),
        odds=st.sampled_from((1.0, 1.0, 0.7)),
    ),
    st.builds(Pressed, at=NOW, key=st.sampled_from([*(f"k{n}" for n in range(1, 7)), "p1", "p2", "p4", "back+go"])),
    st.builds(
        Pressed, at=NOW, key=st.sampled_from(("go", "go", "back")), held=st.sampled_from((0.1, 0.1, 0.1, 1.5, 2.5, 3.5))
    ),
    st.builds(PartLost, at=NOW, part=st.sampled_from(("panel", "scale"))),
    st.builds(PartBack, at=NOW, part=st.sampled_from(("panel", "scale"))),
    st.builds(PowerBack, at=NOW),
)
streams = st.lists(st.tuples(st.sampled_from((0.0, 0.3, 0.3, 1.1, 2.1, 3.5, 12.0)), anything), max_size=60)
readings = st.builds(
    Settings,
    variant=st.sampled_from(Variant),
    wagons=st.sampled_from((Wagons.TRACKED, Wagons.HONOUR)),
    tasks=st.sampled_from(Tasks),
    turn_between_knocks=st.booleans(),
)


def run(box: Box, stream: list[tuple[float, Fact]]) -> list[tuple[Watch, Fact]]:
    """Feed all of it; what the referee knew before each fact."""
    seen = []
    for pause, fact in stream:
        box.wait(pause)
        told = replace(fact, at=box.at)
        seen.append((box.watch, told))
        box.feed(told)
    return seen


@given(stream=streams, chosen=readings, checked=st.booleans())
@settings(deadline=None, max_examples=300)
def test_any_facts_in_any_order_are_answered_alike_each_time_and_what_is_said_last_is_true(
    stream: list[tuple[float, Fact]], chosen: Settings, checked: bool
) -> None:
    box = Box(settings=chosen, gems=None if checked else (90, 0))
    for before, fact in run(box, stream):
        step = REFEREE.see(before, fact)
        assert step == REFEREE.see(before, fact)
        assert hash(step.state) == hash(REFEREE.see(before, fact).state)
        lit = REFEREE.lamps(step.state)
        assert len({lamp for lamp, _ in lit}) == len(lit)
        assert {means for _, means in lit} <= set(GAME.lights)
        assert {type(said) for said in step.said} <= set(GAME.says) - {NothingFell}
        assert not step.said or REFEREE.still_holds(step.state, step.said[-1])
        if REFEREE.scores(step.state) != REFEREE.scores(before):
            assert {type(said) for said in step.said} & {WagonFull, Undone, Resumed}
        agreed = REFEREE.agreed(step.state)
        assert agreed is None or (agreed[0] in range(91) and agreed[1] == 0)
        if isinstance(fact, Pressed) and before.begun and step.state.pan.moving:
            # Under a hand nobody can say what lies there; at most it is what lay there before.
            assert agreed in (None, REFEREE.agreed(before), (before.pan.gems, 0))


@given(stream=streams, chosen=readings)
@settings(deadline=None, max_examples=150)
def test_a_box_that_nobody_touches_falls_silent_and_may_sleep(
    stream: list[tuple[float, Fact]], chosen: Settings
) -> None:
    box = Box(settings=chosen)
    run(box, stream)
    box.wait(70)
    heard = len(box.announced)
    box.at += 1000
    box.feed(TimePassed(at=box.at))
    assert len(box.announced) == heard
    assert REFEREE.wake(box.watch) is None


@given(stream=streams, chosen=readings)
@settings(deadline=None, max_examples=150)
def test_before_the_moment_it_asked_for_time_alone_changes_nothing(
    stream: list[tuple[float, Fact]], chosen: Settings
) -> None:
    box = Box(settings=chosen)
    for before, fact in run(box, stream):
        watch = REFEREE.see(before, fact).state
        wake = REFEREE.wake(watch)
        for later in (0.2, 0.9, 1.4, 1.9, 9.0, 50.0):
            moment = watch.now + later
            if wake is None or moment < wake:
                step = REFEREE.see(watch, TimePassed(at=moment))
                assert (step.said, step.state.agreed) == ((), watch.agreed)


@given(stream=streams, chosen=readings, keys=st.lists(st.sampled_from(("go", "back")), max_size=20))
@settings(deadline=None, max_examples=100)
def test_however_go_and_back_are_mashed_the_game_can_be_played_on(
    stream: list[tuple[float, Fact]], chosen: Settings, keys: list[str]
) -> None:
    box = Box(settings=chosen)
    run(box, stream)
    box.regain("panel").regain("scale").press(*keys)
    for _ in range(400):
        if REFEREE.left(box.watch) is not None or REFEREE.outcome(box.watch) is not None:
            return
        play_on(box)
    raise AssertionError(f"{box.game}, last said {box.said[-12:]}")


def play_on(box: Box) -> None:
    """Do what the box waits for, and nothing else; every turn fills a wagon or wakes nobody."""
    watch, game = box.watch, box.game
    if watch.talk.leaving or watch.talk.page is not None or watch.talk.entered:
        box.press("back")
    elif watch.doubted or watch.resume == "asked" or watch.undone or watch.unsure:
        box.go()
    elif watch.restoring is not None or not watch.begun or watch.agreed.placed:
        level(box, watch.due)
        box.wait(3)
        if box.watch.step == GEMS:
            box.go()
    elif game.phase is Phase.SETS:
        box.press(next(f"k{n}" for n in range(1, 5) if box.lit.get(f"key.{n}")))
    elif game.phase is Phase.DIE:
        box.colour("red")
    elif game.phase is Phase.KNOCK:
        level(box, watch.least)
        box.wait(3).knock(min(3, box.lie))
    elif game.phase is Phase.TASK:
        box.press("k2")
    elif game.phase is Phase.COLOURS:
        box.tell(*["white"] * game.fell)
    elif game.phase is Phase.WAGON:
        box.press(next(f"p{n}" for n in range(1, 5) if box.lit.get(f"pad.{n}") == "choice"))
    elif game.phase is Phase.FILL:
        fits = min(len(game.fallen), game.placed[game.cur].count(".")) if {*game.fallen} == {"w"} else 0
        box.tell(*["white"] * fits)
    elif game.phase is Phase.HONOUR:
        box.go() if watch.half.full else box.press(f"p{game.cur + 1}")
        if box.watch.half.cards:
            box.press("p1")
    else:
        box.go()


def level(box: Box, gems: int) -> None:
    """Put gems on the box until so many lie there."""
    box.lie = gems
    box.stir().wait(1).count()


def test_every_colour_has_a_key() -> None:
    assert tuple(KEY) == GAME.colours
