"""KTable#suppress: hold updates back in a buffer, for a time or until their windows close (KIP-328).

Kafka: KTableImpl#suppress. Numbers are taken only when the user gives no name; a name is not checked.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import SuppressedValue, TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.store_settings import with_serdes
from topoviz.engine.dsl.operators.tables.window_close import refuse_without_windows
from topoviz.engine.dsl.plan_builder import PlanBuilder, UserText
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.dsl.values import Instance, Unknown
from topoviz.engine.logical.implicit_names import ImplicitNames
from topoviz.engine.logical.nodes import NOT_FOR_VERSIONED, Store, StoreKind, TableSuppress
from topoviz.engine.logical.store_settings import StoreSettings
from topoviz.engine.refusal import Refusal, Refused, Why, topology_exception

_PREFIX = "KTABLE-SUPPRESS-"


def apply(call: OperatorCall, table: TableValue) -> TableValue:
    """Add the buffer; for copartitioning the new table stems from the old one's processor, which reads no topic."""
    plan = table.plan
    if table.is_versioned and call.behaviours.has("tables_have_own_node_classes"):
        raise Refused(topology_exception(Why.VERSIONED_SUPPRESSED, NOT_FOR_VERSIONED), call.origin)
    suppressed = _suppressed(call, plan)
    name = plan.new_name(_PREFIX) if suppressed.name is None else plan.use(suppressed.name)
    if suppressed.awaits_windows:
        refuse_without_windows(plan.draft, table.node, call.origin)
    store_name = _store_name(plan, suppressed.name)
    if suppressed.name is None and suppressed.is_logged:
        plan.draft.implicit_names.append(ImplicitNames(changelog=f"{store_name}-changelog"))
    table.send_old_values(call.origin, forces=True)
    told = StoreSettings(is_cached=False, log_config=suppressed.log_config, suppression=suppressed.limits)
    store = Store(
        store_name,
        StoreKind.OTHER,
        suppressed.is_logged,
        identity=plan.draft.next_priority,
        is_in_memory=True,
        settings=with_serdes(table.key_serde, table.value_serde, told),
    )
    node = plan.add(
        TableSuppress, name, table.node, operator="suppress", origin=call.origin, own_store=store,
        inherits_versions=table.inherits_versions and call.behaviours.has("tables_have_own_node_classes"),
    )  # fmt: skip
    return TableValue(
        plan, name, node.id, SourceNames(table.name), TableOrigin.SUPPRESSED,
        store=store_name, parents=(table,), is_versioned=False,
        key_serde=table.key_serde, value_serde=table.value_serde,
    )  # fmt: skip


def _store_name(plan: PlanBuilder, user_name: UserText | None) -> str:
    if user_name is None:
        return plan.new_store_name(_PREFIX)
    return plan.use(UserText(f"{user_name.text}-store", user_name.reason))


def _suppressed(call: OperatorCall, plan: PlanBuilder) -> SuppressedValue:
    """Give what the argument says; one that is not known may name the operator and may ask for windows."""
    given = call.argument(0)
    if isinstance(given, SuppressedValue):
        return given
    if isinstance(given, Instance):
        words = "Custom subclasses of Suppressed are not supported."
        raise Refused(Refusal(Why.OWN_SUPPRESSED, "IllegalArgumentException", words), call.origin)
    key = given.key if isinstance(given, Unknown) else "something"
    call.warn(
        "unknown-options",
        f"suppress() takes {key}, whose contents are not in the text.",
        "It may name the operator, keep no changelog and be refused without windows; names and numbers from here on "
        "are unsure.",
        "Paste the code that makes it.",
    )
    plan.doubt(f"What suppress() takes, {key}, is not known.")
    return SuppressedValue(awaits_windows=False, log_config=None)


OPERATORS = (Operator("KTable", "suppress", apply),)
