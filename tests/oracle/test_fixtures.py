"""The programs and recordings as they lie in the fixtures; none of this needs Java."""

import pytest

from tests.oracle.check import recordings_of
from tests.oracle.programs import RECORDINGS, Program, by_group, find_programs, recording_path
from tests.oracle.recording import write_recordings
from tests.oracle.versions import is_within, optimization_settings

PROGRAMS = find_programs()


@pytest.mark.parametrize("programs", by_group(PROGRAMS).values(), ids=by_group(PROGRAMS))
def test_a_program_is_recorded_at_every_version_that_has_it_and_written_as_it_is_read(programs: list[Program]) -> None:
    for program in programs:
        recordings = recordings_of(program)

        assert tuple(recordings) == program.recorded_versions, program.key
        assert write_recordings(recordings.values()) == recording_path(program).read_text(encoding="utf-8")
        for version, recording in recordings.items():
            assert (recording.kafka_version, recording.program) == (version, program.path)
            assert tuple(recording.results) == optimization_settings(version), program.key


def test_every_recording_has_a_program() -> None:
    assert set(RECORDINGS.rglob("*.txt")) == {recording_path(program) for program in PROGRAMS}


def test_the_recordings_have_something_to_compare() -> None:
    records = [recording.results["none"][0] for program in PROGRAMS for recording in recordings_of(program).values()]

    assert sum(1 for record in records if record.topics) > 1000
    assert sum(1 for record in records if record.copartition_groups) > 200


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
