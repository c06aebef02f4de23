"""A whole analysis as JSON: what the engine's child process returns and every page and API answer is made of.

Flat tables with ids, `schema` first, and changes that only ever add. A topology has the `application` it belongs to, a
folder, empty where there is one only; `starts_at`, with the `name` of the function, class or beans, and the place `at`;
and `not_started`, null where something runs it, else with the `reason` and what following it found out, as
`diagnostics`. Those that nothing starts come last, and nothing else in the answer speaks of them.

Offsets are UTF-8 bytes; lines and columns count from 1 and columns count characters; offsets that end in `_utf16` count
code units, as browsers do.
"""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.explanations.explain import explain
from topoviz.engine.logical.nodes import NodeId
from topoviz.engine.outcome import outcome_of, outcome_of_topology
from topoviz.engine.program_layer import is_known_setting
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import Bundle
from topoviz.engine.topology.copartition_groups import copartition_groups
from topoviz.engine.topology.describe import SHAPE, text_lines
from topoviz.engine.topology.internal_topics import changelog_topics, topics_by_group
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode
from topoviz.rendering.explanation_json import explanation_to_json
from topoviz.rendering.store_use import store_use
from topoviz.rendering.topics import TopicRef, numbered_topics, topics_of
from topoviz.rendering.wire import (
    choice_to_json,
    diagnostic_to_json,
    ledger_to_json,
    origin_to_json,
    place_to_json,
    plan_nodes_to_json,
)
from topoviz.rendering.words import Marks, logical_node, runtime_title

SCHEMA: Final = "topoviz/analysis@1"

Json = dict[str, Any]


def analysis_to_json(analysis: Analysis) -> Json:
    """Give everything that was found out about a submission."""
    settings, bundle = analysis.submission.settings, analysis.submission.bundle
    return {
        "schema": SCHEMA,
        "kafka_version": str(analysis.behaviours.version),
        "version_choice": choice_to_json(analysis),
        "jdk": settings.jdk,
        "language": None if analysis.language is None else analysis.language.value,
        "settings": {
            "optimize": settings.optimize,
            "set": dict(sorted(settings.set_values.items())),
            "application_id": settings.application_id,
        },
        "files": [{"id": number, "name": file.name} for number, file in enumerate(bundle.files)],
        "outcome": outcome_of(analysis).value,
        "is_unsure": analysis.is_unsure,
        "is_unreadable": analysis.is_unreadable,
        "topologies": [_topology(analysis, topology) for topology in analysis.all_topologies],
        "diagnostics": [diagnostic_to_json(diagnostic, bundle) for diagnostic in analysis.diagnostics],
        "ledger": ledger_to_json(analysis.ledger, bundle),
    }


def _topology(analysis: Analysis, analyzed: AnalyzedTopology) -> Json:
    bundle, behaviours = analysis.submission.bundle, analysis.behaviours
    optimized = analyzed.optimized
    return {
        "name": analyzed.name,
        "is_named": analyzed.is_named,
        "outcome": outcome_of_topology(analyzed).value,
        "application": analyzed.application,
        "starts_at": None if analyzed.start is None else {
            "name": analyzed.start.name,
            "at": place_to_json(analyzed.start.span, bundle),
        },
        "not_started": None if analyzed.start is None or not analyzed.start.why_not else {
            "reason": analyzed.start.why_not,
            "diagnostics": [diagnostic_to_json(one, bundle) for one in analyzed.start.told],
        },
        "made_at": origin_to_json(analyzed.made_at, bundle),
        "optimization": {
            "text": analyzed.optimization.text,
            "rules": sorted(analyzed.optimization.rules),
            "set_by_program": analyzed.sets_optimization,
            "built_without_properties": analyzed.built_without_properties,
            "set_for_start_only": analyzed.unused_optimization is not None,
        },
        "application_id": analyzed.application_id,
        "settings": _settings(analyzed),
        "refusal": None if analyzed.refusal is None else {
            "by": analyzed.refusal.by.value,
            "code": analyzed.refusal.code.value,
            "exception": analyzed.refusal.exception,
            "message": analyzed.refusal.message,
            "taken_by": None if analyzed.taken_by is None else {
                "version": str(analyzed.taken_by.version),
                "changed": str(analyzed.taken_by.changed),
                "reference": analyzed.taken_by.reference,
            },
            "at": origin_to_json(analyzed.refused_at, bundle),
        },
        "plan": None if optimized is None else {
            "before": plan_nodes_to_json(optimized.before, bundle, behaviours),
            "after": None if optimized.refusal else plan_nodes_to_json(optimized.plan, bundle, behaviours),
            "steps": [
                {
                    "rule": step.rule.name,
                    "config": step.rule.config,
                    "title": step.rule.title,
                    "firings": [
                        {"nodes": list(firing.nodes), "sentence": firing.sentence, "effect": firing.effect.value}
                        for firing in step.firings
                    ],
                }
                for step in optimized.passes
            ],
        },
        "topology": None if analyzed.topology is None else _runtime(analyzed, analyzed.topology, bundle),
        "describe": _describe(analyzed),
        "unsure": [{"name": name, "reason": reason} for name, reason in analyzed.unsure.items() if name != SHAPE],
        "shape_unsure": analyzed.unsure.get(SHAPE),
        "explanation": explanation_to_json(explain(analysis, analyzed)),
    }  # fmt: skip


def _settings(analyzed: AnalyzedTopology) -> list[Json]:
    """Give the settings that decide about tasks and memory; passwords and the like stand among the others."""
    if analyzed.settings is None:
        return []
    return [
        {"name": one.name, "value": one.text, "doubt": one.doubt, "file": one.file or None, "line": one.line}
        for one in analyzed.settings.settings.values()
        if is_known_setting(one.name)
    ]


def _runtime(analyzed: AnalyzedTopology, topology: Topology, bundle: Bundle) -> Json:
    """Give the runtime nodes by number, the sub-topologies, stores and topics."""
    number_of = {node.name: number for number, node in enumerate(topology.nodes)}
    node_of = {node.name: node for node in topology.nodes}
    group_of = {name: group.id for group in analyzed.groups for name in group.nodes}
    changelogs = {changelog.store: changelog for changelog in changelog_topics(topology)}
    plan = analyzed.optimized.plan if analyzed.optimized is not None else None
    marks = Marks(topology.unsure, longest=None)
    return {
        "nodes": [
            _node(node, runtime_title(node, plan, marks), number_of, group_of[node.name], bundle)
            for node in topology.nodes
        ],
        "sub_topologies": [
            {
                "id": group.id,
                "is_global": group.is_global,
                "nodes": [number_of[name] for name in group.nodes],
                "unions": [
                    {"left": number_of[union.left], "right": number_of[union.right], "store": union.store}
                    for union in group.unions
                ],
            }
            for group in analyzed.groups
        ],
        "topics": [
            {
                "sub_topology": group.group_id,
                "sources": list(group.sources),
                "patterns": list(group.patterns),
                "sinks": list(group.sinks),
            }
            for group in topics_by_group(topology, analyzed.groups)
        ],
        "named_topics": _named_topics(topology, number_of),
        "stores": [
            {
                "name": name,
                "kind": store.kind.value,
                "is_global": name in topology.global_stores,
                "users": [number_of[user] for user in topology.store_users.get(name, ())],
                "uses": [
                    store_use(user, name, logical_node(node_of[user], plan)).name.lower()
                    for user in topology.store_users.get(name, ())
                ],
                "changelog": changelogs[name].name if name in changelogs else None,
                "changelog_is_source": name in changelogs and changelogs[name].is_source,
            }
            for name, store in (*topology.stores.items(), *topology.global_stores.items())
        ],
        "repartition_topics": [
            {"name": name, "partitions": partitions} for name, partitions in topology.repartition_topics.items()
        ],
        "copartition_groups": [list(group.topics) for group in copartition_groups(topology, analyzed.application_id)],
    }


def _named_topics(topology: Topology, number_of: dict[str, int]) -> list[Json]:
    """Give each topic by its number, with the nodes that read and write it."""
    readers: dict[TopicRef, list[int]] = {}
    writers: dict[TopicRef, list[int]] = {}
    for node in topology.nodes:
        side = readers if isinstance(node, SourceNode) else writers
        for topic in dict.fromkeys(topics_of(node)):
            side.setdefault(topic, []).append(number_of[node.name])
    return [
        {
            "id": number,
            "name": topic.text,
            "is_pattern": topic.is_pattern,
            "is_repartition": not topic.is_pattern and topic.text in topology.repartition_topics,
            "readers": readers.get(topic, []),
            "writers": writers.get(topic, []),
        }
        for topic, number in numbered_topics(topology).items()
    ]


def _node(node: TopologyNode, title: str, number_of: dict[str, int], group_id: int, bundle: Bundle) -> Json:
    plan_node: NodeId | None = node.plan_node
    return {
        "id": number_of[node.name],
        "name": node.name,
        "title": title,
        "kind": {SourceNode: "source", ProcessorNode: "processor", SinkNode: "sink"}[type(node)],
        "sub_topology": group_id,
        "plan_node": plan_node,
        "predecessors": [number_of[name] for name in node.predecessors if name in number_of],
        "topics": list(node.topics) if isinstance(node, SourceNode) else [],
        "pattern": node.pattern if isinstance(node, SourceNode) else None,
        "stores": list(node.stores) if isinstance(node, ProcessorNode) else [],
        "topic": node.topic if isinstance(node, SinkNode) else None,
        "extractor": node.extractor if isinstance(node, SinkNode) and node.topic is None else None,
        "origin": origin_to_json(node.origin, bundle),
    }


def _describe(analyzed: AnalyzedTopology) -> Json | None:
    """Give the describe() text and, for each of its lines, the node and sub-topology it speaks of."""
    if analyzed.description is None:
        return None
    lines = text_lines(analyzed.description, analyzed.unsure)
    numbers: dict[str, int] = {}
    if analyzed.topology is not None:
        numbers = {node.name: number for number, node in enumerate(analyzed.topology.nodes)}
    return {
        "text": "".join(line.text for line in lines),
        "lines": [
            {"sub_topology": line.group_id, "node": None if line.node is None else numbers.get(line.node)}
            for line in lines
        ],
    }
