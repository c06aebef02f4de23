"""Names of files that say what is inside: `orders-topology.svg`, `orders-plan-before-after.pdf`.

They have small ASCII letters, digits and hyphens alone, which every system, address and shell takes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from topoviz.rendering.views import View, ViewName

LONGEST_PART: Final = 60

_NO_NAME: Final = "program"
_SAYS_NOTHING: Final = re.compile(r"[.](build|create|make|get)?(topology)?$", re.IGNORECASE)
_WORDS: Final = {
    ViewName.PLAN: "plan",
    ViewName.PLAN_OPTIMIZED: "plan-after",
    ViewName.BEFORE_AFTER: "plan-before-after",
}


def program_name(topology: str | None, files: Sequence[str]) -> str:
    """Name a program for file names, after its topology, or after its first file when that has no name."""
    if topology is not None and topology not in files:
        return _part(_SAYS_NOTHING.sub("", topology.removesuffix("()"))) or _NO_NAME
    file = next(iter(files), "") if topology is None else topology
    return _part(PurePosixPath(file).stem) or _NO_NAME


def view_name(view: View, centre: str = "") -> str:
    """Name what is drawn; `centre` is the name of what an `around` is around."""
    match view.name:
        case ViewName.SUB_TOPOLOGY:
            name = f"sub-topology-{view.number}"
        case ViewName.AROUND:
            name = f"around-{_part(centre) or view.centre}"
        case _:
            name = _WORDS.get(view.name, str(view.name))
    return f"{name}-whole" if view.is_whole else name


def file_name(program: str, what: str, ending: str) -> str:
    """Put the name of a file together; what the program's name says already is not said again."""
    stem = program if program == what or program.endswith(f"-{what}") else f"{program}-{what}"
    return f"{stem}.{ending}"


def _part(name: str) -> str:
    """Write a name with small letters, digits and hyphens; a new word in `OrdersApp` or `orders_app` gets a hyphen."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", plain)
    return re.sub(r"[^a-z0-9]+", "-", words.lower())[:LONGEST_PART].strip("-")
