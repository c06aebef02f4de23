"""The cache in front of stores, which all threads of an instance share out evenly.

Kafka: KafkaStreams#getCacheSizePerThread, StreamsConfigUtils#getTotalCacheSize, ThreadCache.
"""

from __future__ import annotations

from topoviz.engine.sizing.scope import Scope
from topoviz.engine.sizing.sizes import count_text, size_text
from topoviz.engine.sizing.terms.term import Limit, Place, Term


def store_cache(scope: Scope) -> Term:
    """Reckon the share of a thread, or of all; the share of a thread without a store is of no use."""
    setting = scope.configuration.cache
    share = int(setting.value) // max(scope.sharers_of_cache, 1)
    has_global = scope.global_load is not None
    sharers = count_text(scope.instance_threads, "stream thread") + (" and the global thread" if has_global else "")
    each = f"{setting.name} {size_text(int(setting.value))} / {scope.sharers_of_cache} ({sharers}) = {size_text(share)}"
    counted = scope.load.threads + (has_global and scope.is_instance)
    unused = share * scope.load.without_stores
    total = share * counted
    arithmetic = f"{each}; × {counted} = {size_text(total)}" if scope.is_instance else each
    return Term(
        "store-cache",
        "Cache of state stores",
        total,
        arithmetic,
        Limit.BOUND,
        Place.HEAP,
        "Each thread gets the same share, whatever its tasks have, and fills it as far as their stores are cached: by "
        "default those of tables and aggregations are, those of joins of streams and versioned ones are not."
        f"{_unused(scope, unused)}",
        "KafkaStreams#getCacheSizePerThread, ThreadCache",
        (setting,),
        unused,
    )


def _unused(scope: Scope, unused: int) -> str:
    idle = scope.load.without_stores
    if not unused:
        return ""
    if not scope.is_instance:
        return " No task of this thread has a store, so its share lies idle."
    has = "has" if idle == 1 else "have"
    return f" {count_text(idle, 'thread')} {has} no task with a store, so {size_text(unused)} of it lies idle."
