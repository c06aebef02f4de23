"""What the engine says of a trap, in the words of the fixtures."""

from collections.abc import Sequence

from tests.oracle.traps import VERSION, Language, Trap
from topoviz.engine.analysis import analyze
from topoviz.engine.diagnostics import Severity
from topoviz.engine.dsl.throws import NO_MESSAGE
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text
from topoviz.engine.versions import parse_version

PARTS = 8
"""In how many tests the traps of a language are gone through."""


def answered_wrongly(language: Language, traps: Sequence[Trap]) -> dict[str, str]:
    """Give by their titles what the engine says of the traps that it answers wrongly and is sure of."""
    said = {trap.title: (answer(language, trap), trap.answer) for trap in traps}
    return {title: words for title, ((words, is_sure), true) in said.items() if is_sure and words != true}


def answer(language: Language, trap: Trap) -> tuple[str, bool]:
    """Give what the engine says, and whether it is sure."""
    files = tuple(SourceFile(name, text) for name, text in language.files_of(trap).items())
    analysis = analyze(Submission(Bundle(files), Settings(parse_version(VERSION), optimize="none")))
    is_read = all(one.severity is not Severity.UNREADABLE for one in analysis.diagnostics)
    is_sure = is_read and not analysis.is_unsure
    if len(analysis.topologies) != 1:
        return f"{len(analysis.topologies)} topologies", is_sure
    (topology,) = analysis.topologies
    if topology.refusal is not None:
        return f"! {topology.refusal}".removesuffix(f": {NO_MESSAGE}"), is_sure
    assert topology.description is not None
    return to_text(topology.description, topology.unsure).partition("\n")[2].rstrip("\n"), is_sure
