"""The names in a result, in rows of their own: who looks for a topic reads no results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topoviz.web.analyses.models import Analysis, Name, NameKind

Json = dict[str, Any]

_MOST_AT_ONCE = 500
"""How many rows are written in one statement; SQLite takes only so many values."""


def index_names(analysis: Analysis, result: Json) -> None:
    """Write the names of a result that stays, unless they are there; in the transaction that makes it stay."""
    if not Name.objects.filter(analysis=analysis).exists():
        Name.objects.bulk_create((Name(analysis=analysis, **one) for one in names_in(result)), _MOST_AT_ONCE)


def names_in(result: Json) -> Iterator[Json]:
    """Give what there is to find in a result: each name of a kind once for each topology."""
    for number, topology in enumerate(result["topologies"]):
        seen = set()
        for one in _of_topology(topology):
            cut = {**one, "name": one["name"][: Name.LONGEST]}
            if (key := (one["kind"], cut["name"])) not in seen:
                seen.add(key)
                yield {"topology": number, **cut}


def _of_topology(topology: Json) -> Iterator[Json]:
    yield {"kind": NameKind.TOPOLOGY, "name": topology["name"]}
    runtime = topology["topology"]
    if runtime is None:
        return
    for topic in runtime["named_topics"]:
        kind = NameKind.REPARTITION if topic["is_repartition"] else NameKind.TOPIC
        yield {
            "kind": NameKind.PATTERN if topic["is_pattern"] else kind,
            "name": topic["name"],
            "reads": bool(topic["readers"]),
            "writes": bool(topic["writers"]),
        }
    for store in runtime["stores"]:
        yield {"kind": NameKind.STORE, "name": store["name"]}
        if store["changelog"] is not None and not store["changelog_is_source"]:
            yield {"kind": NameKind.CHANGELOG, "name": store["changelog"]}
    for node in runtime["nodes"]:
        yield {"kind": NameKind.NODE, "name": node["name"]}
