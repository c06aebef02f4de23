"""What Kafka Streams asks of a supplier when an operator is added.

It must give a new object at each call: from 2.7 on Kafka Streams asks it twice and compares (KAFKA-10036).

Kafka: ApiUtils#checkSupplier. transform() is spared, because its supplier is wrapped before it is asked.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.operators.to import MASKED, TO_STRING, lambda_owner
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Closure, Instance, Opaque, Value
from topoviz.engine.refusal import Refusal, Refused
from topoviz.engine.syntax import tree

_CHECKED: Final = {
    "flatTransform": 0, "transformValues": 0, "flatTransformValues": 0, "process": 0, "processValues": 0,
    "addProcessor": 1,
}  # fmt: skip


_STORES: Final = "stores()"


def prepare_objects(world: World, node: tree.Call, arguments: list[Value]) -> Step:
    """Ask the text's objects among the arguments for what the operator will ask them: toString() and stores()."""
    for argument in arguments:
        if not isinstance(argument, Instance):
            continue
        for name in (TO_STRING, _STORES):
            function = argument.info.find_function(name.removesuffix("()"), 0)
            if function is not None:
                argument.fields[name] = yield invoke(world, function, argument, [], node.span, argument.scope)
    return None


def check_supplier(world: World, node: tree.Call, arguments: list[Value], scope: Scope) -> Step:
    """Raise Refused when a lambda gives the same object each time, as far as the text tells."""
    position = _CHECKED.get(node.name)
    if position is None or position >= len(arguments) or not world.behaviours.has("checks_suppliers"):
        return None
    supplier = arguments[position]
    if not isinstance(supplier, Closure) or isinstance(supplier.node.body, tree.Block):
        return None
    if not isinstance(supplier.node.body, tree.Name | tree.Select):
        return None
    given = yield evaluate(world, supplier.node.body, supplier.scope)
    if isinstance(given, Instance | Opaque):
        name = f"{lambda_owner(supplier)}$$Lambda{MASKED}"
        words = f"{name} generates single reference. {name}#get() must return a new object each time it is called."
        raise Refused(Refusal("IllegalArgumentException", words), world.origin(node.name_span))
    return None
