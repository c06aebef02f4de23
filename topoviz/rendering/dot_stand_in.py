"""Stands in for Graphviz's dot program with the library that pygraphviz carries: DOT in, layouts out."""

from __future__ import annotations

import sys
import tempfile

BETWEEN = b"\n// another graph\n"
"""What stands between two graphs. The library reads more of a file than the first graph, so each gets its own."""


def main(arguments: list[str]) -> int:
    """Lay out the graphs on standard input and print them in the one format that is known; 2 for any other."""
    if arguments != ["-Tjson0"]:
        return 2
    from pygraphviz import graphviz as library

    context = library.gvContextWithBuiltins()
    for source in sys.stdin.buffer.read().split(BETWEEN):
        with tempfile.TemporaryFile() as file:
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
