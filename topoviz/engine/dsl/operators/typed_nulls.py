"""In what words a null is refused, by the method and the type of its parameter.

Kafka: Objects#requireNonNull in StreamsBuilder, KStreamImpl, KTableImpl and the classes of grouped, windowed and
cogrouped streams. In most of them the parameter has the name of its type. 2.5.0 and 4.1.0 (apache/kafka#18778) put
many of these sentences of KStreamImpl in other words.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import OptionsValue
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.throws import NO_MESSAGE
from topoviz.engine.dsl.values import is_certainly_null
from topoviz.engine.versions import Behaviours

_PARAMETERS: Final = {
    "Consumed": "consumed",
    "GlobalKTable": "globalTable",
    "Grouped": "grouped",
    "Initializer": "initializer",
    "JoinWindows": "windows",
    "Joined": "joined",
    "Materialized": "materialized",
    "Merger": "sessionMerger",
    "Named": "named",
    "Produced": "produced",
    "Repartitioned": "repartitioned",
    "Serialized": "serialized",
    "StoreBuilder": "builder",
    "StreamJoined": "streamJoined",
    "TableJoined": "tableJoined",
    "ValueJoiner": "joiner",
    "ValueJoinerWithKey": "joiner",
}
"""What a parameter of a type is called, whatever the method."""

_JOINS: Final = ("join", "leftJoin", "outerJoin")
_PROCESSING: Final = (("process", "ProcessorSupplier"), ("processValues", "FixedKeyProcessorSupplier"))
_OF_METHODS: Final = {
    ("StreamsBuilder", "stream", "Collection"): "topics",
    ("StreamsBuilder", "stream", "Pattern"): "topicPattern",
    **{("StreamsBuilder", table, "String"): "topic" for table in ("table", "globalTable")},
    ("KStream", "to", "TopicNameExtractor"): "topicExtractor",
    ("KStream", "branch", "Predicate"): "predicates",
    ("KStream", "merge", "KStream"): "stream",
    **{("KStream", one, kind): "processorSupplier" for one, kind in _PROCESSING},
    ("KStream", "mapValues", "ValueMapper"): "valueMapper",
    ("KStream", "mapValues", "ValueMapperWithKey"): "valueMapperWithKey",
    ("KStream", "flatMapValues", "ValueMapper"): "valueMapper",
    ("KStream", "flatMapValues", "ValueMapperWithKey"): "valueMapper",
    **{("KStream", join, "KStream"): "otherStream" for join in _JOINS},
    **{("KStream", join, "KTable"): "table" for join in _JOINS},
    **{("KStream", join, "KeyValueMapper"): "keySelector" for join in _JOINS},
    **{("KTable", join, "KTable"): "other" for join in _JOINS},
    **{("KTable", join, "Named"): "joinName" for join in _JOINS},
    **{("KTable", join, "Function"): "foreignKeyExtractor" for join in _JOINS},
    **{("KTable", join, "BiFunction"): "foreignKeyExtractor" for join in _JOINS},
    ("KTable", "mapValues", "ValueMapper"): "mapper",
    ("KTable", "mapValues", "ValueMapperWithKey"): "mapper",
    ("KTable", "toStream", "KeyValueMapper"): "mapper",
    ("KTable", "transformValues", "Named"): "processorName",
    ("KGroupedStream", "reduce", "Named"): "name",
    ("CogroupedKStream", "windowedBy", "SlidingWindows"): "slidingWindows",
    ("CogroupedKStream", "windowedBy", "SessionWindows"): "sessionWindows",
}
"""What a parameter is called that is not called after its type."""

_BEFORE_2_5: Final = {
    ("KStream", "mapValues", "ValueMapperWithKey"): "mapper",
    ("KStream", "flatMapValues", "ValueMapperWithKey"): "mapper",
    ("KStream", "to", "TopicNameExtractor"): "topic extractor",
    **{("KStream", one, "Produced"): "Produced" for one in ("to", "through")},
    **{("KStream", join, "KStream"): "other KStream" for join in _JOINS},
    **{("KStream", join, "KTable"): "other" for join in _JOINS},
    **{("KStream", join, "KeyValueMapper"): "keyMapper" for join in _JOINS},
}
_SINCE_4_1: Final = {
    ("KStream", "merge", "KStream"): "otherStream",
    **{
        ("KStream", method, mapper): "mapper"
        for method in ("mapValues", "flatMapValues")
        for mapper in ("ValueMapper", "ValueMapperWithKey")
    },
}

_COUNT: Final = ("KGroupedStream", "count", "Named")
"""Looks at its Named itself only when that is all it is given."""

_LEFT_TO_OTHERS: Final = frozenset({
    ("WindowedKStream", "count", "Named"),
    ("WindowedKStream", "aggregate", "Named"),
    ("KGroupedTable", "count", "Named"),
    ("KTable", "filter", "Named"),
    ("KTable", "filterNot", "Named"),
    ("KTable", "mapValues", "Named"),
    ("KTable", "toStream", "KeyValueMapper"),
})  # fmt: skip
"""Arguments that a method hands on unseen, so that Named or KStream refuses them in its own words."""

_READ_FIRST: Final = {
    ("BranchedKStream", "branch", "Branched"): ("name", "branched"),
    ("BranchedKStream", "defaultBranch", "Branched"): ("name", "branched"),
    ("KGroupedTable", "count", "Materialized"): ("storeSupplier", "materialized"),
}
_READ_FIRST_BEFORE_2_5: Final = {
    ("KStream", "groupByKey", "Grouped"): ("name", "grouped"),
    ("KStream", "groupByKey", "Serialized"): ("keySerde", "serialized"),
}
"""What is not checked but read: the field, and the parameter."""

_WHOLE: Final = {
    ("KTable", "transformValues", "ValueTransformerWithKeySupplier"): "transformerSupplier",
}
_WHOLE_BEFORE_2_5: Final = {
    ("KStream", "merge", "KStream"): NO_MESSAGE,
    ("KStream", "branch", "Predicate"): "predicates can't have null values",
    ("KStream", "process", "ProcessorSupplier"): "ProcessSupplier cant' be null",
}
_WRAPPED: Final = ("Function", "BiFunction")
"""What 4.0 wraps into something else before anybody looks at it."""


def words_of_null(call: LibraryCall, owner: str, kind: str) -> str | None:
    """Give the words in which a null of a type is refused; None where they are not known here."""
    key = (owner, call.method, kind)
    is_old = not call.behaviours.has("names_key_selectors")
    whole = _whole_words(key, is_old=is_old)
    if whole is not None:
        return whole
    if kind in _WRAPPED and call.behaviours.has("stores_come_with_processors"):
        return None
    name = _of_overload(call, key) or _named(key, call.behaviours) or _PARAMETERS.get(kind)
    says_cannot = owner == "KStream" or key in _LEFT_TO_OTHERS or (key == _COUNT and len(call.arguments) > 1)
    cannot = "cannot" if says_cannot and call.behaviours.has("says_cannot_be_null") else "can't"
    return None if name is None else f"{name} {cannot} be null"


def _whole_words(key: tuple[str, str, str], *, is_old: bool) -> str | None:
    """Give a sentence that is not made from a parameter's name."""
    read = {**_READ_FIRST, **_READ_FIRST_BEFORE_2_5} if is_old else _READ_FIRST
    if key in read:
        field, parameter = read[key]
        return f'Cannot read field "{field}" because "{parameter}" is null'
    return {**_WHOLE, **_WHOLE_BEFORE_2_5}.get(key) if is_old else _WHOLE.get(key)


def _named(key: tuple[str, str, str], behaviours: Behaviours) -> str | None:
    of_version: dict[tuple[str, str, str], str] = {}
    if not behaviours.has("names_key_selectors"):
        of_version = _BEFORE_2_5
    elif behaviours.has("says_cannot_be_null"):
        of_version = _SINCE_4_1
    return of_version.get(key, _OF_METHODS.get(key))


def _of_overload(call: LibraryCall, key: tuple[str, str, str]) -> str | None:
    """Name what another overload of the same method calls otherwise."""
    if key == ("KTable", "transformValues", "Named") and is_certainly_null(call.argument(2)):
        return "named"  # the one that takes a Materialized before it
    if key[0] != "KTable" or call.method not in _JOINS or not _joins_by_foreign_key(call):
        return None
    return {"KTable": "foreignKeyTable", "Named": "named"}.get(key[2])


def _joins_by_foreign_key(call: LibraryCall) -> bool:
    """Tell whether a join is given a function for the key beside the joiner."""
    return len(call.arguments) > 2 and not (
        isinstance(call.arguments[2], OptionsValue) or is_certainly_null(call.arguments[2])
    )
