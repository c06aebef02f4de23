"""The engine and the grammar it reads Java with."""

from __future__ import annotations

import tree_sitter
import tree_sitter_java

from topoviz.web.health.part import Part, State
from topoviz.web.health.programs import package_version

PURPOSE = "Reads the code and works out the plan, the topology and the tasks."


def engine_part() -> Part:
    """Tell the engine's version, and whether the grammar for Java loads and reads a class."""
    version = package_version("topoviz")
    if version is None:
        return Part(
            "Engine",
            PURPOSE,
            State.TROUBLE,
            "version not known",
            "The package topoviz is not installed in this Python.",
            "Start the product with python3 manage.py up, which installs it.",
        )
    if not reads_java():
        return Part(
            "Engine",
            PURPOSE,
            State.TROUBLE,
            version,
            "The grammar for Java does not load.",
            "Remove the environment and run python3 manage.py up again.",
        )
    parser, grammar = package_version("tree-sitter"), package_version("tree-sitter-java")
    return Part(
        "Engine", PURPOSE, State.READY, version, f"It reads Java with tree-sitter {parser} and the grammar {grammar}."
    )


def reads_java() -> bool:
    """Parse a smallest class."""
    try:
        parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_java.language()))
    except (TypeError, ValueError):
        return False
    return not parser.parse(b"class A {}").root_node.has_error
