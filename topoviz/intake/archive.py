"""An archive that somebody hands in: a zip, or a tar, packed or not. Nothing is unpacked onto a disk.

An archive is anybody's: its sizes are counted while it is read and not believed, links and devices are passed over,
archives within archives are not opened, and names are only names.
"""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from pathlib import PurePosixPath
from typing import IO, Final

from topoviz.engine.source import SourceFile
from topoviz.intake.choice import Taken, is_wanted
from topoviz.intake.reading import MOST_BYTES_OF_ONE, BadArchive, Reading, TooMuch

MOST_MEMBERS: Final = 100_000
MOST_UNPACKED: Final = 500_000_000
"""Bytes that may come out of a tar while members in it are passed over, which must be unpacked for that."""

SUFFIXES: Final = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_BROKEN: Final = (
    EOFError, LZMAError, NotImplementedError, OSError, RuntimeError, UnicodeDecodeError, ValueError, tarfile.TarError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def is_archive(name: str) -> bool:
    """Tell by its name whether a file is an archive that can be read."""
    return name.lower().endswith(SUFFIXES)


def read_archive(source: IO[bytes], called: str) -> Taken:
    """Read the programs in an archive, by `called` in what is said of it.

    Raises TooMuch for one that holds too many, and BadArchive for one that cannot be read.
    """
    reading = Reading(called)
    try:
        for name, data in _members(source, called):
            reading.take(name, data)
    except TooMuch:
        raise
    except _BROKEN as error:
        raise BadArchive(f"{called} cannot be read as an archive: it is damaged, locked or something else.") from error
    reading.files = _without_common_folder(reading.files)
    return reading.taken()


def _members(source: IO[bytes], called: str) -> Iterator[tuple[str, bytes]]:
    """Give the members that may belong to a program, with one byte more than they may have at most."""
    if zipfile.is_zipfile(source):
        source.seek(0)
        with zipfile.ZipFile(source) as packed:
            if len(packed.infolist()) > MOST_MEMBERS:
                raise TooMuch(called)
            for one in packed.infolist():
                name = _plain(one.filename)
                if name is not None and not one.is_dir() and not _is_link(one) and is_wanted(name):
                    with packed.open(one) as member:
                        yield name, member.read(MOST_BYTES_OF_ONE + 1)
        return
    source.seek(0)
    with tarfile.open(fileobj=source, mode="r|*") as packed_as_tar:
        for number, entry in enumerate(packed_as_tar):
            if number > MOST_MEMBERS or entry.offset + entry.size > MOST_UNPACKED:
                raise TooMuch(called)
            name = _plain(entry.name)
            if name is not None and entry.isfile() and is_wanted(name):
                content = packed_as_tar.extractfile(entry)
                if content is not None:
                    yield name, content.read(MOST_BYTES_OF_ONE + 1)


def _is_link(member: zipfile.ZipInfo) -> bool:
    return (member.external_attr >> 16) & 0o170000 == 0o120000


def _plain(name: str) -> str | None:
    """Give a name with `/` between its parts; None for one that leads out of the archive."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        return None
    return path.as_posix()


def _without_common_folder(files: list[SourceFile]) -> list[SourceFile]:
    """Leave out the one folder that everything lies in, as archives of repositories have it."""
    firsts = {file.name.partition("/")[0] for file in files}
    if len(firsts) != 1 or any("/" not in file.name for file in files):
        return files
    return [SourceFile(file.name.partition("/")[2], file.text) for file in files]
