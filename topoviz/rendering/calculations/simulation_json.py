"""A simulation as JSON: its figures, and what they rest on."""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.log_lines.told.telling import Teller
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.simulated.simulated import Simulated
from topoviz.engine.simulated.telling import NO_ID
from topoviz.engine.simulation.summary import Latency, Summary
from topoviz.engine.versions import parse_version
from topoviz.rendering.simulation.trace.writing import KeptTrace
from topoviz.rendering.wire import tasks_to_json

SCHEMA: Final = "topoviz/simulation@1"

_NEXT_STEP: Final = (
    "Choose a time or tasks in the configuration, such as look: {from: 10s, to: 12s, tasks: [0_0]}: of these, events "
    "are kept first. The command line writes all of them into a file."
)

Json = dict[str, Any]


def simulation_to_json(
    analysis: Analysis, topology: AnalyzedTopology, found: Simulated, trace: KeptTrace | None = None
) -> Json:
    """Give the tasks, what happened, and what is kept of its events; times in ms since the beginning."""
    return {
        "schema": SCHEMA,
        "tasks": tasks_to_json(analysis, topology, found.assigned.tasks),
        "application_id": topology.application_id,
        "summary": None if found.summary is None else _summary(found.summary),
        "assumed": list(found.assumed),
        "not_followed": list(found.not_followed),
        "trace": None if trace is None or found.summary is None else _trace(trace),
    }


def teller_of_answer(document: Json) -> Teller:
    """Make what says which lines events log, from the answer that they belong to."""
    topics = {topic: one["id"] for one in document["tasks"]["sub_topologies"] for topic in one["topics"]}
    return Teller(parse_version(document["summary"]["version"]), document["application_id"] or NO_ID, topics)


def _trace(trace: KeptTrace) -> Json:
    return {
        "events": trace.events,
        "by_kind": dict(trace.by_kind),
        "stored": trace.stored,
        "first_ms": None if trace.first is None else trace.first / 1_000,
        "last_ms": None if trace.last is None else trace.last / 1_000,
        "is_cut": trace.cut_at is not None,
        "cut_at_ms": None if trace.cut_at is None else trace.cut_at / 1_000,
        "next_step": _NEXT_STEP if trace.cut_at is not None else None,
    }


def _summary(summary: Summary) -> Json:
    return {
        "version": summary.version,
        "ended_ms": summary.ended / 1_000,
        "is_cut": summary.is_cut,
        "records": summary.records,
        "processed": summary.processed,
        "aborted": summary.aborted,
        "rebalances": summary.rebalances,
        "restored_records": summary.restored,
        "latency_ms": None if summary.latency is None else _latency(summary.latency),
        "shared_work": [
            {
                "client": one.instance,
                "threads": one.threads,
                "records": one.records,
                "mean_ms": one.mean / 1_000,
                "p99_ms": one.p99 / 1_000,
                "mean_ms_if_shared": one.mean_if_shared / 1_000,
                "p99_ms_if_shared": one.p99_if_shared / 1_000,
            }
            for one in summary.shared_work
        ],
        "threads": [
            {
                "thread": one.thread,
                "client": one.instance,
                "tasks": list(one.tasks),
                "turns": one.turns,
                "processing_ms": one.busy / 1_000,
                "in_poll_ms": one.waited_in_poll / 1_000,
                "records_in_turn": one.most_in_turn,
                "died_of": one.died_of,
            }
            for one in summary.threads
        ],
        "by_task": [
            {
                "task": one.task,
                "thread": one.thread,
                "records": one.records,
                "processing_ms": one.busy / 1_000,
                "dropped": one.dropped,
                "processed_again": one.again,
                "pauses": one.pauses,
                "punctuations": one.punctuations,
                "commits": one.commits,
                "waits_ms": {why: waited / 1_000 for why, waited in sorted(one.waits.items())},
                "records_while_a_partition_was_empty": one.without,
            }
            for one in summary.tasks
        ],
        "by_node": [
            {
                "node": one.node,
                "records": one.records,
                "late": one.late,
                "passed_on": one.passed,
                "skipped": one.skipped,
                "matched": one.matched,
                "unmatched": one.unmatched,
            }
            for one in summary.nodes
        ],
        "by_store": [
            {
                "store": one.store,
                "keys": one.keys,
                "changelog_records": one.changelog_records,
                "merged_in_cache": one.merged,
            }
            for one in summary.stores
        ],
        "by_partition": [
            {
                "partition": one.partition,
                "records": one.records,
                "committed": one.committed,
                "highest_lag": one.highest_lag,
                "highest_at_ms": one.highest_at / 1_000,
            }
            for one in summary.partitions
        ],
        "lag": {
            "at_ms": [at / 1_000 for at in summary.sampled],
            "records_behind": {partition: list(lags) for partition, lags in sorted(summary.lags.items())},
        },
    }


def _latency(latency: Latency) -> Json:
    return {
        "records": latency.records,
        "median": latency.median / 1_000,
        "p95": latency.p95 / 1_000,
        "p99": latency.p99 / 1_000,
        "highest": latency.highest / 1_000,
    }
