"""Null in the place of an argument, cast to its type, for Java chooses the overload by that."""

from __future__ import annotations

from typing import Final

from tests.oracle.fuzz.java_types import JavaType
from tests.oracle.fuzz.values import spelled

_FUNCTIONS: Final = {
    "Predicate": "Predicate<{0}, {1}>",
    "KeyMapper": "KeyValueMapper<{0}, {1}, {2}>",
    "PairMapper": "KeyValueMapper<{0}, {1}, KeyValue<{2}, {3}>>",
    "ValueMapper": "ValueMapper<{0}, {1}>",
    "ValueMapperWithKey": "ValueMapperWithKey<{0}, {1}, {2}>",
    "Action": "ForeachAction<{0}, {1}>",
    "Reducer": "Reducer<{0}>",
    "Initializer": "Initializer<{0}>",
    "Aggregator": "Aggregator<{0}, {1}, {2}>",
    "Merger": "Merger<{0}, {1}>",
    "Joiner": "ValueJoiner<{0}, {1}, {2}>",
    "JoinerWithKey": "ValueJoinerWithKey<{0}, {1}, {2}, {3}>",
    "TopicExtractor": "TopicNameExtractor<{0}, {1}>",
    "SourceTopics": "Collection<String>",
    "Pattern": "Pattern",
}
_OBJECTS: Final = frozenset({
    "KStream", "KTable", "GlobalKTable", "KGroupedStream", "Named", "Consumed", "Produced", "Printed", "Grouped",
    "Serialized", "Repartitioned", "Joined", "StreamJoined", "TableJoined", "Materialized", "JoinWindows",
    "TimeWindows", "UnlimitedWindows", "SlidingWindows", "SessionWindows", "Suppressed",
    "KeyValueBytesStoreSupplier", "WindowBytesStoreSupplier", "SessionBytesStoreSupplier",
})  # fmt: skip


def null_of(kind: JavaType) -> str | None:
    """Write null as a type without variables, or give None where the type is not known here."""
    if kind.name in _OBJECTS:
        return f"({spelled(kind)}) null"
    form = _FUNCTIONS.get(kind.name)
    return None if form is None else f"({form.format(*kind.arguments)}) null"
