"""Starts Graphviz, which gets sizes and no text of the user's; its answers are limited in time, memory and size."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from topoviz.child import Ending, own_script, run_child
from topoviz.rendering.limits import A_PICTURE, LESS, MEMORY_BYTES, OUTPUT_BYTES, WALL_SECONDS
from topoviz.rendering.picture import Undrawable

FORMAT: Final = "json0"
STAND_IN: Final = Path(__file__).parents[1] / "dot_stand_in.py"

INSTALL_GRAPHVIZ: Final = (
    "There is no Graphviz to lay out the picture: no dot on the path, and no package pygraphviz. "
    "Install topoviz with its server extra: pip install 'topoviz[server]', or install Graphviz."
)


class TooMuch(Undrawable):
    """Graphviz did not finish within its limits; a picture with less in it may do."""


def find_dot(variables: Mapping[str, str]) -> tuple[str, ...]:
    """Find Graphviz: the program in `DOT`, dot on the path, or the library that pygraphviz carries."""
    path = variables.get("PATH", "")
    if named := variables.get("DOT"):
        found = shutil.which(named, path=path)
        if found is None:
            raise Undrawable("DOT names a program that is not there. Correct DOT, or unset it.")
        return (found,)
    if found := shutil.which("dot", path=path):
        return (found,)
    if find_spec("pygraphviz") is None:
        raise Undrawable(INSTALL_GRAPHVIZ)
    return own_script(str(STAND_IN))


def run_dot(source: str, program: tuple[str, ...], wall_seconds: float = WALL_SECONDS) -> bytes:
    """Run Graphviz on a DOT text and give its answer; raises TooMuch or Undrawable."""
    try:
        answer = run_child((*program, f"-T{FORMAT}"), source.encode(), replace(A_PICTURE, wall_seconds=wall_seconds))
    except OSError as error:
        words = error.strerror or str(error)
        raise Undrawable(f"Graphviz does not start: {words}. Correct DOT, or unset it.") from error
    match answer.ending:
        case Ending.DONE:
            return answer.data
        case Ending.TOOK_TOO_LONG:
            raise TooMuch(f"Laying out this picture takes more than {wall_seconds:g} seconds. {LESS}")
        case Ending.WROTE_TOO_MUCH:
            raise TooMuch(f"The layout of this picture is larger than {OUTPUT_BYTES:,} bytes. {LESS}")
        case Ending.FAILED:
            memory = f"{MEMORY_BYTES >> 20:,} MB"
            raise TooMuch(f"Graphviz ended with code {answer.code}; it may have run out of its {memory}. {LESS}")
