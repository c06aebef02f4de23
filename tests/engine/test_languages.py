"""What a file is written in, by its name or by its text, and what becomes of a language that is not read."""

from pathlib import Path

import pytest

from tests.engine.analyzing import NEW
from tests.engine.syntax.dump_forms import FORMS
from topoviz.engine.analysis import analyze
from topoviz.engine.diagnostics import Severity
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.syntax.describe_text import reading, wrapped
from topoviz.engine.topology.describe import to_text
from topoviz.engine.versions import parse_version

JAVA = 'class A { Topology t() { StreamsBuilder b = new StreamsBuilder(); b.stream("a").to("b"); return b.build(); } }'


def test_a_file_in_a_language_that_is_not_read_is_told_and_the_others_are_read():
    files = (SourceFile("A.java", JAVA), SourceFile("B.scala", "object B { val x = 1 }"))
    analysis = analyze(Submission(Bundle(files), Settings(parse_version(NEW))))

    unreadable = [one for one in analysis.diagnostics if one.severity is Severity.UNREADABLE]
    assert [one.span.file_id for one in unreadable] == [1]
    assert len(analysis.topologies) == 1


SCALA = [
    "import org.apache.kafka.streams.scala.StreamsBuilder\nval builder = new StreamsBuilder\n",
    'object Words extends App {\n  val b = new StreamsBuilder();\n  b.stream("a").to("b");\n}',
    'class A {\n  def build(): Topology = {\n    b.stream("a").to("b");\n    b.build();\n  }\n}',
    'val lines: KStream[String, Map[String, Long]] = b.stream("a")\nlines.to("b")',
    'b.stream[String, String]("a").filter { (k, v) -> v != null }.to("b")',
    'val b = new StreamsBuilder()\nb.stream("a").mapValues(v => v.length).to("b")',
]


@pytest.mark.parametrize("text", SCALA)
@pytest.mark.parametrize("name", ["pasted.txt", "snippet", "Words.scala"])
def test_scala_is_never_read_as_java_or_kotlin(name, text):
    analysis = analyze(Submission(Bundle((SourceFile(name, text),)), Settings(parse_version(NEW))))

    assert analysis.language is Language.SCALA
    assert analysis.topologies == ()
    (told,) = analysis.diagnostics
    assert told.severity is Severity.UNREADABLE
    assert "Scala" in told.reason
    assert "println(builder.build().describe())" in told.next_step


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (f"// def x = 1\n/* object A extends App */\n{JAVA}", Language.JAVA),
        (
            'class A { String s = "def x = 1"; KStream<K, V>[] of(KStream[] all) { return all; } }',
            Language.JAVA,
        ),
        (
            'fun main() {\n  println("import a.scala.b =>")\n  b.stream<K, V>("a").to("b")\n}',
            Language.KOTLIN,
        ),
        ("object A : B {\n  val b = StreamsBuilder()\n}", Language.KOTLIN),
    ],
)
def test_words_of_scala_in_comments_and_strings_make_no_scala(text, language):
    analysis = analyze(Submission(Bundle((SourceFile("pasted.txt", text),)), Settings(parse_version(NEW))))

    assert analysis.language is language


def test_a_file_of_scala_before_one_of_java_hides_no_topology():
    files = (SourceFile("A.scala", "object B { val x = 1 }"), SourceFile("B.java", JAVA))
    analysis = analyze(Submission(Bundle(files), Settings(parse_version(NEW))))

    assert [one.span.file_id for one in analysis.diagnostics if one.severity is Severity.UNREADABLE] == [0]
    assert len(analysis.topologies) == 1


# --- dumps ------------------------------------------------------------------------------------------------------------

DUMP = (Path(__file__).resolve().parents[1] / "fixtures" / "syntax" / "describe" / "plain.txt").read_text("utf-8")


def read(text, name="pasted.txt"):
    analysis = analyze(Submission(Bundle((SourceFile(name, text),)), Settings(parse_version(NEW))))
    doubts = [one for one in analysis.diagnostics if one.severity is not Severity.NOTE]
    return analysis, doubts


def test_a_dump_is_found_in_every_form_without_being_told():
    for form, put_into in FORMS.items():
        analysis, doubts = read(put_into(DUMP))

        assert analysis.language is Language.DESCRIBE, form
        assert to_text(analysis.topologies[-1].description) == DUMP, form
        assert doubts == [], form


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("README.md", f"# Shop\n\nIt is; so.\n\n```java\n{JAVA}\n```\n\nTopology:\n\n```\n{DUMP}```\n\nBye.\n"),
        ("A.java", f"{JAVA}\n/*\n{DUMP}*/\n"),
        ("A.java", FORMS["block comment"](DUMP) + JAVA),
        ("A.java", FORMS["comment //"](DUMP) + JAVA),
        ("A.java", JAVA.removesuffix("}") + f"void test() {{ {FORMS['Java, a literal for each line'](DUMP)} }} }}"),
        ("A.java", JAVA.removesuffix("}") + f"void test() {{ {FORMS['Java, text block'](DUMP)} }} }}"),
        ("pasted.txt", f"{JAVA}\n{DUMP}"),
        ("pasted.txt", f"{DUMP}{JAVA}"),
    ],
)
def test_where_code_and_a_dump_stand_in_one_text_both_are_offered(name, text):
    analysis, doubts = read(text, name)

    program, dump = analysis.topologies
    assert (program.is_dump, dump.is_dump) == (False, True)
    assert len(program.description.groups) == 1
    assert to_text(dump.description) == DUMP
    assert analysis.submission.bundle.files[0].position(dump.made_at.span.start).line == 1 + text[
        : text.index("Topologies:")
    ].count("\n")
    assert doubts == []


def test_several_dumps_of_one_text_are_several_topologies_with_names():
    text = f"{DUMP}\nlater:\n{DUMP.replace('orders', 'offers')}{DUMP.replace('Topologies:', 'Topology - CSAS_7:')}"
    analysis, doubts = read(text)

    assert [one.name for one in analysis.topologies] == ["pasted.txt:1", "pasted.txt:33", "CSAS_7"]
    assert doubts == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (DUMP, ["Reads orders"]),
        (f"{DUMP}\nlater:\n{DUMP.replace('orders', 'offers')}", ["Reads orders", "Reads offers"]),
        (f"{DUMP}\nlater:\n{DUMP.replace('returns', 'refunds')}", ["Reads orders (1)", "Reads orders (2)"]),
        (DUMP[: DUMP.index("  Sub-topology: 1")], ["Reads rates"]),
    ],
)
def test_dumps_without_a_name_are_told_apart_by_what_they_read(text, names):
    analysis, _ = read(text, "pasted")

    assert [one.name for one in analysis.topologies] == names


def test_code_that_is_called_a_dump_is_read_as_one():
    files = Bundle((SourceFile("A.java", JAVA),))
    analysis = analyze(Submission(files, Settings(parse_version(NEW), language=Language.DESCRIBE)))

    assert [one.code for one in analysis.diagnostics] == ["no-dump"]


def test_a_comment_that_looks_like_a_line_of_a_dump_is_none():
    analysis, doubts = read(f"// Source: a (topics: x)\n{JAVA}", "A.java")

    assert [one.is_dump for one in analysis.topologies] == [False]
    assert doubts == []


@pytest.mark.parametrize("text", [DUMP, f"{JAVA}\n{DUMP}", f"// nothing\n{DUMP}"])
def test_a_text_is_read_for_dumps_once(monkeypatch, text):
    read_texts = []
    cut = reading.pieces
    monkeypatch.setattr(reading, "pieces", lambda given: read_texts.append(given) or cut(given))

    read(text)

    assert read_texts == [text]


def test_a_line_that_waits_for_others_is_looked_at_once_however_many_come(monkeypatch):
    looked_at = []
    look = wrapped.is_finished
    monkeypatch.setattr(wrapped, "is_finished", lambda piece: looked_at.append(piece.text) or look(piece))

    read("Topologies:\n   Sub-topology: 0\n    Source: aaa\n" + "bcd\n\n" * 20)

    assert looked_at.count("Source: aaa") <= 2  # once more when it is asked which nodes have a line of their own
