"""Constants of library classes that decide about a topology."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library.durations import duration_constant
from topoviz.engine.dsl.library.locales import locale_constant
from topoviz.engine.dsl.objects import SerdeValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.values import BoundMethod, Constant, LibraryClass, Opaque, Value
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_STREAMS_CONFIG: Final = {
    "TOPOLOGY_OPTIMIZATION": "topology.optimization",
    "TOPOLOGY_OPTIMIZATION_CONFIG": "topology.optimization",
    "OPTIMIZE": "all",
    "NO_OPTIMIZATION": "none",
    "REUSE_KTABLE_SOURCE_TOPICS": "reuse.ktable.source.topics",
    "MERGE_REPARTITION_TOPICS": "merge.repartition.topics",
    "SINGLE_STORE_SELF_JOIN": "single.store.self.join",
    "PROCESSOR_WRAPPER_CLASS_CONFIG": "processor.wrapper.class",
    "ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG": "ensure.explicit.internal.resource.naming",
    "APPLICATION_ID_CONFIG": "application.id",
    "BOOTSTRAP_SERVERS_CONFIG": "bootstrap.servers",
    "DEFAULT_KEY_SERDE_CLASS_CONFIG": "default.key.serde",
    "DEFAULT_VALUE_SERDE_CLASS_CONFIG": "default.value.serde",
    "NUM_STREAM_THREADS_CONFIG": "num.stream.threads",
    "STATE_DIR_CONFIG": "state.dir",
    "COMMIT_INTERVAL_MS_CONFIG": "commit.interval.ms",
    "PROCESSING_GUARANTEE_CONFIG": "processing.guarantee",
}

_BOUNDS: Final = {
    "TOPOLOGY_OPTIMIZATION": ("", "4.0.0"),
    "TOPOLOGY_OPTIMIZATION_CONFIG": ("2.7.0", ""),
    "REUSE_KTABLE_SOURCE_TOPICS": ("3.4.0", ""),
    "MERGE_REPARTITION_TOPICS": ("3.4.0", ""),
    "SINGLE_STORE_SELF_JOIN": ("3.4.0", ""),
    "PROCESSOR_WRAPPER_CLASS_CONFIG": ("4.0.0", ""),
    "ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG": ("4.1.0", ""),
}
"""The releases in which a constant of StreamsConfig came and went, where one did."""

_LIMITS: Final = {
    ("Integer", "MAX_VALUE"): 2**31 - 1,
    ("Integer", "MIN_VALUE"): -(2**31),
    ("Long", "MAX_VALUE"): 2**63 - 1,
    ("Long", "MIN_VALUE"): -(2**63),
    ("Boolean", "TRUE"): True,
    ("Boolean", "FALSE"): False,
}


def library_constant(world: World, owner: str, name: str, span: Span) -> Value | None:
    """Give a constant of a library class, or None when it is not known here; raises Refused for one that is missing."""
    if owner == "StreamsConfig" and name in _STREAMS_CONFIG:
        since, until = _BOUNDS.get(name, ("", ""))
        reading = OperatorCall(name, (), world.origin(span), world.behaviours, world.report)
        refuse_missing(reading, f"StreamsConfig.{name}", since=since, until=until)
        return Constant(_STREAMS_CONFIG[name])
    if (owner, name) in _LIMITS:
        return Constant(_LIMITS[owner, name])
    if owner == "AutoOffsetReset" or (owner == "Topology" and name in ("EARLIEST", "LATEST")):
        return Opaque(f"AutoOffsetReset:{name}")
    if owner in ("StoreType", "BuiltInDslStoreSuppliers"):
        return Opaque(owner)
    if (owner, name) == ("String", "CASE_INSENSITIVE_ORDER"):
        return BoundMethod(LibraryClass("String"), "compareToIgnoreCase", span)
    locale = locale_constant(owner, name)
    if locale is not None:
        return locale
    time = duration_constant(owner, name)
    if time is not None:
        return time
    if owner == "Serdes" and name == "WindowedSerdes":
        return SerdeValue("")
    return None
