"""Streams and tables that come from outside the text: stood in for, so that the rest can be drawn, and marked."""

from __future__ import annotations

from topoviz.engine.dsl.objects import GlobalTableValue, StreamValue, TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.dsl.values import Unknown, Value
from topoviz.engine.logical.nodes import Store, StoreKind, StreamSource, TableSource
from topoviz.engine.logical.plan import ROOT
from topoviz.engine.source import Origin


def stand_in_stream(plan: PlanBuilder, key: str, reason: str, origin: Origin) -> StreamValue:
    """Make a source for a stream that was made elsewhere; all numbers from here on are unsure."""
    plan.doubt(reason)
    name = plan.new_name("KSTREAM-SOURCE-")
    topic = _placeholder(plan, key, reason)
    node = plan.add(StreamSource, name, ROOT, operator="stream", origin=origin, topics=(topic,))
    return StreamValue(plan, name, node.id, SourceNames(name))


def stand_in_table(plan: PlanBuilder, key: str, reason: str, origin: Origin) -> TableValue:
    """Make a source for a table that was made elsewhere; all numbers from here on are unsure."""
    node = _table_source(plan, key, reason, origin)
    sources = SourceNames(node.source_name)
    return TableValue(plan, node.name, node.id, sources, TableOrigin.SOURCE, store=node.store.name)


def stand_in_global_table(plan: PlanBuilder, key: str, reason: str, origin: Origin) -> GlobalTableValue:
    """Make a source for a global table that was made elsewhere; all numbers from here on are unsure."""
    return GlobalTableValue(_table_source(plan, key, reason, origin, is_global=True).store.name)


def _table_source(plan: PlanBuilder, key: str, reason: str, origin: Origin, *, is_global: bool = False) -> TableSource:
    plan.doubt(reason)
    topic = _placeholder(plan, key, reason)
    store = plan.new_store_name(f"{topic}-")
    source, name = plan.new_name("KSTREAM-SOURCE-"), plan.new_name("KTABLE-SOURCE-")
    return plan.add(
        TableSource, "null" if is_global else name, ROOT, operator="globalTable" if is_global else "table",
        origin=origin, topic=topic, source_name=source, processor_name=name,
        store=Store(store, StoreKind.OTHER, is_logged=not is_global, identity=plan.draft.next_priority),
        is_materialized=is_global, is_global=is_global,
    )  # fmt: skip


def _placeholder(plan: PlanBuilder, key: str, reason: str) -> str:
    """Name the topic of a stand-in; what two of them stand for is hardly the same, whatever they are called."""
    topic, number = f"${{{key}}}", 1
    while topic in plan.draft.unsure:
        number += 1
        topic = f"${{{key}#{number}}}"
    plan.draft.unsure[topic] = reason
    return topic


def stream_argument(call: OperatorCall, plan: PlanBuilder, index: int) -> StreamValue:
    """Give the stream that an argument is; one that is not known is reported and stood in for."""
    value = known_here(call.argument(index), plan)
    if isinstance(value, StreamValue):
        return value
    return stand_in_stream(plan, *_report(call, plan, index), call.origin)


def table_argument(call: OperatorCall, plan: PlanBuilder, index: int) -> TableValue:
    """Give the table that an argument is; one that is not known is reported and stood in for."""
    value = known_here(call.argument(index), plan)
    if isinstance(value, TableValue):
        return value
    return stand_in_table(plan, *_report(call, plan, index), call.origin)


def known_here(value: Value, plan: PlanBuilder) -> Value:
    """Give what an operator may take as it is: a stream or table of another builder is unknown to this one."""
    if isinstance(value, StreamValue | TableValue) and value.plan is not plan:
        return Unknown(value.name, "It belongs to another builder.", None)
    return value


def where_from(value: Value, plan: PlanBuilder) -> str:
    """Say why an argument is stood in for, as the end of a sentence."""
    return "which the text does not make" if known_here(value, plan) is value else "which belongs to another builder"


def _report(call: OperatorCall, plan: PlanBuilder, index: int) -> tuple[str, str]:
    value = known_here(call.argument(index), plan)
    key = value.key if isinstance(value, Unknown) else f"{call.method}#{index}"
    reason = f"{call.method}() takes a stream or table, {key}, {where_from(call.argument(index), plan)}."
    report_stand_in(call, reason)
    return key, reason


def report_stand_in(call: OperatorCall, reason: str) -> None:
    """Report that a source stands in for what an operator takes."""
    call.warn(
        "unknown-stream",
        reason,
        "A source stands in for it; names and numbers from here on are unsure.",
        "Paste the code that makes it, with one builder for all streams.",
    )
