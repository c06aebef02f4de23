"""Dumps of Topology#describe() are read to the byte, in every dress, and what cannot be read is said."""

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tests.engine.syntax.dump_forms import FORMS, losses, outcome, recorded_dumps
from tests.oracle.recording import read_recordings
from tests.pace import ends
from topoviz.engine.description import DescribedGroup, DescribedNode, Description
from topoviz.engine.diagnostics import Severity
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.syntax.describe_text import MOST_OF_ONE_CODE, read_dumps
from topoviz.engine.topology.describe import to_text

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
DRESSES = sorted((FIXTURES / "syntax" / "describe").glob("*.txt"))
GROUPS = sorted((FIXTURES / "recordings").iterdir())
PLAIN = (FIXTURES / "syntax" / "describe" / "plain.txt").read_bytes().decode()


@cache
def some_dumps():
    return [dump for dump in recorded_dumps("3.9.2") if dump.isascii() and len(dump) > 1000][::60]


def read(text):
    """The description of the first dump of a text, and all that is said."""
    dumps, diagnostics = read_dumps(SourceFile("dump.txt", text), 0)
    return dumps[0].description if dumps else None, diagnostics


def doubts(text):
    """The codes of all diagnostics that make the result unsure."""
    return [one.code for one in read(text)[1] if one.severity is Severity.UNSURE]


def finding(text, code):
    """The one diagnostic of a code, and the text at its span."""
    file = SourceFile("dump.txt", text)
    [one] = [one for one in read_dumps(file, 0)[1] if one.code == code]
    return one, Bundle((file,)).text_at(one.span)


# --- the canonical text -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_every_recorded_text_comes_back_to_the_byte(group):
    files = [read_recordings(path.read_bytes().decode()) for path in group.rglob("*.txt")]
    results = [records for file in files for recording in file.values() for records in recording.results.values()]
    for text in {record.describe for records in results for record in records} - {None}:
        description, diagnostics = read(text)
        doubtful = [one.code for one in diagnostics if one.severity is Severity.UNSURE]

        assert to_text(description) == text
        assert ("node-called-none" in doubtful) == (" Processor: none " in text)
        assert doubtful == [] or " Processor: none " in text


def test_there_are_recordings():
    assert sum(1 for group in GROUPS for _ in group.rglob("*.txt")) > 100


def test_a_dump_becomes_groups_and_nodes():
    description, _ = read(PLAIN)

    assert to_text(description) == PLAIN
    assert [(group.id, group.is_global) for group in description.groups] == [(0, True), (1, False), (2, False)]
    assert description.groups[1].nodes[0] == DescribedNode(
        "Source", "orders-source", topics=("orders", "returns"), successors=("by-city-key", "audit")
    )
    assert description.groups[1].nodes[1].pattern == r"legacy-\d+"
    assert description.groups[1].nodes[4].extractor == "shop.AuditTopics@1f"


@pytest.mark.parametrize(
    "name", ["a b", "a(b)", "größe-😀", "a -> b", "Sink:", "x\ty", "it's", '"q"', "a,b", "[x]", "\x1c"]
)
def test_names_may_hold_any_sign(name):
    text = to_text(
        Description(
            (
                DescribedGroup(
                    0,
                    False,
                    (
                        DescribedNode("Source", name, ("t",), successors=("end",)),
                        DescribedNode("Sink", "end", topic="out", predecessors=(name,)),
                    ),
                ),
            )
        )
    )
    description, _ = read(text)

    assert to_text(description) == text
    assert description.groups[0].nodes[0].name == name
    assert doubts(text) == []


def test_an_empty_topology_is_a_dump_too():
    description, [note] = read("Topologies:\n ")

    assert description == Description(())
    assert (note.severity, note.code) == (Severity.NOTE, "empty-dump")


# --- what people paste ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", DRESSES, ids=lambda path: path.stem)
def test_a_dump_reads_the_same_in_every_dress(path):
    text = path.read_bytes().decode()

    assert to_text(read(text)[0]) == PLAIN
    assert doubts(text) == []


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_a_dump_reads_the_same_with_other_line_ends(end):
    for path in DRESSES:
        text = path.read_bytes().decode().replace("\n", end)

        assert to_text(read(text)[0]) == PLAIN, path
        assert doubts(text) == [], path


@pytest.mark.parametrize("part", range(4))
def test_recorded_dumps_are_read_in_every_form_in_which_people_have_them(part):
    for (form, put_into), dump in product(list(FORMS.items())[part::4], some_dumps()):
        dumps, diagnostics = read_dumps(SourceFile("dump.txt", put_into(dump)), 0)

        assert to_text(dumps[-1].description) == dump, form
        assert [one for one in diagnostics if one.severity is Severity.UNSURE] == [], form


def test_what_is_said_of_a_form_points_at_the_line_of_the_users_text():
    for form, put_into in FORMS.items():
        text = put_into(PLAIN.replace("--> count", "--> missing"))

        _, words = finding(text, "missing-node")
        assert "missing" in words, form
        if form in ("as printed", "log, Logback", "docker compose", "line numbers", "comment //", "<pre>"):
            assert "\n" not in words, form
            assert "audit" not in words, form


def test_a_merge_that_was_not_settled_is_read_as_its_first_side_and_told():
    lines = PLAIN.splitlines()
    lines[2:3] = ["<<<<<<< HEAD", lines[2], "=======", lines[2].replace("Source: ", "Source: new-"), ">>>>>>> other"]
    text = "\n".join(lines) + "\n"

    assert to_text(read(text)[0]) == PLAIN
    assert doubts(text) == ["unsettled-merge"]


@pytest.mark.parametrize("end", ["…", "...", "[truncated]", "… (1234 more)"])
def test_a_sign_that_something_was_cut_off_is_not_the_end_of_a_carrier(end):
    text = "Topologies:\n   Sub-topology: 0\n    Source: a (topics: [t])\n      --> b\n    Processor: b (stores: [])\n"

    assert doubts(f"{text}      --> none\n      <-- a{end}") != []


def test_what_is_cut_out_of_a_dump_is_told():
    found = {}
    for dump in some_dumps():
        for cut, rest in losses(dump):
            found.setdefault(cut, []).append(outcome(rest, dump))

    assert len(found) > 5
    for outcomes in found.values():
        # A last sub-topology to which no repartition topic leads leaves no trace: one in fourteen, of all dumps.
        assert outcomes.count("silent") <= len(outcomes) // 5


def test_text_around_a_dump_is_noted():
    text = "Our topology:\n\n" + PLAIN

    one, words = finding(text, "text-around-dump")
    assert (one.severity, words) == (Severity.NOTE, "Our topology:")


def test_a_sentence_about_a_sub_topology_is_no_heading():
    text = "Sub-topology 1 counts by city.\n" + PLAIN

    assert to_text(read(text)[0]) == PLAIN
    assert doubts(text) == []


def test_topics_of_the_first_versions_may_be_a_pattern():
    text = "Sub-topologies:\n  Sub-topology: 0\n    Source: a(topics: t1, t2) --> b\n    Sink: b(topic: out) <-- a\n"
    description, _ = read(text)

    assert description.groups[0].nodes[0].topics == ("t1", "t2")
    assert doubts(text) == ["old-format"]


def test_what_no_dump_holds_is_noted_once():
    notes = [one for one in read(PLAIN)[1] if one.code == "not-in-a-dump"]

    assert [one.severity for one in notes] == [Severity.NOTE]


# --- broken dumps -----------------------------------------------------------------------------------------------------


def test_a_dump_that_is_cut_off_is_never_read_as_a_whole_one():
    """Unless it ends between sub-topologies that no topic connects, where a shorter dump looks just so."""
    lines = PLAIN.rstrip().split("\n")
    for end in range(2, len(lines)):
        is_whole = lines[end].strip() == "Sub-topology: 1"

        assert bool(doubts("\n".join(lines[:end]))) is not is_whole, end


def test_a_line_that_is_lost_is_noticed():
    lines = PLAIN.rstrip().split("\n")
    for place in range(1, len(lines)):
        left = [*lines[:place], *lines[place + 1 :]]

        assert bool(doubts("\n".join(left))) is bool(lines[place].strip()), place


def test_every_piece_of_a_dump_has_a_description_that_holds_only_what_is_there():
    whole = {node.name for group in read(PLAIN)[0].groups for node in group.nodes}
    for end in range(len("Topologies:\n "), len(PLAIN.rstrip()), 7):
        description, _ = read(PLAIN[:end])

        found = [node.name for group in description.groups for node in group.nodes]
        assert set(found) <= whole, end
        assert len(found) == len(re.findall(r"(?:Source|Processor|Sink): .*\)$", PLAIN[:end], re.MULTILINE)), end


def test_a_node_that_only_an_arrow_names_is_missing():
    text = "Topologies:\n   Sub-topology: 0\n    Source: a (topics: [t])\n      --> b, c\n"
    description, _ = read(text)

    assert [node.name for node in description.groups[0].nodes] == ["a"]
    reasons = [one.reason for one in read(text)[1] if one.code == "missing-node"]
    assert reasons == [
        "“b” is named by an arrow but the dump does not describe it; the dump may be cut off.",
        "“c” is named by an arrow but the dump does not describe it; the dump may be cut off.",
    ]


def test_a_missing_node_is_reported_once():
    text = "Sub-topology: 0\nSource: a (topics: [t])\n--> x\nSource: b (topics: [u])\n--> x\n"

    one, words = finding(text, "missing-node")
    assert words == "--> x"
    assert one.next_step


SOURCE = "Sub-topology: 0\n  Source: a (topics: [t])\n    --> b\n"
SINK = "  Sink: b (topic: out)\n    <-- a\n"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (SOURCE + SINK, []),
        (SOURCE + "  Sink: b (topic: ou", ["missing-node", "broken-line"]),
        (SOURCE + "  Sink: b (topics: out)\n    <-- a\n", ["missing-node", "broken-line"]),
        (SOURCE + "something else\n" + SINK, ["text-inside-dump"]),
        (SOURCE + "  ...\n" + SINK, ["text-inside-dump"]),
        (SOURCE + SINK + "  ...\n", ["left-out"]),
        (SOURCE + SINK + "Sub-topology: x\n  Source: c (topics: [u])\n    --> none\n", ["broken-line", "no-heading"]),
        (SOURCE + SINK + "Topologies:\n" + SOURCE.replace("0", "1"), ["lost-sub-topology", "missing-node"]),
        (SOURCE + SINK + SINK, ["node-twice"]),
        (SOURCE.replace("--> b", "--> none") + SINK, ["one-sided-arrow"]),
        (SOURCE + SINK.replace("<-- a", "<-- none"), ["one-sided-arrow"]),
        (SOURCE + "Sub-topology: 1\n" + SINK, ["arrow-to-other-group", "arrow-to-other-group"]),
        (SOURCE + SINK + "  Sink: c (topic: x)\n    <-- none\n", ["falls-apart"]),
        (SOURCE + SINK + "Sub-topology: 1\n", ["empty-group"]),
        (SOURCE + SINK + "Sub-topology 1\n  Source: c (topics: [u])\n    --> none\n", ["broken-line", "no-heading"]),
        (SOURCE.replace("0", "00") + SINK, []),
        (SOURCE + SINK + "Sub-topology: 99999999999\n", ["broken-line"]),
        (SOURCE + SINK + "    --> c\n", ["arrow-of-wrong-kind"]),
        (SOURCE.replace("--> b", "--> b,") + SINK, ["broken-line"]),
        ("Topologies:\n" + SINK.replace("<-- a", "<-- none"), ["no-heading"]),
        (SOURCE.replace("[t]", "[]") + SINK, ["source-without-topics"]),
        (SOURCE.replace("[t]", "[a|b]") + SINK, ["maybe-pattern"]),
        (SOURCE + SINK.replace("out", "null"), ["null-topic"]),
        (SOURCE.replace("0", "0 (old)") + SINK, ["heading-with-more"]),
        ((SOURCE + SINK).replace("> b", "> none").replace("k: b", "k: none"), ["node-called-none", "one-sided-arrow"]),
        ((SOURCE + SINK).replace("a (", "a (topics: [x]) (").replace("-- a", "-- a (topics: [x])"), ["ambiguous-line"]),
    ],
)
def test_what_is_doubtful_is_said(text, codes):
    assert doubts(text) == codes


def test_names_in_brackets_are_several_where_the_blank_behind_a_comma_was_lost():
    text = (
        (SOURCE + SINK)
        .replace("[t]", "[t,u, v]")
        .replace("Sink: b (topic: out)", "Processor: b (stores: [x,y])\n    --> none")
    )

    description, _ = read(text)

    source, processor = description.groups[0].nodes
    assert (source.topics, processor.stores) == (("t", "u", "v"), ("x", "y"))
    assert doubts(text) == []
    pattern, _ = read((SOURCE + SINK).replace("[t]", "a{1,3}"))
    assert pattern.groups[0].nodes[0].pattern == "a{1,3}"


def test_nodes_without_heading_take_the_number_before_the_next():
    description, _ = read(
        SOURCE.partition("\n")[2] + SINK + "Sub-topology: 3\n  Source: z (topics: [t])\n    --> none\n"
    )

    assert [group.id for group in description.groups] == [2, 3]


def test_a_store_in_two_sub_topologies_is_taken_as_it_is():
    block = (
        "Sub-topology: {0}\nSource: s{0} (topics: [t])\n--> p{0}\nProcessor: p{0} (stores: [x])\n--> none\n<-- s{0}\n"
    )

    assert doubts(block.format(0) + block.format(1)) == []


@pytest.mark.parametrize(
    "text", ["", "\n\r\n ", "hello", "class A { }", "Source: the README", "--> a", "a --> b <-- c", "\ud800"]
)
def test_a_text_without_a_dump_is_unreadable(text):
    description, [one] = read(text)

    assert description is None
    assert one.severity is Severity.UNREADABLE
    assert one.reason
    assert one.effect
    assert one.next_step


def test_spans_count_bytes():
    text = "Größe 😀\n" + SOURCE + "  Ärger\n" + SINK

    _, words = finding(text, "text-inside-dump")
    assert words == "Ärger"


# --- size -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "unit",
    [
        "Source: ",
        "Topology: ",
        "(topics: ",
        ") --> ",
        r"\n ",
        r"\n",
        '"',
        r"\"",
        "<a ",
        "</a>",
        "| ",
        " ",
        "x, ",
        "<br>",
        "[",
        "1",
        "\\",
        "Source: x (topics: [a]) ",
        "Sub-topology: 0 ",
        '"a","',
    ],
)
@pytest.mark.parametrize(
    "lead", ["", SOURCE + "    --> ", SOURCE + "  Source: z (topics: ", r'x "Sub-topology: 0\n Source: ']
)
def test_long_lines_take_time_in_proportion(lead, unit):
    with ends():
        read(lead + unit * (60_000 // len(unit)))


def test_large_dumps_take_time_in_proportion():
    count = 20_000
    names = [f"P{number}" for number in range(count)]
    text = f"Sub-topology: 0\nSource: A (topics: [t])\n--> {', '.join(names)}\n" + "".join(
        f"Processor: {name} (stores: [])\n--> none\n<-- A\n" for name in names
    )
    with ends():
        description, _ = read(text)

    assert len(description.groups[0].nodes) == count + 1


def test_many_diagnostics_of_one_kind_are_cut_short():
    text = "Sub-topology: 0\nSource: A (topics: [t])\n--> " + ", ".join(f"P{number}" for number in range(5000))
    missing = [one for one in read(text)[1] if one.code == "missing-node"]

    assert len(missing) == MOST_OF_ONE_CODE + 1
    assert "not listed" in missing[-1].reason
