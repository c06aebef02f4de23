"""What is easily misread in Kotlin: the engine says what the real library says, or that it is not sure."""

import pytest

from tests.engine.analyzing import topics_read
from tests.engine.dsl.traps import PARTS, answer, answered_wrongly
from tests.oracle.kotlin_traps import KOTLIN
from tests.oracle.traps import Trap
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission


@pytest.mark.parametrize("part", range(PARTS))
def test_no_trap_is_answered_wrongly_without_a_word(part: int) -> None:
    assert answered_wrongly(KOTLIN, KOTLIN.traps()[part::PARTS]) == {}


# What the library cannot be asked about: parts of the program are missing.
NOT_HERE = (
    'builder.stream<String, String>("a").process().to("b")',
    'builder.stream<String, String>("a").filter("x").to("b")',
    'builder.stream<String, String>("a").filter { it != "x" }.to("b")',
    'builder.stream<String, String>("a").join(builder.stream("b"), 5) { x, y -> x + y }.to("c")',
    'builder.stream<String, String>("a").to("b", name = "x")',
    'object : Base(builder) {}; builder.stream<String, String>("a")',
    'val names = mutableListOf("a").apply { fill() }; names.forEach { builder.stream<String, String>(it) }',
    'names { add("a") }.forEach { builder.stream<String, String>(it) }',
    'wired { stream<String, String>("a") }',
)


@pytest.mark.parametrize("kotlin", NOT_HERE)
def test_functions_of_the_program_that_are_not_in_the_text_leave_a_doubt(kotlin: str) -> None:
    _, is_sure = answer(KOTLIN, Trap("", (), (kotlin,)))

    assert not is_sure


def told(kotlin: str) -> list[str]:
    """The reasons that the engine gives for one file of Kotlin."""
    bundle = Bundle((SourceFile("App.kt", kotlin),))
    return [one.reason for one in analyze(Submission(bundle, Settings())).diagnostics]


def test_a_function_that_apply_is_given_from_outside_is_told_as_such() -> None:
    kotlin = "fun topology(block: StreamsBuilder.() -> Unit) = StreamsBuilder().apply(block).build()"

    reasons = told(kotlin)

    assert "What the function does that apply is given here is not known." in reasons
    assert not any("has no `apply`" in reason for reason in reasons)


def test_a_parameter_behind_a_variadic_one_is_none_of_its_values() -> None:
    kotlin = """fun KStream<String, String>.checked(vararg stores: String, check: (String) -> Boolean) =
        process(ProcessorSupplier { Checker(check) }, *stores)"""

    assert not any(reason.startswith("check is not known") for reason in told(kotlin))


def test_overloads_are_told_apart_by_how_many_parameters_a_lambda_has():
    kotlin = """
        fun wire(builder: StreamsBuilder, keep: (String) -> Boolean) = builder.stream<String, String>("one").to("b")
        fun wire(builder: StreamsBuilder, keep: (String, String) -> Boolean) = builder.table<String, String>("two")
        fun topology(): Topology {
            val builder = StreamsBuilder()
            wire(builder) { key, value -> key != value }
            wire(builder) { it != "" }
            return builder.build()
        }
    """
    bundle = Bundle((SourceFile("App.kt", kotlin),))
    analysis = analyze(Submission(bundle, Settings()))

    assert topics_read(analysis) == ["two", "one"]
    assert not analysis.is_unsure
