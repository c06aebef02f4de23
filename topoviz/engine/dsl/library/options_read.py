"""What the getters of Joined give back; the other classes of options keep what they carry to themselves.

Kafka: Joined#keySerde, #valueSerde, #otherValueSerde, #name and #gracePeriod.
"""

from __future__ import annotations

from topoviz.engine.dsl.library.durations import DurationValue
from topoviz.engine.dsl.objects import OptionsValue, SerdeValue
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.values import NULL, Constant, Unknown, Value

_NANOS = 1_000_000


def read_option(call: LibraryCall, options: OptionsValue) -> Value:
    """Call a method without arguments that changes nothing; what it gives may be unknown."""
    known = None if options.doubt is not None else _known(call.method, options)
    reason = options.doubt or f"What {call.method}() of this {options.kind} gives is not in the text."
    return known or Unknown(f"{options.kind}.{call.method}()", reason, call.origin.span)


def _known(method: str, options: OptionsValue) -> Value | None:
    match method:
        case "keySerde" | "valueSerde" | "otherValueSerde":
            serdes = {"keySerde": options.key_serde, "valueSerde": options.value_serde}
            serde = serdes.get(method, options.other_value_serde)
            return NULL if serde is None else SerdeValue(serde)
        case "gracePeriod" if not options.has_grace:
            return NULL
        case "gracePeriod" if options.grace is not None:
            return DurationValue(options.grace * _NANOS)
        case "name" if options.name is None:
            return NULL
        case "name" if options.name is not None and options.name.reason is None:
            return Constant(options.name.text)
        case _:
            return None
