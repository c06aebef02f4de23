"""What a program is compared with: the same files at a reference of git, other files, or what a server has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from topoviz.cli.checking.places import Place, read_at, under
from topoviz.cli.failure import Failure, failing
from topoviz.cli.reading import read_from_within
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.intake.choice import Taken
from topoviz.intake.git import NotInGit, is_git, knows, read_git
from topoviz.intake.reading import TooMuch
from topoviz.intake.room import Room

_SHORT: Final = 8
"""Letters of a commit, as people write it."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What is compared with, in `words`; without a `submission`, `why_not` says in a sentence why there is none."""

    words: str
    submission: Submission | None = None
    why_not: str = ""
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """What of it is not read, in sentences, which may be the same for the new version."""


def read_baseline(
    spelled: Sequence[str], places: Sequence[Place], settings: Settings, here: Path, room: Room
) -> Baseline:
    """Read what is named, as much as there is room for; what git does not have at a reference is new since then.

    Raises Failure.
    """
    files: dict[str, SourceFile] = {}
    notes: list[str] = []
    left_out: list[str] = []
    missing: list[Place] = []
    named: list[str] = []
    for number, one in enumerate(spelled):
        if _is_reference(one, here):
            before = read_at(one, places, here, room)
            taken = before.taken
            missing += before.missing
            named.append(one if before.commit.startswith(one) else f"{one} ({before.commit[:_SHORT]})")
        else:
            named.append(one)
            place = places[number] if len(spelled) == len(places) else None
            taken = _files(one, place, here, room)
        files.update((file.name, file) for file in taken.files)
        left_out += taken.notes
    words = ", ".join(named)
    if not files:
        names = ", ".join(one.given for one in missing)
        return Baseline(words, why_not=f"{words} has nothing of {names}, so that there is nothing to compare with.")
    if missing:
        notes.append(f"New since {words}: {', '.join(one.given for one in missing)}.")
    return Baseline(words, Submission(Bundle(tuple(files.values())), settings), "", tuple(notes), tuple(left_out))


def _is_reference(spelled: str, here: Path) -> bool:
    if spelled == "-" or ":" in spelled or not is_git(f"{spelled}:"):
        return False
    if not Path(spelled).exists():
        return True
    # A file would be compared with itself where the branch of that name is meant.
    if not spelled.startswith((".", "/")) and knows(spelled, here):
        raise Failure(
            f"{spelled} is a file or a folder here, and a reference of git too. Write ./{spelled} for the one, or "
            f"refs/heads/{spelled} for the other."
        )
    return False


def _files(spelled: str, place: Place | None, here: Path, room: Room) -> Taken:
    if spelled != "-" and not Path(spelled).exists():
        if not is_git(spelled):
            raise Failure(
                f"{spelled} cannot be read: there is no such file. A baseline is a reference of git such as "
                "origin/main, a file, a folder, or REFERENCE:PATH."
            )
        with failing(NotInGit, TooMuch):
            taken = read_git(spelled, here, room)
    else:
        taken = read_from_within(spelled, room)
    return taken if place is None else under(taken, place.name)
