"""A pulled plug leaves of each file of the installer the old text or the new one, on every disk it could leave."""

import subprocess
import sys
from pathlib import Path

from tests.cuts.calls import Flushed, Said, read
from tests.cuts.disks import Disk
from tests.cuts.installed import FILE, TIMES, content


def test_a_boot_file_has_its_old_text_or_its_new_one_whenever_the_plug_is_pulled(tmp_path: Path) -> None:
    # In a process of its own: the recorder stays until its process ends.
    subprocess.run([sys.executable, "-m", "tests.cuts.installed", str(tmp_path)], check=True)  # noqa: S603 - ours
    disk, done, told = Disk(), 0, 0
    for call in (*read(tmp_path / "record"), None):
        if call is None or isinstance(call, Flushed):
            for _, files in disk.could_be():
                may_be = {content(done), content(done + 1)} if done else {None, content(1)}
                assert files.files.get(FILE) in may_be
                told += 1
        if isinstance(call, Said):
            done += 1
        if call is not None:
            disk.ask(call)
    assert done == TIMES
    assert told > 8 * TIMES
