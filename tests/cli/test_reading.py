"""What a command is given to read."""

import pytest

from tests.intake.archives import FILES, zipped
from topoviz.cli.main import UNREADABLE, main


def test_an_archive_is_read_as_the_files_in_it(tmp_path, capsys):
    archive = tmp_path / "repo.zip"
    archive.write_bytes(zipped(FILES | {"repo-main/src/test/java/ATest.java": b"class ATest { }"}).read())

    main(["describe", str(archive)])

    printed = capsys.readouterr()
    assert "KSTREAM-SOURCE-0000000000 (topics: [a])" in printed.out
    assert "note: Not read: 1 file of tests." in printed.err


@pytest.mark.parametrize(
    ("data", "words"), [(b"PK", "cannot be read as an archive"), (zipped({"a.png": b""}).read(), "holds no program")]
)
def test_an_archive_with_nothing_to_read_is_told(tmp_path, capsys, data, words):
    archive = tmp_path / "repo.tgz"
    archive.write_bytes(data)

    assert main(["describe", str(archive)]) == UNREADABLE
    assert words in capsys.readouterr().err
