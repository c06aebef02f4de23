"""The options, streams, tables and functions of which a null is refused by its type.

A null says which overload is called when a cast or a declared variable gives it a type, and where only one overload
takes that many arguments.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.operators.typed_nulls import words_of_null
from topoviz.engine.dsl.values import is_certainly_null, null_type
from topoviz.engine.refusal import Why

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

TAKES_NULL: Final = frozenset({
    ("BranchedKStream", "branch"), ("WindowedKStream", "emitStrategy"), ("StreamsBuilder", "build"),
})  # fmt: skip
"""The operators of whose other arguments none is refused when it is null."""


def refuse_null_arguments(call: LibraryCall, owner: str) -> None:
    """Raise Refused for the first argument that is certainly null, of a type for which Kafka Streams says so."""
    for place, argument in enumerate(call.arguments):
        if not is_certainly_null(argument):
            continue
        typed = null_type(argument) or _only_type(call, owner, place)
        if typed == "Suppressed":
            refused = "Custom subclasses of Suppressed are not supported."
            call.refuse(Why.OWN_SUPPRESSED, "IllegalArgumentException", refused)
        words = words_of_null(call, owner, typed)
        if words is not None:
            call.refuse(Why.NULL_ARGUMENT, "NullPointerException", words)


def _only_type(call: LibraryCall, owner: str, place: int) -> str:
    """Give the type of a parameter where only one overload is left."""
    if owner == "KStream" and place == 2 and isinstance(call.arguments[0], StreamValue):
        return "JoinWindows"
    return _ONLY_TYPES.get((owner, call.method, len(call.arguments), place), "")
