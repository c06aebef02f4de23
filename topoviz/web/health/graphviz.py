"""Graphviz, which lays out the diagrams."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping

from topoviz.web.health.part import Part, State
from topoviz.web.health.programs import package_version, program_version

PURPOSE = "Lays out the diagrams."
VERSION = r"graphviz version (\d[\w.]*)"

# Loaded in a process of its own: the library is large and not safe to use from several threads.
TELL_LIBRARY_VERSION = (
    "from pygraphviz import graphviz as g; "
    "print('graphviz version', f'{g.GRAPHVIZ_MAJOR_VERSION}.{g.GRAPHVIZ_MINOR_VERSION}.{g.GRAPHVIZ_PATCH_VERSION}')"
)


def graphviz_part(variables: Mapping[str, str]) -> Part:
    """Tell which Graphviz there is: the program in `DOT`, `dot` on the path, or the library in pygraphviz."""
    path = variables.get("PATH", "")
    if named := variables.get("DOT"):
        return named_part(shutil.which(named, path=path))
    dot = shutil.which("dot", path=path)
    version = dot and program_version([dot, "-V"], VERSION)
    if version:
        return Part("Graphviz", PURPOSE, State.READY, version, "dot is on the path.")
    version = library_version()
    if version:
        wheel = package_version("pygraphviz")
        return Part("Graphviz", PURPOSE, State.READY, version, f"The library in the package pygraphviz {wheel} loads.")
    return Part(
        "Graphviz",
        PURPOSE,
        State.MISSING,
        "none found",
        "There is no dot on the path, and the library in pygraphviz does not load.",
        "Install Graphviz, or name its dot program in DOT.",
    )


def named_part(dot: str | None) -> Part:
    """Tell whether the program that was asked for is Graphviz."""
    version = dot and program_version([dot, "-V"], VERSION)
    if version:
        return Part("Graphviz", PURPOSE, State.READY, version, "The program in DOT answers.")
    return Part(
        "Graphviz",
        PURPOSE,
        State.TROUBLE,
        "no answer",
        "DOT is set, but there is no Graphviz program there.",
        "Correct DOT, or unset it to use the Graphviz that comes with topoviz.",
    )


def library_version() -> str | None:
    """Give the version of the library that pygraphviz carries, or None when it does not load."""
    return program_version([sys.executable, "-c", TELL_LIBRARY_VERSION], VERSION)
