"""Without a version, a describe() text is taken for one of the newest version that prints such a text."""

import pytest

from tests.oracle.check import recordings_of
from tests.oracle.programs import find_programs
from topoviz.engine.analysis import analyze
from topoviz.engine.choice.dump_form import choose_by_form
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.syntax.describe_text import read_dumps
from topoviz.engine.versions import newest_version, parse_version

DUMP = """Topologies:
   Sub-topology: 0
    Source: KSTREAM-SOURCE-0000000000 (topics: {topics})
      --> {name}
    Processor: {name} (stores: [])
      --> KSTREAM-SINK-0000000002
      <-- KSTREAM-SOURCE-0000000000
    Sink: KSTREAM-SINK-0000000002 (topic: {sink})
      <-- {name}
"""
NEWEST = str(newest_version())
GLOBAL = """Topologies:
   Sub-topology: 0 for global store (will not generate tasks)
    Source: {name} (topics: {topics})
      --> KTABLE-SOURCE-0000000002
    Processor: KTABLE-SOURCE-0000000002 (stores: [rates])
      --> none
      <-- {name}
"""


@pytest.mark.parametrize(
    ("topics", "name", "sink", "version"),
    [
        ("[a]", "KSTREAM-FILTER-0000000001", "b", NEWEST),
        ("[a]", "KSTREAM-TRANSFORMVALUES-0000000001", "b", "3.9.2"),
        ("[a]", "KSTREAM-BRANCHCHILD-0000000001", "b", "3.9.2"),
        # Kafka numbers the filter of a repartition topic after its sink; a program's own comes before.
        ("[a]", "KSTREAM-FILTER-0000000003", "orders-repartition", "2.4.1"),
        ("[a]", "KSTREAM-FILTER-0000000001", "orders-repartition", NEWEST),
        ("[a]", "KSTREAM-FILTER-0000000001", "null", "2.0.1"),
        ("[]", "KSTREAM-FILTER-0000000001", "b", "2.2.0"),
        ("orders.*", "KSTREAM-FILTER-0000000001", "b", NEWEST),
    ],
)
def test_a_form_that_later_versions_lack_decides(topics: str, name: str, sink: str, version: str):
    text = DUMP.format(topics=topics, name=name, sink=sink)

    assert str(analyze(Submission(Bundle((SourceFile("dump.txt", text),)))).choice.version) == version


@pytest.mark.parametrize(
    ("name", "topics", "version"),
    [
        ("KSTREAM-SOURCE-0000000001", "rates", "2.0.1"),
        ("KTABLE-SOURCE-0000000001", "[rates]", "2.3.1"),
        ("KSTREAM-SOURCE-0000000001", "[rates]", NEWEST),
    ],
)
def test_the_source_of_a_global_store_shows_its_version(name: str, topics: str, version: str):
    text = GLOBAL.format(name=name, topics=topics)

    assert str(analyze(Submission(Bundle((SourceFile("dump.txt", text),)))).choice.version) == version


def test_no_recorded_text_is_taken_for_one_of_an_older_version():
    newest = {}
    for program in find_programs("group"):
        for version, recording in recordings_of(program).items():
            texts = {record.describe for records in recording.results.values() for record in records if record.describe}
            newest.update(dict.fromkeys(texts, version))

    for text, version in newest.items():
        for dump in read_dumps(SourceFile("dump", text), 0)[0]:
            assert choose_by_form([dump.description]).version >= parse_version(version), text
