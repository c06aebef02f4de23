"""The names of the three nodes round a repartition topic.

Kafka: KStreamImpl#createRepartitionedSource (KAFKA-9098).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.logical.names import is_generated
from topoviz.engine.logical.plan import PlanDraft
from topoviz.engine.versions import Behaviours

REPARTITION_SUFFIX: Final = "-repartition"


@dataclass(frozen=True, slots=True)
class RepartitionNames:
    """The topic and the nodes that write and read it; the source's name is the plan node's too."""

    topic: str
    sink: str
    filter: str
    source: str


def name_repartition(draft: PlanDraft, prefix: str, behaviours: Behaviours) -> RepartitionNames:
    """Name a repartition after a prefix. Three numbers are always taken, whether they show or not."""
    sink = draft.new_processor_name("KSTREAM-SINK-")
    null_filter = draft.new_processor_name("KSTREAM-FILTER-")
    source = draft.new_processor_name("KSTREAM-SOURCE-")
    has_suffix = prefix.endswith(REPARTITION_SUFFIX) and behaviours.has("keeps_repartition_suffix")
    topic = prefix if has_suffix else prefix + REPARTITION_SUFFIX
    if not behaviours.has("names_repartition_nodes") or is_generated(prefix):
        return RepartitionNames(topic, sink, null_filter, source)
    return RepartitionNames(topic, f"{topic}-sink", f"{topic}-filter", f"{topic}-source")
