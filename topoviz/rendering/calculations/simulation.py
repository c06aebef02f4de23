"""The question what happens to records, as JSON; its events are given in pieces while it is answered.

A question has texts, `partitions`, `configuration`, `cluster` and `records`, the last empty where the configuration
says which records to make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any, Final

from topoviz.engine.simulated.configuration_file import read_configuration_file
from topoviz.engine.simulated.simulated import (
    NOT_SIMULATED,
    SimulationQuestion,
    assign_simulated,
    simulate_topology,
)
from topoviz.engine.simulation.records.model import InputRecord
from topoviz.engine.simulation.records.reading import read_records
from topoviz.rendering.assignment.draw import write_holding
from topoviz.rendering.assignment.of_rebalance import holding_of
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.calculations.model import Asked, Kind
from topoviz.rendering.calculations.problems import answering
from topoviz.rendering.calculations.simulation_json import simulation_to_json
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.simulation.trace.writing import TraceWriter
from topoviz.rendering.style import Theme
from topoviz.rendering.topology_picture import scene_of

Json = dict[str, Any]


def answer_simulation(asked: Asked) -> Json:
    """Give the figures of a simulation, and what is kept of its events; raises BadQuestion with the line."""
    question = _question(asked, asked.question["records"])

    def say(processed: int, simulated: int) -> None:
        asked.say(f"played {simulated / 1_000_000:,.1f} s, {processed:,} records")

    with answering(*NOT_SIMULATED):
        trace = TraceWriter(asked.give, read_configuration_file(question.configuration).looked)
        found = simulate_topology(asked.topology, question, asked.analysis.behaviours, trace.take, say)
    trace.end()
    asked.say("writing")
    return simulation_to_json(asked.analysis, asked.topology, found, trace.kept)


def draw_simulation(asked: Asked, view: str, form: Form, theme: Theme) -> bytes:
    """Draw who has which task in it; raises Undrawable with the views there are."""
    wanted = parse_tasks_view(view)
    if wanted.step is not None:
        raise Undrawable("A simulation has no steps. Ask for the view without one.")
    with answering(*NOT_SIMULATED):
        assigned = assign_simulated(asked.topology, _question(asked), asked.analysis.behaviours)
    return write_holding(scene_of(asked.topology), holding_of(assigned), wanted, form, theme)


SIMULATION: Final = Kind("simulation", answer_simulation, draw_simulation)


def _question(asked: Asked, text: str = "") -> SimulationQuestion:
    def records(counts: Mapping[str, int]) -> Iterator[InputRecord]:
        return read_records(StringIO(text, newline=""), counts)

    partitions, configuration, cluster = (asked.question[name] for name in ("partitions", "configuration", "cluster"))
    return SimulationQuestion(partitions, configuration, cluster, records if text.strip() else None)
