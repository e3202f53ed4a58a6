"""What a disk may hold of calls that were not flushed."""

from tests.cuts.calls import Call, Cut, Flushed, Made, Removed, Renamed, Wrote
from tests.cuts.disks import Disk


def could_hold(*calls: Call) -> list[dict[str, bytes]]:
    disk = Disk()
    for call in calls:
        disk.ask(call)
    return [files.files for _, files in disk.could_be()]


FILE = (Made(path="f"), Flushed(path="."), Wrote(path="f", offset=0, data=b"aaaa"), Flushed(path="f"))


def test_what_is_flushed_is_there() -> None:
    assert could_hold(*FILE) == [{"f": b"aaaa"}]


def test_of_what_is_not_flushed_there_is_none_or_a_torn_half_or_the_later_half_or_all() -> None:
    more = (Wrote(path="f", offset=0, data=b"bbbb"), Wrote(path="f", offset=4, data=b"cccc"))
    assert [files["f"] for files in could_hold(*FILE, *more)] == [b"aaaa", b"bbbbcc", b"aaaacccc", b"bbbbcccc"]


def test_one_write_may_be_torn_in_the_middle_and_a_file_cut_or_not() -> None:
    assert [files["f"] for files in could_hold(*FILE, Wrote(path="f", offset=0, data=b"bbbb"))] == [
        b"aaaa",
        b"bbaa",
        b"bbbb",
    ]
    assert [files["f"] for files in could_hold(*FILE, Cut(path="f", size=1))] == [b"aaaa", b"a"]


def test_a_name_that_is_not_flushed_takes_with_it_what_was_flushed_into_the_file() -> None:
    made = (Made(path="d", folder=True), Made(path="d/f"), Wrote(path="d/f", offset=0, data=b"a"))
    flushed = (Flushed(path="d/f"), Flushed(path="d"))
    assert could_hold(*made, *flushed) == [{}, {"d/f": b"a"}]
    assert could_hold(*made, *flushed, Flushed(path=".")) == [{"d/f": b"a"}]


def test_files_and_folders_are_flushed_each_by_itself() -> None:
    both = could_hold(*FILE, Wrote(path="f", offset=4, data=b"b"), Made(path="g"), Flushed(path="g"))
    assert {(files["f"], "g" in files) for files in both} == {
        (bytes_, there) for bytes_ in (b"aaaa", b"aaaab") for there in (False, True)
    }


def test_a_removed_name_may_come_back_and_a_renamed_file_has_either_name() -> None:
    assert could_hold(*FILE, Removed(path="f")) == [{"f": b"aaaa"}, {}]
    assert could_hold(*FILE, Renamed(path="f", to="g")) == [{"f": b"aaaa"}, {"g": b"aaaa"}]
