"""KStream#to and #through: write to a topic, or to the topic that an extractor names for each record.

through() also reads the topic again; repartition() replaced it (KIP-221) and 4.0 removed it.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options, user_text
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.serdes import MASKED, is_windowed_serde
from topoviz.engine.dsl.operators.streams.stream import add_stream
from topoviz.engine.dsl.program import FRAGMENT_CLASS
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    Constant,
    Instance,
    Unknown,
    Value,
    is_certainly_null,
    null_type,
    text_of,
)
from topoviz.engine.logical.nodes import StreamSink

TO_STRING: Final = "toString()"
"""The field in which the interpreter leaves what an object's own toString gives."""


def apply_to(call: OperatorCall, stream: StreamValue) -> Constant:
    """Add a sink; nothing follows it."""
    _add_sink(call, stream, take_options(call, stream.plan, 1, "Produced").get("Produced"))
    return NULL


def apply_through(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add a sink, and a new source for the same topic under the root."""
    produced = take_options(call, stream.plan, 1, "Produced").get("Produced") or OptionsValue("Produced")
    topic = _add_sink(call, stream, produced)
    consumed = OptionsValue(
        "Consumed",
        key_serde=produced.key_serde or stream.key_serde,
        value_serde=produced.value_serde or stream.value_serde,
    )
    return add_stream(call, stream.plan, () if topic is None else (topic,), consumed)


def _add_sink(call: OperatorCall, stream: StreamValue, produced: OptionsValue | None) -> str | None:
    target = call.argument(0)
    topic, extractor = None, ""
    if _is_extractor(target):
        extractor = extractor_text(call, target)
    else:
        if is_certainly_null(target) and null_type(target) in ("", "String"):
            call.refuse_as_null("topic can't be null")
        topic = stream.plan.use(user_text(target, "topic"))
    given = produced or OptionsValue("Produced")
    name = stream.plan.name(given.name, "KSTREAM-SINK-", call.origin)
    stream.plan.add(
        StreamSink, name, stream.node, operator=call.method, origin=call.origin, topic=topic, extractor=extractor,
        partitions_by_window=is_windowed_serde(given.key_serde or stream.key_serde) and not given.has_partitioner,
    )  # fmt: skip
    return topic


def _is_extractor(target: Value) -> bool:
    if isinstance(target, Unknown):
        return "Extractor" in target.type_name
    return isinstance(target, Closure | BoundMethod | Instance)


def extractor_text(call: OperatorCall, target: Value) -> str:
    """Give an extractor's toString: its own, or the class's name with the hash masked; warn when it is not known."""
    known = _own_text(target) if isinstance(target, Instance) else None
    match target:
        case Instance(info=info) if known is None and not _has_own_text(target):
            return f"{info.binary_name}{MASKED}"
        case Closure() | BoundMethod():
            return f"{lambda_owner(target)}$$Lambda{MASKED}"
        case _ if known is None:
            call.warn(
                "unknown-extractor",
                "How the topic extractor prints itself is not known.",
                f"describe() shows it; here {MASKED} stands for it.",
            )
    return known if known is not None else MASKED


def _has_own_text(target: Instance) -> bool:
    return TO_STRING in target.fields or "name()" in target.fields or target.info.declaration.kind == "record"


def _own_text(target: Instance) -> str | None:
    """What the text's own toString() gives, an enum constant's name, or a record's components."""
    for field in (TO_STRING, "name()"):
        if field in target.fields:
            return text_of(target.fields[field])
    if target.info.declaration.kind != "record":
        return None
    names = [component.name for component in target.info.declaration.parameters]
    texts = [text_of(target.fields[name]) if name in target.fields else None for name in names]
    if None in texts:
        return None
    shown = ", ".join(f"{name}={text}" for name, text in zip(names, texts, strict=True))
    return f"{target.info.name}[{shown}]"


def lambda_owner(target: Closure | BoundMethod) -> str:
    """Name the class that a lambda stands in; loose statements are taken to stand in one called Fragment."""
    owner = target.scope.owner if target.scope is not None else None
    return owner.binary_name if owner is not None else FRAGMENT_CLASS


OPERATORS = (
    Operator("KStream", "to", apply_to),
    Operator("KStream", "through", apply_through),
)
