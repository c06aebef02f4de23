"""An archive is read in a process of its own, and whatever it does to that is told."""

import gzip
import io
import struct
import tarfile

import pytest

from tests.intake.archives import FILES, PROGRAM, tarred, zipped
from tests.processes import linux_only
from topoviz.intake import apart
from topoviz.intake.apart import read_archive_apart
from topoviz.intake.reading import BadArchive, TooMuch
from topoviz.intake.room import Room


@pytest.fixture
def read(tmp_path):
    """Read bytes as an archive on disk."""

    def read(data, room=None, **options):
        path = tmp_path / "upload"
        path.write_bytes(data)
        with path.open("rb") as file:
            return read_archive_apart(file, "The archive", room or Room(), **options)

    return read


def test_it_gives_what_is_taken_with_notes(read):
    others = {"repo-main/B.java": b"\xff", "repo-main/\u2603.kt": "val \u2603 = 1".encode()}

    taken = read(zipped(FILES | others).read())

    assert [file.name for file in taken.files] == ["pom.xml", "src/main/java/A.java", "\u2603.kt"]
    assert taken.files[1].text == PROGRAM.decode()
    assert taken.notes == ("Not read: B.java; no text in UTF-8.",)


def test_what_is_refused_is_refused_in_the_same_words(read):
    with pytest.raises(BadArchive, match="The archive cannot be read as an archive: it is damaged"):
        read(b"plain text")
    with pytest.raises(TooMuch, match="has more than 100,000 entries"):
        read(tarred({f"{number}": b"" for number in range(100_001)}, "w").read())


def attributes_without_end(size):
    """Give a tar.gz whose first member's attributes have so many bytes, which are read into memory."""
    header = tarfile.TarInfo("pax")
    header.type, header.size = tarfile.XHDTYPE, size
    into = io.BytesIO()
    with gzip.open(into, "wb", compresslevel=1) as packed:
        packed.write(header.tobuf())
        for _ in range(size >> 20):
            packed.write(b"\0" * (1 << 20))
    return into.getvalue()


@linux_only
def test_what_needs_too_much_memory_is_told(read, monkeypatch):
    monkeypatch.setattr(apart, "MEMORY", 200 << 20)

    with pytest.raises(TooMuch, match="more time or memory"):
        read(attributes_without_end(250 << 20))


def test_what_takes_too_long_is_told(read):
    with pytest.raises(TooMuch, match="more time or memory"):
        read(zipped(FILES).read(), seconds=0)


def test_a_dictionary_of_gigabytes_is_not_made(read):
    """An old xz says itself how much memory it wants."""
    with pytest.raises((BadArchive, TooMuch)):
        read(b"\x5d" + struct.pack("<I", 0xFFFF_FFFF) + b"\xff" * 8 + b"\0" * 100)
