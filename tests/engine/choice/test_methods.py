"""Without a version, programs are looked at with the newest that has every method which they call."""

import pytest

from topoviz.engine.analysis import analyze
from topoviz.engine.choice.choice import ChosenBy
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.versions import newest_version

NEWEST = str(newest_version())


def chosen_for(text: str) -> Analysis:
    return analyze(Submission(Bundle((SourceFile("A.java", text),))))


@pytest.mark.parametrize(
    ("text", "version", "words"),
    [
        ('builder.stream("a").filter(p).to("b");', NEWEST, "the newest version, which has every method"),
        ('builder.stream("a").through("b").to("c");', "3.9.2", "KStream#through was removed in Kafka Streams 4.0.0"),
        ('builder.stream("a").groupByKey(Serialized.with(k, v)).count();', "2.8.2", "removed in Kafka Streams 3.0.0"),
        ('builder.stream("a").groupByKey().windowedBy(TimeWindows.of(1000)).count();', "2.8.2", "TimeWindows"),
        (
            'import org.apache.kafka.streams.processor.AbstractProcessor; builder.stream("a").to("b");',
            "3.9.2",
            "processor.AbstractProcessor was removed in Kafka Streams 4.0.0",
        ),
        # A compiler reads what nothing calls, too.
        (
            'class A { void run() { new StreamsBuilder(); } private void f(KStream s) { s.through("b"); } }',
            "3.9.2",
            "through() was removed in Kafka Streams 4.0.0",
        ),
        ('builder.stream("a").count();', NEWEST, f"Kafka Streams {NEWEST}: the newest version."),
        # A method that went and one that came later were never there together.
        (
            'builder.stream("a", Consumed.with(AutoOffsetReset.earliest())).through("b");',
            NEWEST,
            "none has every method of the text",
        ),
    ],
)
def test_the_newest_version_that_has_every_method_is_taken(text: str, version: str, words: str):
    choice = chosen_for(text).choice

    assert str(choice.version) == version
    assert words in choice.sentence


def test_the_call_that_an_older_version_is_taken_for_is_the_place():
    analysis = chosen_for('builder.stream("a")\n  .through("b");')

    assert analysis.choice.by is ChosenBy.TEXT
    assert analysis.submission.bundle.position_of(analysis.choice.span)[1].line <= 2
    assert analysis.submission.bundle.text_at(analysis.choice.span).endswith('through("b")')
    assert [topology.refusal for topology in analysis.topologies] == [None]
