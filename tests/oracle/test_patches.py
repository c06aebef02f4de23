"""Which releases equal a recorded one."""

import pytest

from tests.oracle.patches import decides
from tests.oracle.programs import find_programs
from tests.oracle.sources import bare_code, held_by
from tests.oracle.versions import RECORDED_VERSIONS
from topoviz.engine.versions import HELD_BY, NOT_HELD, followed_releases

STREAMS = "org/apache/kafka/streams/"


def test_comments_imports_and_layout_decide_nothing() -> None:
    one = 'import a.B;\n/* old */ class C {\n  String s = "// no comment"; // new\n}'
    other = 'import a.D;\nclass C { String s = "// no comment"; }'

    assert bare_code(one) == bare_code(other) == 'class C { String s = "// no comment"; }'
    assert bare_code(one) != bare_code(one.replace("no comment", "other"))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (f"{STREAMS}StreamsBuilder.java", True),
        (f"{STREAMS}kstream/TimeWindows.java", True),
        (f"{STREAMS}kstream/internals/KStreamImplJoin.java", True),
        (f"{STREAMS}kstream/internals/KTableFilter.java", True),
        (f"{STREAMS}kstream/internals/graph/StreamSinkNode.java", True),
        (f"{STREAMS}state/internals/InMemoryWindowBytesStoreSupplier.java", True),
        ("org/apache/kafka/common/internals/Topic.java", True),
        (f"{STREAMS}KafkaStreams.java", False),
        (f"{STREAMS}kstream/internals/KStreamWindowAggregate.java", False),
        (f"{STREAMS}state/internals/RocksDBStore.java", False),
        (f"{STREAMS}processor/internals/StreamTask.java", False),
    ],
)
def test_what_makes_the_plan_decides_and_what_handles_records_does_not(path: str, expected: bool) -> None:
    assert decides(path) is expected


def test_a_release_is_held_by_a_recorded_one_of_its_line_with_equal_code() -> None:
    codes = {
        "2.9.0": {"A": "old"}, "2.9.1": {"A": "new"}, "2.9.2": {"A": "new"},
        "2.10.0": {"A": "new"}, "2.10.1": dict[str, str](), "2.10.2": dict[str, str](),
    }  # fmt: skip

    assert held_by(codes, ("2.9.2", "2.10.2")) == {
        "2.9.0": NOT_HELD, "2.9.1": "2.9.2", "2.9.2": "2.9.2",
        "2.10.0": NOT_HELD, "2.10.1": NOT_HELD, "2.10.2": "2.10.2",
    }  # fmt: skip


def test_every_release_at_which_programs_are_followed_is_held_against_the_library() -> None:
    assert [release for release in followed_releases() if HELD_BY[release] == NOT_HELD] == []
    assert {version for program in find_programs() for version in program.recorded_versions} == set(RECORDED_VERSIONS)
