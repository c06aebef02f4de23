"""What is read of a program that is too large to be read as a whole: the files nearest to Kafka Streams, counted.

Files and bytes are counted and not seconds, so that the same program is read the same way everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from os.path import commonpath
from typing import Final

from topoviz.engine.source import SourceFile
from topoviz.intake.choice import Taken
from topoviz.intake.relevance import distances
from topoviz.intake.room import Room, of_size

_FOLDERS: Final = 5
"""Folders that a sentence lists."""


def fit(taken: Taken, room: Room) -> Taken:
    """Leave out what there is no room for, and list it in notes; what fits stays as it is."""
    if _count_fitting(taken.files, room) == len(taken.files):
        return taken
    away = distances(taken.files)
    nearest = sorted(taken.files, key=lambda file: (away[file.name], file.name))
    count = _count_fitting(nearest, room)
    kept = {file.name for file in nearest[:count]}
    files = tuple(file for file in taken.files if file.name in kept)
    return replace(taken, files=files, notes=(*taken.notes, *_notes(nearest[count:], len(nearest), away, room)))


def _count_fitting(files: Sequence[SourceFile], room: Room) -> int:
    """Count the files from the first on that there is room for."""
    sizes = accumulate(len(file.data) for file in files)
    return min(sum(1 for size in sizes if size <= room.all_bytes), room.files)


def _notes(left: Sequence[SourceFile], count: int, away: Mapping[str, int], room: Room) -> Iterator[str]:
    yield (
        f"Not read: {len(left):,} of {count:,} files ({_by_folder(left)}). At most {room.files:,} files or "
        f"{of_size(room.all_bytes)} are read: first those that name Kafka Streams, then what they import."
    )
    about = [file.name for file in left if away[file.name] == 0]
    if about:
        named = about[0] if len(about) == 1 else f"{about[0]} and {len(about) - 1:,} more"
        yield f"Not read, though Kafka Streams is used there: {named}. Their topologies are missing: give one module."


def _by_folder(files: Sequence[SourceFile]) -> str:
    """Count files by the folders next below the one that all lie in."""
    folders = [file.name.rpartition("/")[0] for file in files]
    common = commonpath(folders) if all(folders) else ""
    depth = common.count("/") + 2 if common else 1
    counts = Counter("/".join(folder.split("/")[:depth]) for folder in folders)
    shown = [f"{folder or '.'} {number:,}" for folder, number in counts.most_common(_FOLDERS)]
    more = len(counts) - len(shown)
    return ", ".join([*shown, f"{more:,} more folders"] if more else shown)
