"""An archive that somebody hands in: a zip, or a tar, packed or not. Nothing is unpacked onto a disk.

An archive is anybody's: its sizes are counted while it is read and not believed, links and devices are passed over,
archives within archives are not opened, and names are only names. What it is, its first bytes say, and not its name.
"""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from lzma import LZMAError
from pathlib import PurePosixPath
from typing import IO, Final

from topoviz.intake.choice import Taken, is_wanted
from topoviz.intake.reading import BadArchive, Reading, TooMuch
from topoviz.intake.room import Most, Room

MOST: Final = Most(files=5_000, all_bytes=20 * 2**20)
"""What is looked through; less than of a folder, which is the own one."""
MOST_MEMBERS: Final = 100_000
MOST_UNPACKED: Final = 500 * 2**20
"""Bytes that may come out of a tar while members in it are passed over, which must be unpacked for that."""

SUFFIXES: Final = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_BROKEN: Final = (
    EOFError, LZMAError, NotImplementedError, OSError, RuntimeError, UnicodeDecodeError, ValueError, tarfile.TarError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def is_archive(name: str) -> bool:
    """Tell by its name whether a file is an archive that can be read."""
    return name.lower().endswith(SUFFIXES)


def read_archive(source: IO[bytes], called: str, room: Room | None = None) -> Taken:
    """Read the programs in an archive, by `called` in what is said of it.

    Raises TooMuch for one that is larger than any program, and BadArchive for one that cannot be read.
    """
    reading = Reading(called, room or Room(), MOST)
    begin = source.read(4)
    source.seek(0)
    try:
        for name, data in (_of_zip if begin in _ZIP else _of_tar)(source, reading):
            reading.take(name, data)
    except TooMuch:
        raise
    except _BROKEN as error:
        raise BadArchive(f"{called} cannot be read as an archive: it is damaged, locked or something else.") from error
    return reading.taken(_common_folder(reading.files))


def _of_zip(source: IO[bytes], reading: Reading) -> Iterator[tuple[str, bytes]]:
    """Give the members that may belong to a program, with one byte more than they may have at most."""
    with zipfile.ZipFile(source) as packed:
        if len(packed.infolist()) > MOST_MEMBERS:
            raise TooMuch(f"{reading.called} has more than {MOST_MEMBERS:,} entries.")
        for one in packed.infolist():
            name = _plain(one.filename)
            if one.is_dir() or not _may_be_taken(name, reading, is_link=_is_link(one)):
                continue
            if one.file_size > reading.room.one_bytes:
                # Unpacking never gives more than it says here.
                reading.leave_large(name)
                continue
            with packed.open(one) as member:
                yield name, member.read(reading.room.one_bytes + 1)


def _of_tar(source: IO[bytes], reading: Reading) -> Iterator[tuple[str, bytes]]:
    """Give the members that may belong to a program, with one byte more than they may have at most."""
    with tarfile.open(fileobj=source, mode="r:*") as packed:
        for number, entry in enumerate(packed):
            if number >= MOST_MEMBERS:
                raise TooMuch(f"{reading.called} has more than {MOST_MEMBERS:,} entries.")
            if entry.offset_data + entry.size > MOST_UNPACKED:
                raise TooMuch(f"{reading.called} has more than {MOST_UNPACKED >> 20} MB when it is unpacked.")
            name = _plain(entry.name)
            is_link = entry.issym() or entry.islnk()
            if (entry.isfile() or is_link) and _may_be_taken(name, reading, is_link=is_link):
                content = packed.extractfile(entry)
                assert content is not None
                yield name, content.read(reading.room.one_bytes + 1)
        if _ends_early(packed):
            raise tarfile.ReadError("There is no end mark.")


def _ends_early(packed: tarfile.TarFile) -> bool:
    """Tell whether a tar that was read to its end lacks its end mark; reading one that was cut off raises nothing."""
    assert packed.fileobj is not None
    packed.fileobj.seek(packed.offset)
    return packed.fileobj.read(tarfile.BLOCKSIZE) != tarfile.NUL * tarfile.BLOCKSIZE


def _is_link(member: zipfile.ZipInfo) -> bool:
    return (member.external_attr >> 16) & 0o170000 == 0o120000


def _plain(name: str) -> str:
    """Give a name with `/` between its parts; one that is not UTF-8 is taken for Latin-1, as old programs write it."""
    try:
        name.encode()
    except UnicodeEncodeError:
        name = name.encode(errors="surrogateescape").decode("latin-1")
    return PurePosixPath(name.replace("\\", "/").replace("\0", "\N{REPLACEMENT CHARACTER}")).as_posix()


def _may_be_taken(name: str, reading: Reading, *, is_link: bool) -> bool:
    """Tell whether a member may belong to a program, and can be taken."""
    path = PurePosixPath(name)
    leads_out = path.is_absolute() or ".." in path.parts
    if not is_wanted(path.name if leads_out else name):
        return False
    if leads_out:
        reading.leave(name, "its path leads out of the archive")
    elif is_link:
        reading.leave(name, "a link, which is not followed")
    return not (leads_out or is_link)


def _common_folder(names: Iterable[str]) -> str:
    """Give the one folder that everything lies in, as archives of repositories have it; empty when there is none."""
    folders = {name.partition("/")[0] if "/" in name else "" for name in names}
    return f"{min(folders)}/" if len(folders) == 1 and not folders & {"", "src"} else ""
