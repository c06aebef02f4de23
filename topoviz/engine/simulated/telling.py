"""Who says which lines a simulated application would log."""

from __future__ import annotations

from topoviz.engine.log_lines.told.telling import Teller
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.topology.internal_topics import topics_by_group
from topoviz.engine.versions import Behaviours

NO_ID = "app"
"""What an application is called whose id is not known."""


def teller_of(analyzed: AnalyzedTopology, behaviours: Behaviours, application_id: str | None = None) -> Teller:
    """Make the teller of a topology that was built; without an id that is known, the application is called `app`."""
    assert analyzed.topology is not None
    topics = {
        topic: group.group_id
        for group in topics_by_group(analyzed.topology, analyzed.groups)
        for topic in (*group.sources, *group.repartition_sources)
    }
    return Teller(behaviours.version, application_id or analyzed.application_id or NO_ID, topics)
