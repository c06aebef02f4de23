"""Stands in for Graphviz's dot program with the library that pygraphviz carries: DOT in, a layout out."""

from __future__ import annotations

import sys


def main(arguments: list[str]) -> int:
    """Lay out the graph on standard input and print it in the one format that is known; 2 for any other."""
    if arguments != ["-Tjson0"]:
        return 2
    from pygraphviz import graphviz as library

    graph = library.agread(sys.stdin, None)
    context = library.gvContextWithBuiltins()
    if library.gvLayout(context, graph, b"dot") != 0:
        return 1
    code, answer = library.gvRenderData(context, graph, b"json0")
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
