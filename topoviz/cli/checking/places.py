"""The files that are checked, by their names from the top of the repository, here and at a reference of git.

Both versions have the same names, so that calls are matched line by line, and forges find the lines of findings.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath, PurePosixPath

from topoviz.cli.failure import failing
from topoviz.cli.reading import read_files, read_from_within
from topoviz.engine.source import SourceFile
from topoviz.intake.archive import is_archive
from topoviz.intake.choice import Taken
from topoviz.intake.fitting import fit
from topoviz.intake.git import NotInGit, read_paths
from topoviz.intake.reading import TooMuch
from topoviz.intake.room import Room


@dataclass(frozen=True, slots=True)
class Place:
    """A file or a folder as somebody gives it, and its name from the top of the repository; `.` is the top itself."""

    given: str
    name: str
    is_inside: bool = True
    """Whether it lies in the repository."""

    @property
    def is_named_by_git(self) -> bool:
        """Tell whether git may have the same at a reference."""
        return self.is_inside and self.given != "-" and not is_archive(self.given)


def places_of(given: Sequence[str], here: Path) -> tuple[Place, ...]:
    """Name what is given; outside of a repository, names count from `here`."""
    top = top_of(here) or here
    return tuple(_place(one, here, top) for one in given)


def top_of(here: Path) -> Path | None:
    """Give the folder of the repository in which one lies."""
    return next((one for one in (here, *here.parents) if (one / ".git").exists()), None)


def _place(given: str, here: Path, top: Path) -> Place:
    whole = Path(os.path.abspath(here / given))  # noqa: PTH100 - links in it are meant as they are written
    if whole.is_relative_to(top):
        return Place(given, whole.relative_to(top).as_posix())
    return Place(given, PurePath(given).as_posix(), is_inside=False)


def read_here(places: Sequence[Place], room: Room) -> Taken:
    """Read what is there now, as much as there is room for; raises Failure."""
    return _together((_read_here(one, room) for one in places), room)


@dataclass(frozen=True, slots=True)
class Before:
    """The same files at a commit; those that git does not have there are `missing`."""

    commit: str
    taken: Taken
    missing: tuple[Place, ...]


def read_at(reference: str, places: Sequence[Place], here: Path, room: Room) -> Before:
    """Read the same at a reference of git, as much as there is room for; raises Failure."""
    asked = {_path_for_git(one, here): one for one in places if one.is_named_by_git}
    with failing(NotInGit, TooMuch):
        found = read_paths(reference, list(asked), here, room)
    taken = _together((_below(one, asked[path].name) for path, one in found.taken.items()), room)
    missing = tuple(one for one in places if _path_for_git(one, here) not in found.taken)
    return Before(found.commit, taken, missing)


def under(taken: Taken, name: str) -> Taken:
    """Give files of another place the names that they have below one; a single file gets the name itself."""
    if len(taken.files) == 1 and PurePosixPath(name).suffix:
        return replace(taken, files=(SourceFile(name, taken.files[0].text),))
    return _below(taken, name)


def _path_for_git(place: Place, here: Path) -> str:
    return f"./{os.path.relpath(place.given, here) if Path(place.given).is_absolute() else place.given}"


def _read_here(place: Place, room: Room) -> Taken:
    if place.given == "-" or is_archive(place.given):
        return read_files(place.given, room)
    taken = read_from_within(place.given, room)
    if Path(place.given).is_dir():
        return _below(taken, place.name)
    return replace(taken, files=(SourceFile(place.name, taken.files[0].text),))


def _below(taken: Taken, name: str) -> Taken:
    """Put the name of a folder before those of its files; a file that was asked for by itself has its own."""
    if len(taken.files) == 1 and PurePosixPath(name).name == taken.files[0].name:
        return replace(taken, files=(SourceFile(name, taken.files[0].text),))
    before = "" if name == "." else f"{name}/"
    return replace(taken, files=tuple(SourceFile(f"{before}{one.name}", one.text) for one in taken.files))


def _together(taken: Iterable[Taken], room: Room) -> Taken:
    """Put files together, each name once, as many as there is room for."""
    files: dict[str, SourceFile] = {}
    notes: list[str] = []
    for one in taken:
        files.update((file.name, file) for file in one.files)
        notes += one.notes
    return fit(Taken(tuple(files.values()), tuple(dict.fromkeys(notes))), room)
