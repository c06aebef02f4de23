"""Java becomes the common tree, fragments and broken text included, and what cannot be read is said."""

import random
import re
import time
from pathlib import Path

import pytest

from tests.engine.syntax.reading_cases import assert_spans_of, find_cases, refusal_in
from tests.pace import ends
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.syntax.dump import dump
from topoviz.engine.syntax.java import read_java
from topoviz.engine.syntax.java.reading import OPEN_ANGLES_LIMIT
from topoviz.engine.syntax.reading import MOST_DIAGNOSTICS, NESTING_LIMIT
from topoviz.engine.syntax.tree import Binary, Call, ClassDeclaration, Declare, Lambda, Literal, New, Unknown
from topoviz.engine.syntax.walk import walk

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "syntax" / "java"
ORDERS = (FIXTURES / "orders.java").read_text(encoding="utf-8")
MANY = 8_000


CASES = list(find_cases(FIXTURES))


def read(java):
    return read_java(SourceFile("Fragment.java", java), 0)


def statements(java):
    return read(java)[0].statements


def found(java, kind):
    return [node for node in walk(read(java)[0]) if isinstance(node, kind)]


def written(java, span):
    """The text at a span."""
    return Bundle((SourceFile("Fragment.java", java),)).text_at(span)


def refusal(java):
    return refusal_in(*read(java))


def assert_spans_are_in_range(java):
    assert_spans_of(read_java, "Fragment.java", java)


# --- examples ---------------------------------------------------------------------------------------------------------


def test_every_example_gives_its_tree():
    for title, java, expected in CASES:
        unit, diagnostics = read(java)

        lines = [dump(unit), *(f"! {one.severity.value}: {one.reason}" for one in diagnostics)]
        assert "\n".join(lines) + "\n" == expected, title


def test_there_are_examples():
    assert len(CASES) > 80


def test_a_whole_program_is_read_without_a_doubt():
    unit, diagnostics = read(ORDERS)

    assert diagnostics == ()
    assert unit.package == "shop.orders"
    assert [node.name for node in unit.statements if isinstance(node, ClassDeclaration)] == ["Orders"]
    names = [call.name for call in found(ORDERS, Call)]
    assert len(names) == len(re.findall(r"\.(\w+)\(|super\(|>as\(|(?<!\w)(?:orderSerde|requireNonNull)\(", ORDERS))
    assert names.count("to") == 4


# --- places -----------------------------------------------------------------------------------------------------------


def test_a_call_spans_its_whole_chain_and_names_its_method():
    java = 'x = builder.stream("a") . <K>filter(p);'
    outer, inner = found(java, Call)

    assert written(java, outer.span) == 'builder.stream("a") . <K>filter(p)'
    assert written(java, outer.name_span) == "filter"
    assert written(java, inner.span) == 'builder.stream("a")'
    assert written(java, inner.name_span) == "stream"


def test_making_an_object_spans_the_whole_expression():
    java = "x = new Foo(a) { int b; };"

    [new] = found(java, New)
    assert written(java, new.span) == "new Foo(a) { int b; }"
    assert written(java, new.body.span) == "{ int b; }"


def test_one_variable_spans_its_line_and_several_span_themselves():
    assert [written(java, node.span) for java in ["final int a = 1;"] for node in found(java, Declare)] == [
        "final int a = 1;"
    ]
    java = "int a = 1, b;"
    assert [written(java, node.span) for node in found(java, Declare)] == ["a = 1", "b"]


def test_spans_count_bytes_of_utf_8():
    java = 'a("größe 😀"); bär();'

    assert [written(java, call.name_span) for call in found(java, Call)] == ["a", "bär"]
    assert found(java, Call)[1].name == "bär"


def test_a_byte_order_mark_does_no_harm():
    java = "\ufeffimport a.B; c();"

    assert read(java)[1] == ()
    assert [written(java, call.span) for call in found(java, Call)] == ["c()"]


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_line_ends(line_end):
    java = line_end.join(["// first", "a(", '  "b"', "); // second", "c();", 'd("""', "  e", '  f""");'])

    assert read(java)[1] == ()
    assert [call.name for call in found(java, Call)] == ["a", "c", "d"]
    assert [literal.value for literal in found(java, Literal)] == ["b", "e\nf"]


def test_a_lone_surrogate_is_read_as_a_question_mark():
    assert [literal.value for literal in found('a("\ud800");', Literal)] == ["?"]


def test_spans_carry_the_file_they_stand_in():
    unit, _ = read_java(SourceFile("Fragment.java", "a.b(c);"), 3)

    assert {node.span.file_id for node in walk(unit)} == {3}


def test_what_was_put_in_takes_no_room():
    java = "s.filter((k, v) ->).to(x"

    assert_spans_are_in_range(java)
    assert [written(java, call.span) for call in found(java, Call)] == [java, "s.filter((k, v) ->)"]
    [missing] = found(java, Unknown)
    assert missing.span.start == missing.span.end == java.index(").to")


def test_a_diagnostic_points_at_what_is_wrong():
    java = "class A {\n  int a; %\n  void f() { g(; }\n}\n"

    _, diagnostics = read(java)
    assert [written(java, one.span) for one in diagnostics] == ["%", "("]


# --- what is not Java -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("java", ["", " \n\t\n"])
def test_an_empty_text_is_refused(java):
    assert refusal(java) == "The text is empty."


def test_a_binary_file_is_refused():
    assert refusal("PK\x03\x04\0\0\0") == "This is not text: it holds bytes of value zero."


@pytest.mark.parametrize(
    "text",
    [
        "Dear team, as agreed, the topology shall count orders. It is due on Friday; please see below.\n" * 3,
        "SELECT customer, COUNT(*) FROM orders GROUP BY customer EMIT CHANGES",
        "spring:\n  kafka:\n    streams:\n      application-id: orders\n",
        "<html><body><p>No topology here.</p></body></html>",
        "%PDF-1.7 \x80\x81 stream",
        "}{)(][" * 50,
    ],
)
def test_what_is_plainly_something_else_is_refused(text):
    assert refusal(text) == "Nothing in this text could be read as Java."


def test_a_comment_alone_is_a_program_that_does_nothing():
    unit, diagnostics = read("// to do")

    assert (unit.statements, diagnostics) == ((), ())


# --- depth and size ---------------------------------------------------------------------------------------------------


@pytest.fixture
def _it_ends():
    with ends():
        yield


@pytest.mark.usefixtures("_it_ends")
@pytest.mark.parametrize(
    ("java", "kind", "count"),
    [
        pytest.param("x" + ".filter((k, v) -> true)" * 3_000 + ";", Call, 3_000, id="a chain of calls"),
        pytest.param("f(" * MANY + "x" + ")" * MANY + ";", Call, MANY, id="calls in calls"),
        pytest.param("x = " + "1 + " * MANY + "1;", Binary, MANY, id="a sum"),
        pytest.param("x = " + '"a" + ' * MANY + '"b";', Binary, MANY, id="a long string"),
        pytest.param("x = " + "a -> " * MANY + "a;", Lambda, MANY, id="lambdas in lambdas"),
        pytest.param(
            "x" + ".f((k, v) -> { return x" * 4_000 + ";})" * 4_000 + ";", Lambda, 4_000, id="blocks in lambdas"
        ),
        pytest.param("x = " + "(" * MANY + "f()" + ")" * MANY + ";", Call, 1, id="brackets"),
        pytest.param("x = " + "- " * MANY + "f();", Call, 1, id="signs"),
        pytest.param("x = " + "(A) " * MANY + "f();", Call, 1, id="casts"),
        pytest.param("x = " + "a ? b : " * MANY + "f();", Call, 1, id="conditions"),
        pytest.param("{" * MANY + "f();" + "}" * MANY, Call, 1, id="blocks"),
        pytest.param("if (a) " * MANY + "f();", Call, 1, id="ifs"),
        pytest.param("class A { " * MANY + "void f() { g(); }" + "}" * MANY, ClassDeclaration, MANY, id="classes"),
        pytest.param("x = new A() { Object x = " * 3_000 + "1;" + "};" * 3_000, New, 3_000, id="anonymous classes"),
        pytest.param("A<" * 1_500 + "B" + ">" * 1_500 + " x = f();", Call, 1, id="generics"),
        pytest.param("int[] x = " + "{" * MANY + "f()" + "}" * MANY + ";", Call, 1, id="arrays"),
        pytest.param('x = """\n' + ' \\" // "" \n' * 30_000 + '"""; f();', Call, 1, id="a long text block"),
        pytest.param("\n" * 100_000 + "f();", Call, 1, id="empty lines"),
        pytest.param("\n" * 100_000 + "f() g.h();", Call, 2, id="empty lines before a broken statement"),
        pytest.param("/* a. */ // b.\n" * MANY + "f();", Call, 1, id="comments"),
        pytest.param("f(...);\n// and so on ...\n...\n" * 5_000, Call, 5_000, id="what is left out"),
        pytest.param("f()\n" * 5_000, Call, 5_000, id="no semicolons"),
    ],
)
def test_depth_and_length_do_no_harm(java, kind, count):
    unit, _ = read_java(SourceFile("Fragment.java", java), 0, deadline=time.monotonic() + 60)

    assert sum(isinstance(node, kind) for node in walk(unit)) == count


def test_a_deep_tree_can_be_written():
    assert dump(read("f(" * 2_000 + "x" + ")" * 2_000)[0]).count("Call f") == 2_000


@pytest.mark.usefixtures("_it_ends")
def test_a_hundred_thousand_brackets_are_too_many():
    java = "a();\nx = " + "(" * 100_000 + "1" + ")" * 100_000 + ";"

    assert refusal(java) == f"The code in line 2 is nested more than {NESTING_LIMIT:,} levels deep."


@pytest.mark.usefixtures("_it_ends")
def test_too_many_open_angles_are_refused_before_they_fill_the_memory():
    assert refusal("a<" * 100_000) == f"More than {OPEN_ANGLES_LIMIT:,} signs `<` are open at once."


def test_closed_angles_are_not_counted():
    assert len(found("List<String> a = f();" * (OPEN_ANGLES_LIMIT + 1), Call)) == OPEN_ANGLES_LIMIT + 1


def test_a_deadline_that_has_passed_is_kept():
    unit, [diagnostic] = read_java(SourceFile("Fragment.java", ORDERS * 50), 0, deadline=time.process_time() - 1)

    assert isinstance(unit.statements[0], Unknown)
    assert diagnostic.reason == "The text takes too long or too much memory to read."


@pytest.mark.usefixtures("_it_ends")
@pytest.mark.parametrize(
    "unit",
    [
        "(", "{", "[", ")", "}", '"', '"""', "'", "\\", "@", ".", ",", "a ", "a.", "+ ", "> + ", "x -> {", "/*", "a::",
        "=", "class A {", "switch (a) { case ", "if (", "try {", "new ", "case ", "... ", "@A(", "(a, b) -> ",
    ],
)  # fmt: skip
def test_endless_beginnings_end(unit):
    assert_spans_are_in_range(unit * 2_000)


def test_what_is_wrong_in_many_places_is_summed_up():
    _, diagnostics = read("class A { " + "int a; % " * 500 + " void f() { g(); } }")

    assert len(diagnostics) == MOST_DIAGNOSTICS + 1
    assert diagnostics[-1].reason == f"{500 - MOST_DIAGNOSTICS} more places could not be read."


# --- text that is being typed -----------------------------------------------------------------------------------------


def spans_of_calls(java):
    return {call.name_span: call for call in found(java, Call)}


def test_a_program_cut_off_anywhere_keeps_its_whole_calls_and_gets_no_others():
    whole = spans_of_calls(ORDERS)

    for cut in range(1, len(ORDERS), 5):
        kept = spans_of_calls(ORDERS[:cut])
        assert kept.keys() <= whole.keys(), cut
        assert {span for span, call in whole.items() if call.span.end <= cut} <= kept.keys(), cut


def test_a_program_cut_off_anywhere_says_so():
    body = ORDERS.index("final StreamsBuilder")

    for cut in range(body, len(ORDERS.rstrip()), 7):
        assert read(ORDERS[:cut])[1] != (), cut


@pytest.mark.parametrize("seed", range(2))
def test_a_damaged_program_never_raises(seed):
    chance = random.Random(seed)  # noqa: S311
    pieces = ["", "", "(", ")", "{", "}", "<", '"', "'", ".", ";", "...", "\n", "é", "class", "/*", "->", "@", '"""']

    for _ in range(120):
        start = chance.randrange(len(ORDERS))
        end = start + chance.choice([0, 0, 1, 2, 30])
        assert_spans_are_in_range(ORDERS[:start] + chance.choice(pieces) + ORDERS[end:])


def test_the_same_text_gives_the_same_tree():
    assert dump(read(ORDERS)[0]) == dump(read(ORDERS)[0])
