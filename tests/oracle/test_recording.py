"""The recordings' text format."""

import pytest

from tests.oracle.recording import Record, Recording, Refusal, mask_identities, read_recording, write_recording

PLAIN = Record(
    plan="root\n    a (StreamSourceNode)",
    describe="Topologies:\n   Sub-topology: 0\n    Source: a (topics: [t])\n      --> none\n\n",
    node_groups=((0, ("a",)), (2, ("b", "c"))),
    topics=((0, ("source: t", "partitions: 4 t")),),
    copartition_groups=(),
)
REFUSED = Record(refused=Refusal("build", "TopologyException", "Invalid topology:\n\n  two lines"))


def recording(**results: tuple[Record, ...]) -> Recording:
    return Recording("3.9.2", "17.0.15", "java/group/name.java", results)


@pytest.mark.parametrize(
    "record",
    [
        PLAIN,
        REFUSED,
        Record(),
        Record(describe="Topologies:\n "),
        Record(describe=""),
        Record(plan="root", describe="== optimize all\n-- plan\n| root"),
        Record(describe="d", refused=Refusal("start", "NullPointerException", None)),
        Record(refused=Refusal("dsl", "StreamsException", "")),
        Record(node_groups=(), topics=((1, ()),)),
    ],
)
def test_a_record_comes_back_to_the_byte(record: Record) -> None:
    written = recording(none=(record,))

    assert read_recording(write_recording(written)) == written


def test_equal_sections_and_parts_are_written_once() -> None:
    other_plan = Record(plan="root", describe=PLAIN.describe)
    written = recording(none=(PLAIN,), all=(other_plan,), single=(PLAIN,))

    text = write_recording(written)

    assert "== optimize single: as none\n" in text
    assert "-- describe: as none\n" in text
    assert text.count("| Topologies:") == 1
    assert read_recording(text) == written


def test_several_results_are_all_kept() -> None:
    written = recording(none=(PLAIN,), all=(PLAIN, REFUSED))

    text = write_recording(written)

    assert "== optimize all: not determined by the program, result 2 of 2 seen\n" in text
    assert read_recording(text) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# kafka-streams 3.9.2",
        "# kafka-streams 3.9.2 · JDK 17 · java/a/b.java\nstray",
        "# kafka-streams 3.9.2 · JDK 17 · java/a/b.java\n== optimize none: perhaps",
        "# kafka-streams 3.9.2 · JDK 17 · java/a/b.java\n== optimize none\n-- plan\nroot",
        "# kafka-streams 3.9.2 · JDK 17 · java/a/b.java\n== optimize none\n-- plans\n| root",
    ],
)
def test_unknown_lines_are_errors(text: str) -> None:
    with pytest.raises(ValueError, match=r"recording"):
        read_recording(text)


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
