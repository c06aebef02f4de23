"""Which method of the text a call means: inherited, default, above a class, or unwritten, as a record's are."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import lombok
from topoviz.engine.dsl.interpreter.classes import finding
from topoviz.engine.dsl.interpreter.classes.fields import set_field
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.overloads import Overload, find_overload
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, Closure, Constant, Instance, Opaque, Value
from topoviz.engine.syntax import tree


def default_methods(
    world: World, node: tree.Call, target: Value, arguments: list[Value], scope: Scope
) -> list[FunctionInfo]:
    """Find the method with a body that a lambda has through an interface of the text; several may be meant."""
    declared = finding.find_class(world, target.type_name, scope) if isinstance(target, Closure) else None
    return [
        function
        for info in (world.program.all_classes if declared is None else list(declared.lineage()))
        if info.declaration.kind == "interface" and len(abstract_names(info)) == 1
        for function in info.functions.get(node.name, ())
        if function.declaration.body is not None
        and not function.declaration.is_static
        and function.takes(len(arguments))
    ][: 1 if declared is not None else None]


def call_unwritten(target: Instance, name: str, arguments: list[Value]) -> Value | None:
    """Call a method that stands in no text: of an enum's constant, a record's accessor, or one of Lombok's."""
    if "name()" in target.fields and not arguments:
        if name in ("name", "toString"):
            return target.fields["name()"]
        if name == "ordinal":
            return target.fields.get("ordinal()")
        if name == "getDeclaringClass":
            return Opaque(f"Class:{target.info.name or target.info.supertypes[0].name}")
    if name == "getClass" and not arguments and not target.info.declaration.annotations:
        return Opaque(f"Class:{target.info.name}")
    if "name()" in target.fields and len(arguments) == 1:
        known = _compare_constants(target, name, arguments[0])
        if known is not None:
            return known
    if name in target.fields and not arguments:
        return target.fields[name]
    generated = lombok.getter_field(target, name) if not arguments else None
    if generated is not None and generated in target.fields:
        return target.fields[generated]
    generated = lombok.setter_field(target, name) if len(arguments) == 1 else None
    if generated is not None:
        set_field(target, generated, arguments[0])
        return NULL
    return _component(target, name)


def _compare_constants(one: Instance, method: str, other: Value) -> Value | None:
    """Compare an enum's constant with another one: by their places, or whether they are the same."""
    if not isinstance(other, Instance):
        return None
    places = (one.fields.get("ordinal()"), other.fields.get("ordinal()"))
    match method, places:
        case "equals", _:
            return Constant(one is other)
        case "compareTo", (Constant(value=int(here)), Constant(value=int(there))):
            return Constant(here - there)
        case _:
            return None


def abstract_names(info: ClassInfo) -> set[str]:
    """Name the methods without a body of an interface and those above it."""
    functions = [one for above in info.lineage() for overloads in above.functions.values() for one in overloads]
    return {function.declaration.name for function in functions if function.declaration.body is None}


def _component(target: Instance, name: str) -> Value | None:
    """Give `component1()` and so on of a data class: what the parameters in its heading hold."""
    number = name.removeprefix("component")
    parameters = target.info.declaration.parameters
    if name == number or not number.isdecimal() or not 0 < int(number) <= len(parameters):
        return None
    return target.fields.get(parameters[int(number) - 1].name)


def classes_above(world: World, target: tree.Expression | None, scope: Scope) -> Sequence[ClassInfo] | None:
    """Give where `super.`, `Interface.super.` or `Outer.super.` looks for a method; None for other targets."""
    match target:
        case tree.Name(text="super") if scope.owner is not None:
            return scope.owner.supertypes
        case tree.Select(name="super", target=tree.Name(text=name)):
            info = finding.find_class(world, name, scope)
            if info is None:
                return ()
            return (info,) if info.declaration.kind == "interface" else info.supertypes
        case _:
            return None


def default_of_library(node: tree.Call, arguments: list[Value]) -> Value | None:
    """Give what a method does by default that an interface of Kafka's has: a supplier connects no stores.

    Kafka: ConnectedStoreProvider#stores
    """
    match node.target:
        case tree.Select(name="super", target=tree.Name(text=name)) if name.endswith(("Supplier", "StoreProvider")):
            return NULL if node.name == "stores" and not arguments else None
        case _:
            return None


def find_in_supertypes(above: Sequence[ClassInfo], name: str, arguments: list[Value]) -> Overload | None:
    for supertype in above:
        overload = find_overload(supertype, name, arguments)
        if overload is not None:
            return overload
    return None


def meant(world: World, node: tree.Call, overload: Overload | None) -> FunctionInfo | None:
    """Give the function that a call means; where another of the same name may be meant, all from here on is unsure."""
    if overload is None:
        return None
    if not overload.is_certain:
        reason = f"Which of the functions called {node.name} is meant follows from types that are not known here."
        world.doubt("overload", node.span, reason, "The likeliest is followed; names and numbers after it are unsure.")
    return overload.function


def is_delegated(info: ClassInfo, function: FunctionInfo) -> bool:
    """Tell whether Kotlin may hand a call on to what a class delegates to with `by`, which is not followed."""
    is_of_interface = function.owner is not None and function.owner.declaration.kind == "interface"
    return is_of_interface and any("by" in one.declaration.modifiers for one in info.lineage())


def delegates_of(target: Instance) -> list[Value]:
    """Give what an object of Kotlin hands calls on to that its class does not have itself."""
    return [value for name, value in target.fields.items() if name.startswith("by()")]


def only_function(target: Instance) -> FunctionInfo | None:
    functions = [function for overloads in target.info.functions.values() for function in overloads]
    return functions[0] if len(functions) == 1 else None


def has_unknown_supertype(info: ClassInfo) -> bool:
    """Tell whether a class extends or implements something that the text does not have."""
    return any(len(one.declaration.supertypes) > len(one.supertypes) for one in info.lineage())


def is_hidden_elsewhere(world: World, function: FunctionInfo) -> bool:
    """Tell whether a static method hides another one or is hidden; Java takes that of the declared type."""
    owner, name = function.owner, function.declaration.name
    if owner is None or not function.declaration.is_static:
        return False
    related = (one for one in world.program.all_classes if one is not owner)
    return any(name in one.functions and (owner in one.lineage() or one in owner.lineage()) for one in related)
