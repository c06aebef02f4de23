"""A folder gives its programs, build files and configuration, and leaves aside what a build or a tool makes."""

import pytest

from topoviz.intake import folder
from topoviz.intake.folder import read_folder
from topoviz.intake.room import Most, Room

PROGRAM = 'import org.apache.kafka.streams.StreamsBuilder; class A { Object b = new StreamsBuilder().stream("a"); }'


@pytest.fixture
def made(tmp_path):
    """Make files below a folder."""

    def make(files):
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return make


def names_in(folder):
    return [file.name.removeprefix(f"{folder}/") for file in read_folder(folder).files]


def test_programs_settings_and_build_files_are_taken(made):
    folder = made(
        {
            "app/src/main/java/build/A.java": PROGRAM,
            "app/src/main/resources/application.yml": "a: 1",
            "app/pom.xml": "<project/>",
            "gradle/libs.versions.toml": "[versions]",
            "README.md": "x",
            "app/target/classes/application.yml": "a: 2",
            "build/generated/B.java": PROGRAM,
            ".git/config.properties": "a=1",
        }
    )

    assert names_in(folder) == [
        "app/pom.xml",
        "app/src/main/java/build/A.java",
        "app/src/main/resources/application.yml",
        "gradle/libs.versions.toml",
    ]


def test_tests_are_left_aside_and_told_where_there_is_something_else(made):
    folder = made({"src/main/java/A.java": PROGRAM, "src/test/java/ATest.java": PROGRAM})

    assert names_in(folder) == ["src/main/java/A.java"]
    assert read_folder(folder).notes == ("Not read: 1 file of tests.",)


def test_tests_are_taken_where_they_alone_hold_topologies(made):
    assert len(names_in(made({"src/main/java/A.java": "class A { }", "src/test/java/ATest.java": PROGRAM}))) == 2


def test_what_is_too_large_or_no_text_is_told(made):
    taken = read_folder(made({"A.java": PROGRAM, "B.java": b"x" * (Room().one_bytes + 1), "C.java": b"\xe4\xff"}))

    assert len(taken.files) == 1
    assert [note.partition("; ")[2] for note in taken.notes] == [
        "more than 1 MB, as only generated files have.",
        "no text in UTF-8.",
    ]


def test_links_are_not_followed(made, tmp_path_factory):
    folder = made({"A.java": PROGRAM})
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "Secret.java").write_text(PROGRAM)
    (folder / "Link.java").symlink_to(elsewhere / "Secret.java")
    (folder / "linked").symlink_to(elsewhere)

    assert names_in(folder) == ["A.java"]


def test_no_more_is_looked_through_than_a_folder_of_programs_holds(made, monkeypatch):
    monkeypatch.setattr(folder, "OWN", Most(files=2))

    taken = read_folder(made({f"A{number}.java": PROGRAM for number in range(4)}))

    assert len(taken.files) == 2
    assert taken.notes[0].endswith("A2.java and 1 more; at most 2 files or 150 MB are looked through.")
