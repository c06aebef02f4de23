"""The options, streams, tables and functions of which a null is refused by its type.

A null says which overload is called when a cast or a declared variable gives it a type, and where only one overload
takes that many arguments.

Kafka: Objects#requireNonNull in StreamsBuilder, KStreamImpl, KTableImpl and the classes of grouped and windowed
streams. 2.5.0 and 4.1.0 (apache/kafka#18778) put many of these sentences of KStreamImpl in other words.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.throws import NO_MESSAGE
from topoviz.engine.dsl.objects import OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.values import Value, is_certainly_null, null_type
from topoviz.engine.versions import Behaviours

_OPTIONS: Final = {
    "Named": "named", "Grouped": "grouped", "Materialized": "materialized", "Joined": "joined",
    "StreamJoined": "streamJoined", "TableJoined": "tableJoined", "Consumed": "consumed",
    "Repartitioned": "repartitioned", "JoinWindows": "windows", "GlobalKTable": "globalTable",
    "ValueJoiner": "joiner", "ValueJoinerWithKey": "joiner", "Initializer": "initializer",
}  # fmt: skip
"""What a parameter of a type is called wherever there is one."""

_OWN: Final = {
    ("KTable", "ValueMapper"): "mapper",
    ("KTable", "ValueMapperWithKey"): "mapper",
}
_OF_STREAMS: Final = {
    # before 2.5.0, before 4.1.0, since
    "Produced": ("Produced", "produced", "produced"),
    "KStream": ("other KStream", "otherStream", "otherStream"),
    "KTable": ("other", "table", "table"),
    "KeyValueMapper": ("keyMapper", "keySelector", "keySelector"),
    "TopicNameExtractor": ("topic extractor", "topicExtractor", "topicExtractor"),
    "ValueMapper": ("valueMapper", "valueMapper", "mapper"),
    "ValueMapperWithKey": ("mapper", "valueMapperWithKey", "mapper"),
}
_FUNCTION_FIRST: Final = ("filter", "filterNot", "selectKey", "map", "flatMap", "mapValues", "flatMapValues", "foreach",
                          "peek", "merge")  # fmt: skip
_ONLY_TYPES: Final = {
    **{("KStream", method, 2, 1): "Named" for method in _FUNCTION_FIRST},
    ("KStream", "merge", 1, 0): "KStream",
    ("KStream", "merge", 2, 0): "KStream",
    ("KStream", "to", 2, 1): "Produced",
    ("KStream", "through", 2, 1): "Produced",
    ("KStream", "repartition", 1, 0): "Repartitioned",
    ("KStream", "toTable", 2, 0): "Named",
    ("KStream", "toTable", 2, 1): "Materialized",
    ("KTable", "join", 2, 0): "KTable",
    ("KTable", "leftJoin", 2, 0): "KTable",
    ("KTable", "outerJoin", 2, 0): "KTable",
    ("KTable", "outerJoin", 3, 0): "KTable",
    ("KTable", "outerJoin", 4, 0): "KTable",
    ("StreamsBuilder", "stream", 2, 1): "Consumed",
    **{("StreamsBuilder", method, count, 0): "String" for method in ("table", "globalTable") for count in (1, 2, 3)},
    **{("StreamsBuilder", method, 3, 1): "Consumed" for method in ("table", "globalTable")},
    **{("StreamsBuilder", method, 3, 2): "Materialized" for method in ("table", "globalTable")},
    ("BranchedKStream", "branch", 2, 1): "Branched",
    ("BranchedKStream", "defaultBranch", 1, 0): "Branched",
    ("KGroupedStream", "reduce", 2, 1): "Materialized",
    ("KGroupedStream", "count", 2, 0): "Named",
    ("KGroupedStream", "count", 2, 1): "Materialized",
    ("KGroupedStream", "aggregate", 3, 2): "Materialized",
    ("CogroupedKStream", "aggregate", 1, 0): "Initializer",
    ("KTable", "suppress", 1, 0): "Suppressed",
}
"""The type of a parameter by the operator, how many arguments it is given, and its place, where there is only one."""

_TEXTS: Final = ("String", "CharSequence", "Object")
TAKES_NULL: Final = frozenset({("BranchedKStream", "branch"), ("WindowedKStream", "emitStrategy")})
"""The operators of whose other arguments none is refused when it is null."""


def refuse_null_arguments(call: LibraryCall, owner: str, target: Value) -> None:
    """Raise Refused for the first argument that is certainly null, of a type for which Kafka Streams says so."""
    for place, argument in enumerate(call.arguments):
        if not is_certainly_null(argument):
            continue
        typed = null_type(argument) or _only_type(call, owner, place)
        if typed == "Suppressed":
            call.refuse("IllegalArgumentException", "Custom subclasses of Suppressed are not supported.")
        words = _words(call, owner, target, typed)
        if words is not None:
            call.refuse("NullPointerException", words)


def _only_type(call: LibraryCall, owner: str, place: int) -> str:
    """Give the type of a parameter where only one overload is left."""
    if owner == "KStream" and place == 2 and isinstance(call.arguments[0], StreamValue):
        return "JoinWindows"
    return _ONLY_TYPES.get((owner, call.method, len(call.arguments), place), "")


def _words(call: LibraryCall, owner: str, target: Value, typed: str) -> str | None:
    """Give what Kafka Streams says of a null of a type; None when that is not known."""
    if typed == "Branched":
        return 'Cannot read field "name" because "branched" is null'
    if owner == "StreamsBuilder":
        return _words_of_builder(call.method, typed)
    if isinstance(target, StreamValue):
        return _words_of_stream(call.method, typed, call.behaviours)
    if owner == "KTable":
        return _words_of_table(call, typed)
    if (owner, call.method, typed) == ("KGroupedStream", "reduce", "Named"):
        return "name can't be null"
    return f"{_OPTIONS[typed]} can't be null" if typed in _OPTIONS else None


def _words_of_builder(method: str, typed: str) -> str | None:
    if method not in ("stream", "table", "globalTable"):
        return None
    if typed in ("Consumed", "Materialized"):
        return f"{_OPTIONS[typed]} can't be null"
    if method != "stream":
        return "topic can't be null" if typed in _TEXTS else None
    if typed == "Pattern":
        return "topicPattern can't be null"
    return "topics can't be null" if typed and typed not in _TEXTS else None


def _words_of_stream(method: str, typed: str, behaviours: Behaviours) -> str | None:
    epoch = 2 if behaviours.has("says_cannot_be_null") else 1 if behaviours.has("names_key_selectors") else 0
    if epoch == 0 and typed == "KStream" and method == "merge":
        return NO_MESSAGE
    if epoch == 1 and typed == "KStream" and method == "merge":
        return "stream can't be null"
    if epoch == 0 and typed == "Grouped" and method == "groupByKey":
        return 'Cannot read field "name" because "grouped" is null'
    called = _OF_STREAMS[typed][epoch] if typed in _OF_STREAMS else _OPTIONS.get(typed)
    return None if called is None else f"{called} {_cannot(behaviours)} be null"


def _cannot(behaviours: Behaviours) -> str:
    return "cannot" if behaviours.has("says_cannot_be_null") else "can't"


def _words_of_table(call: LibraryCall, typed: str) -> str | None:
    if (call.method, typed) == ("transformValues", "ValueTransformerWithKeySupplier"):
        return "transformerSupplier"
    if (call.method, typed) == ("transformValues", "Named"):
        return "processorName can't be null"
    if (call.method, typed) == ("toStream", "KeyValueMapper"):
        return f"mapper {_cannot(call.behaviours)} be null"
    if typed == "Function" and not call.behaviours.has("stores_come_with_processors"):  # 4.0 wraps it first
        return "foreignKeyExtractor can't be null"
    if typed == "KTable":
        return f"{'foreignKeyTable' if _joins_by_foreign_key(call) else 'other'} can't be null"
    called = _OWN.get(("KTable", typed)) or _OPTIONS.get(typed)
    return None if called is None else f"{called} can't be null"


def _joins_by_foreign_key(call: LibraryCall) -> bool:
    """Tell whether a join is given a function for the key beside the joiner."""
    return len(call.arguments) > 2 and not (
        isinstance(call.arguments[2], OptionsValue) or is_certainly_null(call.arguments[2])
    )
