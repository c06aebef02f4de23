"""StreamsBuilder#stream: read topics, or all topics that match a pattern.

Kafka: InternalStreamsBuilder#stream.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import BuilderValue, OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, pattern_among, take_options, user_text, user_texts
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.dsl.values import ListValue, is_certainly_null, null_type
from topoviz.engine.java_order.hash_sets import copied_order
from topoviz.engine.logical.nodes import StreamSource
from topoviz.engine.logical.plan import ROOT


def apply(call: OperatorCall, builder: BuilderValue) -> StreamValue:
    """Add a source under the root."""
    consumed = take_options(call, builder.plan, 1, "Consumed").get("Consumed") or OptionsValue("Consumed")
    topics = call.argument(0)
    pattern = pattern_among(call, (topics,))
    if pattern is not None:
        return add_stream(call, builder.plan, (), consumed, pattern=pattern)
    if isinstance(topics, ListValue):
        if not topics.is_exact:
            builder.plan.doubt("The list of topics of stream() is not fully known.")
        if any(map(is_certainly_null, topics.elements)):
            call.refuse_as_null("topic names cannot be null")
        names = tuple(builder.plan.use(text) for text in user_texts((topics,), "topic"))
    elif is_certainly_null(topics) and null_type(topics) in ("", "String"):
        call.refuse_as_null("topic names cannot be null")
    else:
        names = (builder.plan.use(user_text(topics, "topic")),)
    return add_stream(call, builder.plan, names, consumed)


def add_stream(
    call: OperatorCall,
    plan: PlanBuilder,
    topics: tuple[str, ...],
    consumed: OptionsValue,
    *,
    pattern: str | None = None,
) -> StreamValue:
    """Add a stream source with the topics in the order in which Kafka Streams will hold them.

    What reads a topic again that the same call writes is made by that call, and not by stream().
    """
    user_name = consumed.name if pattern is None or call.behaviours.has("names_pattern_sources") else None
    name = plan.name(user_name, "KSTREAM-SOURCE-", call.origin)
    if len(topics) > 1 and call.behaviours.has("merges_duplicate_sources"):
        topics = tuple(copied_order(topics, call.behaviours.jdk))
    operator = "through" if call.method == "through" else "stream"
    node = plan.add(
        StreamSource, name, ROOT, operator=operator, origin=call.origin, topics=topics, pattern=pattern,
        reset=consumed.reset,
    )  # fmt: skip
    return StreamValue(
        plan, name, node.id, SourceNames(name), key_serde=consumed.key_serde, value_serde=consumed.value_serde
    )


OPERATORS = (Operator("StreamsBuilder", "stream", apply),)
