"""What is easily misread in Kotlin: the engine says what the real library says, or that it is not sure."""

import pytest

from tests.oracle.kotlin_traps import TRAPS, WHOLE, Trap, read_traps
from topoviz.engine.analysis import analyze
from topoviz.engine.diagnostics import Severity
from topoviz.engine.dsl.throws import NO_MESSAGE
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text

CASES = [
    pytest.param(trap, id=trap.title)
    for path in (TRAPS, WHOLE)
    for trap in read_traps(path.read_text(encoding="utf-8"))
]


def answer(trap: Trap) -> tuple[str, bool]:
    """What the engine says of a trap, in the words of the fixture, and whether it is sure."""
    files = tuple(SourceFile(name, text) for name, text in trap.files().items())
    analysis = analyze(Submission(Bundle(files), Settings(optimize="none")))
    is_read = all(one.severity is not Severity.UNREADABLE for one in analysis.diagnostics)
    is_sure = is_read and not analysis.is_unsure
    if len(analysis.topologies) != 1:
        return f"{len(analysis.topologies)} topologies", is_sure
    (topology,) = analysis.topologies
    if topology.refusal is not None:
        return f"! {topology.refusal}".removesuffix(f": {NO_MESSAGE}"), is_sure
    assert topology.description is not None
    return to_text(topology.description, topology.unsure).partition("\n")[2].rstrip("\n"), is_sure


def expected(trap: Trap) -> str:
    """What the library says, in the same words."""
    return f"! {trap.thrown}" if trap.thrown else "\n".join(trap.described)


@pytest.mark.parametrize("trap", CASES)
def test_no_trap_is_answered_wrongly_without_a_word(trap: Trap) -> None:
    said, is_sure = answer(trap)

    assert said == expected(trap) or not is_sure


# What the library cannot be asked about: parts of the program are missing.
NOT_IN_TEXT = (
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


@pytest.mark.parametrize("kotlin", NOT_IN_TEXT)
def test_functions_of_the_program_that_are_not_in_the_text_leave_a_doubt(kotlin: str) -> None:
    _, is_sure = answer(Trap("", (), (kotlin,)))

    assert not is_sure
