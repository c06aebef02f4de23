"""An archive gives its programs as a folder does, and may be anybody's."""

import io
import tarfile
import zipfile

import pytest

from tests.intake.archives import FILES, PROGRAM, tarred, zipped
from topoviz.intake import archive
from topoviz.intake.archive import read_archive
from topoviz.intake.reading import BadArchive, TooMuch
from topoviz.intake.room import Most, Room


@pytest.mark.parametrize(
    "pack", [zipped, tarred, lambda files: tarred(files, "w"), lambda files: tarred(files, "w:xz")]
)
def test_its_programs_are_taken_without_the_folder_that_all_lies_in(pack):
    assert [file.name for file in read_archive(pack(FILES), "repo.zip").files] == ["pom.xml", "src/main/java/A.java"]


@pytest.mark.parametrize("name", ["../A.java", "/etc/A.java", "a/../../A.java", "..\\A.java"])
def test_names_that_lead_out_of_it_are_passed_over_and_told(name):
    for pack in (zipped, tarred):
        taken = read_archive(pack({name: PROGRAM, "B.java": PROGRAM}), "x.zip")

        assert [file.name for file in taken.files] == ["B.java"]
        assert taken.notes == (f"Not read: {name.replace(chr(92), '/')}; its path leads out of the archive.",)


def test_links_and_archives_within_it_are_passed_over():
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w") as packed:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE):
            link = tarfile.TarInfo(f"Link{kind.decode()}.java")
            link.type, link.linkname = kind, "/etc/passwd"
            packed.addfile(link)
    into.seek(0)

    taken = read_archive(into, "x.tar")
    assert taken.files == ()
    assert taken.notes == ("Not read: Link2.java and 1 more; a link, which is not followed.",)
    assert read_archive(zipped({"inner.zip": zipped(FILES).read()}), "x.zip").files == ()


def test_a_member_that_grows_when_it_is_unpacked_is_read_no_further_than_is_looked_at():
    taken = read_archive(zipped({"A.java": PROGRAM, "B.java": b" " * 50_000_000}), "x.zip")

    assert [file.name for file in taken.files] == ["A.java"]
    assert taken.notes == ("Not read: B.java; more than 1 MB, as only generated files have.",)


def test_a_tar_that_grows_beyond_all_measure_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "MOST_UNPACKED", 1_000_000)

    with pytest.raises(TooMuch, match="when it is unpacked"):
        read_archive(tarred({"movie.bin": b"\0" * 2_000_000, "A.java": PROGRAM}), "x.tgz")


def test_no_more_is_looked_through_than_there_is_memory_for(monkeypatch):
    monkeypatch.setattr(archive, "MOST", Most(files=2))

    taken = read_archive(zipped({f"A{number}.java": PROGRAM for number in range(3)}), "x.zip")

    assert len(taken.files) == 2
    assert taken.notes == ("Not read: A2.java; at most 2 files or 150 MB are looked through.",)


def test_what_is_taken_is_counted_when_tests_are_left_aside():
    tests = {f"src/test/java/A{number}Test.java": PROGRAM for number in range(5)}
    files = {"src/main/java/A.java": PROGRAM, "pom.xml": b"<project/>", **tests}

    assert read_archive(zipped(files), "x.zip", Room(files=2)).notes == ("Not read: 5 files of tests.",)
    assert "Not read: 1 of 2 files" in read_archive(zipped(files), "x.zip", Room(files=1)).notes[1]
    assert "or 0 KB are read" in read_archive(zipped(files), "x.zip", Room(all_bytes=len(PROGRAM))).notes[1]


def test_a_tar_that_ends_with_a_jar_is_no_zip():
    """What a zip is known by stands at its end, and a packed tar has none there."""
    jar = zipped({"inner/application.yml": b"a: 1"}, zipfile.ZIP_STORED).read()

    taken = read_archive(tarred({"A.java": PROGRAM, "gradle-wrapper.jar": jar}, "w"), "-")

    assert [file.name for file in taken.files] == ["A.java"]


def test_the_last_of_two_files_of_a_name_is_taken_as_when_it_is_unpacked():
    both = [("A.java", b"class A { }"), ("./A.java", PROGRAM)]
    for packed in (zipped(both), tarred(both)):
        taken = read_archive(packed, "x")

        assert [file.text for file in taken.files] == [PROGRAM.decode()]
        assert taken.notes == ("Not read: A.java; another of the same name comes after it, and is taken.",)


def test_names_in_old_encodings_stay_apart_and_can_be_written():
    names = ["\xe4.java", "\xf6.java"]
    packed = tarred(dict.fromkeys(names, PROGRAM), "w", encoding="latin-1", format=tarfile.USTAR_FORMAT)

    assert [file.name for file in read_archive(packed, "x").files] == names


def test_text_is_told_from_what_is_none():
    files = {
        "A.java": PROGRAM.decode().encode("utf-16"),
        "B.java": "class B { }".encode("utf-16-le"),
        "._C.java": b"\0\5\x16\7",
    }
    taken = read_archive(zipped(files), "x.zip")

    assert [file.text for file in taken.files] == [PROGRAM.decode()]
    assert taken.notes == ("Not read: B.java; no text in UTF-8.",)


def test_a_name_that_is_too_long_is_told():
    taken = read_archive(zipped({"a" * 600 + ".java": PROGRAM, "B.java": PROGRAM}), "x.zip", Room(name_length=500))

    assert [file.name for file in taken.files] == ["B.java"]
    assert taken.notes == (f"Not read: {'a' * 200}…; its path has more than 500 letters.",)


def cut_at_a_header():
    """Give a tar of two members of which only the first is there, whole."""
    return tarred([("A.java", PROGRAM), ("B.java", PROGRAM)], "w").read()[:1024]


def of_bad_header():
    data = bytearray(tarred([("A.java", PROGRAM), ("B.java", PROGRAM)], "w").read())
    data[1024:1030] = b"\xff" * 6
    return bytes(data)


def locked():
    """Give a zip that says of its member that it needs a password."""
    data = bytearray(zipped({"A.java": PROGRAM}).read())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 and nothing more",
        b"plain text",
        tarred(FILES).read()[:120],
        cut_at_a_header(),
        of_bad_header(),
        locked(),
    ],
)
def test_what_is_no_whole_archive_is_refused_with_a_reason(data):
    with pytest.raises(BadArchive, match="cannot be read as an archive"):
        read_archive(io.BytesIO(data), "x.zip")
