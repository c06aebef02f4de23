"""A scenario as JSON: its steps, what each of them costs, and what the whole rests on."""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.played import PlayedScenario
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.scenarios.model import Played, Restore, Step, Totals, WithoutOwner
from topoviz.rendering.calculations.assignment_json import assignor_to_json, settings_to_json
from topoviz.rendering.calculations.scenario_changes import Changes
from topoviz.rendering.wire import tasks_to_json

SCHEMA: Final = "topoviz/scenario@1"

Json = dict[str, Any]


def scenario_to_json(analysis: Analysis, topology: AnalyzedTopology, found: PlayedScenario) -> Json:
    """Give the tasks at the beginning, and every step; none where Kafka Streams would not start."""
    played = found.played
    return {
        "schema": SCHEMA,
        "tasks": tasks_to_json(analysis, topology, found.tasks),
        "settings": settings_to_json(found.settings, analysis.behaviours),
        "assignor": None if played is None else _assignor(played),
        "steps": [] if played is None else _steps(played),
        "refusal": found.tasks.counts.refusal if played is None else played.refusal,
        "totals": None if played is None else _totals(played.totals),
        "assumptions": []
        if played is None
        else [{"name": one.name, "value": one.value, "sentence": one.sentence} for one in played.assumptions],
        "doubts": [] if played is None else list(played.doubts),
        "warnings": [] if played is None else list(played.warnings),
    }


def _assignor(played: Played) -> Json | None:
    """Give the assignor of the first rebalance; one that was chosen stays."""
    assignor = next((step.rebalance.assignor for step in played.steps if step.rebalance is not None), None)
    return None if assignor is None else assignor_to_json(assignor)


def _steps(played: Played) -> list[Json]:
    changes = Changes()
    return [_step(step, changes) for step in played.steps]


def _step(step: Step, changes: Changes) -> Json:
    return {
        "at_ms": step.at_ms,
        "kind": step.kind.value,
        "event": step.event,
        "cause": step.cause,
        "clients": changes.clients(step),
        "rebalance": None if step.rebalance is None else changes.rebalance(step.rebalance),
        "moved": [str(task) for task in step.moved],
        "restores": [_restore(one) for one in step.restores],
        "without_owner": [_wait(one) for one in step.without_owner],
        "idle_threads": list(step.idle_threads),
        "notes": list(step.notes),
        "log": list(step.log),
    }


def _restore(one: Restore) -> Json:
    return {
        "task": str(one.task),
        "client": one.client,
        "thread": one.thread,
        "role": one.role.value,
        "records": one.records,
        "bytes": one.size_bytes,
        "from_ms": one.from_ms,
        "seconds": None if one.until_ms is None else (one.until_ms - one.from_ms) / 1_000,
        "held_up": [str(task) for task in one.held_up],
    }


def _wait(one: WithoutOwner) -> Json:
    return {"task": str(one.task), "from_ms": one.from_ms, "to_ms": one.to_ms}


def _totals(totals: Totals) -> Json:
    return {
        "rebalances": totals.rebalances,
        "probing_rebalances": totals.probing_rebalances,
        "moved": totals.moved,
        "restored_records": totals.restored_records,
        "restored_bytes": totals.restored_bytes,
        "longest_without_owner_ms": totals.longest_without_owner_ms,
        "without_owner_ms": totals.without_owner_ms,
        "idle_threads": totals.idle_threads,
        "stable_at_ms": totals.stable_at_ms,
        "ends_at_ms": totals.ends_at_ms,
    }
