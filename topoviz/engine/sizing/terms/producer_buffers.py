"""Records that producers have not sent yet.

Kafka: BufferPool; ActiveTaskCreator, and StreamThread.TaskCreator before 2.6.
"""

from __future__ import annotations

from topoviz.engine.sizing.configuration import Part
from topoviz.engine.sizing.scope import Scope
from topoviz.engine.sizing.sizes import count_text, size_text
from topoviz.engine.sizing.terms.term import Limit, Place, Term


def producer_buffers(scope: Scope) -> Term:
    """Reckon `buffer.memory` for each producer."""
    memory = scope.configuration.setting("buffer.memory", Part.PRODUCER)
    each = int(memory.value)
    total = scope.producers * each
    whose = (
        "With exactly_once each active task has a producer of its own."
        if scope.configuration.has_producers_of_tasks
        else "Each stream thread has one producer."
    )
    return Term(
        "producer-buffers",
        "Producer buffers",
        total,
        f"{count_text(scope.producers, 'producer')} × buffer.memory {size_text(each)} = {size_text(total)}",
        Limit.BOUND,
        Place.HEAP,
        f"{whose} It keeps records that are not sent yet in at most buffer.memory, and takes no more than it needs. "
        "Compression and requests under way need a little beside it.",
        "BufferPool, ActiveTaskCreator",
        (memory, scope.configuration.setting("processing.guarantee")),
    )
