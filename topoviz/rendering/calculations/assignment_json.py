"""Which tasks there are and who gets them, as JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from topoviz.engine.assigned import Assigned
from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.reading_settings import SETTINGS
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.reading.thread_count import THREADS
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.versions import Behaviours
from topoviz.rendering.calculations.rebalance_json import rebalance_to_json
from topoviz.rendering.calculations.sizing_json import sizing_to_json, source_to_json
from topoviz.rendering.wire import tasks_to_json

SCHEMA: Final = "topoviz/assignment@1"

Json = dict[str, Any]


def assignment_to_json(analysis: Analysis, topology: AnalyzedTopology, assigned: Assigned) -> Json:
    """Give the tasks, the settings that hold, the assignor, and the rebalance with what it rests on."""
    done, starting = assigned.rebalance, assigned.starting
    settings = settings_to_json(assigned.settings, analysis.behaviours)
    return {
        "schema": SCHEMA,
        "tasks": tasks_to_json(analysis, topology, assigned.tasks, assigned.restores),
        "settings": settings,
        "said_by": {name: source_to_json(starting.source_of(name)) for name in (*settings, THREADS, "assignor")},
        "threads": starting.threads,
        "assignor": None if done is None else assignor_to_json(done.assignor),
        "rebalance": None if done is None else {**rebalance_to_json(done), "doubts": list(assigned.doubts)},
        "notes": list(assigned.notes),
        "sizing": None if assigned.sizing is None else sizing_to_json(assigned.sizing),
    }


def assignor_to_json(assignor: Assignor) -> Json:
    """Give what an assignor is."""
    return {"name": assignor.name, "sentence": assignor.sentence, "reference": assignor.reference}


def settings_to_json(settings: AssignmentSettings, behaviours: Behaviours) -> dict[str, str]:
    """Give the settings that this version has, with the values that hold; costs that nobody set are left out."""
    values = {one.name: getattr(settings, one.name) for one in fields(settings)}
    return {
        name: ",".join(value) if isinstance(value, tuple) else str(value)
        for name, setting in SETTINGS.items()
        if (value := values[setting.member]) is not None
        and (setting.behaviour is None or behaviours.has(setting.behaviour))
    }
