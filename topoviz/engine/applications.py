"""Which application each topology belongs to, and in which order several applications are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle


def by_application(topologies: Sequence[AnalyzedTopology], bundle: Bundle) -> tuple[AnalyzedTopology, ...]:
    """Name applications by their folders below what all files share, and put what shows most first.

    Those of one application stay in the order in which they were found, and need no folder. Of several, the one with
    the largest topology comes first, and in each of them the larger ones; what is refused comes last.
    """
    largest: dict[str, int] = {}
    for one in topologies:
        largest[one.application] = max(largest.get(one.application, 0), one.size)
    if len(largest) < 2:
        return tuple(_named(one, "") for one in topologies)
    folders = [PurePosixPath(file.name.replace("\\", "/")).parent for file in bundle.files]
    around = (folders[0], *folders[0].parents)
    shared = next((one for one in around if all(each.is_relative_to(one) for each in folders)), PurePosixPath())
    ordered = sorted(
        topologies,
        key=lambda one: (largest[one.application] == 0, -largest[one.application], one.application, -one.size),
    )
    return tuple(_named(one, _below(one.application, shared)) for one in ordered)


def _below(folder: str, shared: PurePosixPath) -> str:
    path = PurePosixPath(folder)
    return str(path.relative_to(shared)) if path.is_relative_to(shared) else folder


def _named(one: AnalyzedTopology, application: str) -> AnalyzedTopology:
    return one if one.start is None else replace(one, start=replace(one.start, application=application))
