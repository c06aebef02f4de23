"""A comparison as pages, programs and pull requests get it: as JSON, with the chart of its changed part."""

from __future__ import annotations

from topoviz.engine.comparison import Comparison
from topoviz.rendering.changes.change_json import change_to_json, refused_to_json
from topoviz.rendering.changes.changed_part import changed_part
from topoviz.rendering.changes.markdown import Reported


def reported_of(found: Comparison) -> Reported:
    """Give the change, or that Kafka Streams refuses the new version."""
    if found.refused is not None:
        return Reported(refused_to_json(found.old, found.new, found.deployment, found.refused))
    assert found.change is not None, "a version that is not refused was compared"
    return Reported(change_to_json(found.change), changed_part(found.change))
