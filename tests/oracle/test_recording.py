"""The recordings' text format."""

import pytest

from tests.oracle.recording import (
    Record,
    Recording,
    Refusal,
    mask_identities,
    read_recordings,
    write_recordings,
)

PLAIN = Record(
    plan="root\n    a (StreamSourceNode)",
    describe="Topologies:\n   Sub-topology: 0\n    Source: a (topics: [t])\n      --> none\n\n",
    node_groups=((0, ("a",)), (2, ("b", "c"))),
    topics=((0, ("source: t", "partitions: 4 t")),),
    copartition_groups=(),
)
REFUSED = Record(refused=Refusal("build", "TopologyException", "Invalid topology:\n\n  two lines"))


def recording(version: str = "3.9.2", **results: tuple[Record, ...]) -> Recording:
    return Recording(version, "17.0.15", "java/group/name.java", results)


def read_back(text: str) -> list[Recording]:
    return list(read_recordings(text).values())


@pytest.mark.parametrize(
    "record",
    [
        PLAIN,
        REFUSED,
        Record(),
        Record(describe="Topologies:\n "),
        Record(describe=""),
        Record(plan="root", describe="= kafka-streams 1.0.0\n== optimize all\n-- plan\n| root"),
        Record(describe="d", refused=Refusal("start", "NullPointerException", None)),
        Record(refused=Refusal("dsl", "StreamsException", "")),
        Record(node_groups=(), topics=((1, ()),)),
    ],
)
def test_a_record_comes_back_to_the_byte(record: Record) -> None:
    written = recording(none=(record,))

    assert read_back(write_recordings([written])) == [written]


def test_equal_sections_and_parts_are_written_once() -> None:
    other_plan = Record(plan="root", describe=PLAIN.describe)
    written = recording(none=(PLAIN,), all=(other_plan,), single=(PLAIN,))

    text = write_recordings([written])

    assert "== optimize single: as none\n" in text
    assert "-- describe: as none\n" in text
    assert text.count("| Topologies:") == 1
    assert read_back(text) == [written]


def test_versions_that_answered_alike_stand_in_one_block_and_others_say_what_is_as_before() -> None:
    other_plan = Record(plan="root", describe=PLAIN.describe)
    newest, old, middle = (
        recording("3.10.0", none=(PLAIN,), all=(PLAIN,)),
        recording("2.3.1", none=(PLAIN,), all=(PLAIN,)),
        recording("3.9.2", none=(other_plan,), all=(PLAIN,)),
    )

    text = write_recordings([newest, old, middle])

    assert [line for line in text.splitlines() if line.startswith("= ")] == [
        "= kafka-streams 2.3.1 3.10.0",
        "= kafka-streams 3.9.2",
    ]
    assert "-- describe: as none at 2.3.1\n" in text
    assert "== optimize all: as none at 2.3.1\n" in text
    assert read_back(text) == [old, middle, newest]


def test_several_results_are_all_kept() -> None:
    written = recording(none=(PLAIN,), all=(PLAIN, REFUSED))

    text = write_recordings([written])

    assert "== optimize all: not determined by the program, result 2 of 2 seen\n" in text
    assert read_back(text) == [written]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# java/a/b.java",
        "# java/a/b.java · JDK 17\nstray",
        "# java/a/b.java · JDK 17\n== optimize none",
        "# java/a/b.java · JDK 17\n= kafka-streams 3.9.2\n== optimize none: perhaps",
        "# java/a/b.java · JDK 17\n= kafka-streams 3.9.2\n== optimize none\n-- plan\nroot",
        "# java/a/b.java · JDK 17\n= kafka-streams 3.9.2\n== optimize none\n-- plans\n| root",
    ],
)
def test_unknown_lines_are_errors(text: str) -> None:
    with pytest.raises(ValueError, match=r"recording"):
        read_recordings(text)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("(extractor class: Orders$$Lambda$14/0x0000000801043440@1b2c3)", "(extractor class: Orders$$Lambda@…)"),
        ("a.b.Orders$$Lambda/0x00007f1c2c001000@5e91993f, next", "a.b.Orders$$Lambda@…, next"),
        ("Orders$$Lambda$14/0x0000000801043440#get()", "Orders$$Lambda@…#get()"),
        ("keySerde=org.x.Serdes$StringSerde@4f2a, b", "keySerde=org.x.Serdes$StringSerde@…, b"),
        ("[Ljava.lang.String;@1b2c3", "[Ljava.lang.String;@…"),
        ("write to someone@example.com", "write to someone@example.com"),
    ],
)
def test_identities_are_masked(text: str, masked: str) -> None:
    assert mask_identities(text) == masked
