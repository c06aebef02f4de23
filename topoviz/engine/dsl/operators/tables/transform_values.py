"""KTable#transformValues: a user's own change of values, with the stores it uses.

Kafka: KTableImpl#doTransformValues. Unlike filter and mapValues it takes no number for an unnamed store; and stores
that its supplier brings by stores() (KIP-401) are not added, for TableProcessorNode does not ask for them.
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.objects import OptionsValue, TableOrigin, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, Options, take_options, user_texts
from topoviz.engine.dsl.operators.materialized import is_versioned, named_store
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.store_settings import with_serdes
from topoviz.engine.dsl.operators.tables.table_name import table_name
from topoviz.engine.dsl.values import Unknown, Value
from topoviz.engine.logical.nodes import TableProcessor

_OPTIONS = ("Materialized", "Named")


def apply(call: OperatorCall, table: TableValue) -> TableValue:
    """Add the operator, connected to the named stores; the value's serde is lost."""
    plan = table.plan
    options, names = _sort(call, table)
    given = options.materialized()
    name = plan.name(table_name(call, options), "KTABLE-TRANSFORMVALUES-", call.origin)
    key_serde = given.key_serde or table.key_serde
    own = named_store(plan, given, with_serdes(given.key_serde, given.value_serde))
    node = plan.add(
        TableProcessor, name, table.node, operator=call.method, origin=call.origin, own_store=own,
        store_names=tuple(plan.use(text) for text in user_texts(names, "state store name")),
    )  # fmt: skip
    return TableValue(
        plan, name, node.id, table.sources, TableOrigin.DERIVED,
        store=own.name if own else None, parents=(table,),
        is_versioned=is_versioned(given) if options.get("Materialized") else None,
        queryable_name=own.name if own else None,
        key_serde=key_serde, value_serde=given.value_serde,
    )  # fmt: skip


def _sort(call: OperatorCall, table: TableValue) -> tuple[Options, tuple[Value, ...]]:
    """Part the options behind the supplier from the names of stores behind them."""
    count = 1
    while count < min(len(call.arguments), 3) and _is_option(call.arguments[count]):
        count += 1
    options = take_options(replace(call, arguments=call.arguments[:count]), table.plan, 1, *_OPTIONS)
    return options, call.arguments[count:]


def _is_option(value: Value) -> bool:
    if isinstance(value, Unknown):
        return value.type_name in _OPTIONS
    return isinstance(value, OptionsValue)


OPERATORS = (Operator("KTable", "transformValues", apply),)
