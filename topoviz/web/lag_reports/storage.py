"""Where uploaded files lie: each report has a directory of its own, and names of ours in it.

What a user calls a file never becomes part of a path.
"""

from __future__ import annotations

import os
import shutil
import time
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from django.conf import settings

STRAY_AFTER_SECONDS = 3600
"""An upload may take this long until its row is written; what is older and has none belongs to nobody."""


def uploads() -> Path:
    """Give the directory of all uploads."""
    return Path(settings.DATA) / "uploads"


def folder_of(report_id: uuid.UUID) -> Path:
    """Give the directory of one report."""
    return uploads() / str(report_id)


def file_of(report_id: uuid.UUID, number: int) -> Path:
    """Give the path of one uploaded file."""
    return folder_of(report_id) / f"{number}.upload"


def rejected_of(report_id: uuid.UUID) -> Path:
    """Give the path of the rows that could not be used."""
    return folder_of(report_id) / "rejected.csv"


def days_folder() -> Path:
    """Give the directory of the days of all projects."""
    return Path(settings.DATA) / "lag-days"


def drop_days(project_id: uuid.UUID) -> None:
    """Remove what is kept of the days of a project."""
    shutil.rmtree(days_folder() / str(project_id), ignore_errors=True)


def partial() -> Path:
    """Give the directory of files that arrive in pieces."""
    return uploads() / "partial"


def partial_of(upload_id: uuid.UUID) -> Path:
    """Give the path of what has arrived of a file in pieces."""
    return partial() / str(upload_id)


class ArrivedFile(Protocol):
    """A file that is on disk, but not where it stays."""

    @property
    def name(self) -> str | None:
        """What it is called."""

    @property
    def size(self) -> int | None:
        """How many bytes it has."""

    def temporary_file_path(self) -> str:
        """Where it lies."""


def keep_files(report_id: uuid.UUID, files: Iterable[ArrivedFile]) -> None:
    """Give files that have arrived a name where they stay, and see them onto the disk; raises OSError.

    Their old names go on being there, should the report come to nothing.
    """
    folder = folder_of(report_id)
    folder.mkdir(mode=0o700, parents=True)
    for number, file in enumerate(files):
        arrived, kept = Path(file.temporary_file_path()), file_of(report_id, number)
        with arrived.open("rb") as data:
            os.fsync(data.fileno())
        os.link(arrived, kept)
    _sync(folder)
    _sync(folder.parent)


def drop_files(report_id: uuid.UUID) -> None:
    """Remove what was kept for a report."""
    shutil.rmtree(folder_of(report_id), ignore_errors=True)


def drop_strays(known: set[str]) -> int:
    """Remove directories that belong to no report, and uploads that never ended; gives how many."""
    now, dropped = time.time(), 0
    places = list(uploads().glob("*")) + list((uploads() / "arriving").glob("*"))
    for place in places:
        if place.name in ("arriving", "partial") or place.name in known:
            continue
        try:
            if place.stat().st_mtime > now - STRAY_AFTER_SECONDS:
                continue
        except FileNotFoundError:
            continue
        if place.is_dir():
            shutil.rmtree(place, ignore_errors=True)
        else:
            place.unlink(missing_ok=True)
        dropped += 1
    return dropped


def _sync(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
