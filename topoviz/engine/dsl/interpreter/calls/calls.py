"""What a call does: an operator of the DSL, a function of the text, a library method, or something unknown."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.arithmetic import converted
from topoviz.engine.dsl.budget import check_elements
from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.frameworks.bean_lists import tell_order
from topoviz.engine.dsl.frameworks.brancher import call_brancher
from topoviz.engine.dsl.interpreter.assumptions import value_assuming
from topoviz.engine.dsl.interpreter.beside import run_beside
from topoviz.engine.dsl.interpreter.calls import kotlin_calls, kotlin_from_java
from topoviz.engine.dsl.interpreter.calls.implementors import implementors, stand_in
from topoviz.engine.dsl.interpreter.calls.kotlin_extensions import call_extension, find_extension, tell_unfit
from topoviz.engine.dsl.interpreter.calls.library_calls import call_library, library_call, owner_not_imported
from topoviz.engine.dsl.interpreter.calls.methods import (
    abstract_names,
    call_unwritten,
    classes_above,
    default_methods,
    default_of_library,
    delegates_of,
    find_in_supertypes,
    has_unknown_supertype,
    is_delegated,
    is_hidden_elsewhere,
    meant,
    only_function,
)
from topoviz.engine.dsl.interpreter.calls.operator_calls import call_operator
from topoviz.engine.dsl.interpreter.calls.suppliers import ask_stores
from topoviz.engine.dsl.interpreter.calls.unknown_calls import call_unknown
from topoviz.engine.dsl.interpreter.calls.variadic import packed, spread
from topoviz.engine.dsl.interpreter.classes import classes, finding
from topoviz.engine.dsl.interpreter.classes.functions import invoke, invoke_closure, typed
from topoviz.engine.dsl.interpreter.collections import comparing, pipelines
from topoviz.engine.dsl.interpreter.collections.collection_calls import call_collection, call_pipeline
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.escapes import call_back, watch_escapes
from topoviz.engine.dsl.interpreter.expressions import names, variables
from topoviz.engine.dsl.interpreter.expressions.object_texts import as_texts, text_of_object
from topoviz.engine.dsl.interpreter.expressions.own_operators import call_own_operator
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import recognize, recognize_argument
from topoviz.engine.dsl.interpreter.statements import exceptions
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library.api import overloads_of
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.library.derived import Derived, makes_another
from topoviz.engine.dsl.library.statics import call_static
from topoviz.engine.dsl.missing import refuse_missing_overload
from topoviz.engine.dsl.objects import BrancherValue, BuilderValue, OptionsValue, PropertiesValue, WindowsValue
from topoviz.engine.dsl.operators.registry import find_operator, owner_of
from topoviz.engine.dsl.overloads import choose, find_method, find_overload
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    Composed,
    Constant,
    Identity,
    Instance,
    LibraryClass,
    ListValue,
    LocalFunction,
    MapValue,
    Unknown,
    UserClass,
    Value,
    is_null,
)
from topoviz.engine.syntax import tree


def evaluate_call(world: World, node: tree.Call, scope: Scope) -> Step:
    """Evaluate the target and the arguments, in this order, and make the call."""
    target: Value | None = None
    if id(node) in world.graph.leading:
        world.evaluated.add(node.name_span)
    if node.name == "start" and isinstance(node.target, tree.New):
        world.started.add(id(node.target))
    if node.target is not None:
        target = yield names.evaluate_target(world, node.target, scope)
    if node.safe and target is not None and is_null(target) is not False:
        return (yield _call_safely(world, node, target, scope))
    return (yield _call_with_arguments(world, node, target, scope))


def _call_safely(world: World, node: tree.Call, target: Value, scope: Scope) -> Step:
    """Make a call on what is null or may be: null gives null, and what is not known is taken to be there."""
    if is_null(target):
        for argument in node.arguments:
            world.skip(argument, "what it is called on is null")
        world.skip_call(node, "what it is called on is null")
        return NULL
    call = _call_with_arguments(world, node, target, scope)
    if any(map(world.has_dsl, node.arguments)):
        return (yield value_assuming(world, node, target, call))
    return (yield call)


def _call_with_arguments(world: World, node: tree.Call, target: Value | None, scope: Scope) -> Step:
    arguments: list[Value] = []
    for argument in node.arguments:
        arguments.append((yield evaluate(world, argument, scope)))
    arguments = packed(world, node, spread(world, node.arguments, arguments), scope)
    if target is None:
        return (yield _call_bare(world, node, arguments, scope))
    result = yield call_on(world, node, target, arguments, scope)
    for collection in (target, result):
        if isinstance(collection, ListValue):
            check_elements(len(collection.elements))
    return result


def call_on(world: World, node: tree.Call, target: Value, arguments: list[Value], scope: Scope) -> Step:
    """Make a call on a value."""
    if id(target) in world.unordered:
        tell_order(world, target, node.name_span)
    target = recognize(world, node, target, arguments, scope)
    held = kotlin_calls.held_function(world, node, scope)
    if held is not None:
        return (yield invoke_closure(world, held, arguments, target))
    extension = find_extension(world, node, target, arguments, scope)
    if extension is not None:
        if node.name_span in world.dsl_calls:
            world.settle(node.name_span, Fate.NOT_REACHABLE, "it calls a function of the program's own")
        return (yield call_extension(world, node, extension, target, arguments))
    if kotlin_calls.is_scope_call(world, node, target, arguments):
        call = _caller(world, node, scope)
        return (yield kotlin_calls.call_in_scope(node, target, arguments[0], world, call))
    tell_unfit(world, node, target, arguments)
    if isinstance(target, BuilderValue) and target.configuration is not None and node.name == "getConfiguration":
        return target.configuration
    owner = owner_of(target)
    if owner is not None or isinstance(target, LibraryClass | OptionsValue | WindowsValue):
        refuse_missing_overload(library_call(world, node, arguments), target, owner or "")
    if owner is not None:
        arguments = [recognize_argument(world, target, argument) for argument in arguments]
        return (yield call_operator(world, node, owner, target, arguments, _caller(world, node, scope)))
    if node.name_span in world.dsl_calls and is_null(target):
        # Nothing comes back from what was followed, and yet the program goes on from it.
        return (yield _call_unknown(world, node, None, arguments, scope))
    if node.name_span in world.dsl_calls and not isinstance(target, Unknown):
        # It looked like the DSL, but is called on something else, a java.util stream for example.
        world.settle(node.name_span, Fate.NOT_REACHABLE, "it is not called on an object of the DSL")
    if isinstance(target, BrancherValue):
        branched = yield call_brancher(world, node, target, arguments, _caller(world, node, scope))
        return branched if branched is not None else (yield _call_unknown(world, node, target, arguments, scope))
    match target:
        case Instance():
            return (yield _call_instance(world, node, target, arguments, scope))
        case UserClass(info=info):
            return (yield _call_static(world, node, info, arguments, scope))
        case Unknown() if behind := implementors(world, node, target, len(arguments)):
            instance = yield stand_in(world, node, target, behind)
            return (yield value_assuming(world, node, target, call_on(world, node, instance, arguments, scope)))
        case Identity() if len(arguments) == 1:
            return Composed(target, arguments[0]) if node.name in ("andThen", "compose") else arguments[0]
        case LibraryClass(name=name) if comparing.sorts_statically(name, node.name, arguments):
            return (yield call_on(world, node, arguments[0], arguments[1:], scope))
        case Closure() | BoundMethod() | Composed() | Derived():
            defaults = default_methods(world, node, target, arguments, scope)
            if len(defaults) > 1:
                return (yield _call_unknown(world, node, target, arguments, scope))
            default = next(iter(defaults), None)
            if default is not None and default.owner is not None:
                seen_as = Instance(default.owner, {"lambda()": target})
                return (yield invoke(world, default, seen_as, arguments, node.span))
            if makes_another(node.name, arguments) and not world.is_kotlin(node.span):
                return Derived(node.name, (target, *arguments))
            if node.name in ("andThen", "compose") and arguments:
                first, second = (target, arguments[0]) if node.name == "andThen" else (arguments[0], target)
                return Composed(first, second)
            return (yield _call_through_interface(world, node, target, arguments, scope))
        case LocalFunction(function=function, scope=around) if node.name == "invoke":
            return (yield invoke(world, function, around.this, arguments, node.span, around))
        case AtomicValue():
            known = call_library(world, node, target, arguments)
            if known is not None:
                return known
            target.forget(f"{node.name}() may change it, and is not followed here.")
        case pipelines.Pipeline():
            return (yield call_pipeline(world, node, target, arguments, _caller(world, node, scope)))
        case ListValue() | MapValue():
            arguments = yield as_texts(world, target, node.name, arguments, node.span)
            return (yield call_collection(world, node, target, arguments, _caller(world, node, scope)))
        case PropertiesValue() if any(isinstance(argument, Closure | BoundMethod) for argument in arguments):
            value = call_library(world, node, target, arguments)
            # What the function does besides.
            yield watch_escapes(world, node, target, arguments, _caller(world, node, scope))
            return value
        case _:
            arguments = yield as_texts(world, target, node.name, arguments, node.span)
            arguments = yield ask_stores(world, target, arguments)
            known = call_library(world, node, target, arguments)
            if known is not None:
                return known
    return (yield _call_unknown(world, node, target, arguments, scope))


def _call_through_interface(world: World, node: tree.Call, target: Value, arguments: list[Value], scope: Scope) -> Step:
    """Call a function by the method of its interface, which may turn an int into a double, or a letter into an int."""
    found = [
        function
        for info in world.program.all_classes
        if info.declaration.kind == "interface" and node.name in abstract_names(info)
        for function in info.functions.get(node.name, ())
        if function.declaration.body is None and function.takes(len(arguments))
    ]
    declared = target.type_name.rpartition(".")[2] if isinstance(target, Closure) else ""
    meant = [one for one in found if one.owner is not None and one.owner.name == declared] or found
    if len(meant) != 1:
        run = call_function(world, target, arguments, node, scope)
        result = yield (run_beside(world, node.span, run) if node.name == "start" else run)
        return converted(result, _RESULTS.get(node.name, ""))
    method = meant[0].declaration
    given = [
        argument if parameter.type is None or parameter.variadic else typed(argument, parameter.type)
        for argument, parameter in zip(arguments, method.parameters, strict=False)
    ]
    result = yield call_function(world, target, [*given, *arguments[len(given) :]], node, scope)
    return result if method.return_type is None or is_null(result) else typed(result, method.return_type)


_RESULTS = {"applyAsDouble": "double", "getAsDouble": "double", "applyAsLong": "long", "getAsLong": "long"}
"""What the interfaces of java.util.function give that are for numbers."""


def _call_unknown(world: World, node: tree.Call, target: Value | None, arguments: list[Value], scope: Scope) -> Step:
    kotlin_calls.tell_lost_receivers(world, arguments)
    return call_unknown(world, node, target, arguments, _caller(world, node, scope))


def _caller(world: World, node: tree.Call, scope: Scope) -> pipelines.CallFunction:
    def call(function: Value, values: list[Value]) -> Step:
        return call_function(world, function, values, node, scope)

    return call


def call_function(world: World, function: Value, arguments: list[Value], node: tree.Call, scope: Scope) -> Step:
    """Call a lambda or a method reference, through whichever interface."""
    if isinstance(function, Closure):
        return (yield invoke_closure(world, function, arguments))
    if isinstance(function, LocalFunction):
        return (yield call_on(world, _as_invoke(node), function, arguments, scope))
    if isinstance(function, BoundMethod):
        return (yield _call_bound(world, function, arguments, node, scope))
    if isinstance(function, Identity) and len(arguments) == 1:
        return arguments[0]
    if isinstance(function, Derived):
        answer = yield comparing.ask(function, arguments, _caller(world, node, scope))
        return answer if answer is not None else (yield _call_unknown(world, node, None, arguments, scope))
    if isinstance(function, Composed):
        between = yield call_function(world, function.first, arguments, node, scope)
        if node.name in _FOR_CONSUMERS:
            # Consumer#andThen gives both the same.
            return (yield call_function(world, function.second, arguments, node, scope))
        return (yield call_function(world, function.second, [between], node, scope))
    if isinstance(function, Instance):
        single = only_function(function)
        if single is not None:
            return (yield invoke(world, single, function, arguments, node.span, function.scope))
    return (yield _call_unknown(world, node, function, arguments, scope))


_OF_OBJECT: Final = frozenset({"getClass", "hashCode", "equals", "toString", "notify", "notifyAll", "wait"})

_FOR_CONSUMERS: Final = frozenset({"accept", "forEach", "forEachOrdered", "ifPresent", "ifPresentOrElse", "peek"})
"""Calls by which a function gets values and gives none."""


def _call_bound(world: World, bound: BoundMethod, arguments: list[Value], node: tree.Call, scope: Scope) -> Step:
    if bound.name == "new" and isinstance(bound.target, UserClass):
        return (yield classes.instantiate(world, bound.target.info, arguments, node.span))
    target, rest = bound.target, arguments
    if target is None:
        call = tree.Call(bound.span, None, bound.name, (), bound.span)
        return (yield _call_bare(world, call, arguments, bound.scope or scope))
    if isinstance(target, UserClass) and target.info.find_function(bound.name, len(arguments)) is None and arguments:
        target, rest = arguments[0], arguments[1:]
    elif isinstance(target, LibraryClass) and arguments:
        known = call_static(world, target.name, bound.name, arguments, bound.span)
        if known is not None:
            return known
        owner = owner_of(arguments[0])
        if owner is not None and find_operator(owner, bound.name) is None:
            elsewhere = tree.Call(bound.span, None, bound.name, (), bound.span)
            return (yield _call_unknown(world, elsewhere, None, arguments, scope))
        target, rest = arguments[0], arguments[1:]
    above = tree.Name(bound.span, "super") if bound.is_above else None
    call = tree.Call(bound.span, above, bound.name, (), bound.span)
    return (yield call_on(world, call, target, rest, bound.scope or scope if bound.is_above else scope))


# --- functions of the text --------------------------------------------------------------------------------------------


def _call_bare(world: World, node: tree.Call, arguments: list[Value], scope: Scope) -> Step:
    """`name(arguments)`: a method of this object or of a class around, a loose function, an imported one."""
    if node.name in ("this", "super"):
        return (yield classes.delegate(world, node.name, arguments, node.span, scope))
    variable = scope.find(node.name) if world.is_kotlin(node.span) else None
    held_here = None if variable is None else variable.variables[node.name]
    if isinstance(held_here, Closure) and len(arguments) < held_here.receives:
        return (yield invoke_closure(world, held_here, arguments, kotlin_calls.this_of(scope)))
    if isinstance(held_here, Closure | BoundMethod | Composed):
        return (yield call_function(world, held_here, arguments, node, scope))
    local = scope.find(f"{node.name}()")
    if local is not None:
        return (yield call_on(world, _as_invoke(node), local.variables[f"{node.name}()"], arguments, scope))
    receiver = kotlin_calls.receiver_with(world, node, arguments, scope)
    if receiver is not None:
        return (yield call_on(world, node, receiver, arguments, scope))
    instance, owner = scope.this, scope.owner
    while owner is not None:
        runtime = instance.info if instance is not None else None
        function = meant(world, node, find_method(owner, runtime, node.name, arguments, world.program.arities))
        if function is not None:
            this = None if function.declaration.is_static else instance
            captured = instance.scope if instance is not None and function.owner is instance.info else None
            return (yield invoke(world, function, this, arguments, node.span, captured))
        if instance is not None and "lambda()" in instance.fields and node.name in abstract_names(instance.info):
            return (yield call_function(world, instance.fields["lambda()"], arguments, node, scope))
        unwritten = call_unwritten(instance, node.name, arguments) if instance is not None else None
        if unwritten is not None and not world.is_kotlin(node.span):
            return unwritten
        owner = owner.outer
        instance = instance.outer if instance is not None else None
    enum = scope.owner
    if enum is not None and enum.declaration.kind == "enum" and node.name in ("values", "valueOf"):
        return (yield _call_static(world, node, enum, arguments, scope))
    loose = meant(
        world,
        node,
        choose(world.program.loose_functions(node.name, node.span.file_id), arguments, world.program.arities),
    )
    if loose is not None:
        if loose.owner is not None:
            yield classes.statics_of(world, loose.owner)
        return (yield invoke(world, loose, None, arguments, node.span, world.script))
    if scope.this is not None and "super" in scope.this.fields:
        return (yield call_on(world, node, scope.this.fields["super"], arguments, scope))
    imports = world.program.imports_of(node.span.file_id)
    for path in imports.static_owners(node.name):
        info = finding.find_class(world, path, scope)
        imported = path.rpartition(".")[2]
        has_it = overloads_of(imported, node.name) if info is None else info.functions.get(node.name)
        if has_it or imports.names(node.name):
            target: Value = UserClass(info) if info is not None else LibraryClass(imported)
            return (yield call_on(world, node, target, arguments, scope))
    variable = scope.find(node.name)
    if variable is not None:
        held = yield kotlin_calls.force(world, variable.variables[node.name])
        own = yield call_own_operator(world, node, "invoke", held, arguments, scope)
        return own if own is not None else (yield call_function(world, held, arguments, node, scope))
    if world.is_kotlin(node.span):
        return (yield _call_kotlin(world, node, arguments, scope))
    unimported = owner_not_imported(world, node, scope)
    if unimported is not None:
        return (yield call_on(world, node, unimported, arguments, scope))
    return (yield _call_unknown(world, node, None, arguments, scope))


def _call_kotlin(world: World, node: tree.Call, arguments: list[Value], scope: Scope) -> Step:
    """Make a bare call that no function of the text answers: of a function that is held, or of Kotlin's library."""
    call = _caller(world, node, scope)
    held = yield variables.find_value(world, node.name, node.span, scope)
    if isinstance(held, Closure | BoundMethod | Composed | LocalFunction):
        return (yield call(held, arguments))
    this = kotlin_calls.this_of(scope)
    if this is not None and kotlin_calls.is_scope_call(world, node, this, arguments) and node.name != "run":
        return (yield kotlin_calls.call_in_scope(node, this, arguments[0], world, call))
    known = yield kotlin_calls.call_everywhere(world, node, arguments, call)
    if known is not None:
        return known
    receiver = kotlin_calls.receiver_of_library(world, node, scope)
    if receiver is not None:
        return (yield call_on(world, node, receiver, arguments, scope))
    unknown = kotlin_calls.unknown_receiver(scope)
    if unknown is None:
        kotlin_calls.tell_lost_receiver(world, node)
    return (yield _call_unknown(world, node, unknown, arguments, scope))


def _as_invoke(node: tree.Call) -> tree.Call:
    return replace(node, name="invoke")


def _call_instance(world: World, node: tree.Call, target: Instance, arguments: list[Value], scope: Scope) -> Step:
    above = classes_above(world, node.target, scope)
    if above is None:
        overload = find_overload(target.info, node.name, arguments, world.program.arities)
    else:
        overload = find_in_supertypes(above, node.name, arguments)
    function = meant(world, node, overload)
    if function is not None and is_hidden_elsewhere(world, function):
        return (yield _call_unknown(world, node, None, arguments, scope))
    if function is not None and not is_delegated(target.info, function):
        return (yield invoke(world, function, target, arguments, node.span, target.scope))
    for delegate in delegates_of(target):
        takes = delegate.info.find_function(node.name, len(arguments)) if isinstance(delegate, Instance) else None
        if takes is not None or isinstance(delegate, ListValue | MapValue):
            return (yield call_on(world, node, delegate, arguments, scope))
    default = default_of_library(node, arguments) if above == () else None
    if default is not None:
        return default
    if "lambda()" in target.fields and node.name in abstract_names(target.info):
        return (yield call_function(world, target.fields["lambda()"], arguments, node, scope))
    unwritten = call_unwritten(target, node.name, arguments)
    if unwritten is not None:
        return unwritten
    read = kotlin_from_java.property_read(world, node, target.info)
    if read is not None and not arguments:
        return (yield names.select(world, target, read))
    inherited = yield exceptions.call_behind(world, target, node.name, arguments, node.span)
    if inherited is not None:
        return inherited
    if node.name == "copy" and "data" in target.info.declaration.modifiers:
        return (yield classes.copied(world, target, arguments, node.span))
    if node.name in target.fields and world.is_kotlin(node.span):
        held = yield kotlin_calls.force(world, target.fields[node.name])
        return (yield call_function(world, held, arguments, node, scope))
    if node.name == "toString" and not arguments and target.info.declaration.kind == "record":
        return (yield text_of_object(world, target, node.span))
    kotlin_calls.forget_thread(world, node, target)
    if node.name not in _OF_OBJECT and has_unknown_supertype(target.info):
        yield call_back(world, node, target)
    return (yield _call_unknown(world, node, target, arguments, scope))


def _call_static(world: World, node: tree.Call, info: ClassInfo, arguments: list[Value], scope: Scope) -> Step:
    function = meant(world, node, find_overload(info, node.name, arguments, world.program.arities))
    statics = yield classes.statics_of(world, info)
    if function is not None:
        return (yield invoke(world, function, None, arguments, node.span))
    extension = meant(world, node, kotlin_from_java.find_extension(world, node, info, arguments))
    if extension is not None:
        return (yield invoke(world, extension, None, arguments[1:], node.span, None, arguments[0]))
    read = kotlin_from_java.property_read(world, node, info)
    if read is not None and not arguments:
        return (yield names.select(world, UserClass(info), read))
    if node.name in info.nested and world.is_kotlin(node.span):
        return (yield classes.instantiate(world, info.nested[node.name], arguments, node.span))
    if node.name in statics and isinstance(statics[node.name], Closure | BoundMethod | Composed):
        return (yield call_function(world, statics[node.name], arguments, node, scope))
    if info.declaration.kind == "enum" and node.name == "values":
        return classes.enum_values(world, info, statics, node.span)
    if info.declaration.kind == "enum" and node.name == "valueOf" and arguments and isinstance(arguments[0], Constant):
        constant = classes.enum_constant(world, info, statics, str(arguments[0].value), node.span)
        if constant is not None:
            return constant
    return (yield _call_unknown(world, node, None, arguments, scope))
