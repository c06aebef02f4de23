"""Stands in for Graphviz's dot program with the library that pygraphviz carries: DOT in, layouts out."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import IO

BETWEEN = b"\n// another graph\n"
"""What stands between two graphs. The library reads more of a file than the first graph, so each gets its own."""


def main(arguments: list[str]) -> int:
    """Lay out the graphs on standard input and print them in the one format that is known; 2 for any other."""
    if arguments != ["-Tjson0"]:
        return 2
    library = _library()
    context = library.gvContextWithBuiltins()
    for source in sys.stdin.buffer.read().split(BETWEEN):
        with _file() as file:
            file.write(source)
            file.seek(0)
            graph = library.agread(file, None)
        if library.gvLayout(context, graph, b"dot") != 0:
            return 1
        code, answer = library.gvRenderData(context, graph, b"json0")
        if code != 0:
            return int(code)
        sys.stdout.buffer.write(answer)
        library.gvFreeLayout(context, graph)
        library.agclose(graph)
    sys.stdout.buffer.flush()
    return 0


def _file() -> IO[bytes]:
    """Open a file in memory where there are such, for a tenth of what it takes to load what makes others."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("graph"), "w+b")
    from tempfile import TemporaryFile

    return TemporaryFile()


def _library() -> ModuleType:
    """Load the library without the package round it, which takes most of the time of a small picture."""
    found = find_spec("pygraphviz")
    assert found is not None
    package = ModuleType("pygraphviz")
    package.__path__ = list(found.submodule_search_locations or ())
    sys.modules["pygraphviz"] = package
    return import_module("pygraphviz.graphviz")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
