"""Why a question about tasks has no answer: a code for programs, and the next step, for each exception."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from topoviz.engine.assignment.assignors.registry import NoSuchAssignor
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulation.nodes.segments import TooManyVisits
from topoviz.engine.simulation.records.model import BadRecords
from topoviz.engine.simulation.thread.turns.registry import NotSimulated
from topoviz.engine.simulation.world import Endless
from topoviz.engine.state_sizes.model import StateSizes
from topoviz.engine.state_sizes.reading import BadSizes, read_state_sizes
from topoviz.engine.tasks.reading_counts import BadPartitionCounts
from topoviz.rendering.calculations.model import BadQuestion

_CORRECT_LINE: Final = "Correct that line, and ask again."

PROBLEMS: Final[dict[type[Exception], tuple[str, str]]] = {
    BadPartitionCounts: ("bad-partitions", _CORRECT_LINE),
    BadCluster: ("bad-cluster", _CORRECT_LINE),
    BadScenario: ("bad-scenario", _CORRECT_LINE),
    BadSizes: ("bad-sizes", "Give the JSON of a lag report with topics, or sizes in bytes by store."),
    BadSetting: ("bad-setting", "Correct the setting, or choose another version."),
    NoSuchAssignor: ("bad-setting", "Choose one of those, or another version."),
    BadConfiguration: ("bad-configuration", _CORRECT_LINE),
    BadRecords: ("bad-records", "Correct the records, and ask again."),
    NotSimulated: ("not-simulated", "Choose a newer version."),
    TooManyVisits: ("too-many-visits", "Simulate a part of the topology."),
    Endless: ("endless", "Say of a node in the configuration how many records it lets through (passes)."),
    AssignmentFails: ("assignment-fails", "Change what it names; Kafka Streams would not start like this."),
}


def sizes_asked(text: str | None) -> StateSizes | None:
    """Read the sizes of stores that a question has; None where it has none. Raises BadQuestion."""
    if not (text or "").strip():
        return None
    with answering(BadSizes):
        return read_state_sizes(text or "")


@contextmanager
def answering(*reasons: type[Exception]) -> Iterator[None]:
    """Raise BadQuestion, with the code and the next step, where there is no answer for one of these reasons."""
    try:
        yield
    except reasons as error:
        code, next_step = PROBLEMS[type(error)]
        raise BadQuestion(code, str(error), next_step) from error
