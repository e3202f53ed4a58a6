"""What the rulings must be, worked out from the truth of the table alone: a second, small model of Clever Keys.

It is written from rules.md section 1 and from "What is true" in design.md, and shares no code with the referee; what a
legal move earns it asks of the rules. It knows what lies and stands on the simulated table, never what a sensor said.

Decisions where the texts leave room (the referee must follow them too):

* A foul is named once. It is named anew where the table has become another one, or where another key has been put in.
  Keys on their way back pass through lesser fouls (in the order of design.md); those are not named.
* What a hand undoes within a second need not be named, and may be: `Expected.must` is false.
* Keys look alike: which key stands where is told by the slots they left, for the oracle as for the box.
* After red, the key of the turn lifted is F10 (a key taken off); it or another one moved on is F07 (playing on), and so
  is another key lifted: that can only be the next turn.
* While a key is astray after a stop or after red, gems do not pass the turn: the key goes back first.
* A key left half in is red, and remembered as red. Where that slot, or the truly blocked one, later shows otherwise,
  F14 is right; `go` confirms the key, and the section's memory is what its keys show then.
* A slow push whose last bit is F14 earns what it fits once `go` confirms it, if nothing else has happened; later none.
  `back` then brings back what was seen before, too.
* A finger that comes back while a worn contact still bounces cannot be told from one long hold: either is right.
* Red on a slow push is due where it showed for `rest_table`, and may come from `rest_contact` on where a hand moves a
  scale meanwhile; the late *full* withdraws it.
* Taking gems in DECIDE is two moves, stop and take; `back` takes back one at a time.
* A `go` that can do nothing repeats what the box waits for; that may be heard or not, and is no ruling.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.announcements import Announcement
from games.announcements.clever_keys import Discard, Take
from games.announcements.shared import Corrected, Foul, GameOver, Resumed, TurnStarts, Undone
from games.clever_keys import rules
from games.clever_keys.rules import Phase, Place, Settings, Standing, State, Stop
from games.table import SECTIONS, SLOTS, Slot

LATE = 2.0
"""So many seconds after the turn passed a gem too many still belongs to the player who took it."""

RULED = 3.0
"""So much later than gems were taken the box may have seen it, at most."""

HEARD = 0.5
"""A press may be stamped so much earlier than it was over."""

LONG_AGO = 1e9

MASHING = 1.0
"""A second `back` so soon is ignored."""

GRAVITY = ("CK-F19", "CK-F07", "CK-F06", "CK-F17", "CK-F16", "CK-F05", "CK-F02", "CK-F03", "CK-F10", "CK-F14", "CK-F15")
"""Which foul of the keys is named where several fit (design.md, "Which foul")."""

ASTRAY = frozenset({"CK-F06", "CK-F07", "CK-F10", "CK-F16", "CK-F17"})
"""While one of these is open a key is astray, and gems do not count."""

Kind = Literal["keys", "gems", "press"]


class Truth(NamedTuple):
    """The table as it truly is: where keys stand ("in": all the way), and how many gems lie where."""

    standing: Mapping[Slot, rules.Seated]
    centre: int
    corner: int


class Expected(NamedTuple):
    """A ruling that has to come (`must`), or one that may."""

    said: Announcement
    must: bool = True


class Late(NamedTuple):
    """Who took gems last, how many were due, and when the turn passed."""

    player: int
    due: int
    at: float


Memory = tuple[tuple[tuple[int, rules.Seated], ...], ...]
"""For each section what was seen of its slots."""


class Agreed(NamedTuple):
    """A position, and what was seen so far."""

    game: State
    memory: Memory


class Difference(NamedTuple):
    """How the keys stand against what was agreed."""

    lifted: tuple[Slot, ...]
    placed: tuple[Slot, ...]
    deeper: tuple[Slot, ...]


@dataclass(slots=True)
class Oracle:
    """Told of every deed, it says what has to be announced. `expected` is emptied by whoever compares."""

    players: int
    start: int
    gems: int
    game: State = field(init=False)
    memory: Memory = ((),) * SECTIONS
    expected: list[Expected] = field(default_factory=list)
    foul: Foul | None = None
    """The foul that is open now."""
    astray: frozenset[Slot] = frozenset()
    """The slots in which keys stood that were not agreed, when it was named or looked at last."""
    righted: Foul | None = None
    """A foul that was open while the table was right for a moment: it may be named once more."""
    restoring: bool = False
    """After `back` the hands bring the table back; nothing is a move until it matches."""
    past: list[Agreed] = field(default_factory=list)
    undone: list[Agreed] = field(default_factory=list)
    undone_at: float = -1e9
    late: Late | None = None

    def __post_init__(self) -> None:
        # Memory is the oracle's own, so the rules are to check none.
        settings = Settings(gems=self.gems, consistency_check=False)
        self.game = rules.setup(self.players, self.start, settings)

    @property
    def over(self) -> bool:
        return self.game.phase is Phase.OVER

    @property
    def due(self) -> int:
        """Gems that end the turn when they are taken now, whether stop was said or not."""
        return min(self.game.total, self.game.chamber)

    # --- deeds --------------------------------------------------------------------------------------------------------

    def moved(self, kind: Kind, truth: Truth, now: float) -> None:
        """A hand begins to touch keys or gems; `truth` is what it finds."""
        self.undone.clear()
        untouched = (truth.centre, truth.corner) == (self.game.chamber, self.game.corner)
        if kind == "gems" and untouched and self.late is not None and now - self.late.at > LATE:
            self.late = None

    def passing(self, truth: Truth, now: float) -> None:
        """The hand does the next thing at once: moves that stand count, fouls may be named or not."""
        self._judge(truth, now, rest=False)

    def rest(self, truth: Truth, now: float) -> None:
        """All has come to rest, and long enough."""
        self._judge(truth, now, rest=True)

    def slow(self, truth: Truth, slot: Slot, *, must: bool) -> None:
        """A key on its way in has shown red for so long that it was (or may have been) judged; then it went on."""
        found = self._find(truth._replace(standing={**truth.standing, slot: "red"}))
        if isinstance(found, Place) and (found.section, found.slot) == tuple(slot):
            ruled = rules.apply(self.game, found)[1]
            assert not isinstance(ruled, Foul)
            self.expected += [Expected(said, must) for said in ruled]
        elif isinstance(found, Foul) and found.code == "CK-F14":
            self.expected.append(Expected(found, must))

    def press_go(self, truth: Truth, now: float) -> None:
        """`go` was let go."""
        game = self.game
        if self.undone:
            self.past.append(Agreed(game, self.memory))
            self.game, self.memory = self.undone.pop()
            self.restoring = bool(self.undone)
            self.foul = None
            self.expected.append(Expected(Resumed()))
            self._may_remind()
        elif self.foul is not None and self.foul.code == "CK-F14":
            self._confirm(truth, now)
        elif self.foul is not None or self.restoring:
            early = self.foul is not None and (self.foul.code, self.foul.player) == ("CK-F08", game.cur)
            if early and game.phase is Phase.CHOOSE:
                self.expected.append(Expected(Foul("CK-F18", game.cur)))
        elif game.phase is Phase.CHOOSE:
            since = LONG_AGO if self.late is None else now - self.late.at
            if since > LATE - HEARD:  # until then it says that the gems taken were all
                self.expected.append(Expected(Foul("CK-F18", game.cur), must=since > LATE + RULED))
        elif game.phase is Phase.DECIDE:
            self._play(Stop(game.cur), now)
        else:
            self._may_remind()

    def press_back(self, now: float) -> None:
        """`back` was let go after a short press."""
        if not self.past or now - self.undone_at < MASHING:
            return
        self.undone.append(Agreed(self.game, self.memory))
        self.game, self.memory = self.past.pop()
        self.undone_at, self.restoring, self.late, self.foul = now, True, None, None
        self.expected.append(Expected(Undone()))

    # --- judgement ----------------------------------------------------------------------------------------------------

    def _judge(self, truth: Truth, now: float, *, rest: bool) -> None:
        for _ in range(6):
            if self.restoring:
                if rest and self._restored(truth):
                    self.restoring = False
                    self._may_remind()
                    continue
                return
            found = self._find(truth)
            if found is None:
                self.righted = self.foul if not rest else None
                self.foul = None if rest else self.foul
                return
            if isinstance(found, Foul):
                self._name(found, frozenset(self.difference(truth).placed), rest=rest)
                return
            self._play(found, now)

    def _restored(self, truth: Truth) -> bool:
        keys = self.difference(truth)
        there = (truth.centre, truth.corner) == (self.game.chamber, self.game.corner)
        return there and not keys.lifted and not keys.placed

    def _name(self, foul: Foul, placed: frozenset[Slot], *, rest: bool) -> None:
        known = self.foul is not None and self._is_known(self.foul, foul, placed)
        self.astray = placed if rest else self.astray
        righted, self.righted = self.righted, None
        if known:
            if righted == foul:
                self.expected.append(Expected(foul, must=False))
            return
        if not rest:
            self.expected.append(Expected(foul, must=False))
            return
        if not placed and self.expected and self.expected[-1] == Expected(foul, must=False):
            self.expected.pop()
        self.foul = foul
        self.expected.append(Expected(foul))

    def _is_known(self, open_foul: Foul, foul: Foul, placed: frozenset[Slot]) -> bool:
        if foul == open_foul:
            return foul.code not in GRAVITY or placed <= self.astray
        if foul.code not in GRAVITY or open_foul.code not in GRAVITY or placed or foul.code == "CK-F14":
            return False  # what only `go` can confirm is always named
        return GRAVITY.index(foul.code) > GRAVITY.index(open_foul.code)

    def _find(self, truth: Truth) -> rules.Move | Foul | None:
        """The next move that explains the table, or the foul it is."""
        keys = self.difference(truth)
        of_keys = self._of_keys(truth, keys)
        if isinstance(of_keys, Foul) and of_keys.code in ASTRAY | {"CK-F08", "CK-F09", "CK-F19"}:
            return of_keys
        of_gems = self._of_gems(truth)
        if of_gems is None or (isinstance(of_gems, Foul) and isinstance(of_keys, Place)):
            return of_keys
        return of_gems

    def difference(self, truth: Truth) -> Difference:
        """How the keys stand against what was agreed."""
        agreed = {Slot(key.section, key.slot): key.seated for key in self.game.keys if key is not None}
        return Difference(
            lifted=tuple(slot for slot in SLOTS if slot in agreed and slot not in truth.standing),
            placed=tuple(slot for slot in SLOTS if slot in truth.standing and slot not in agreed),
            deeper=tuple(slot for slot in SLOTS if agreed.get(slot) == "red" and truth.standing.get(slot) == "in"),
        )

    def own_slot(self) -> Slot | None:
        """Where the key of this turn was agreed to stand."""
        moved = None if self.game.moved is None else self.game.keys[self.game.moved]
        return None if moved is None else Slot(moved.section, moved.slot)

    def _of_keys(self, truth: Truth, keys: Difference) -> Place | Foul | None:
        game, cur = self.game, self.game.cur
        lifted, placed, deeper = keys
        gone = game.chamber - truth.centre
        own = self.own_slot()
        match game.phase:
            case Phase.OVER:
                return Foul("CK-F19", cur) if placed else None
            case Phase.CHOOSE if max(len(lifted), len(placed)) > 1:
                return Foul("CK-F16", cur)
            case Phase.DECIDE if max(len(lifted), len(placed)) > 1:
                return Foul("CK-F16", cur)
            case Phase.DECIDE if (lifted and lifted != (own,)) or (placed and not lifted):
                return Foul("CK-F05", cur)
            case Phase.CHOOSE | Phase.DECIDE if placed:
                return self._placed(truth, placed[0], lifted)
            case Phase.TAKE if lifted or placed:
                if 0 < gone < game.due:
                    return Foul("CK-F08", cur, game.due)
                if placed:
                    return Foul("CK-F06" if game.placed == 3 else "CK-F17", cur, game.due)
                return Foul("CK-F16" if len(lifted) > 1 else "CK-F10", cur)
            case Phase.DISCARD if lifted or placed:
                if gone > 0:
                    return Foul("CK-F09", cur, 1)
                return Foul("CK-F10" if lifted == (own,) and not placed else "CK-F07", cur)
            case Phase.DISCARD if deeper == (own,) and gone == 0:
                return self._withdrawn(own)
        return Foul("CK-F14", cur) if deeper else None

    def _withdrawn(self, slot: Slot | None) -> Place | Foul | None:
        """A late *full*, and nothing else has happened: the placement is judged as if it had been in at once."""
        key, now = self.game.moved, Agreed(self.game, self.memory)
        assert slot is not None
        assert key is not None
        self.game, self.memory = self.past.pop()
        if self._impossible(slot, "in"):
            self.past.append(Agreed(self.game, self.memory))
            self.game, self.memory = now
            return Foul("CK-F14", self.game.cur)
        return Place(self.game.cur, key, slot.section, slot.slot, "in")

    def _placed(self, truth: Truth, slot: Slot, lifted: tuple[Slot, ...]) -> Place | Foul | None:
        seated = truth.standing[slot]
        move = self._placement(slot, seated, lifted[0] if lifted else None)
        assert move is not None, "a fourth key"
        ruled = rules.apply(self.game, move)[1]
        if isinstance(ruled, Foul):
            return ruled
        return Foul("CK-F14", self.game.cur) if self._impossible(slot, seated) else move

    def _placement(self, slot: Slot, seated: rules.Seated, source: Slot | None = None) -> Place | None:
        """The move of the key that left `source` (else of the key of this turn, else of one beside the board)."""
        keys = self.game.keys
        if source is not None:
            key = next(n for n, stands in enumerate(keys) if stands is not None and stands[:2] == tuple(source))
        elif self.game.moved is not None:
            key = self.game.moved
        else:
            beside = [n for n, stands in enumerate(keys) if stands is None]
            if not beside:
                return None
            key = beside[0]
        return Place(self.game.cur, key, slot.section, slot.slot, seated)

    def _of_gems(self, truth: Truth) -> rules.Move | Foul | None:
        game, cur = self.game, self.game.cur
        gone, cast = game.chamber - truth.centre, truth.corner - game.corner
        if game.phase is Phase.OVER or (gone, cast) == (0, 0):
            return None
        if cast < 0:
            return Foul("CK-F13", cur)
        if game.phase is Phase.DISCARD:
            if (gone, cast) == (1, 1):
                return rules.Discard(cur, 1)
            return None if (gone, cast) == (1, 0) else Foul("CK-F09", cur, 1)
        late = self.late
        if cast > 0:
            return Foul("CK-F09", late.player if late else cur)
        if game.phase is Phase.CHOOSE:
            return Foul("CK-F08", late.player, late.due) if late else Foul("CK-F08", cur, 0)
        if game.phase is Phase.DECIDE and gone > 0:
            return Stop(cur)
        if gone == game.due and game.phase is Phase.TAKE:
            return rules.Take(cur, gone)
        return None if 0 < gone < game.due else Foul("CK-F08", cur, self.due)

    # --- what follows -------------------------------------------------------------------------------------------------

    def _play(self, move: rules.Move, now: float) -> None:
        before = Agreed(self.game, self.memory)
        self.game, ruled = rules.apply(self.game, move)
        assert not isinstance(ruled, Foul), (before, move, ruled)
        if isinstance(move, Place):
            self._remember(move.section, move.slot, move.seated)
        if isinstance(move, rules.Take | rules.Discard):
            self.late = Late(move.player, move.gems, now)
        self.past.append(before)
        self.foul = None
        self.expected += map(Expected, ruled)

    def _confirm(self, truth: Truth, now: float) -> None:
        """`go` at F14: the key in the slot is the better witness; an undo brings back what was seen before."""
        keys = self.difference(truth)
        own = self.own_slot()
        slow = self.game.phase is Phase.DISCARD and keys.deeper == (own,) and truth.centre == self.game.chamber
        if slow or keys.placed:
            if slow:
                key = self.game.moved
                self.game, self.memory = self.past.pop()
                assert own is not None
                assert key is not None
                slot, move = own, Place(self.game.cur, key, own.section, own.slot, "in")
            else:
                slot = keys.placed[0]
                source = keys.lifted[0] if keys.lifted else None
                placement = self._placement(slot, truth.standing[slot], source)
                assert placement is not None
                move = placement
            before = self.memory
            self._forget(slot.section, but=source_of(self.game, move))
            self._play(move, now)
            self.past[-1] = self.past[-1]._replace(memory=before)
            return
        self.past.append(Agreed(self.game, self.memory))
        standing = [
            key._replace(seated="in") if key is not None and Slot(key.section, key.slot) in keys.deeper else key
            for key in self.game.keys
        ]
        self.game = self.game._replace(keys=tuple(standing))
        for slot in keys.deeper:
            self._forget(slot.section)
        self.foul = None
        self.expected.append(Expected(Corrected()))
        self._may_remind()

    def _impossible(self, slot: Slot, seated: rules.Seated) -> bool:
        """Whether exactly one blocked slot in the section cannot be, if this is so (CK-F14)."""
        seen = dict(self.memory[slot.section])
        if seen.get(slot.slot, seated) != seated:
            return True
        seen[slot.slot] = seated
        shown = list(seen.values())
        return shown.count("red") > 1 or shown.count("in") == 4

    def _remember(self, section: int, slot: int, seated: rules.Seated) -> None:
        seen = {**dict(self.memory[section]), slot: seated}
        self.memory = (*self.memory[:section], tuple(sorted(seen.items())), *self.memory[section + 1 :])

    def _forget(self, section: int, *, but: Slot | None = None) -> None:
        """Of a section only what its keys show is still known (that of `but` left out)."""
        self.memory = (*self.memory[:section], (), *self.memory[section + 1 :])
        for key in self.game.keys:
            if key is not None and key.section == section and key[:2] != but:
                self._remember(*key)

    def _may_remind(self) -> None:
        game = self.game
        repeated: dict[Phase, Announcement] = {
            Phase.CHOOSE: TurnStarts(game.cur),
            Phase.TAKE: Take(game.cur, game.due),
            Phase.DISCARD: Discard(game.cur),
        }
        if game.phase in repeated:
            self.expected.append(Expected(repeated[game.phase], must=False))
        ended = rules.outcome(game)
        if ended is not None:
            self.expected.append(Expected(GameOver(ended.winners, ended.scores), must=False))


def source_of(game: State, move: Place) -> Slot | None:
    """Where the key stood that is moved."""
    stands = game.keys[move.key]
    return None if stands is None else Slot(stands.section, stands.slot)


def agrees(expected: list[Expected], said: list[Announcement]) -> bool:
    """Whether this was said: all that must be, nothing but what may be, in this order."""
    if not expected:
        return not said
    first, *rest = expected
    if said and said[0] == first.said and agrees(rest, said[1:]):
        return True
    return not first.must and agrees(rest, said)


def open_slots(game: State, lifted: tuple[Slot, ...], placed: tuple[Slot, ...]) -> frozenset[Slot]:
    """The slots that are lit white: where a key may go by what lies open on the table, and by nothing else."""
    if game.phase not in (Phase.CHOOSE, Phase.DECIDE):
        return frozenset()
    movers = range(len(game.keys)) if game.phase is Phase.CHOOSE else (game.moved,)
    in_hand = lifted[0] if len(lifted) == 1 and not placed else None
    open_to: set[Slot] = set()
    for key in movers:
        assert key is not None
        stands = game.keys[key]
        if in_hand is not None and (stands is None or Slot(*stands[:2]) != in_hand):
            continue
        red = {other.section for n, other in enumerate(game.keys) if other and other.seated == "red" and n != key}
        sections = [section for section in range(SECTIONS) if section not in red]
        if stands is not None:
            ahead = [(stands.section + steps) % SECTIONS for steps in range(1, SECTIONS + 1)]
            sections = [next(section for section in ahead if section not in red)]
        taken = {Slot(other.section, other.slot) for other in game.keys if other}
        open_to |= {slot for slot in SLOTS if slot.section in sections and slot not in taken}
    return frozenset(open_to)


__all__ = ["Difference", "Expected", "Kind", "Oracle", "Standing", "Truth", "agrees", "open_slots"]
