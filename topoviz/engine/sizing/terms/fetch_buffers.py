"""What consumers have fetched and not given out yet: the main one, the one that restores, and the global one.

Kafka: AbstractFetch#fetchablePartitions (Fetcher before 3.6): a partition with fetched records is not fetched again.
"""

from __future__ import annotations

from topoviz.engine.sizing.configuration import Part, Setting
from topoviz.engine.sizing.scope import Scope
from topoviz.engine.sizing.sizes import count_text, size_text
from topoviz.engine.sizing.terms.term import Limit, Place, Term

_REFERENCE = "AbstractFetch#fetchablePartitions"
_SOFT = "A batch that is larger than that is still fetched whole, and batches stay compressed until they are given out."


def fetch_buffers(scope: Scope) -> Term:
    """Reckon one fetch of each partition that active tasks read."""
    setting = scope.configuration.setting("max.partition.fetch.bytes", Part.MAIN_CONSUMER)
    return _term(
        "fetch-buffers",
        "Fetched records",
        scope.load.partitions,
        setting,
        f"The consumer of a stream thread holds at most one fetch of each partition. {_SOFT}",
    )


def restore_buffers(scope: Scope) -> Term | None:
    """Reckon one fetch of each changelog partition, all of them while tasks start, those of standbys always."""
    partitions = scope.load.restored + scope.load.copied
    if not partitions:
        return None
    setting = scope.configuration.setting("max.partition.fetch.bytes", Part.RESTORE_CONSUMER)
    always = (
        f"Those of {count_text(scope.load.copied, 'partition')} stay for the standbys."
        if scope.load.copied
        else "Afterwards it needs none."
    )
    return _term(
        "restore-buffers",
        "Fetched records of changelogs",
        partitions,
        setting,
        f"A second consumer of each stream thread restores stores; this if it restores all at once. {always} {_SOFT}",
    )


def global_buffers(scope: Scope) -> Term | None:
    """Reckon one fetch of each partition of the global topics, for an instance."""
    load = scope.counted_global
    if load is None:
        return None
    setting = scope.configuration.setting("max.partition.fetch.bytes", Part.GLOBAL_CONSUMER)
    sentence = f"The global thread reads all partitions of the global topics. {_SOFT}"
    if load.partitions is None:
        sentence += " Give the partition counts of these topics to have it reckoned."
    return _term("global-buffers", "Fetched records of global topics", load.partitions, setting, sentence)


def _term(name: str, title: str, partitions: int | None, setting: Setting, sentence: str) -> Term:
    each = int(setting.value)
    total = None if partitions is None else partitions * each
    count = "partitions" if partitions is None else count_text(partitions, "partition")
    result = "" if total is None else f" = {size_text(total)}"
    return Term(
        name,
        title,
        total,
        f"{count} × max.partition.fetch.bytes {size_text(each)}{result}",
        Limit.BOUND,
        Place.HEAP,
        sentence,
        _REFERENCE,
        (setting,),
    )
