"""From a stored analysis to what places a lag history on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topoviz.lag.onto_topology import Placement, Reads, make_placement, no_placement

Json = dict[str, Any]


def placement_from_json(
    topology: Json, application_id: str | None = None, partition_counts: Mapping[str, int] | None = None
) -> Placement:
    """Take from a topology in `topoviz/analysis@1` what `placement_of` takes from an analyzed one."""
    runtime = topology["topology"]
    if runtime is None:
        return no_placement(application_id)
    shape = topology["shape_unsure"]
    unsure = {**({"": shape} if shape else {}), **{one["name"]: one["reason"] for one in topology["unsure"]}}
    internal = frozenset(one["name"] for one in runtime["repartition_topics"])
    reads = [
        Reads(
            group["sub_topology"],
            tuple(group["sources"]),
            tuple(group["patterns"]),
            internal,
            tuple(topic for topic in group["sinks"] if topic in internal),
        )
        for group in runtime["topics"]
    ]
    return make_placement(reads, unsure, application_id or topology["application_id"], partition_counts or {})
