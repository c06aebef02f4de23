"""What is easily misread in Kotlin: the engine says what the real library says, or that it is not sure."""

import pytest

from tests.oracle.kotlin_traps import TRAPS, Trap, read_traps
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text

OPEN = {
    "an own apply on any T",
    "a setter that changes what it is given",
    "an operator invoke on the builder",
}
"""What is still answered wrongly without a word."""

CASES = [
    pytest.param(trap, id=trap.title, marks=[pytest.mark.xfail(strict=True)] if trap.title in OPEN else [])
    for trap in read_traps(TRAPS.read_text(encoding="utf-8"))
]


def answer(trap: Trap) -> tuple[str, bool]:
    """What the engine says of a trap, in the words of the fixture, and whether it is sure."""
    files = tuple(SourceFile(name, text) for name, text in trap.files().items())
    analysis = analyze(Submission(Bundle(files), Settings(optimize="none")))
    if len(analysis.topologies) != 1:
        return f"{len(analysis.topologies)} topologies", not analysis.is_unsure
    (topology,) = analysis.topologies
    if topology.refusal is not None:
        return f"! {topology.refusal}", not analysis.is_unsure
    assert topology.description is not None
    return to_text(topology.description, topology.unsure).partition("\n")[2].rstrip("\n"), not analysis.is_unsure


def expected(trap: Trap) -> str:
    """What the library says, in the same words."""
    return f"! {trap.thrown}" if trap.thrown else "\n".join(trap.described)


@pytest.mark.parametrize("trap", CASES)
def test_no_trap_is_answered_wrongly_without_a_word(trap: Trap) -> None:
    said, is_sure = answer(trap)

    assert said == expected(trap) or not is_sure
