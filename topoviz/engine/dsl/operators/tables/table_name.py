"""The name that a Named gives an operator of tables, which take one from 2.4 on (KIP-307)."""

from __future__ import annotations

from topoviz.engine.dsl.operators.call import OperatorCall, Options
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.plan_builder import UserText


def table_name(call: OperatorCall, options: Options, owner: str = "KTable") -> UserText | None:
    """Give the user's name for the operator, or None; raises Refused where there is no overload with Named."""
    if options.get("Named") is not None:
        refuse_missing(call, f"{owner}#{call.method} with Named", since="2.4.0")
    return options.name()
