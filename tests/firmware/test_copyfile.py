"""The owner's copy file: what is read, what is refused with its line, and what is never lost when it is written."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import copyfile, copytext
from firmware.commands.run import at_home, first_game
from firmware.copyfile import keep, read, save
from firmware.owned import Owned, shipped
from firmware.places import COPY as NAME
from firmware.places import copy_file
from games import plain
from games.catalog import GAMES, named
from games.clever_keys.settings import Settings as CleverKeys
from games.contract import Game
from games.dragon_battle.settings import Cocked, Variant
from games.dragon_battle.settings import Settings as DragonBattle
from games.hammer_time.settings import Settings as HammerTime

OURS = """\
[dragon_battle]
jugglerStars = 2

[sultans_swoop]
goldCards = {1 = 41, 2 = 20, 4 = 11, 5 = 12}
"""

WITH_COPIES = [game for game in GAMES if game.copy is not None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / NAME


def wrote(file: Path, text: str) -> copyfile.CopyFile:
    file.write_text(text, encoding="utf-8")
    return read(file)


def of(found: copyfile.CopyFile, name: str) -> Owned:
    return next(owned for owned in found.owned if owned.game.name == name)


def test_a_file_that_is_not_there_leaves_every_game_as_shipped(file: Path) -> None:
    found = read(file)
    assert found.owned == shipped()
    assert (found.copies, found.faults, found.warning()) == ({}, (), None)


def test_what_stands_in_the_file_is_the_owner_s_and_what_does_not_is_as_shipped(file: Path) -> None:
    found = wrote(file, OURS)
    dragon, swoop = found.copies["dragon_battle"].copy, found.copies["sultans_swoop"].copy
    assert (dragon.juggler_stars, swoop.gold_cards) == (2, ((1, 41), (2, 20), (4, 11), (5, 12)))
    assert dragon.die_faces == type(dragon)().die_faces
    assert of(found, "dragon_battle").entered == {"jugglerStars"}
    assert of(found, "dragon_battle").marks("jugglerStars") == ("yours",)
    assert of(found, "dragon_battle").marks("dieFaces")[0].startswith("assumed: ")


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("[dragon_battle]\n\njugglerStars = 7\n", ["3: dragon_battle.jugglerStars: is 7; a juggler has 1 to 6"]),
        (
            "[dragon_battle]\nresidentStars = [\n 1,\n 2]\n",
            ["2: dragon_battle.residentStars: lists 2 residents; the box has 20"],
        ),
        (
            "[dragon_battle]\njugglerStars = true\n",
            ["2: dragon_battle.jugglerStars: is True; it can be a whole number"],
        ),
        (
            "[dragon_battle]\njuggler_stars = 1\n",
            [
                (
                    "2: dragon_battle.juggler_stars: no such value;"
                    " known here: residentStars, jugglerStars, dieFaces, blackLooksGrey"
                )
            ],
        ),
        ("dragon_battle = 3\n", ["1: dragon_battle: is 3; right is a table"]),
        (
            "[sultans_swoop]\n[sultans_swoop.goldCards]\n1 = 40\n2 = 20\n4 = 12\n5 = 13\n",
            ["2: sultans_swoop.goldCards: come to 85; the box has 84"],
        ),
        ("\n[chess]\n", ["2: chess: no such game; known here: clever_keys, hammer_time, dragon_battle, sultans_swoop"]),
        ("[dragon_battle\n", ["1: "]),
        (
            "[sultans_swoop.tower]\n2 = ['column', 'ruby', 'ruby']\n",
            ["1: sultans_swoop.tower: the tower for 2 players has a piece twice; a second ruby is called ruby2"],
        ),
        (
            "[sultans_swoop]\ntower = 3\n",
            ["2: sultans_swoop.tower: is 3; it can be a list"],
        ),
    ],
)
def test_a_wrong_value_is_named_with_its_line_and_what_would_be_right(
    file: Path, text: str, complaints: list[str]
) -> None:
    found = wrote(file, text)
    told = found.complaints()
    assert len(told) >= len(complaints)
    for complaint, expected in zip(told, complaints, strict=False):
        assert complaint.startswith(f"{file}:{expected}")
        assert "; " in complaint


def test_every_wrong_line_is_named_in_the_order_of_the_file(file: Path) -> None:
    found = wrote(file, "[sultans_swoop]\ncolours = 'red'\n[dragon_battle]\njugglerStars = 0\ndieFaces = [1]\n")
    assert [fault.line for fault in found.faults] == [2, 5]


def test_a_misspelt_name_hides_no_other_wrong_line(file: Path) -> None:
    found = wrote(file, "[dragon_battle]\nresidents = [1]\nresidentStars = [1]\n")
    assert [fault.line for fault in found.faults] == [2, 3]
    assert "lists 1 residents" in found.faults[1].what


def test_whoever_looked_up_one_tower_need_not_copy_the_others(file: Path) -> None:
    found = wrote(file, "[sultans_swoop.tower]\n3 = ['column', 'chest', 'cushion', 'ruby']\n")
    assert found.complaints() == ()
    towers = dict(found.copies["sultans_swoop"].copy.tower)
    assert towers[3] == ("column", "chest", "cushion", "ruby")
    assert towers[2] == ("column", "lantern", "ruby")
    assert sorted(towers) == [2, 3, 4, 5, 6]


def test_the_game_a_file_is_wrong_about_is_played_as_shipped_and_the_others_as_entered(file: Path) -> None:
    found = wrote(file, OURS.replace("jugglerStars = 2", "jugglerStars = 9"))
    assert list(found.copies) == ["sultans_swoop"]
    warning = found.warning()
    assert warning is not None
    assert warning.startswith(f"{file}:2: dragon_battle.jugglerStars: is 9; a juggler has 1 to 6")
    assert warning.endswith("until then played as shipped: Dragon Battle")


def test_a_file_that_is_no_toml_is_told_in_one_line_and_no_game_is_believed(file: Path) -> None:
    found = wrote(file, OURS + "[[\n")
    assert found.copies == {}
    warning = found.warning()
    assert warning is not None
    assert "\n" not in warning
    assert warning.startswith(f"{file}:6: ")
    assert warning.endswith("until then played as shipped: every game")


def test_a_folder_in_its_place_is_a_wrong_file_too(file: Path) -> None:
    file.mkdir()
    assert read(file).warning() is not None


def values(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Whatever a file may say in good form, whether or not it can be."""
    assert game.copy is not None
    usual = plain.dump(game.copy())
    words = st.sampled_from(["red", "white", "column", "ruby", "lantern", "perColour", "go\x7f", 'a"\\b', "ygbr", "é"])
    numbers = st.integers(-2, 90)
    shapes = {
        "one": numbers,
        "list": st.lists(words, max_size=7) | st.lists(numbers, max_size=21),
        "counts": st.dictionaries(words | numbers.map(str), numbers, max_size=6),
        "table": st.dictionaries(st.integers(0, 9).map(str), st.lists(words, max_size=5), max_size=6),
        "lists": st.lists(st.lists(words, max_size=4), max_size=4),
    }
    owned = Owned(game=game, copy=game.copy())
    return st.fixed_dictionaries({}, optional={name: shapes[owned.shape(name)] for name in usual})


@pytest.mark.parametrize("game", WITH_COPIES, ids=[game.name for game in WITH_COPIES])
def test_whatever_a_file_says_a_game_is_played_and_what_was_entered_is_written_and_read_back(
    game: Game, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("copies") / NAME

    @settings(max_examples=60, deadline=None)
    @given(values(game))
    def holds(said: dict[str, Any]) -> None:
        owned = next(iter(shipped((game,))))
        for name, value in said.items():
            try:
                owned = owned.enter(name, value)
            except ValueError:
                continue
        save(file, [owned])
        found = read(file)
        assert of(found, game.name) == owned
        assert bool(found.faults) == bool(owned.doubts())
        for playable in found.copies.values():
            game.referee().begin(game.players[0], 0, game.rules.settings(), at=0.0, copy=playable.copy)

    holds()


HOUSE = """
[clever_keys.settings]
reseat = false

[dragon_battle]
jugglerStars = 2

[dragon_battle.settings]
cocked = "rerollAll"
"""


def test_a_house_reads_its_games_as_it_has_chosen_and_what_is_asked_for_besides_stays(file: Path) -> None:
    found = wrote(file, HOUSE)
    assert found.faults == ()
    keys, dragon = found.copies["clever_keys"], found.copies["dragon_battle"]
    assert keys.read(CleverKeys(gems=40)) == CleverKeys(gems=40, reseat=False)
    assert dragon.read(DragonBattle(variant=Variant.YOUNG)) == DragonBattle(
        variant=Variant.YOUNG, cocked=Cocked.REROLL_ALL
    )


def test_house_rules_outlive_a_conversation_about_what_is_printed(file: Path) -> None:
    found = wrote(file, HOUSE)
    save(file, [owned.enter("jugglerStars", 3) if "jugglerStars" in owned.names else owned for owned in found.owned])
    again = read(file)
    assert [owned.chosen for owned in again.owned] == [owned.chosen for owned in found.owned]
    assert again.copies["dragon_battle"].copy.juggler_stars == 3


def test_a_game_with_a_wrong_house_rule_is_played_as_recommended_and_the_others_are_not(file: Path) -> None:
    found = wrote(file, HOUSE.replace("false", "7"))
    assert list(found.copies) == ["dragon_battle"]
    complaint = f"{file}:3: clever_keys.settings.reseat: is 7; it can be true or false"
    assert found.warning() == f"{complaint}; until then played as shipped: Clever Keys"


def test_a_game_that_is_begun_at_once_is_read_as_the_house_does(file: Path) -> None:
    found = wrote(file, HOUSE)
    for game, as_read in (("clever_keys", CleverKeys(reseat=False)), ("hammer_time", HammerTime())):
        asked = first_game(game=game, players=None, start=None, gems=None, seed=None, metal=False)
        assert at_home(asked, found.copies).settings == as_read
    nothing = first_game(game=None, players=None, start=None, gems=None, seed=None, metal=False)
    assert at_home(nothing, found.copies).settings is None


def test_a_text_that_a_hand_has_written_is_kept_for_good_and_the_box_s_own_until_the_next_change(file: Path) -> None:
    file.write_text("# mine\n" + OURS, encoding="utf-8")
    assert keep(file) == file.with_name("copy.toml.before")
    save(file, read(file).owned)
    plainly = file.read_bytes()
    assert keep(file) == file.with_name("copy.toml.before.2"), "the first one has a comment in it"
    save(file, [shipped((named("dragon_battle"),))[0].enter("jugglerStars", 3)])
    assert keep(file) == file.with_name("copy.toml.before.2")
    assert file.with_name("copy.toml.before").read_text(encoding="utf-8").startswith("# mine")
    assert file.with_name("copy.toml.before.2").read_bytes() != plainly
    assert not list(file.parent.glob(".*")), "nothing half written is left"


def test_where_there_is_no_file_nothing_is_kept(file: Path) -> None:
    assert keep(file) is None
    assert not list(file.parent.iterdir())


def test_a_link_to_the_file_stays_a_link(file: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "mine.toml"
    file.symlink_to(real)
    save(file, [shipped((named("dragon_battle"),))[0].enter("jugglerStars", 3)])
    assert file.is_symlink()
    assert of(read(real), "dragon_battle").copy.juggler_stars == 3


def test_a_file_that_cannot_be_written_leaves_the_one_before_as_it_was(file: Path) -> None:
    file.write_text(OURS, encoding="utf-8")
    file.with_name(f".{NAME}.new").mkdir()
    with pytest.raises(OSError, match=r"."):
        save(file, shipped())
    assert file.read_text(encoding="utf-8") == OURS


@pytest.mark.parametrize(
    ("asked", "environ", "path"),
    [
        ("mine.toml", {"CONFIGURATION_DIRECTORY": "/etc/boxref"}, "mine.toml"),
        (None, {"CONFIGURATION_DIRECTORY": "/etc/boxref:/etc/other"}, "/etc/boxref/copy.toml"),
        (None, {}, "state/copy.toml"),
    ],
)
def test_the_file_is_where_it_is_asked_for_else_the_service_s_else_beside_the_journal(
    asked: str | None, environ: dict[str, str], path: str
) -> None:
    assert copy_file(asked, Path("state"), environ) == Path(path)


def test_what_cannot_be_true_is_about_the_value_named_first_in_the_sentence() -> None:
    swoop = next(owned for owned in shipped() if owned.game.name == "sultans_swoop")
    doubted = swoop.enter("tower", [[players, ["ruby"]] for players in range(2, 7)])
    assert {doubt.name for doubt in doubted.doubts()} == {"tower", "twoBagInUse"}


def test_colour_keys_mean_what_the_copy_says_where_it_names_colours() -> None:
    swoop, dragon = named("sultans_swoop"), named("dragon_battle")
    assert swoop.copy is not None
    assert swoop.colours_of(swoop.copy(colours=tuple("abcdef"))) == tuple("abcdef")
    assert swoop.colours_of(None) == swoop.colours
    assert dragon.copy is not None
    assert dragon.colours_of(dragon.copy()) == dragon.colours


def test_values_are_said_as_they_are_typed() -> None:
    said = {name: copytext.said(owned, name) for owned in shipped() for name in owned.names}
    assert said["jugglerStars"] == "1"
    assert said["goldCards"] == "1=40 2=20 4=12 5=12"
    assert said["tower"].startswith("2: column lantern ruby | 3: ")
