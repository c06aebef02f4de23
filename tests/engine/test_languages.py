"""What a file is written in, by its name or by its text, and what becomes of a language that is not read."""

from tests.engine.analyzing import NEW
from topoviz.engine.analysis import analyze
from topoviz.engine.diagnostics import Severity
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.versions import parse_version

JAVA = 'class A { Topology t() { StreamsBuilder b = new StreamsBuilder(); b.stream("a").to("b"); return b.build(); } }'


def test_a_file_in_a_language_that_is_not_read_is_told_and_the_others_are_read():
    files = (SourceFile("A.java", JAVA), SourceFile("B.scala", "object B { val x = 1 }"))
    analysis = analyze(Submission(Bundle(files), Settings(parse_version(NEW))))

    unreadable = [one for one in analysis.diagnostics if one.severity is Severity.UNREADABLE]
    assert [one.span.file_id for one in unreadable] == [1]
    assert len(analysis.topologies) == 1
