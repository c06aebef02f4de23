"""Reading the files and settings that a command is given."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path, PurePath

from topoviz.cli.failure import Failure, failing
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.versions import UnknownVersion, parse_version
from topoviz.intake.apart import read_archive_apart
from topoviz.intake.archive import is_archive
from topoviz.intake.choice import Taken
from topoviz.intake.folder import read_folder
from topoviz.intake.reading import BadArchive, TooMuch
from topoviz.intake.room import Room
from topoviz.intake.text import decode


def read_submission(options: Namespace) -> tuple[Submission, tuple[str, ...]]:
    """Read the files, folders and archives named on the command line, and say what of them is left out.

    Raises Failure with a sentence for the user.
    """
    taken = [read_files(name) for name in options.files]
    settings = settings_of(options)
    files = tuple(file for one in taken for file in one.files)
    return Submission(Bundle(files), settings), tuple(note for one in taken for note in one.notes)


def settings_of(options: Namespace) -> Settings:
    """Give how the files are to be read; raises Failure with a sentence for the user."""
    with failing(UnknownVersion):
        version = None if options.kafka is None else parse_version(options.kafka)
    return Settings(
        kafka_version=version,
        optimize=options.optimize,
        language=None if options.language == "auto" else Language(options.language),
        set_values=dict(_read_assignment(text) for text in options.set),
        application_id=options.application_id,
    )


def read_files(name: str, room: Room | None = None) -> Taken:
    """Read a file, a folder or an archive, or standard input for `-`; raises Failure when that is not possible.

    Of a folder or an archive, as much is read as there is room for.
    """
    room = room or Room()
    if name == "-":
        return Taken((SourceFile("<stdin>", read_text(name)),))
    path = Path(name)
    if not path.is_dir() and not is_archive(name):
        return Taken((SourceFile(name, read_text(name)),))
    try:
        taken = read_folder(path, room) if path.is_dir() else _read_archive(path, room)
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror or error}.") from error
    except (BadArchive, TooMuch) as error:
        raise Failure(str(error)) from error
    if not taken.files:
        raise Failure(f"{name} holds no program: no file of Java, Kotlin or Scala, and no build file.")
    return taken


def read_from_within(name: str, room: Room | None = None) -> Taken:
    """Read as `read_files` does; the names of files in a folder count from there."""
    taken, path = read_files(name, room), Path(name)
    if name == "-" or not path.is_dir():
        return taken
    files = (SourceFile(PurePath(one.name).relative_to(path).as_posix(), one.text) for one in taken.files)
    return replace(taken, files=tuple(files))


def _read_archive(path: Path, room: Room) -> Taken:
    with path.open("rb") as file:
        return read_archive_apart(file, str(path), room)


def read_text(name: str) -> str:
    """Read a file, or standard input for `-`, as text; raises Failure when that is not possible."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror or error}.") from error
    try:
        return decode(data)
    except UnicodeDecodeError as error:
        raise Failure(f"{name} is not text in UTF-8: byte {error.start} is {data[error.start]:#04x}.") from error


def _read_assignment(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator or not key.strip():
        raise Failure(f"--set {text}: write KEY=VALUE, such as --set orders.topic=orders.")
    return key.strip(), value
