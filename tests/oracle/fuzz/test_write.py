"""How the statements of a random program are written down."""

from dataclasses import replace

from tests.oracle.fuzz.program import Helper, Loop, Program, Statement, Style
from tests.oracle.fuzz.write import to_java

READ = Statement("builder", "stream", ('"a"',), "<String, String>", "s1", "KStream<String, String>")
FILTERED = Statement("s1", "filter", ("(k, v) -> true",), "", "s2", "KStream<String, String>")
WRITTEN = Statement("s2", "to", ('"b"',))
PLAIN = Program(
    "P", "StreamsBuilder builder = new StreamsBuilder();", (READ, FILTERED, WRITTEN), "builder.build(config)"
)


def lines(program: Program) -> list[str]:
    return [line.strip() for line in to_java(program).splitlines() if line.strip()]


def test_each_call_is_a_statement_as_a_rule() -> None:
    assert 'KStream<String, String> s1 = builder.<String, String>stream("a");' in lines(PLAIN)
    assert 's2.to("b");' in lines(PLAIN)


def test_a_chain_holds_what_only_the_next_call_uses() -> None:
    program = replace(PLAIN, style=Style(folds_chains=True))

    assert 'builder.<String, String>stream("a").filter((k, v) -> true).to("b");' in lines(program)


def test_a_chain_breaks_where_two_calls_use_a_stream() -> None:
    body = (READ, FILTERED, replace(WRITTEN, receiver="s1"), WRITTEN)
    program = replace(PLAIN, body=body, style=Style(folds_chains=True))

    assert 's1.to("b");' in lines(program)
    assert 's2.to("b");' in lines(program)


def test_a_variable_is_used_again_where_nobody_needs_what_it_held() -> None:
    program = replace(PLAIN, style=Style(reuses_variables=True))

    assert "s1 = s1.filter((k, v) -> true);" in lines(program)
    assert 's1.to("b");' in lines(program)


def test_a_loop_has_its_body_in_braces() -> None:
    loop = Loop('for (String tag : List.of("x", "y"))', "tag", "String", '"x"', (READ,))

    assert 'for (String tag : List.of("x", "y")) {' in lines(replace(PLAIN, body=(loop,)))


def test_a_helper_is_a_method_that_returns_its_result() -> None:
    helper = Helper("add", (("StreamsBuilder", "builder"),), (READ,), "s1", "KStream<String, String>")
    text = lines(replace(PLAIN, helpers=(helper,)))

    assert "private static KStream<String, String> add(StreamsBuilder builder) {" in text
    assert "return s1;" in text


def test_only_the_constants_and_classes_that_are_used_are_written() -> None:
    used = Statement("s1", "process", ("Watching<String, String>::new", "NAME_1"))
    program = replace(PLAIN, body=(READ, used), constants=(("NAME_1", '"store"'), ("NAME_2", '"other"')))
    text = to_java(program)

    assert 'NAME_1 = "store";' in text
    assert "NAME_2" not in text
    assert "class Watching<K, V>" in text
    assert "class Passing" not in text
