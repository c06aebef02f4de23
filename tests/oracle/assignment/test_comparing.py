"""At which releases who gets which task was compared with the real classes."""

import pytest

from tests.oracle.assignment.comparing import FACTS, Fact, asked_for, compared_table, decides, read_facts
from tests.oracle.assignment.library import ASSIGNMENT_VERSIONS
from topoviz.engine.assignment.compared import COMPARED, doubt_about
from topoviz.engine.versions import NOT_HELD, all_releases, parse_version

FACTS_OF_RELEASES = read_facts(FACTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("org/apache/kafka/streams/processor/internals/StreamsPartitionAssignor.java", True),
        ("org/apache/kafka/streams/processor/internals/assignment/ClientState.java", True),
        ("org/apache/kafka/streams/processor/assignment/assignors/StickyTaskAssignor.java", True),
        ("org/apache/kafka/coordinator/group/streams/assignor/StickyTaskAssignor.java", True),
        ("org/apache/kafka/streams/processor/TaskId.java", True),
        ("org/apache/kafka/streams/processor/internals/StreamTask.java", False),
        ("org/apache/kafka/coordinator/group/streams/StreamsGroup.java", False),
    ],
)
def test_what_gives_tasks_to_threads_decides_and_what_runs_them_does_not(path: str, expected: bool) -> None:
    assert decides(path) is expected


def test_a_release_is_held_by_one_that_was_asked_and_has_the_same_code() -> None:
    facts = (
        Fact("2.3.0", "a"),
        Fact("2.3.1", "a"),  # recorded
        Fact("2.4.0", "b", 200, 200, 1),
        Fact("2.4.1", "b", 200, 0, 1),
        Fact("2.4.2", NOT_HELD),
        Fact("2.4.3", "c"),
    )

    assert list(asked_for({fact.release: fact for fact in facts}).values()) == [
        "2.3.1", "2.3.1", "2.4.0", "2.4.0", NOT_HELD, NOT_HELD,
    ]  # fmt: skip


def test_the_engines_table_is_what_was_compared() -> None:
    assert COMPARED.read_text(encoding="utf-8") == compared_table(FACTS_OF_RELEASES)
    assert tuple(FACTS_OF_RELEASES) == all_releases()
    assert [one for one in ASSIGNMENT_VERSIONS if asked_for(FACTS_OF_RELEASES)[one] != one] == []


def test_every_release_that_nobody_compared_is_told() -> None:
    told = [release for release in all_releases() if doubt_about(parse_version(release)) is not None]

    assert told == [release for release, asked in asked_for(FACTS_OF_RELEASES).items() if asked == NOT_HELD]
