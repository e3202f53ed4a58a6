"""From what is announced to the wire of the lamps and the tones of the buzzer, in time that the test turns."""

from collections.abc import Iterator

import pytest

from drivers.worker import InlineWorker
from firmware import cues, melody, picture
from firmware.announcer import WAITING, Announcer
from firmware.palette import COLOURS, nearest
from games.announcements import Announcement
from games.announcements.clever_keys import Fits, Take
from games.announcements.shared import Foul, GameOver, Guide, TurnStarts
from games.contract import Lit
from games.table import Slot
from hardware.typed import PlanError
from tests.firmware.outputs import CUES, PLAN, SlowWorker, Time, World

FITS, FOUL, TURN = Fits(0, Slot(0, 0), 1, 1), Foul("CK-F02", 0), TurnStarts(1)
GUIDE, MAY, GREEN = Lit("slot.3.2", "guide"), Lit("slot.0.1", "may"), Lit("slot.0.0", "fits")


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.announcer.close()
    world.pins.close()


def tones(*said: Announcement) -> list[float]:
    return [note.hz for each in said for note in CUES.melody(each) if note.hz is not None]


def test_lamps_and_first_tone_come_at_once(world: World) -> None:
    world.say(FITS, lit=(GREEN, MAY))
    assert [world.lamp(name) for name in ("slot.0.0", "slot.0.1", "slot.3.2")] == ["green", "white", "off"]
    assert world.heard() == tones(FITS)[:1]
    assert world.wire.frames[-1].at == world.time.now


def test_a_melody_keeps_its_rhythm_and_ends_in_silence(world: World) -> None:
    world.say(FITS)
    started = world.time.now
    world.time.pass_(5)
    heard = world.pins.tones(PLAN.lines.buzzer)
    assert [tone.hz for tone in heard if tone.hz] == tones(FITS)
    assert [tone.at - started for tone in heard if tone.hz] == pytest.approx([0, 0.1, 0.2, 0.3])
    assert heard[-1].hz is None
    assert heard[-1].at - started == pytest.approx(0.3 + 0.2 * (1 - melody.BREATH))


def test_a_box_at_rest_has_no_timer(world: World) -> None:
    world.say(FITS, TURN, lit=(GREEN, GUIDE))
    world.time.pass_(5)
    assert world.time.timers() == 1, "the guide blinks"
    world.say(lit=(GREEN,))
    assert world.time.timers() == 0


def test_the_most_important_comes_first_and_the_rest_behind_it(world: World) -> None:
    world.say(TURN, FOUL)
    world.time.pass_(5)
    assert world.heard() == tones(FOUL, TURN)


def test_news_as_important_as_what_sounds_cuts_it_off(world: World) -> None:
    world.say(TURN)
    world.time.pass_(0.15)
    before = world.heard()
    world.say(FITS)
    world.time.pass_(5)
    assert world.heard() == before + tones(FITS)


def test_less_important_news_waits_for_what_sounds(world: World) -> None:
    world.say(FOUL)
    world.time.pass_(0.15)
    world.say(TURN)
    world.time.pass_(5)
    assert world.heard() == tones(FOUL, TURN)


def test_what_sounds_but_is_over_does_not_hold_up_news(world: World) -> None:
    world.say(FOUL)
    world.time.pass_(0.15)
    world.true.remove(FOUL)
    world.say(TURN)
    assert world.heard()[-1] == tones(TURN)[0]


def test_what_no_longer_holds_when_its_turn_comes_is_dropped(world: World) -> None:
    world.say(FITS, Take(0, 2), TURN)
    world.true.remove(Take(0, 2))
    world.time.pass_(5)
    assert world.heard() == tones(FITS, TURN)


def test_what_is_said_now_sounds_even_if_it_is_true_for_this_moment_only(world: World) -> None:
    world.announcer.announce((FOUL,), (), lambda _: False)
    assert world.heard() == tones(FOUL)[:1]


def test_the_queue_is_bounded_and_keeps_what_is_most_important(world: World) -> None:
    world.say(GameOver((0,), (52,)))
    turns = [TurnStarts(player) for player in range(9)]
    for turn in turns:
        world.say(turn)
    world.say(FITS)
    world.time.pass_(30)
    assert world.heard() == tones(GameOver((0,), (52,)), FITS, *turns[: WAITING - 1])


def test_the_box_knows_how_long_it_makes_noise(world: World) -> None:
    assert world.announcer.sounding_until < 0
    world.say(FITS)
    assert world.announcer.sounding_until == pytest.approx(world.time.now + 0.5)
    world.time.pass_(0.2)
    world.announcer.rest(still=True, dim=True)
    assert world.announcer.sounding_until == world.time.now


def test_a_guide_blinks_from_the_moment_it_is_shown(world: World) -> None:
    world.time.pass_(0.77)
    world.say(lit=(GUIDE,))
    seen = []
    world.time.pass_(0.05)
    for _ in range(16):
        seen.append(world.lamp("slot.3.2"))
        world.time.pass_(0.1)
    assert seen == (["blue"] * 5 + ["off"] * 3) * 2


def test_other_lamps_that_go_out_do_not_disturb_the_blinking(world: World) -> None:
    world.say(lit=(GUIDE, MAY))
    world.time.pass_(0.6)
    world.say(lit=(GUIDE,))
    assert world.lamp("slot.3.2") == "off"
    world.time.pass_(0.25)
    assert world.lamp("slot.3.2") == "blue"


def test_an_idle_box_is_dim_still_and_silent_and_wakes_as_it_was(world: World) -> None:
    world.say(TURN, lit=(GUIDE,))
    bright = max(world.wire.colours[PLAN.lamps.index["slot.3.2"]])
    world.announcer.rest(still=True, dim=True)
    assert world.time.timers() == 0
    assert 0 < max(world.wire.colours[PLAN.lamps.index["slot.3.2"]]) < bright / 4
    assert world.lamp("slot.3.2") == "blue"
    heard = world.heard()
    world.say(FITS, lit=(GUIDE, GREEN))
    assert world.heard() == heard
    world.announcer.rest(still=False, dim=False)
    assert max(world.wire.colours[PLAN.lamps.index["slot.0.0"]]) > bright / 2


def test_a_box_that_nobody_has_touched_for_a_while_stands_still_in_full_light(world: World) -> None:
    world.say(lit=(GUIDE,))
    world.time.pass_(0.6)
    assert world.lamp("slot.3.2") == "off"
    world.announcer.rest(still=True, dim=False)
    assert (world.lamp("slot.3.2"), world.time.timers()) == ("blue", 0)
    world.say(FITS, lit=(GUIDE,))
    assert world.heard() != [], "it is not silent yet"


def test_a_slow_port_delays_no_ruling_and_gets_the_latest_picture() -> None:
    worker = SlowWorker()
    world = World(worker)
    for lit in ((MAY,), (GREEN,), (GREEN, MAY), (GUIDE,)):
        world.say(lit=lit)
    assert len(worker.jobs) == 1
    worker.run()
    assert world.lamp("slot.0.1") == "white", "the first picture was on its way"
    worker.run()
    assert [world.lamp(name) for name in ("slot.0.0", "slot.0.1", "slot.3.2")] == ["off", "off", "blue"]
    assert worker.jobs == []
    world.announcer.close()


def test_lamps_that_fail_stop_nothing_are_named_once_and_come_back(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.wire.broken = True
    world.say(FITS, lit=(GREEN,))
    world.say(TURN, lit=(MAY,))
    assert caplog.text.count("lamps: play goes on without: ") == 1
    assert world.heard()
    world.wire.broken = False
    world.say(FITS, lit=(MAY,))
    assert world.lamp("slot.0.1") == "white"
    assert caplog.text.count("they are back") == 1


def test_a_picture_lost_on_the_wire_is_sent_again_though_nothing_more_is_said(world: World) -> None:
    world.wire.broken = True
    world.say(FITS, lit=(GREEN,))
    world.time.pass_(0.3)
    assert world.lamp("slot.0.0") == "off"
    world.wire.broken = False
    world.time.pass_(1.0)
    assert world.lamp("slot.0.0") == "green"


def test_lamps_that_lost_their_supply_shine_again_with_the_next_announcement(world: World) -> None:
    world.say(FITS, lit=(GREEN,))
    world.wire.unplug()
    world.wire.plug()
    world.say(lit=(GREEN,))
    assert world.lamp("slot.0.0") == "off", "nothing was said"
    world.say(TURN, lit=(GREEN,))
    assert world.lamp("slot.0.0") == "green"


def test_a_box_without_lamps_and_buzzer_plays_on() -> None:
    time = Time()
    announcer = Announcer(plan=PLAN, cues=CUES, lamps=None, buzzer=None, loop=time, worker=InlineWorker())
    announcer.announce((FITS, Guide("lift")), (GUIDE,), lambda _: True)
    assert time.timers() == 0


def test_a_melody_the_buzzer_cannot_sound_is_named() -> None:
    shrill = cues.Cues(cues={("Fits",): cues.Cue("It fits!", melody.read("C8:1"))}, looks=CUES.looks, ranks=CUES.ranks)
    with pytest.raises(PlanError, match="cue Fits: 4186 Hz; the buzzer sounds from 220 to 3520 Hz"):
        Announcer(plan=PLAN, cues=shrill, lamps=None, buzzer=None, loop=Time(), worker=InlineWorker())


def test_a_closed_announcer_is_silent_and_still(world: World) -> None:
    world.say(FITS, lit=(GUIDE,))
    world.announcer.close()
    frames = len(world.wire.frames)
    world.time.pass_(5)
    assert world.time.timers() == 0
    assert world.heard() == tones(FITS)[:1]
    assert len(world.wire.frames) == frames


def test_another_game_begins_in_silence_and_darkness_and_speaks_as_itself(world: World) -> None:
    world.say(GameOver((0,), (52,)), TURN, lit=(GUIDE,))
    sung = melody.read("A5:1 B5:1")
    world.announcer.use(cues.Cues(cues={("Fits",): cues.Cue("Ha!", sung)}, looks={}, ranks={"Fits": 0}))
    assert world.lamp("slot.3.2") == "off"
    assert world.time.timers() == 0, "the first game's announcements have no cue in the second"
    before = world.heard()
    world.say(FITS, lit=(Lit("key.1", "purple"),))
    world.time.pass_(5)
    assert world.heard() == before + [note.hz for note in sung]
    assert world.lamp("key.1") == "purple"


def test_a_game_the_buzzer_cannot_sound_is_refused_and_the_former_one_goes_on(world: World) -> None:
    shrill = cues.Cues(cues={("Fits",): cues.Cue("It fits!", melody.read("C8:1"))}, looks={}, ranks={"Fits": 0})
    with pytest.raises(PlanError, match="cue Fits: 4186 Hz"):
        world.announcer.use(shrill)
    world.say(FITS, lit=(GUIDE,))
    assert world.heard() == tones(FITS)[:1]
    assert world.lamp("slot.3.2") == "blue"


def test_black_swells_and_is_never_off() -> None:
    lit, index = (Lit("key.1", "black"),), PLAN.lamps.index
    light, at, changes = [], 0.0, 0
    while at < picture.SWELL_S:
        shown = picture.frame(lit, CUES, index, at=at, since=0.0)
        light.append(shown.colours[index["key.1"]].red)
        assert nearest(shown.colours[index["key.1"]]) == "black"
        assert shown.until is not None
        assert shown.until > at
        at, changes = shown.until, changes + 1
    assert max(light) == COLOURS["black"].red
    assert 0 < min(light) < 0.2 * max(light)
    assert changes == round(picture.SWELL_S / picture.SWELL_STEP_S)
