"""Plans, tasks, diagnostics and places as JSON.

Flat tables with ids, `schema` first, and changes that only ever add. Offsets are UTF-8 bytes; lines and columns count
from 1 and columns count characters; offsets that end in `_utf16` count code units, as browsers do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.dsl.ledger import Fate, Ledger
from topoviz.engine.explanations.task_counts import why_in_all, why_so_many
from topoviz.engine.logical.node_class import node_class
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import Bundle, Origin, SourceFile, Span
from topoviz.engine.state_sizes.model import Restored
from topoviz.engine.task_restores import TaskRestores
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.engine.versions import Behaviours

PLAN_SCHEMA: Final = "topoviz/plan@1"
TASKS_SCHEMA: Final = "topoviz/tasks@1"

Json = dict[str, Any]


def plan_to_json(analysis: Analysis, topology: AnalyzedTopology | None) -> Json:
    """Give a topology's logical plan before and after optimization, with the steps between.

    Where the text makes no topology, what was not understood is still there.
    """
    bundle, behaviours = analysis.submission.bundle, analysis.behaviours
    optimized = topology.optimized if topology is not None else None
    refusal = topology.refusal if topology is not None else None
    return {
        "schema": PLAN_SCHEMA,
        "kafka_version": str(behaviours.version),
        "version_choice": choice_to_json(analysis),
        "optimization": None if topology is None else topology.optimization.text,
        "name": None if topology is None else topology.name,
        "before": None if optimized is None else plan_nodes_to_json(optimized.before, bundle, behaviours),
        "after": (
            None if optimized is None or optimized.refusal else plan_nodes_to_json(optimized.plan, bundle, behaviours)
        ),
        "steps": [] if optimized is None else [
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
        "refusal": None if refusal is None else str(refusal),
        "refused_for": None if refusal is None else refusal.code.value,
        "diagnostics": [diagnostic_to_json(diagnostic, bundle) for diagnostic in analysis.diagnostics],
        "ledger": ledger_to_json(analysis.ledger, bundle),
    }  # fmt: skip


def tasks_to_json(
    analysis: Analysis,
    topology: AnalyzedTopology,
    found: TopologyTasks,
    restores: TaskRestores | None = None,
) -> Json:
    """Give the tasks of a topology, the partition counts they follow from, and what is said of these."""
    counts = found.counts
    return {
        "schema": TASKS_SCHEMA,
        "kafka_version": str(analysis.behaviours.version),
        "version_choice": choice_to_json(analysis),
        "name": topology.name,
        "partitions": dict(sorted(counts.counts.items())),
        "missing": list(counts.missing),
        "undetermined": list(counts.undetermined),
        "refusal": None if counts.refusal is None else str(counts.refusal),
        "diagnostics": [diagnostic_to_json(one, analysis.submission.bundle) for one in found.diagnostics],
        "why": why_in_all(found.sub_topologies),
        "global_topics": list(found.global_topics),
        "sub_topologies": [
            {
                "id": one.sub_topology_id,
                "topics": list(one.topics),
                "why": why_so_many(one, counts.counts),
                "tasks": None if one.tasks is None else [
                    {
                        "id": str(task.id),
                        "partitions": [str(partition) for partition in task.partitions],
                        "changelogs": [str(partition) for partition in task.changelogs],
                    }
                    for task in one.tasks
                ],
                "stores": {changelog.store: changelog.name for changelog in one.changelogs},
            }
            for one in found.sub_topologies
        ],
        "restores": None if restores is None else _restores(restores),
    }  # fmt: skip


def _restores(restores: TaskRestores) -> Json:
    return {
        "day": None if restores.day is None else restores.day.isoformat(),
        "sentences": list(restores.sentences),
        "tasks": {str(task): _restored(one) for task, one in restores.tasks.items()},
        "copies": [
            {"task": str(one.task), "client": one.client, "role": one.role.value, **_restored(one.restored)}
            for one in restores.copies
        ],
    }


def _restored(one: Restored) -> Json:
    return {"bytes": one.size_bytes, "unknown": list(one.unknown)}


def diagnostic_to_json(diagnostic: Diagnostic, bundle: Bundle) -> Json:
    """Give a diagnostic with its place."""
    return {
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "reason": diagnostic.reason,
        "effect": diagnostic.effect,
        "next_step": diagnostic.next_step,
        "keys": list(diagnostic.keys),
        "at": place_to_json(diagnostic.span, bundle),
    }


def choice_to_json(analysis: Analysis) -> Json:
    """Give what decided the version of Kafka Streams, in a sentence, and the place that says so."""
    choice = analysis.choice
    return {
        "by": choice.by.value,
        "sentence": choice.sentence,
        "at": place_to_json(choice.span, analysis.submission.bundle),
    }


def ledger_to_json(ledger: Ledger, bundle: Bundle) -> Json:
    """Give the ledger: the calls seen and what became of them; the three counts add up to the calls."""
    return {
        "calls": len(ledger.entries),
        **{fate.value.replace(" ", "_"): ledger.count(fate) for fate in Fate},
        "entries": [
            {
                "method": entry.method,
                "fate": entry.fate.value,
                "reason": entry.reason,
                "at": place_to_json(entry.span, bundle),
            }
            for entry in ledger.entries
        ],
    }


def place_to_json(span: Span | None, bundle: Bundle) -> Json | None:
    """Give a place: file, line and column of its start and end, and its range in bytes and as browsers count."""
    if span is None:
        return None
    file = bundle.files[span.file_id]
    start, end = file.position(span.start), file.position(span.end)
    return {
        "file_id": span.file_id,
        "file": file.name,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "start": span.start,
        "end": span.end,
        "start_utf16": _utf16_offset(file, span.start),
        "end_utf16": _utf16_offset(file, span.end),
    }


def origin_to_json(origin: Origin | None, bundle: Bundle) -> Json | None:
    """Give where something was made, and the calls that led there, outermost first."""
    if origin is None:
        return None
    return {
        "at": place_to_json(origin.span, bundle),
        "callers": [place_to_json(caller, bundle) for caller in origin.callers],
    }


def plan_nodes_to_json(plan: LogicalPlan, bundle: Bundle, behaviours: Behaviours) -> Json:
    """Give a plan's nodes in order, each with its children by id."""
    nodes = []
    for node in plan.in_order():
        nodes.append({
            "id": node.id,
            "name": node.name,
            "type": node_class(node, behaviours),
            "operator": node.operator,
            "changes_key": node.changes_key,
            "changes_value": node.changes_value,
            "replaces": list(node.replaces),
            "children": list(plan.children[node.id]),
            "unsure": plan.unsure.get(node.name),
            "origin": origin_to_json(node.origin, bundle),
        })  # fmt: skip
    return {"nodes": nodes, "unsure": _unsure(plan.unsure)}


def _unsure(unsure: Mapping[str, str]) -> list[Json]:
    return [{"name": name, "reason": reason} for name, reason in unsure.items()]


def _utf16_offset(file: SourceFile, offset: int) -> int:
    """Turn an offset in bytes into one in UTF-16 code units, which is how browsers count."""
    if file.text.isascii():
        return offset
    return len(file.data[:offset].decode("utf-8", errors="replace").encode("utf-16-le")) // 2
