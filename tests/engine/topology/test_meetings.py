"""What is joined in a dump, inferred from its stores and names, is what the library says is joined."""

from pathlib import Path

from tests.oracle.recording import read_recordings
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.describe_text import read_dumps
from topoviz.engine.topology.meetings import find_meetings
from topoviz.engine.topology.rebuild import dumped_groups, rebuild

RECORDINGS = sorted((Path(__file__).resolve().parents[2] / "fixtures" / "recordings").glob("*/*.txt"))


def meetings(text):
    description = read_dumps(SourceFile("dump.txt", text), 0)[0][0].description
    return find_meetings(rebuild(description), dumped_groups(description))


def test_what_is_surely_joined_is_joined_in_the_library():
    sure = 0
    for path in RECORDINGS:
        recording = read_recordings(path.read_bytes().decode()).get("3.9.2")
        for record in [one for records in recording.results.values() for one in records] if recording else ():
            if "(stores: [" not in (record.describe or "") or record.copartition_groups is None:
                continue
            joined = [{topic.removeprefix("app-") for topic in topics} for _, topics in record.copartition_groups]
            for meeting in meetings(record.describe):
                if meeting.is_certain:
                    sure += 1
                    assert any(set(meeting.topics) <= topics for topics in joined), (path.stem, meeting)
    assert sure > 200


def test_stores_that_processors_of_ones_own_may_share_are_not_sure():
    text = (
        "Topologies:\n   Sub-topology: 0\n    Source: a (topics: [a])\n      --> {0}\n"
        "    Source: b (topics: [b])\n      --> {1}\n    Processor: {0} (stores: [s])\n      --> none\n      <-- a\n"
        "    Processor: {1} (stores: [s])\n      --> none\n      <-- b\n"
    )

    for names, is_certain in (
        (("KTABLE-SOURCE-0000000001", "KSTREAM-JOIN-0000000002"), True),
        (("KTABLE-SOURCE-0000000001", "enrich"), False),
        (("KTABLE-SOURCE-0000000001", "KSTREAM-PROCESSOR-0000000002"), False),
        (("COGROUPKSTREAM-AGGREGATE-0000000001", "COGROUPKSTREAM-AGGREGATE-0000000002"), False),
    ):
        (meeting,) = meetings(text.format(*names))
        assert (meeting.topics, meeting.is_certain) == (("a", "b"), is_certain)
