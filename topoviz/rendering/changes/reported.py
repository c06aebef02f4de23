"""A comparison as pages, programs and pull requests get it: as JSON, with the chart of its changed part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topoviz.engine.comparison import Comparison
from topoviz.rendering.changes.change_json import change_to_json, refused_to_json
from topoviz.rendering.changes.changed_part import changed_part
from topoviz.rendering.changes.markdown import Reported
from topoviz.rendering.changes.words import level_of


def reported_of(found: Comparison, *, with_chart: bool = True) -> Reported:
    """Give the change, or that Kafka Streams refuses the new version; the chart takes as long as all the rest."""
    if found.refused is not None:
        return Reported(refused_to_json(found.old, found.new, found.deployment, found.refused))
    assert found.change is not None, "a version that is not refused was compared"
    return Reported(change_to_json(found.change), changed_part(found.change) if with_chart else None)


def with_chart_of_worst(reported: Sequence[Reported], found: Sequence[Comparison]) -> tuple[Reported, ...]:
    """Draw the changed part of the worst change alone, as Markdown shows it; each belongs to a comparison."""
    worst = max(range(len(reported)), key=lambda place: (level_of(reported[place].document), -place), default=None)
    return tuple(
        replace(one, chart=changed_part(change)) if place == worst and change is not None else one
        for place, (one, change) in enumerate(zip(reported, (each.change for each in found), strict=True))
    )
