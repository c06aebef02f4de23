"""Kotlin becomes the common tree, fragments and broken text included, and what cannot be read is said."""

import random
import re
from pathlib import Path

import pytest

from tests.engine.syntax.reading_cases import assert_spans_of, find_cases, refusal_in
from tests.pace import ends
from topoviz.engine.analysis import analyze
from topoviz.engine.diagnostics import Severity
from topoviz.engine.languages import detect_language
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.syntax.describe_text import dump_files
from topoviz.engine.syntax.dump import dump
from topoviz.engine.syntax.kotlin import read_kotlin
from topoviz.engine.syntax.reading import MOST_DIAGNOSTICS, NESTING_LIMIT
from topoviz.engine.syntax.tree import Binary, Call, Declare, Lambda, Literal, Unknown
from topoviz.engine.syntax.walk import walk
from topoviz.engine.topology.describe import to_text

TESTS = Path(__file__).resolve().parents[2]
FIXTURES = TESTS / "fixtures" / "syntax" / "kotlin"
PROGRAMS = [path.read_text(encoding="utf-8") for path in sorted((TESTS / "fixtures/programs/kotlin").rglob("*.kt"))]
MANY = 4_000


CASES = list(find_cases(FIXTURES))


def read(kotlin):
    return read_kotlin(SourceFile("Fragment.kt", kotlin), 0)


def found(kotlin, kind):
    return [node for node in walk(read(kotlin)[0]) if isinstance(node, kind)]


def written(kotlin, span):
    """The text at a span."""
    return Bundle((SourceFile("Fragment.kt", kotlin),)).text_at(span)


def refusal(kotlin):
    return refusal_in(*read(kotlin))


def assert_spans_are_in_range(kotlin):
    assert_spans_of(read_kotlin, "Fragment.kt", kotlin)


def analyzed(kotlin):
    return analyze(Submission(Bundle((SourceFile("Fragment.kt", kotlin),)), Settings(optimize="none")))


# --- examples ---------------------------------------------------------------------------------------------------------


def test_every_example_gives_its_tree():
    for title, kotlin, expected in CASES:
        unit, diagnostics = read(kotlin)

        lines = [dump(unit), *(f"! {one.severity.value}: {one.reason}" for one in diagnostics)]
        assert "\n".join(lines) + "\n" == expected, title


def test_there_are_examples():
    assert len(CASES) > 80
    assert len(PROGRAMS) > 35


@pytest.mark.parametrize("kotlin", PROGRAMS, ids=lambda text: text.partition("\n")[0].removeprefix("// title: "))
def test_every_recorded_program_is_read_without_a_doubt(kotlin):
    unit, diagnostics = read(kotlin)

    assert diagnostics == ()
    assert not any(isinstance(node, Unknown) for node in walk(unit))


# --- places -----------------------------------------------------------------------------------------------------------


def test_a_call_spans_its_whole_chain_and_names_its_method():
    kotlin = 'x = builder.stream<String, Long>("a")\n  .`as`("b") { it }'
    outer, inner = found(kotlin, Call)

    assert written(kotlin, outer.span) == kotlin.removeprefix("x = ")
    assert written(kotlin, outer.name_span) == "`as`"
    assert written(kotlin, inner.span) == 'builder.stream<String, Long>("a")'
    assert written(kotlin, inner.name_span) == "stream"


def test_spans_count_bytes_and_leave_out_what_was_added():
    kotlin = 'a("größe $x 😀 $yy"); b("$z").bär { k -> "$k" }; last()'

    assert [written(kotlin, call.name_span) for call in found(kotlin, Call)] == ["a", "bär", "b", "last"]


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_line_ends_of_other_systems_are_line_ends(line_end):
    kotlin = line_end.join(["// first", "a(", '  "b"', ") // second", "c()", 'd("""', "  e", '""")'])

    assert read(kotlin)[1] == ()
    assert [call.name for call in found(kotlin, Call)] == ["a", "c", "d"]
    assert [literal.value for literal in found(kotlin, Literal)] == ["b", "\n  e\n"]


def test_code_left_out_keeps_every_name_around_it():
    kotlin = 'val sb = StreamsBuilder()\n// ...\nsb.stream("a")\n  .filter { ... }\n  .to("b")\n...\nsb.table("c")'

    assert read(kotlin)[1] == ()
    assert [call.name for call in found(kotlin, Call)] == ["to", "filter", "stream", "table"]


# --- whatever is pasted -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kotlin", PROGRAMS[::4], ids=lambda text: text.partition("\n")[0].removeprefix("// title: "))
def test_a_program_cut_off_anywhere_is_read(kotlin):
    for end in range(0, len(kotlin), 29):
        assert_spans_are_in_range(kotlin[:end])


def test_a_program_with_a_slip_anywhere_is_read():
    chance = random.Random(7)  # noqa: S311 - the same slips every time
    for _ in range(300):
        kotlin = chance.choice(PROGRAMS)
        place = chance.randrange(len(kotlin))
        assert_spans_are_in_range(kotlin[:place] + chance.choice("(){}[]<>\"`$@:.?!\\'\n") + kotlin[place + 1 :])


def test_a_truncated_program_never_becomes_a_certain_other_one():
    """What is left is either marked, or the same calls that stand in the text."""
    kotlin = 'builder.stream<String, String>("a").filter { k, v -> v.isNotEmpty() }.mapValues { v -> "$v" }.to("b")\n'
    for end in range(1, len(kotlin) - 1):
        analysis = analyzed(kotlin[:end])
        calls = len(re.findall(r"\.(?:stream|filter|mapValues|to)\b.*?[)}]", kotlin[:end]))
        nodes = sum(len(topology.topology.nodes) for topology in analysis.topologies if topology.topology)
        assert analysis.diagnostics or nodes == calls, kotlin[:end]


@pytest.mark.parametrize(
    "kotlin",
    ["(" * MANY, "{" * MANY, "[" * MANY, "x->" * MANY, "a<" * MANY, '"${' * MANY, '"' * MANY, "/*" * MANY, "`" * MANY,
     "x<a>(" * 3000, ">{" * MANY, "..." * MANY, "a@" * MANY, "f { " * 2000 + "}" * 2000, "when { " * 3000],
    ids=lambda text: text[:8],
)  # fmt: skip
def test_hostile_texts_end_in_time(kotlin):
    with ends():
        assert_spans_are_in_range(kotlin)


def test_a_chain_of_3000_calls_is_followed_to_its_end():
    kotlin = 'builder.stream<String, String>("a")' + ".filter { k, v -> true }" * 3000 + '.to("b")'
    [topology] = analyzed(kotlin).topologies

    assert topology.unsure == {}
    assert "KSTREAM-SINK-0000003001 (topic: b)" in to_text(topology.description, topology.unsure)


def test_deep_expressions_become_deep_trees():
    assert len(found("x = " + " + ".join(["a"] * 5001), Binary)) == 5000
    assert len(found("f { " * 1000 + "}" * 1000, Lambda)) == 1000


def test_what_is_nested_too_deep_is_refused_with_its_line():
    reason = refusal("\nx = " + "!" * (NESTING_LIMIT + 10) + "a")

    assert reason.startswith("The code in line 2 is nested more than") or "too long" in reason


def test_no_more_diagnostics_are_listed_than_anybody_reads():
    _, diagnostics = read("val a = = 1\n" * (MOST_DIAGNOSTICS + 50))

    assert len(diagnostics) == MOST_DIAGNOSTICS + 1
    assert "more places" in diagnostics[-1].reason


def test_binary_and_java_texts_are_not_taken_for_kotlin():
    assert refusal("a\0b") == "This is not text: it holds bytes of value zero."
    java = "public static void main(String[] args) { KStream<String, String> s = b.stream(1); s.to(2); }"
    assert any(one.severity is not Severity.NOTE for one in read(java)[1])


# --- what it means ----------------------------------------------------------------------------------------------------


BUILDER = "val builder = StreamsBuilder()\n"

UNDECIDED = [
    'if (flag) builder.apply { stream<String, String>("a").to("b") }',
    'if (flag) builder.stream<String, String>("a").let { it.to("b") }',
    'val f = { builder.stream<String, String>("a").to("b") }\nif (flag) f()',
    'fun f() { builder.stream<String, String>("a").to("b") }\nif (flag) f()',
    'val s by lazy { builder.stream<String, String>("a") }\nif (flag) println(s)',
    'val t = if (flag) "a" else "c"\nbuilder.stream<String, String>(t).to("b")',
    'var t = "a"\nval r = if (flag) { t = "c"; 1 } else 2\nbuilder.stream<String, String>(t).to("b")',
    'val t = when (mode) { 1 -> "a"; else -> "c" }\nbuilder.stream<String, String>(t).to("b")',
    'val t = when (mode) { is A -> "a"; else -> "c" }\nbuilder.stream<String, String>(t).to("b")',
    'val t = System.getenv("T") ?: "a"\nbuilder.stream<String, String>(t).to("b")',
    'data class D(val x: Int)\nif (D(1) == D(1)) builder.stream<String, String>("a").to("b")',
    'topics.forEach { builder.stream<String, String>(it).to("b") }',
    'topic?.let { builder.stream<String, String>("a").to(it) }',
    'with(settings) { builder.stream<String, String>(topic).to("b") }',
    'builder.stream<String, String>("a").enriched().to("b")',
    'val t: String by settings\nbuilder.stream<String, String>(t).to("b")',
    'for (t in setOf("a", other)) builder.stream<String, String>(t).to("b")',
    'for (t in hashSetOf(1.5, 2.5)) builder.stream<String, String>("a$t").to("b")',
    'val t = try { lookUp() } catch (e: Exception) { "a" }\nbuilder.stream<String, String>(t).to("b")',
    'builder.stream<String, String>(listOf(*topics, "c")).to("b")',
    'builder.stream<String, String>("a").apply { ... }.to("b")',
    'val t = "a".replaceFirstChar { it.uppercase() }\nbuilder.stream<String, String>(t).to("b")',
    "val t = 'a' + 1\nbuilder.stream<String, String>(\"x$t\").to(\"b\")",
    'val l = listOf("a"); val m = l + other\nm.forEach { builder.stream<String, String>(it).to("b") }',
    'class X(val b: StreamsBuilder) { fun w() = stream("a").to("b") }',
    'val t = given as? String\nbuilder.stream<String, String>(t ?: "a").to("b")',
    'builder.stream<String, String>("a").to(object : TopicNameExtractor<A, B> { override fun extract() = "" })',
    'abstract class A { abstract fun T.f(): T\n fun w() { builder.stream<String, String>("a").f().to("b") } }',
]  # fmt: skip


@pytest.mark.parametrize("kotlin", UNDECIDED)
def test_what_the_text_leaves_open_is_marked(kotlin):
    analysis = analyzed(BUILDER + kotlin)

    assert analysis.is_unsure
    assert analysis.diagnostics


DECIDED = [
    ("val t = if (2 > 1) { val x = \"a\"\n  x } else \"c\"\nuse(t)", ["a"]),
    ('fun f(): String { listOf("x", "a").forEach { if (it == "a") return it }\n  return "c" }\nuse(f())', ["a"]),
    ('listOf("a", "c").forEach { if (it == "c") return@forEach\n  use(it) }', ["a"]),
    ('fun f(a: String = "a", b: String = "$a$a", g: () -> X = {}) = b\nuse(f(a = "c"))\nuse(f("d") {})', ["cc", "dd"]),
    ('val (x, _, y) = Triple("a", "b", "c")\nuse(y + x)', ["ca"]),
    ('data class D(val a: String, val b: String)\nval (x, y) = D("a", "b")\nuse("$y$x")', ["ba"]),
    ('val m = mutableMapOf("a" to 1)\nm["b"] = 2\nfor ((k, v) in m) use("$k$v")', ["a1", "b2"]),
    ('"x".let { a -> a.run { length } }.also { use("$it") }', ["1"]),
    ('val t = null ?: "a"\nuse(t)\nval n: String? = null\nn?.let { use(it) }', ["a"]),
    ('use((1..3).map { it * 2 }.joinToString("-", prefix = "<"))', ["<2-4-6"]),
    ('use("""\n    |a\n    |b\n""".trimMargin().lines().last())', ["b"]),
    ('enum class E(val n: Int) { A(1), B(2); fun t() = "$name$n" }\nE.values().forEach { use(it.t()) }', ["A1", "B2"]),
    ('enum class E { A { override fun t() = "a" }; open fun t() = "c" }\nuse(E.A.t())', ["a"]),
    ('object O { val x = "a"\n  fun f() = x + y\n  private const val y = "b" }\nuse(O.f())', ["ab"]),
    ('open class P(val a: String)\nclass C(b: String) : P(b + "c") { val t = a + b }\nuse(C("b").t)', ["bcb"]),
    ('class C { private val x: String\n  init { x = "a" }\n  val t get() = x + "b" }\nuse(C().t)', ["ab"]),
    ('fun String.twice() = this + this\nuse("a".twice())', ["aa"]),
    ('outer@ for (a in 1..3) for (b in 1..3) { if (b == 2) continue@outer\n  use("$a$b") }', ["11", "21", "31"]),
    ('fun f(n: Int): String = if (n == 0) "" else "a" + f(n - 1)\nuse(f(3))', ["aaa"]),
    ('val fs = listOf<(String) -> String>({ it + "a" }, { x -> x + "b" })\nuse(fs.fold("") { t, f -> f(t) })', ["ab"]),
    ('val t by lazy { "a" }\nuse(t)', ["a"]),
    ('use(when { 1 > 2 -> "a"; 2 in listOf(2, 3) -> "b"; else -> "c" })', ["b"]),
    ('val l = mutableListOf("a")\nl += "b"\nl.add("c")\nuse(l.reversed().first() + l.size)', ["c3"]),
]  # fmt: skip


@pytest.mark.parametrize(("kotlin", "topics"), DECIDED)
def test_what_the_text_decides_is_known(kotlin, topics):
    """`use` opens a topic, so that the values show."""
    use = "fun use(topic: String) { builder.stream<String, String>(topic).foreach { _, _ -> } }\n"
    analysis = analyzed(BUILDER + use + kotlin)
    [topology] = analysis.topologies

    assert (analysis.diagnostics, topology.unsure) == ((), {})
    described = to_text(topology.description, topology.unsure)
    assert re.findall(r"topics: \[(.*)\]", described) == topics


@pytest.mark.parametrize(
    "kotlin",
    [
        'builder.stream<String, String>("a").filter { k, v -> true }.to("b")',
        'builder.stream("a", Consumed.`as`<String, String>("x")).to("b")',
        'class A {\n  @Bean fun f(b: StreamsBuilder) {\n    b.stream<String, String>("a").to("b")\n  }\n}',
        "val builder by inject()",
    ],
)
def test_a_pasted_text_without_a_name_is_seen_to_be_kotlin(kotlin):
    assert detect_language(dump_files(Bundle((SourceFile("pasted", kotlin),)))) is Language.KOTLIN


def test_a_variable_may_be_called_where():
    text = "fun <T> f(where: Where, given: T) where T : Any {\n where.a()\n where.b()\n}"
    unit, diagnostics = read(text)
    assert not diagnostics
    targets = [node.target for node in walk(unit) if isinstance(node, Call)]
    assert [(one.text, written(text, one.span)) for one in targets] == [("where", "where")] * 2


def test_a_delegate_keeps_the_name_of_its_variable():
    [declare] = [node for node in found("val a by lazy { 1 }", Declare) if node.name == "a"]

    assert declare.modifiers == {"by"}
