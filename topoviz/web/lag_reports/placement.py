"""From a stored analysis to what places a lag history on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from topoviz.engine.topology.copartition_groups import CopartitionGroup
from topoviz.engine.topology.internal_topics import ChangelogTopic, GroupTopics
from topoviz.engine.versions import Behaviours, newest_version, parse_version
from topoviz.lag.onto_topology import Placement, Reads, make_placement, no_placement
from topoviz.lag.topics.shape import Shape

Json = dict[str, Any]


def placement_from_json(
    topology: Json,
    application_id: str | None = None,
    partition_counts: Mapping[str, int] | None = None,
    version: str | None = None,
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
    placement = make_placement(reads, unsure, application_id or topology["application_id"], partition_counts or {})
    return replace(placement, shape=_shape(runtime, version, is_without_plan=topology["plan"] is None))


def _shape(runtime: Json, version: str | None, *, is_without_plan: bool) -> Shape:
    """Put together again what each sub-topology reads, writes and restores."""
    group_of = {number: group["id"] for group in runtime["sub_topologies"] for number in group["nodes"]}
    repartition = {one["name"]: one["partitions"] for one in runtime["repartition_topics"]}
    changelogs: dict[int, list[ChangelogTopic]] = {}
    for store in runtime["stores"]:
        if store["changelog"] is not None and not store["is_global"]:
            log = ChangelogTopic(store["name"], store["changelog"], is_source=store["changelog_is_source"])
            for group in dict.fromkeys(group_of[user] for user in store["users"]):
                changelogs.setdefault(group, []).append(log)
    groups = tuple(
        GroupTopics(
            one["sub_topology"],
            tuple(one["sources"]),
            tuple(one["patterns"]),
            tuple(topic for topic in one["sources"] if topic in repartition),
            tuple(one["sinks"]),
            tuple(sorted(changelogs.get(one["sub_topology"], ()), key=lambda log: log.name)),
        )
        for one in runtime["topics"]
    )
    return Shape(
        groups,
        repartition,
        tuple(CopartitionGroup(tuple(topics)) for topics in runtime["copartition_groups"]),
        is_without_plan,
        Behaviours(newest_version() if version is None else parse_version(version)),
    )
