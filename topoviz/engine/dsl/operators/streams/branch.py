"""KStream#branch: give each record to the first branch whose predicate takes it.

Kafka: KStreamImpl#branch; replaced by split() (KIP-418) and removed in 4.0.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator, refuse_missing
from topoviz.engine.dsl.operators.streams.stateless import go_on
from topoviz.engine.dsl.values import ListValue, Unknown, Value
from topoviz.engine.logical.nodes import Processor
from topoviz.engine.refusal import Refusal, Refused, Why


def apply(call: OperatorCall, stream: StreamValue) -> ListValue:
    """Add the branch and its children, all numbers first, and give the children as an array."""
    plan = stream.plan
    user_name = None
    predicates = list(call.arguments)
    if predicates and isinstance(predicates[0], OptionsValue) and predicates[0].kind == "Named":
        refuse_missing(call, "KStream#branch with Named", since="2.4.0")
        user_name = predicates[0].name
        predicates = predicates[1:]
    predicates = _spread(call, stream, predicates)
    if not predicates and _is_empty(call):
        new = call.behaviours.has("asks_branch_for_predicates")
        words = "branch() requires at least one predicate" if new else "you must provide at least one predicate"
        raise Refused(Refusal(Why.NO_PREDICATE, "IllegalArgumentException", words), call.origin)
    name = plan.name(user_name, "KSTREAM-BRANCH-", call.origin)
    child_names = [
        plan.suffixed(user_name, f"-predicate-{number}", "KSTREAM-BRANCHCHILD-", call.origin)
        for number in range(len(predicates))
    ]
    branch = plan.add(Processor, name, stream.node, operator="branch", origin=call.origin)
    children: list[Value] = []
    for child_name in child_names:
        child = plan.add(Processor, child_name, branch.id, operator="branch", origin=call.origin)
        children.append(go_on(stream, child))
    return ListValue(children, kind="array")


def _spread(call: OperatorCall, stream: StreamValue, predicates: list[Value]) -> list[Value]:
    """Take a single array of predicates apart; an array that is not known may have any length."""
    if len(predicates) != 1:
        return predicates
    only = predicates[0]
    if isinstance(only, ListValue):
        if not only.is_exact:
            _doubt(call, stream)
        return only.elements
    if isinstance(only, Unknown) and only.type_name != "Predicate":
        _doubt(call, stream)  # it may be an array of any length
    return predicates


def _is_empty(call: OperatorCall) -> bool:
    """Tell whether there is certainly no predicate, and not only none that is known."""
    return not any(isinstance(argument, ListValue) and not argument.is_exact for argument in call.arguments)


def _doubt(call: OperatorCall, stream: StreamValue) -> None:
    reason = "branch() takes an array of predicates whose length the text does not determine."
    call.warn("unknown-branches", reason, "Names and numbers from here on are unsure.")
    stream.plan.doubt(reason)


OPERATORS = (Operator("KStream", "branch", apply),)
