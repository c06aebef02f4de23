"""What git holds at a reference: `main:src/main/java`, `HEAD~1:Orders.java`, as git itself writes it.

Git only looks things up, in a process that is limited and killed: nothing is checked out, no filter or hook runs, and
nothing is fetched. A reference is never an option, and no shell sees it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from topoviz.child import Allowance, Answer, Ending, run_child
from topoviz.engine.source import SourceFile
from topoviz.intake.choice import Taken, is_wanted
from topoviz.intake.reading import Reading, TooMuch
from topoviz.intake.room import OWN, Room, of_size
from topoviz.intake.text import decode_text

SECONDS: Final = 60
_MEMORY: Final = 4 << 30
"""Git maps its packs into memory, piece by piece."""
_LISTED: Final = 64 << 20
"""Bytes of a list of files."""
_QUIET: Final = ("-c", "core.packedGitWindowSize=32m", "-c", "core.packedGitLimit=256m")
_PASSED: Final = ("HOME", "XDG_CONFIG_HOME", "GIT_DIR", "GIT_CONFIG_GLOBAL", "USERPROFILE")
"""Where git finds the repository and whom it trusts."""
_NEVER: Final = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}

_SPELLED: Final = re.compile(r"(?P<reference>[^-:\s][^:\x00-\x20\x7f]*):(?P<path>[^\x00-\x1f\x7f]*)")
_LOOKED_UP: Final = re.compile(r"(blob|tree) [0-9a-f]{40,64} \d+")
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")
_FILE, _TREE, _LINK, _MODULE = "100", "040", "120", "160"
"""How the modes of entries begin."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit, who made it, and what that one says about it."""

    id: str
    author: str
    message: str


class NotInGit(ValueError):
    """A reference or a path that git does not have; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class AtReference:
    """What git has of some paths at a reference, which is a commit."""

    commit: str
    taken: Mapping[str, Taken]


@dataclass(frozen=True, slots=True)
class _Entry:
    mode: str
    object_id: str
    size: int
    name: str


def is_git(spelled: str) -> bool:
    """Tell whether a text has the form REFERENCE:PATH; a name with a drive before it has not."""
    return _SPELLED.fullmatch(spelled) is not None and _DRIVE.match(spelled) is None


def read_git(spelled: str, folder: Path, room: Room | None = None) -> Taken:
    """Read a file, or the programs in a folder, as git has them at a reference; names count from there.

    The path counts from the top of the repository in which `folder` lies, with `./` from `folder`. Of a folder, as much
    is read as there is room for. Raises NotInGit and TooMuch.
    """
    if not is_git(spelled):
        raise NotInGit(f"{spelled!r} is no reference and path of git, such as main:src/main/java.")
    found = _git(folder, ("rev-parse", "--verify", "--quiet", spelled))
    object_id = found.data.decode(errors="replace").strip()
    if found.ending is not Ending.DONE or re.fullmatch(r"[0-9a-f]{40,64}", object_id) is None:
        raise NotInGit(_why_not_there(spelled, folder))
    kind = _read(folder, spelled, ("cat-file", "-t", object_id)).decode().strip()
    if kind == "blob":
        return _one_file(spelled, object_id, folder)
    if kind != "tree":
        raise NotInGit(f"{spelled} is a {kind} of git, and neither a file nor a folder.")
    return _folder(spelled, object_id, folder, room or Room())


def knows(reference: str, folder: Path) -> bool:
    """Tell whether a text is a reference to a commit in the repository in which a folder lies."""
    try:
        return _commit_at(reference, folder) is not None
    except NotInGit:
        return False


def read_commit(reference: str, folder: Path) -> Commit | None:
    """Read a commit; None where git has none of that name."""
    try:
        asked = ("-1", "--no-show-signature", "--format=%H%x00%an%x00%B", "--end-of-options", reference, "--")
        found = _git(folder, ("log", *asked))
    except NotInGit:
        return None
    parts = found.data.decode(errors="replace").split("\0", 2)
    return Commit(parts[0], parts[1], parts[2].strip()) if found.ending is Ending.DONE and len(parts) == 3 else None


def branch_of(folder: Path) -> str:
    """Name the branch that is checked out; empty where none is."""
    try:
        found = _git(folder, ("symbolic-ref", "--quiet", "--short", "HEAD"))
    except NotInGit:
        return ""
    return found.data.decode(errors="replace").strip() if found.ending is Ending.DONE else ""


def read_paths(reference: str, paths: Sequence[str], folder: Path, room: Room | None = None) -> AtReference:
    """Read files and folders, all in one go, as git has them at a reference; names in a folder count from there.

    Paths count as in `read_git`. A folder without programs, and what is no text, is left out. Raises NotInGit where git
    does not know the reference, and TooMuch.
    """
    if not is_git(f"{reference}:") or any(re.search(r"[\x00-\x1f\x7f]", path) for path in paths):
        raise NotInGit(f"{reference!r} is no reference of git, such as main.")
    commit, room = _commit_at(reference, folder), room or Room()
    if commit is None:
        raise NotInGit(_why_not_there(f"{reference}:", folder))
    asked = "".join(f"{commit}:{path}\n" for path in paths).encode()
    said = _read(folder, reference, ("cat-file", "--batch-check=%(objecttype) %(objectname) %(objectsize)"), asked)
    there = {
        path: tuple(line.split())
        for path, line in zip(paths, said.decode(errors="replace").splitlines(), strict=True)
        if _LOOKED_UP.fullmatch(line)
    }
    blobs = {
        path: _Entry(_FILE, object_id, int(size), PurePosixPath(path).name)
        for path, (kind, object_id, size) in there.items()
        if kind == "blob"
    }
    if sum(entry.size for entry in blobs.values()) > OWN.all_bytes:
        raise TooMuch(f"{reference} holds more than {of_size(OWN.all_bytes)} in the files that are named.")
    texts = {
        path: decode_text(data)
        for path, data in zip(blobs, _contents(reference, list(blobs.values()), folder), strict=True)
    }
    taken = {path: Taken((SourceFile(blobs[path].name, text),)) for path, text in texts.items() if text is not None}
    for path, (kind, object_id, _) in there.items():
        if kind == "tree" and (of_folder := _below(f"{reference}:{path}", object_id, folder, room)).files:
            taken[path] = of_folder
    return AtReference(commit, taken)


def _commit_at(reference: str, folder: Path) -> str | None:
    """Give the id of the commit at a reference; None where git knows none. Raises NotInGit without git."""
    found = _git(folder, ("rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}"))
    return found.data.decode().strip() if found.ending is Ending.DONE else None


def _one_file(spelled: str, object_id: str, folder: Path) -> Taken:
    (data,) = _contents(spelled, [_Entry(_FILE, object_id, Room().all_bytes, "")], folder)
    text = decode_text(data)
    if text is None:
        raise NotInGit(f"{spelled} is not text in UTF-8.")
    return Taken((SourceFile(PurePosixPath(spelled.partition(":")[2]).name, text),))


def _folder(spelled: str, object_id: str, folder: Path, room: Room) -> Taken:
    taken = _below(spelled, object_id, folder, room)
    if not taken.files:
        raise NotInGit(f"{spelled} holds no program: no file of Java, Kotlin or Scala, and no build file.")
    return taken


def _below(spelled: str, object_id: str, folder: Path, room: Room) -> Taken:
    reading = Reading(spelled, room, OWN)
    wanted = []
    for entry in _entries(_read(folder, spelled, ("ls-tree", "-r", "-z", "-l", "--full-tree", object_id))):
        if entry.mode.startswith(_MODULE):
            reading.leave(entry.name, "another repository, which is not followed")
        elif not is_wanted(entry.name):
            continue
        elif entry.mode.startswith(_LINK):
            reading.leave(entry.name, "a link, which is not followed")
        elif reading.expects(entry.name, entry.size):
            wanted.append(entry)
    for entry, data in zip(wanted, _contents(spelled, wanted, folder), strict=True):
        reading.keep(entry.name, data)
    return reading.taken()


def _entries(listed: bytes) -> list[_Entry]:
    found = []
    for line in listed.split(b"\0")[:-1]:
        said, _, name = line.partition(b"\t")
        mode, _, object_id, size = said.decode().split()
        found.append(_Entry(mode, object_id, int(size) if size.isdigit() else 0, name.decode(errors="replace")))
    return found


def _contents(spelled: str, entries: Sequence[_Entry], folder: Path) -> list[bytes]:
    """Give what stands in files, in one go."""
    if not entries:
        return []
    asked = "".join(f"{entry.object_id}\n" for entry in entries).encode()
    output = sum(entry.size + 200 for entry in entries)
    answer = _read(folder, spelled, ("cat-file", "--batch"), asked, output)
    found, at = [], 0
    for _ in entries:
        end = answer.index(b"\n", at)
        said = answer[at:end].split()
        if len(said) != 3:
            raise NotInGit(f"{spelled} is not whole here: git has not fetched all of its files.")
        at = end + 1 + int(said[2]) + 1
        found.append(answer[end + 1 : at - 1])
    return found


def _why_not_there(spelled: str, folder: Path) -> str:
    if _git(folder, ("rev-parse", "--git-dir")).ending is not Ending.DONE:
        return f"{spelled} cannot be read: {folder} lies in no repository of git, or in one that git does not trust."
    reference, _, path = spelled.partition(":")
    if _commit_at(reference, folder) is None:
        return (
            f"{spelled} cannot be read: git knows no {reference} here. Fetch it first; a shallow clone has the newest "
            "commit only."
        )
    return (
        f"{spelled} cannot be read: there is no {path} at {reference}. Paths count from the top of the repository, and "
        "from this folder if they begin with ./"
    )


def _read(folder: Path, spelled: str, command: Sequence[str], given: bytes = b"", output: int = _LISTED) -> bytes:
    answer = _git(folder, command, given, output)
    if answer.ending is Ending.WROTE_TOO_MUCH:
        raise TooMuch(f"{spelled} holds more than is looked at.")
    if answer.ending is Ending.TOOK_TOO_LONG:
        raise TooMuch(f"{spelled} takes more time to read than it may.")
    if answer.ending is not Ending.DONE:
        raise NotInGit(f"{spelled} cannot be read: git ends with an error.")
    return answer.data


def _git(folder: Path, command: Sequence[str], given: bytes = b"", output: int = _LISTED) -> Answer:
    allowance = Allowance(wall_seconds=SECONDS, cpu_seconds=SECONDS, memory=_MEMORY, output=output)
    passed = {name: os.environ[name] for name in _PASSED if name in os.environ}
    try:
        return run_child(("git", *_QUIET, "-C", str(folder.absolute()), *command), given, allowance, passed | _NEVER)
    except OSError as error:
        raise NotInGit("Reading a reference of git needs git, which is not there.") from error
