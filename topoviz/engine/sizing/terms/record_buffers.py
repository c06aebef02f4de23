"""Records that tasks have been given and have not processed yet.

Kafka: StreamTask#addRecords pauses a partition when its queue is longer than `buffered.records.per.partition`.
"""

from __future__ import annotations

from topoviz.engine.sizing.configuration import Part
from topoviz.engine.sizing.scope import Scope
from topoviz.engine.sizing.sizes import count_text, size_text
from topoviz.engine.sizing.terms.term import Limit, Place, Term


def record_buffers(scope: Scope) -> Term:
    """Reckon full queues of all partitions, each of which may have got one more poll before it was paused."""
    limit = scope.configuration.setting("buffered.records.per.partition")
    poll = scope.configuration.setting("max.poll.records", Part.MAIN_CONSUMER)
    records = scope.load.partitions * (int(limit.value) + int(poll.value))
    size = scope.given.record_bytes
    total = None if size is None else records * size
    count = (
        f"{count_text(scope.load.partitions, 'partition')} × (buffered.records.per.partition {int(limit.value):,} + "
        f"max.poll.records {int(poll.value):,})"
    )
    if total is None or size is None:
        arithmetic = f"{count} = {count_text(records, 'record')} × their size"
        missing = " The size of a record is not given, so this is not reckoned in bytes."
    else:
        arithmetic = f"{count} × {count_text(size, 'byte')} = {size_text(total)}"
        missing = ""
    return Term(
        "record-buffers",
        "Records waiting in tasks",
        total,
        arithmetic,
        Limit.ESTIMATE,
        Place.HEAP,
        "A partition is paused once more records than buffered.records.per.partition wait, and the poll that made them "
        "more may have brought max.poll.records of one partition. Java's objects around a record, about 100 bytes or "
        f"more, come on top.{missing}",
        "StreamTask#addRecords",
        (limit, poll),
    )
