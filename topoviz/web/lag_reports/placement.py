"""From a stored analysis to what places a lag history on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topoviz.lag.onto_topology import Placement, Reader

Json = dict[str, Any]


def placement_from_json(
    topology: Json, application_id: str | None = None, partition_counts: Mapping[str, int] | None = None
) -> Placement:
    """Take from a topology in `topoviz/analysis@1` what `placement_of` takes from an analyzed one."""
    runtime = topology["topology"]
    counts = dict(partition_counts or {})
    if runtime is None:
        return Placement((), (), application_id, counts, ("Kafka Streams would refuse this topology; there is none.",))
    doubts = {one["name"]: one["reason"] for one in topology["unsure"]}
    internal = {one["name"] for one in runtime["repartition_topics"]}
    groups = runtime["topics"]
    return Placement(
        tuple(
            Reader(topic, group["sub_topology"], topic in internal)
            for group in groups
            for topic in group["sources"]
            if topic not in doubts
        ),
        tuple((pattern, group["sub_topology"]) for group in groups for pattern in group["patterns"]),
        application_id or topology["application_id"],
        counts,
        _doubts(topology["shape_unsure"], doubts, [topic for group in groups for topic in group["sources"]]),
    )


def _doubts(shape: str | None, doubts: Mapping[str, str], topics: list[str]) -> tuple[str, ...]:
    said = []
    if shape:
        said.append(f"The shape of the topology, and so the numbers of its sub-topologies, is not certain: {shape}")
    said += [
        f"The topology reads a topic whose name is not certain, {topic}: {doubts[topic]}"
        for topic in dict.fromkeys(topics)
        if topic in doubts
    ]
    return tuple(said)
