"""What Kafka Streams asks of a supplier when an operator is added.

It must give a new object at each call: from 2.8 on Kafka Streams asks it twice and compares (KAFKA-10036).

Kafka: ApiUtils#checkSupplier. transform(), a table's transformValues() and, in the Processor API, suppliers of the
processors of before KIP-478 are spared, because they are wrapped before they are asked.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.interpreter.classes.anonymous_names import UNNAMED
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import StoreSupplierValue
from topoviz.engine.dsl.operators.call import user_text
from topoviz.engine.dsl.operators.serdes import MASKED
from topoviz.engine.dsl.operators.streams.to import TO_STRING, lambda_owner
from topoviz.engine.dsl.values import BoundMethod, Closure, Instance, LibraryClass, Opaque, UserClass, Value, is_null
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_CHECKED: Final = {
    "flatTransform": 0, "transformValues": 0, "flatTransformValues": 0, "process": 0, "processValues": 0,
    "addProcessor": 1, "addGlobalStore": -1, "addReadOnlyStateStore": -1,
}  # fmt: skip
_SPARED: Final = "KTable"
_ADAPTED: Final = frozenset({"addProcessor", "addGlobalStore"})
"""Methods that make a processor of today of one of before KIP-478: another one each time (ProcessorAdapter#adapt)."""

_ANEW: Final = ("Dependent", "Prototype", "Scope")
"""Annotations of beans that are more than one object, as in CDI, Micronaut and Spring."""
_STORES: Final = "stores()"


def prepare_objects(world: World, node: tree.Call, arguments: list[Value]) -> Step:
    """Ask the text's objects among the arguments for what the operator will ask them: toString() and stores()."""
    for argument in arguments:
        if not isinstance(argument, Instance):
            continue
        if argument.info.binary_name == UNNAMED and node.name in ("to", "addSink"):
            reason = "The class of this object has a name that the compiler makes up."
            world.unsure("object-name", node.name_span, reason, f"It is shown as {UNNAMED}.")
        for name in (TO_STRING, _STORES):
            function = argument.info.find_function(name.removesuffix("()"), 0)
            if function is not None:
                argument.fields[name] = yield invoke(world, function, argument, [], node.span, argument.scope)
    return None


def ask_stores(world: World, target: Value, arguments: list[Value]) -> Step:
    """Ask suppliers of key-value stores that the text has for their names, as Materialized and Stores do."""
    found = list(arguments)
    for index, argument in enumerate(arguments):
        if not isinstance(argument, Instance) or not isinstance(target, LibraryClass):
            continue
        kinds = {kind.simple_name for info in argument.info.lineage() for kind in info.declaration.supertypes}
        naming = argument.info.find_function("name", 0)
        if target.name in ("Materialized", "Stores") and "KeyValueBytesStoreSupplier" in kinds and naming is not None:
            name = yield invoke(world, naming, argument, [], None, argument.scope)
            found[index] = StoreSupplierValue(user_text(name, "store name"), StoreKind.KEY_VALUE)
    return found


def check_supplier(world: World, node: tree.Call, owner: str, arguments: list[Value], call: CallFunction) -> Step:
    """Raise Refused when a supplier gives the same object each time, as far as the text tells."""
    position = _CHECKED.get(node.name)
    if position is None or owner == _SPARED or position >= len(arguments):
        return None
    if not world.behaviours.has("checks_suppliers"):
        return None
    supplier = arguments[position]
    if not _is_followed(supplier):
        return None
    first = yield _get(world, supplier, call)
    second = yield _get(world, supplier, call)
    is_one_object = first is second and isinstance(first, Instance | Opaque | Closure | BoundMethod)
    if is_one_object and node.name in _ADAPTED and isinstance(first, Instance) and _is_of_old_api(world, first):
        return None
    if is_one_object and isinstance(first, Instance) and annotated.has(first.info.declaration.annotations, *_ANEW):
        reason = f"A framework makes another {first.info.name} wherever one is asked for."
        world.unsure("bean-scope", node.name_span, reason, "The supplier is taken to give another object each time.")
        return None
    if is_one_object or _are_one_lambda(world, first, second) or (is_null(first) and is_null(second)):
        is_wrapped = node.name == "addGlobalStore" and world.behaviours.has("stores_come_with_processors")  # KIP-1112
        name = _WRAPPER if is_wrapped else _class_name(supplier)
        words = f"{name} generates single reference. {name}#get() must return a new object each time it is called."
        refusal = Refusal(Why.SHARED_SUPPLIER_OBJECT, "IllegalArgumentException", words)
        raise Refused(refusal, world.origin(node.name_span))
    return None


def _is_of_old_api(world: World, processor: Instance) -> bool:
    """Tell whether a processor is one of before KIP-478, which 4.0 removed: it has no types of what it passes on."""
    if world.behaviours.has("stores_come_with_processors"):
        return False
    for info in processor.info.lineage():
        for supertype in info.declaration.supertypes:
            is_raw = not supertype.arguments and world.program.imports_class(info.declaration.span.file_id, _OLD)
            if supertype.simple_name == "Processor" and (is_raw or len(supertype.arguments) == _OLD_TYPES):
                return True
            if supertype.simple_name == "AbstractProcessor":
                return True
    return False


_OLD: Final = "org.apache.kafka.streams.processor.Processor"
_OLD_TYPES: Final = 2
"""How many types `Processor<K, V>` had before it became `Processor<KIn, VIn, KOut, VOut>`."""


def _are_one_lambda(world: World, first: Value, second: Value) -> bool:
    """Tell whether two values are certainly the one object that Java makes of a lambda that captures nothing.

    HotSpot links such a lambda once (InnerClassLambdaMetafactory). One that may name anything round it is left alone.
    """
    if isinstance(first, BoundMethod) and isinstance(second, BoundMethod):
        return isinstance(first.target, UserClass | LibraryClass) and first.span == second.span
    if not (isinstance(first, Closure) and isinstance(second, Closure) and first.node is second.node):
        return False
    parts = list(walk(first.node))
    own = {part.name for part in parts if isinstance(part, tree.Parameter | tree.Declare)}
    return not world.is_kotlin(first.node.span) and not any(_may_capture(part, own) for part in parts)


def _may_capture(part: tree.Node, own: set[str]) -> bool:
    match part:
        case tree.Name(text=text):
            is_class = text[:1].isupper() and not text.isupper()
            return text not in own and not is_class
        case tree.Call(target=target):
            return target is None
        case tree.New() | tree.ClassDeclaration() | tree.Unknown():
            return True
        case _:
            return False


def _is_followed(supplier: Value) -> bool:
    """Tell whether the supplier's get() stands in the text, and may give one object each time."""
    match supplier:
        case Instance(info=info):
            return info.find_function("get", 0) is not None
        case BoundMethod(target=UserClass(info=info) | Instance(info=info), name=name) if name != "new":
            return info.find_function(name, 0) is not None
        case _:
            return isinstance(supplier, Closure)


def _get(world: World, supplier: Value, call: CallFunction) -> Step:
    get = supplier.info.find_function("get", 0) if isinstance(supplier, Instance) else None
    if isinstance(supplier, Instance) and get is not None:
        return invoke(world, get, supplier, [], None, supplier.scope)
    return call(supplier, [])


_WRAPPER: Final = "org.apache.kafka.streams.processor.internals.StoreDelegatingProcessorSupplier"
"""What the library puts the supplier of a global store into before it asks it."""


def _class_name(supplier: Value) -> str:
    if isinstance(supplier, Instance):
        return supplier.info.binary_name
    assert isinstance(supplier, Closure | BoundMethod)
    return f"{lambda_owner(supplier)}$$Lambda{MASKED}"
