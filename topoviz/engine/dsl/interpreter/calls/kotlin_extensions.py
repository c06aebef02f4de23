"""Which extension function of the text a call in Kotlin means, and when a member of the value's own type goes before.

Kotlin Specification 1.9, section 11.4: of what can take the arguments, members go before extensions, and what stands
nearer goes before what stands farther away. Kotlin decides by declared types, which are not followed here; so where
more than one function may be meant, it is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.classes import FunctionInfo, outwards
from topoviz.engine.dsl.interpreter.calls.methods import meant
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.expressions.variables import objects_around
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import kotlin_members
from topoviz.engine.dsl.library.api import overloads_of
from topoviz.engine.dsl.no_such_method import classes_of
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.operators.registry import find_operator, owner_of
from topoviz.engine.dsl.overloads import choose, fit, is_open
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Composed,
    Constant,
    Instance,
    ListValue,
    LocalFunction,
    MapValue,
    Named,
    Opaque,
    Text,
    Unknown,
    UserClass,
    Value,
)
from topoviz.engine.syntax import tree

_OF_LIBRARY: Final = (Constant, Text, ListValue, MapValue, PropertiesValue)
"""Values of which none is an object of a class of the text."""

_SAM_ARITIES: Final = {
    "Predicate": 2, "ForeachAction": 2, "KeyValueMapper": 2, "ValueMapper": 1, "ValueMapperWithKey": 2,
    "ValueJoiner": 2, "ValueJoinerWithKey": 3, "Reducer": 2, "Aggregator": 3, "Merger": 3, "Initializer": 0,
    "StreamPartitioner": 4,
    "TopicNameExtractor": 3, "ProcessorSupplier": 0, "FixedKeyProcessorSupplier": 0, "TransformerSupplier": 0,
}  # fmt: skip
"""How many arguments the functions of Kafka's interfaces take; a lambda with other parameters is none of them."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A function of the text that extends a type, and the object of the class that it stands in, if it does."""

    function: FunctionInfo
    this: Instance | None = None
    scope: Scope | None = None


def find_extension(
    world: World, node: tree.Call, target: Value, arguments: Sequence[Value], scope: Scope
) -> Extension | None:
    """Find the function of the text that extends a value's type, unless a member of that type goes before."""
    if not world.is_kotlin(node.span):
        return None
    found = _find(world, node, target, arguments, scope)
    if found is None:
        return None
    is_member = _has_member(target, node.name, arguments)
    if is_member is None:
        of_type = owner_of(target) or "the library"
        reason = f"Whether {node.name} is the program's own or that of {of_type} follows from types."
        world.doubt("overload", node.name_span, reason, "That of the type is followed; what comes after it is unsure.")
    return found if is_member is False else None


def tell_unfit(world: World, node: tree.Call, target: Value, arguments: Sequence[Value]) -> None:
    """Tell of a method of Kafka that takes no such arguments: an extension is meant that is not in the text."""
    owner = owner_of(target)
    if owner is None or not world.is_kotlin(node.span) or find_operator(owner, node.name) is None:
        return
    if _has_member(target, node.name, arguments) is False:
        reason = f"Kafka's {owner} has no {node.name} that takes such arguments: it is a function of the program's own."
        effect = "It is followed as if it were Kafka's; names and numbers from here on are unsure."
        world.doubt("own-function", node.name_span, reason, effect, f"Paste the file that declares {node.name} too.")


def call_extension(world: World, node: tree.Node, extension: Extension, target: Value, arguments: list[Value]) -> Step:
    """Call an extension function, inside which the value that it extends is `this`."""
    scope = extension.scope or Scope()
    return (yield invoke(world, extension.function, extension.this, arguments, node.span, scope, target))


def _find(world: World, node: tree.Call, target: Value, arguments: Sequence[Value], scope: Scope) -> Extension | None:
    local = scope.find(f"{node.name}()")
    if local is not None:
        found = local.variables[f"{node.name}()"]
        if isinstance(found, LocalFunction) and _may_extend(world, found.function, target) is not False:
            return Extension(found.function, local.this, found.scope)
    named = [
        one
        for one in world.program.extensions.get(node.name, ())
        if one.declaration.body is not None
        and world.program.sees(node.span.file_id, one)
        and "getter" not in one.declaration.modifiers
        and _may_extend(world, one, target) is not False
    ]
    around, this = _nearest(world.program.near(node.span.file_id, named), scope)
    taking = [one for one in around if one.takes(len(arguments))]
    surely = [one for one in taking if _may_extend(world, one, target)]
    if len(taking) > 1 and not surely and isinstance(target, Unknown | Opaque):
        return None  # which type is extended is not known
    chosen = meant(world, node, choose(surely or taking, arguments))
    return None if chosen is None else Extension(chosen, this if chosen.owner is not None else None)


def _nearest(functions: Sequence[FunctionInfo], scope: Scope) -> tuple[list[FunctionInfo], Instance | None]:
    """Of extensions that stand in classes, keep those of an object round here, its own before inherited ones."""
    for instance in objects_around(scope):
        for info in instance.info.lineage():
            own = [one for one in functions if one.owner is info]
            if own:
                return own, instance
    for static in outwards(scope.owner):
        own = [one for one in functions if one.owner is static]
        if own:
            return own, None
    return [one for one in functions if one.owner is None or one.owner.declaration.kind == "file"], None


def _may_extend(world: World, function: FunctionInfo, target: Value) -> bool | None:
    """Tell whether a function extends the type of a value: surely, perhaps (None) or not."""
    receiver = function.declaration.receiver
    if receiver is None:
        return False
    if isinstance(target, UserClass):
        return any(info.name == receiver.simple_name for info in target.info.lineage())
    if is_open(receiver) or receiver.simple_name == "Any":
        return None
    if find_class(world, receiver.name, None) is not None and isinstance(target, _OF_LIBRARY):
        return False
    if isinstance(target, Closure | BoundMethod | Composed | LocalFunction):
        return True if receiver.name.startswith("Function") else None
    if isinstance(target, Instance) and any(info.name == receiver.simple_name for info in target.info.lineage()):
        return True
    return fit(target, receiver)


def _has_member(target: Value, name: str, arguments: Sequence[Value]) -> bool | None:
    """Tell whether the type of a value has a method of its own that a call means: surely, perhaps (None) or not."""
    if isinstance(target, Instance):
        return target.info.find_function(name, len(arguments)) is not None
    owner = owner_of(target)
    if owner is None:
        return None if kotlin_members.is_own_member(target, name) else False
    if find_operator(owner, name) is None or any(isinstance(argument, Named) for argument in arguments):
        return False  # what is written in Java has no parameters with names
    fits = [_takes(one.parameters, arguments) for kafkas in classes_of(owner) for one in overloads_of(kafkas, name)]
    return True if True in fits else None if None in fits else False


def _takes(parameters: Sequence[str], arguments: Sequence[Value]) -> bool | None:
    """Tell whether a method of Kafka with these parameters takes some arguments: surely, perhaps (None) or not."""
    is_variadic = bool(parameters) and parameters[-1].endswith("...")
    if len(arguments) < len(parameters) - is_variadic or (len(arguments) > len(parameters) and not is_variadic):
        return False
    fits = [
        None
        if is_variadic and index >= len(parameters) - 1 and isinstance(argument, ListValue)
        else _fits(argument, parameters[min(index, len(parameters) - 1)].removesuffix("..."))
        for index, argument in enumerate(arguments)
    ]
    return False if False in fits else None if None in fits else True


def _fits(argument: Value, parameter: str) -> bool | None:
    name = parameter.rpartition(".")[2]
    if isinstance(argument, Closure) and argument.receives:
        return None
    if isinstance(argument, Closure) and name in _SAM_ARITIES:
        count = len(argument.node.parameters)
        arity = _SAM_ARITIES[name]
        return count == arity or (count == 0 and arity == 1)
    if isinstance(argument, BoundMethod | Composed) and name in _SAM_ARITIES:
        return None
    if isinstance(argument, Unknown) and not argument.type_name:
        return None
    return fit(argument, tree.TypeName(name.removesuffix("[]"), (), name.count("[]")))
