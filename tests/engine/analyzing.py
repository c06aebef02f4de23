"""Ask the engine about Java that stands in a test, in one line."""

from collections.abc import Mapping
from typing import Any

from topoviz.engine.analysis import analyze
from topoviz.engine.dsl.budget import Budget
from topoviz.engine.logical.tree_text import plan_to_text
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text
from topoviz.engine.versions import Behaviours, parse_version

NEW = "3.9.2"
OLD = "2.3.1"


def behaviours(version: str = NEW) -> Behaviours:
    """The behaviours of a version on the default JDK."""
    return Behaviours(parse_version(version))


def analysis_of(
    *texts: str,
    version: str = NEW,
    optimize: str | None = "none",
    set_values: dict[str, str] | None = None,
    budget: Budget | None = None,
) -> Analysis:
    """Analyze Java files, named A.java, B.java and so on."""
    files = tuple(SourceFile(f"{chr(ord('A') + index)}.java", text) for index, text in enumerate(texts))
    settings = Settings(parse_version(version), optimize=optimize, set_values=set_values or {})
    return analyze(Submission(Bundle(files), settings), budget)


def analysis_of_files(files: Mapping[str, str], *, version: str = NEW) -> Analysis:
    """Analyze files by their names, programs with their configuration and build files."""
    given = tuple(SourceFile(name, text) for name, text in files.items())
    return analyze(Submission(Bundle(given), Settings(parse_version(version))))


def application_of(*texts: str, **settings: Any) -> Analysis:
    """Analyze the files of an application: with another file beside them, nothing is taken to be left out."""
    return analysis_of(*texts, "class Others { }", **settings)


def topology_of(*texts: str, version: str = NEW, optimize: str = "none") -> AnalyzedTopology:
    """Give the one topology of a program, refused or not."""
    (topology,) = analysis_of(*texts, version=version, optimize=optimize).topologies
    return topology


def described(analysis: Analysis) -> str:
    """Give describe() of the one topology, with question marks behind what is unsure."""
    (topology,) = analysis.topologies
    assert topology.description is not None, topology.refusal
    return to_text(topology.description, topology.unsure)


def plan_of(analysis: Analysis) -> str:
    """Give the plan of the one topology, after the optimizer."""
    (topology,) = analysis.topologies
    assert topology.optimized is not None, topology.refusal
    return plan_to_text(topology.optimized.plan, analysis.behaviours)


def topics_read(analysis: Analysis) -> list[str]:
    """Give the topics and patterns of all source nodes, in the order of describe()."""
    found = []
    for topology in analysis.topologies:
        assert topology.description is not None, topology.refusal
        for group in topology.description.groups:
            for node in group.nodes:
                found.extend(node.topics)
                found.extend([node.pattern] if node.pattern is not None else [])
    return found


def codes(analysis: Analysis) -> set[str]:
    """Give the codes of all diagnostics."""
    return {diagnostic.code for diagnostic in analysis.diagnostics}
