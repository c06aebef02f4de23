"""A folder of the machine, with all that lies below it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from topoviz.intake.choice import Taken, is_wanted, leads_nowhere
from topoviz.intake.reading import Reading
from topoviz.intake.room import OWN, Room


def read_folder(folder: Path, room: Room | None = None) -> Taken:
    """Read the programs below a folder, as many as there is room for; links are not followed.

    Raises OSError for what the system does not let be read.
    """
    reading = Reading(str(folder), room or Room(), OWN)
    for path in _below(folder):
        if reading.expects(str(path), path.stat().st_size):
            with path.open("rb") as file:
                reading.keep(str(path), file.read(reading.room.one_bytes))
    return reading.taken()


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        here = Path(place).relative_to(folder)
        folders[:] = sorted(one for one in folders if not leads_nowhere((here / one / "file").as_posix()))
        for name in sorted(names):
            path = Path(place, name)
            if is_wanted((here / name).as_posix()) and path.is_file() and not path.is_symlink():
                yield path
