"""The programs and recordings as they lie in the fixtures; none of this needs Java."""

import pytest

from tests.oracle.programs import RECORDINGS, Program, find_programs, recording_path
from tests.oracle.recording import read_recording, write_recording
from tests.oracle.versions import DEFAULT_VERSIONS, is_within, optimization_settings

RECORDED = [
    (version, program) for version in DEFAULT_VERSIONS for program in find_programs() if program.exists_at(version)
]


@pytest.mark.parametrize(("version", "program"), RECORDED, ids=lambda value: getattr(value, "key", value))
def test_a_program_has_a_recording_that_is_written_as_it_is_read(version: str, program: Program) -> None:
    text = recording_path(version, program).read_text(encoding="utf-8")

    recording = read_recording(text)

    assert write_recording(recording) == text
    assert (recording.kafka_version, recording.program) == (version, program.path)
    assert tuple(recording.results) == optimization_settings(version)


def test_every_recording_has_a_program() -> None:
    expected = {recording_path(version, program) for version, program in RECORDED}

    assert {path for version in DEFAULT_VERSIONS for path in (RECORDINGS / version).glob("**/*.txt")} == expected


def test_titles_are_sentences_that_differ() -> None:
    titles = [program.title for program in find_programs()]

    assert [title for title in titles if not title.endswith(".")] == []
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize(
    ("version", "since", "until", "expected"),
    [
        ("2.3.1", None, None, True),
        ("2.3.1", "2.4", None, False),
        ("2.4.0", "2.4", None, True),
        ("3.10.0", "3.9", None, True),
        ("2.8.2", None, "2.8", True),
        ("2.8.2", None, "2.8.1", False),
        ("3.0.0", None, "2.8", False),
    ],
)
def test_versions_lie_in_ranges(version: str, since: str | None, until: str | None, expected: bool) -> None:
    assert is_within(version, since, until) is expected
