"""The functions without which an operator refuses to be called.

Kafka: Objects#requireNonNull in KStreamImpl, KTableImpl and the classes of grouped and windowed streams. Overloads
that differ in a function's type refuse a null in words of their own; a null does not tell which of them was called.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import WindowedStreamValue, WindowKind
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.operators.null_arguments import refuse_null_arguments
from topoviz.engine.dsl.values import Value, is_certainly_null
from topoviz.engine.refusal import Why

_FUNCTIONS: Final = {
    ("KStream", "filter"): ("predicate",),
    ("KStream", "filterNot"): ("predicate",),
    ("KStream", "selectKey"): ("mapper",),
    ("KStream", "map"): ("mapper",),
    ("KStream", "flatMap"): ("mapper",),
    ("KStream", "foreach"): ("action",),
    ("KStream", "peek"): ("action",),
    ("KStream", "print"): ("printed",),
    ("KStream", "groupBy"): ("keySelector",),
    ("KStream", "transform"): ("transformerSupplier",),
    ("KStream", "flatTransform"): ("transformerSupplier",),
    ("KStream", "transformValues"): ("valueTransformerSupplier",),
    ("KStream", "flatTransformValues"): ("valueTransformerSupplier",),
    ("KTable", "filter"): ("predicate",),
    ("KTable", "filterNot"): ("predicate",),
    ("KTable", "groupBy"): ("selector",),
    ("KGroupedStream", "reduce"): ("reducer",),
    ("KGroupedStream", "aggregate"): ("initializer", "aggregator"),
    ("WindowedKStream", "reduce"): ("reducer",),
    ("WindowedKStream", "aggregate"): ("initializer", "aggregator"),
    ("KGroupedTable", "reduce"): ("adder", "subtractor"),
    ("KGroupedTable", "aggregate"): ("initializer", "adder", "subtractor"),
}
"""What each operator calls its functions, in the order in which it looks at them."""

_IN_OTHER_WORDS: Final = {
    ("KStream", "mapValues"): 1,
    ("KStream", "flatMapValues"): 1,
    ("KStream", "join"): 2,
    ("KStream", "leftJoin"): 2,
    ("KStream", "outerJoin"): 2,
    ("KStream", "process"): 1,
    ("KStream", "processValues"): 1,
    ("KTable", "mapValues"): 1,
    ("KTable", "join"): 2,
    ("KTable", "leftJoin"): 2,
    ("KTable", "outerJoin"): 2,
    ("CogroupedKStream", "aggregate"): 1,
}
"""How many arguments of an operator are refused when they are null, in words that are not known here."""


def refuse_null_functions(call: LibraryCall, owner: str, target: Value) -> None:
    """Raise Refused when a function is certainly null; tell it where the words are not known."""
    for argument, name in zip(call.arguments, _names(call, owner, target), strict=False):
        if is_certainly_null(argument):
            call.refuse(
                Why.NULL_ARGUMENT, "NullPointerException", f"{_in_its_time(call, name)} {_cannot(call, owner)} be null"
            )
    refuse_null_arguments(call, owner)
    if any(map(is_certainly_null, call.arguments[: _IN_OTHER_WORDS.get((owner, call.method), 0)])):
        call.warn(
            "null-argument",
            f"{call.method}() is given null where it takes a function, a stream or a table.",
            "Kafka Streams refuses that here; what is shown is what would come of it with a value.",
            "Pass a value.",
        )


def _names(call: LibraryCall, owner: str, target: Value) -> tuple[str, ...]:
    names = _FUNCTIONS.get((owner, call.method), ())
    is_session = isinstance(target, WindowedStreamValue) and target.kind is WindowKind.SESSION
    return (*names, "sessionMerger") if is_session and call.method == "aggregate" else names


def _in_its_time(call: LibraryCall, name: str) -> str:
    has_older_name = name == "keySelector" and not call.behaviours.has("names_key_selectors")
    return "selector" if has_older_name else name


def _cannot(call: LibraryCall, owner: str) -> str:
    return "cannot" if owner == "KStream" and call.behaviours.has("says_cannot_be_null") else "can't"
