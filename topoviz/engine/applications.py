"""Which application each topology belongs to, and in which order several applications are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle

Topologies = tuple[AnalyzedTopology, ...]


def by_application(started: Topologies, not_started: Topologies, bundle: Bundle) -> tuple[Topologies, Topologies]:
    """Name applications by their folders below what all files share, and put what shows most first.

    Those of one application stay in the order in which they were found, and need no folder. Of several, the one with
    the largest topology comes first, and in each of them the larger ones; what is refused comes last. Those that
    nothing starts are in the same order among themselves.
    """
    largest: dict[str, int] = {}
    for one in (*started, *not_started):
        size = 0 if one.why_not_started else one.size
        largest[one.application] = max(largest.get(one.application, 0), size)
    if len(largest) < 2:
        return _named(started, dict.fromkeys(largest, "")), _named(not_started, dict.fromkeys(largest, ""))
    folders = [PurePosixPath(file.name.replace("\\", "/")).parent for file in bundle.files]
    around = (folders[0], *folders[0].parents)
    shared = next((one for one in around if all(each.is_relative_to(one) for each in folders)), PurePosixPath())
    names = {folder: _below(folder, shared) for folder in largest}

    def rank(one: AnalyzedTopology) -> tuple[int, str, int]:
        return -largest[one.application], one.application, -one.size

    if len({one.application for one in started}) > 1:
        started = tuple(sorted(started, key=rank))
    return _named(started, names), _named(sorted(not_started, key=rank), names)


def _below(folder: str, shared: PurePosixPath) -> str:
    path = PurePosixPath(folder)
    return str(path.relative_to(shared)) if path.is_relative_to(shared) else folder


def _named(topologies: Iterable[AnalyzedTopology], names: Mapping[str, str]) -> Topologies:
    return tuple(
        one if one.start is None else replace(one, start=replace(one.start, application=names[one.application]))
        for one in topologies
    )
