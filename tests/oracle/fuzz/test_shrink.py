"""Making programs smaller, with made-up failures in the place of real ones."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from tests.oracle.fuzz.generator import programs
from tests.oracle.fuzz.production import all_productions
from tests.oracle.fuzz.program import Helper, Loop, Program, Statement, all_statements
from tests.oracle.fuzz.shrink import IsBad, shrink, smaller
from tests.oracle.fuzz.write import to_java

READ = Statement("builder", "stream", ('"a"',), "", "s1", "KStream<String, String>")
PEEKED = Statement("s1", "peek", ("(k, v) -> { }", 'Named.as("p").withName("q")'), "", "s2", "KStream<String, String>")
COUNTED = Statement("s2.groupByKey()", "count", (), "", "t3", "KTable<String, Long>")
WRITTEN = Statement("s1", "to", ('"b"',))
WHOLE = Program("P", "", (READ, PEEKED, COUNTED, WRITTEN), "builder.build(config)")


def naming(*texts: str) -> IsBad:
    """Call a program bad when its text has all of these."""

    def is_bad(chosen: Sequence[Program]) -> list[bool]:
        return [all(text in to_java(one) for text in texts) for one in chosen]

    return is_bad


def test_only_what_the_failure_needs_is_left() -> None:
    assert [one.method for one in all_statements(shrink(WHOLE, naming(".count()")))] == ["count"]


def test_a_stream_takes_the_place_of_what_was_made_of_it() -> None:
    def is_bad(chosen: Sequence[Program]) -> list[bool]:
        needed = {"builder", "s1.groupByKey()"}
        return [needed <= {statement.receiver for statement in all_statements(one)} for one in chosen]

    assert shrink(WHOLE, is_bad).body[-1] == replace(COUNTED, receiver="s1.groupByKey()")


def test_arguments_and_calls_in_them_are_left_out() -> None:
    left = shrink(WHOLE, naming("peek", "Named.as"))

    assert to_java(left).count("withName") == 0
    assert [one.arguments for one in all_statements(shrink(WHOLE, naming("peek")))] == [()]


def test_a_loop_gives_way_to_its_first_turn() -> None:
    loop = Loop('for (String tag : List.of("x", "y"))', "tag", "String", '"x"', (replace(READ, arguments=("tag",)),))
    left = shrink(replace(WHOLE, body=(loop,)), naming("stream("))

    assert not any(isinstance(item, Loop) for item in left.body)


def test_a_helper_gives_way_to_its_statements() -> None:
    helper = Helper("add", (("String", "tag"),), (replace(READ, arguments=("tag",)),))
    program = replace(WHOLE, body=(Statement("", "add", ('"x"',)),), helpers=(helper,))

    left = shrink(program, naming('stream("x")'))

    assert left.helpers == ()
    assert [one.arguments for one in all_statements(left)] == [('"x"',)]


def test_what_needs_something_goes_with_it() -> None:
    bodies = [one.body for one in smaller(WHOLE)]

    assert (READ, COUNTED, WRITTEN) not in bodies
    assert (READ, WRITTEN) in bodies


def test_a_random_program_shrinks_to_a_few_statements() -> None:
    found = [one for one in islice(programs(8, "3.9.2", all_productions()), 120) if ".merge(" in to_java(one)]

    for program in found[:5]:
        left = shrink(program, naming(".merge("), budget=3000)

        assert len(list(all_statements(left))) <= 2, to_java(left)
