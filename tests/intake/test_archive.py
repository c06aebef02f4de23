"""An archive gives its programs as a folder does, and may be anybody's."""

import io
import tarfile
import zipfile

import pytest

from topoviz.intake import archive, reading
from topoviz.intake.archive import read_archive
from topoviz.intake.reading import BadArchive, TooMuch

PROGRAM = b'import org.apache.kafka.streams.StreamsBuilder; class A { Object b = new StreamsBuilder().stream("a"); }'
FILES = {"repo-main/src/main/java/A.java": PROGRAM, "repo-main/pom.xml": b"<project/>", "repo-main/logo.png": b"\x89"}


def zipped(files):
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    into.seek(0)
    return into


def tarred(files, mode="w:gz"):
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode=mode) as packed:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            packed.addfile(member, io.BytesIO(data))
    into.seek(0)
    return into


@pytest.mark.parametrize(
    "pack", [zipped, tarred, lambda files: tarred(files, "w"), lambda files: tarred(files, "w:xz")]
)
def test_its_programs_are_taken_without_the_folder_that_all_lies_in(pack):
    assert [file.name for file in read_archive(pack(FILES), "repo.zip").files] == ["pom.xml", "src/main/java/A.java"]


@pytest.mark.parametrize("name", ["../A.java", "/etc/A.java", "a/../../A.java", "..\\A.java"])
def test_names_that_lead_out_of_it_are_passed_over(name):
    assert read_archive(zipped({name: PROGRAM, "B.java": PROGRAM}), "x.zip").files[0].name == "B.java"
    assert len(read_archive(tarred({name: PROGRAM, "B.java": PROGRAM}), "x.tgz").files) == 1


def test_links_and_archives_within_it_are_passed_over():
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w") as packed:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE):
            link = tarfile.TarInfo(f"Link{kind.decode()}.java")
            link.type, link.linkname = kind, "/etc/passwd"
            packed.addfile(link)
    into.seek(0)

    assert read_archive(into, "x.tar").files == ()
    assert read_archive(zipped({"inner.zip": zipped(FILES).read()}), "x.zip").files == ()


def test_a_member_that_grows_when_it_is_unpacked_is_read_no_further_than_is_looked_at():
    taken = read_archive(zipped({"A.java": PROGRAM, "B.java": b" " * 50_000_000}), "x.zip")

    assert [file.name for file in taken.files] == ["A.java"]
    assert taken.notes == ("Left out: B.java; more than 1 MB, as only generated files have.",)


def test_a_tar_that_grows_beyond_all_measure_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "MOST_UNPACKED", 1_000_000)

    with pytest.raises(TooMuch):
        read_archive(tarred({"movie.bin": b"\0" * 2_000_000, "A.java": PROGRAM}), "x.tgz")


def test_more_files_than_are_looked_at_are_refused(monkeypatch):
    monkeypatch.setattr(reading, "MOST_FILES", 2)

    with pytest.raises(TooMuch, match=r"x\.zip holds more than"):
        read_archive(zipped({f"A{number}.java": PROGRAM for number in range(3)}), "x.zip")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 and nothing more", b"plain text", tarred(FILES).read()[:120]])
def test_what_is_no_whole_archive_is_refused_with_a_reason(data):
    with pytest.raises(BadArchive, match="cannot be read as an archive"):
        read_archive(io.BytesIO(data), "x.zip")
