"""What a call does: an operator of the DSL, a function of the text, a library method, or something unknown."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.dsl.frameworks import lombok
from topoviz.engine.dsl.frameworks.configured import configured
from topoviz.engine.dsl.interpreter import classes, higher_order, kotlin_calls, names, pipelines
from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.doubts import marks_of, report_unknown_texts
from topoviz.engine.dsl.interpreter.effects import HARMLESS
from topoviz.engine.dsl.interpreter.escapes import watch_escapes
from topoviz.engine.dsl.interpreter.functions import invoke, invoke_closure
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.outside import recognize
from topoviz.engine.dsl.interpreter.suppliers import check_supplier, prepare_objects
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library import constructors, fixed, kotlin
from topoviz.engine.dsl.library.collections import call_list, call_map
from topoviz.engine.dsl.library.collectors import CollectorValue
from topoviz.engine.dsl.library.durations import DurationValue, call_duration
from topoviz.engine.dsl.library.options import change_options
from topoviz.engine.dsl.library.options_read import read_option
from topoviz.engine.dsl.library.properties import call_properties
from topoviz.engine.dsl.library.statics import call_static
from topoviz.engine.dsl.library.stores import call_store_builder
from topoviz.engine.dsl.library.suppressed import change_buffer, name_suppressed
from topoviz.engine.dsl.library.texts import call_text
from topoviz.engine.dsl.library.windows import change_windows
from topoviz.engine.dsl.missing import refuse_missing_overload
from topoviz.engine.dsl.objects import (
    BufferConfigValue,
    OptionsValue,
    PropertiesValue,
    SerdeValue,
    StoreBuilderValue,
    SuppressedValue,
    TopologyValue,
    WindowsValue,
)
from topoviz.engine.dsl.operators.call import LibraryCall, OperatorCall
from topoviz.engine.dsl.operators.null_functions import refuse_null_functions
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.operators.registry import find_operator, owner_of
from topoviz.engine.dsl.overloads import Overload, choose, find_method, find_overload
from topoviz.engine.dsl.program import ClassInfo, FunctionInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    Composed,
    Constant,
    FileText,
    Identity,
    Instance,
    LibraryClass,
    ListValue,
    LocalFunction,
    MapValue,
    Opaque,
    Text,
    Unknown,
    UserClass,
    Value,
    is_null,
    taint,
)
from topoviz.engine.syntax import tree


def evaluate_call(world: World, node: tree.Call, scope: Scope) -> Step:
    """Evaluate the target and the arguments, in this order, and make the call."""
    target: Value | None = None
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
        return (yield assuming(world, node, target, call))
    return (yield call)


def _call_with_arguments(world: World, node: tree.Call, target: Value | None, scope: Scope) -> Step:
    arguments: list[Value] = []
    for argument in node.arguments:
        arguments.append((yield evaluate(world, argument, scope)))
    if target is None:
        return (yield _call_bare(world, node, arguments, scope))
    return (yield call_on(world, node, target, arguments, scope))


def call_on(world: World, node: tree.Call, target: Value, arguments: list[Value], scope: Scope) -> Step:
    """Make a call on a value."""
    target = recognize(world, node, target, arguments, scope)
    if kotlin_calls.is_scope_call(world, node, target, arguments):

        def call(function: Value, values: list[Value]) -> Step:
            return call_function(world, function, values, node, scope)

        return (yield kotlin_calls.call_in_scope(node, target, arguments[0], world, call))
    extension = kotlin_calls.find_extension(world, node.name, len(arguments), target, scope)
    if extension is not None:
        return (yield kotlin_calls.call_extension(world, node, extension, target, arguments, scope))
    owner = owner_of(target)
    if owner is not None or isinstance(target, LibraryClass | OptionsValue | WindowsValue):
        refuse_missing_overload(_library_call(world, node, arguments), target, owner or "")
    if owner is not None:
        return (yield _call_operator(world, node, owner, target, arguments, scope))
    if node.name_span in world.dsl_calls and is_null(target):
        # Nothing comes back from what was followed, and yet the program goes on from it.
        return (yield _call_unknown(world, node, None, arguments, scope))
    if node.name_span in world.dsl_calls and not isinstance(target, Unknown):
        # It looked like the DSL, but is called on something else, a java.util stream for example.
        world.settle(node.name_span, Fate.NOT_REACHABLE, "it is not called on an object of the DSL")
    match target:
        case Instance():
            return (yield _call_instance(world, node, target, arguments, scope))
        case UserClass(info=info):
            return (yield _call_static(world, node, info, arguments, scope))
        case Identity() if len(arguments) == 1:
            return Composed(target, arguments[0]) if node.name in ("andThen", "compose") else arguments[0]
        case Closure() | BoundMethod() | Composed():
            default = _default_method(world, node, arguments)
            if default is not None and default.owner is not None:
                seen_as = Instance(default.owner, {"lambda()": target})
                return (yield invoke(world, default, seen_as, arguments, node.span))
            if node.name in ("andThen", "compose") and arguments:
                first, second = (target, arguments[0]) if node.name == "andThen" else (arguments[0], target)
                return Composed(first, second)
            return (yield call_function(world, target, arguments, node, scope))
        case SerdeValue():
            return Opaque(node.name)
        case FileText() if node.name in ("getInputStream", "toPath", "toFile"):
            return target
        case LibraryClass(name=name):
            known = call_static(world, name, node.name, arguments, node.span)
            if known is not None:
                fixed.fix(world, name, node.name, arguments, known, node.span)
                if isinstance(known, ListValue) and (name in ("Stream", "IntStream") or node.name == "stream"):
                    known.kind = pipelines.JAVA_STREAM
                return known
        case OptionsValue() if not arguments and not node.name.startswith("with"):
            return read_option(_library_call(world, node, arguments), target)
        case OptionsValue():
            return change_options(_library_call(world, node, arguments), target)
        case PropertiesValue():
            return call_properties(world, target, node.name, arguments, node.span)
        case StoreBuilderValue():
            return call_store_builder(_library_call(world, node, arguments), target)
        case SuppressedValue():
            return name_suppressed(target, node.name, arguments)
        case BufferConfigValue():
            return change_buffer(target, _library_call(world, node, arguments))
        case WindowsValue():
            return change_windows(_library_call(world, node, arguments), target)
        case DurationValue():
            known = call_duration(target, node.name, arguments)
            if known is not None:
                return known
        case LocalFunction(function=function, scope=around) if node.name == "invoke":
            return (yield invoke(world, function, around.this, arguments, node.span, around))
        case Constant(value=int()):
            known = kotlin.call_number(target, node.name, arguments)
            if known is not None:
                return known
        case Constant(value=str()) | Text():
            known = kotlin.call_text(target, node.name, arguments) if world.is_kotlin(node.span) else None
            return known or call_text(world, target, node.name, arguments, node.span)
        case pipelines.Pipeline():
            return (yield _call_pipeline(world, node, target, arguments, scope))
        case ListValue() | MapValue():
            return (yield _call_collection(world, node, target, arguments, scope))
        case _:
            pass
    return (yield _call_unknown(world, node, target, arguments, scope))


def _library_call(world: World, node: tree.Call, arguments: list[Value]) -> LibraryCall:
    return LibraryCall(node.name, tuple(arguments), world.origin(node.span), world.behaviours, world.report)


def _default_method(world: World, node: tree.Call, arguments: list[Value]) -> FunctionInfo | None:
    """Find the method with a body that a lambda has through the interface of the text it is made for."""
    found = [
        function
        for info in world.program.all_classes
        if info.declaration.kind == "interface" and len(_abstract_names(info)) == 1
        for function in info.functions.get(node.name, ())
        if function.declaration.body is not None
        and not function.declaration.is_static
        and function.takes(len(arguments))
    ]
    return found[0] if len(found) == 1 else None


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
    if isinstance(function, Composed):
        between = yield call_function(world, function.first, arguments, node, scope)
        return (yield call_function(world, function.second, [between], node, scope))
    if isinstance(function, Instance):
        single = _only_function(function)
        if single is not None:
            return (yield invoke(world, single, function, arguments, node.span, function.scope))
    return (yield _call_unknown(world, node, function, arguments, scope))


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
    call = tree.Call(bound.span, None, bound.name, (), bound.span)
    return (yield call_on(world, call, target, rest, scope))


# --- functions of the text --------------------------------------------------------------------------------------------


def _call_bare(world: World, node: tree.Call, arguments: list[Value], scope: Scope) -> Step:
    """`name(arguments)`: a method of this object or of a class around, a loose function, an imported one."""
    if node.name in ("this", "super"):
        return (yield classes.delegate(world, node.name, arguments, node.span, scope))
    local = scope.find(f"{node.name}()")
    if local is not None:
        return (yield call_on(world, _as_invoke(node), local.variables[f"{node.name}()"], arguments, scope))
    receiver = kotlin_calls.receiver_with(world, node.name, len(arguments), scope)
    if receiver is not None:
        return (yield call_on(world, node, receiver, arguments, scope))
    instance, owner = scope.this, scope.owner
    while owner is not None:
        runtime = instance.info if instance is not None else None
        function = _meant(world, node, find_method(owner, runtime, node.name, arguments))
        if function is not None:
            this = None if function.declaration.is_static else instance
            captured = instance.scope if instance is not None and function.owner is instance.info else None
            return (yield invoke(world, function, this, arguments, node.span, captured))
        if instance is not None and "lambda()" in instance.fields and node.name in _abstract_names(instance.info):
            return (yield call_function(world, instance.fields["lambda()"], arguments, node, scope))
        unwritten = _call_unwritten(instance, node.name, arguments) if instance is not None else None
        if unwritten is not None and not world.is_kotlin(node.span):
            return unwritten
        owner = owner.outer
        instance = instance.outer if instance is not None else None
    enum = scope.owner
    if enum is not None and enum.declaration.kind == "enum" and node.name in ("values", "valueOf"):
        return (yield _call_static(world, node, enum, arguments, scope))
    loose = _meant(world, node, choose(world.program.loose_functions(node.name), arguments))
    if loose is not None:
        if loose.owner is not None:
            yield classes.statics_of(world, loose.owner)
        return (yield invoke(world, loose, None, arguments, node.span, world.script))
    if scope.this is not None and "super" in scope.this.fields:
        return (yield call_on(world, node, scope.this.fields["super"], arguments, scope))
    imported = world.program.static_imports.get(node.name)
    if imported is not None:
        info = classes.find_class(world, imported, scope)
        target: Value = UserClass(info) if info is not None else LibraryClass(imported)
        return (yield call_on(world, node, target, arguments, scope))
    variable = scope.find(node.name)
    if variable is not None:
        held = yield kotlin_calls.force(world, variable.variables[node.name])
        return (yield call_function(world, held, arguments, node, scope))
    if world.is_kotlin(node.span):
        return (yield _call_kotlin(world, node, arguments, scope))
    return (yield _call_unknown(world, node, None, arguments, scope))


def _call_kotlin(world: World, node: tree.Call, arguments: list[Value], scope: Scope) -> Step:
    """Make a bare call that no function of the text answers: of a function that is held, or of Kotlin's library."""

    def call(function: Value, values: list[Value]) -> Step:
        return call_function(world, function, values, node, scope)

    held = yield names.find_value(world, node.name, node.span, scope)
    if isinstance(held, Closure | BoundMethod | Composed | LocalFunction):
        return (yield call(held, arguments))
    known = yield kotlin_calls.call_everywhere(world, node, arguments, call)
    if known is not None:
        return known
    return (yield _call_unknown(world, node, kotlin_calls.unknown_receiver(scope), arguments, scope))


def _as_invoke(node: tree.Call) -> tree.Call:
    return replace(node, name="invoke")


def _call_instance(world: World, node: tree.Call, target: Instance, arguments: list[Value], scope: Scope) -> Step:
    overload = find_overload(target.info, node.name, arguments)
    if isinstance(node.target, tree.Name) and node.target.text == "super" and scope.owner is not None:
        overload = _find_in_supertypes(scope, node.name, arguments)
    function = _meant(world, node, overload)
    if function is not None:
        return (yield invoke(world, function, target, arguments, node.span, target.scope))
    if "lambda()" in target.fields and node.name in _abstract_names(target.info):
        return (yield call_function(world, target.fields["lambda()"], arguments, node, scope))
    unwritten = _call_unwritten(target, node.name, arguments)
    if unwritten is not None:
        return unwritten
    if node.name in target.fields and world.is_kotlin(node.span):
        held = yield kotlin_calls.force(world, target.fields[node.name])
        return (yield call_function(world, held, arguments, node, scope))
    component = _component(target, node.name)
    if component is not None:
        return component
    single = _only_function(target)
    if single is not None and target.info.declaration.name == "" and len(target.info.functions) == 1:
        return (yield invoke(world, single, target, arguments, node.span, target.scope))
    return (yield _call_unknown(world, node, target, arguments, scope))


def _call_unwritten(target: Instance, name: str, arguments: list[Value]) -> Value | None:
    """Call a method that stands in no text: of an enum's constant, a record's accessor, or one of Lombok's."""
    if "name()" in target.fields and not arguments:
        if name in ("name", "toString"):
            return target.fields["name()"]
        if name == "ordinal":
            return target.fields.get("ordinal()")
        if name == "getDeclaringClass":
            return Opaque(f"Class:{target.info.name}")
    if name in target.fields and not arguments:
        return target.fields[name]
    generated = lombok.getter_field(target, name) if not arguments else None
    if generated is not None and generated in target.fields:
        return target.fields[generated]
    generated = lombok.setter_field(target, name) if len(arguments) == 1 else None
    if generated is not None:
        classes.set_field(target, generated, arguments[0])
        return NULL
    return None


def _abstract_names(info: ClassInfo) -> set[str]:
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


def _find_in_supertypes(scope: Scope, name: str, arguments: list[Value]) -> Overload | None:
    assert scope.owner is not None
    for supertype in scope.owner.supertypes:
        overload = find_overload(supertype, name, arguments)
        if overload is not None:
            return overload
    return None


def _meant(world: World, node: tree.Call, overload: Overload | None) -> FunctionInfo | None:
    """Give the function that a call means; where another of the same name may be meant, all from here on is unsure."""
    if overload is None:
        return None
    if not overload.is_certain:
        reason = f"Which of the functions called {node.name} is meant follows from types that are not known here."
        world.unsure("overload", node.span, reason, "The likeliest is followed; names and numbers after it are unsure.")
        world.doubt_all(reason)
    return overload.function


def _only_function(target: Instance) -> FunctionInfo | None:
    functions = [function for overloads in target.info.functions.values() for function in overloads]
    return functions[0] if len(functions) == 1 else None


def _call_static(world: World, node: tree.Call, info: ClassInfo, arguments: list[Value], scope: Scope) -> Step:
    function = _meant(world, node, find_overload(info, node.name, arguments))
    statics = yield classes.statics_of(world, info)
    if function is not None:
        return (yield invoke(world, function, None, arguments, node.span))
    if node.name in info.nested and world.is_kotlin(node.span):
        return (yield classes.instantiate(world, info.nested[node.name], arguments, node.span))
    if node.name in statics and isinstance(statics[node.name], Closure | BoundMethod | Composed):
        return (yield call_function(world, statics[node.name], arguments, node, scope))
    if info.declaration.kind == "enum" and node.name == "values":
        return classes.enum_values(info, statics)
    if info.declaration.kind == "enum" and node.name == "valueOf" and isinstance(arguments[0], Constant):
        return statics.get(str(arguments[0].value), NULL)
    return (yield _call_unknown(world, node, None, arguments, scope))


# --- operators --------------------------------------------------------------------------------------------------------


def _call_operator(
    world: World, node: tree.Call, owner: str, target: Value, arguments: list[Value], scope: Scope
) -> Step:
    if isinstance(target, TopologyValue) and node.name == "describe":
        return Opaque("TopologyDescription")
    if node.name in ("toString", "equals", "hashCode", "getClass"):
        return Opaque(node.name)
    operator = find_operator(owner, node.name)
    if operator is None:
        return _report_operator(world, node, owner, target)

    def call_back(function: Value, values: list[Value]) -> Step:
        return call_function(world, function, values, node, scope)

    call = OperatorCall(
        node.name, tuple(arguments), world.origin(node.name_span), world.behaviours, world.report, call_back
    )
    refuse_missing(call, f"{owner}#{node.name}", since=operator.since, until=operator.until)
    refuse_null_functions(call, owner, target)
    yield prepare_objects(world, node, arguments)
    yield check_supplier(world, node, owner, arguments, scope)
    reported = len(world.diagnostics)
    world.tell_left_loop()
    world.doubt_behind_lost(node.name_span)
    marks = marks_of(target)
    known = len(marks)
    result = operator.apply(call, target)
    report_unknown_texts(world, node.name_span, dict(islice(marks.items(), known, None)))
    if _is_given_null(call, owner) and len(world.diagnostics) == reported:
        _doubt_null(world, node)
    if _tells_doubt(world.diagnostics[reported:]):
        world.settle(node.name_span, Fate.REPORTED, "part of it is not known")
    else:
        world.settle(node.name_span, Fate.MODELLED)
    return (yield result)


def _is_given_null(call: LibraryCall, owner: str) -> bool:
    """Tell whether an argument is null of which it is not known here whether the method takes it."""
    return owner != "Topology" and any(is_null(argument) for argument in call.arguments)


def _doubt_null(world: World, node: tree.Call) -> None:
    reason = f"{node.name}() is given null here, which Kafka Streams refuses at many places."
    world.unsure("null", node.name_span, reason, "It may refuse the program where this does not.")
    world.doubt_all(reason)


def _tells_doubt(diagnostics: list[Diagnostic]) -> bool:
    return any(diagnostic.code in ("unknown-stream", "overload", "unknown-windows") for diagnostic in diagnostics)


def _report_operator(world: World, node: tree.Call, owner: str, target: Value) -> Value:
    """An operator that is not modelled: what it adds is missing, so everything after it is unsure."""
    reason = f"{owner}#{node.name} is not modelled yet."
    world.unsure(
        "operator-not-modelled",
        node.name_span,
        reason,
        "What it adds is missing; names and numbers from here on are unsure.",
    )
    world.doubt_all(reason)
    if isinstance(target, TopologyValue):
        target.unsure.setdefault("", reason)
    world.settle(node.name_span, Fate.REPORTED, reason)
    return Unknown(f"{node.name}()", reason, node.span, told=True)


# --- collections and the unknown --------------------------------------------------------------------------------------


def _call_collection(
    world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value], scope: Scope
) -> Step:
    fixed.refuse_change(world, target, node.name, node.span)
    pipeline = pipelines.as_pipeline(target)
    if pipeline is not None and (pipelines.is_terminal(node.name, arguments) or _waits(target, node, arguments)):
        return (yield _call_pipeline(world, node, pipeline, arguments, scope))
    before = len(target.elements) if isinstance(target, ListValue) else 0
    result = yield _call_elements(world, node, target, arguments, scope)
    if isinstance(target, ListValue) and target.is_exact:
        fixed.refuse_resizing(world, target, before, node.name, node.span)
    pipelines.goes_on_as_stream(target, node.name, result)
    return result


def _waits(target: Value, node: tree.Call, arguments: list[Value]) -> bool:
    return pipelines.extend_pipeline(target, node, arguments) is not None


def _call_elements(
    world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value], scope: Scope
) -> Step:
    functions = [
        argument for argument in arguments if isinstance(argument, Closure | BoundMethod | Composed | Identity)
    ]
    if functions and node.name not in _KEEPING:

        def call(function: Value, values: list[Value]) -> Step:
            return call_function(world, function, values, node, scope)

        return (yield higher_order.apply(world, node, target, arguments, call))
    known: Value | None = None
    if node.name == "collect" and len(arguments) == 1 and isinstance(arguments[0], CollectorValue):
        known = yield higher_order.collect_map(world, node, target, arguments[0], _caller(world, node, scope))
        if known is not None:
            return known
    if world.is_kotlin(node.span):
        known = kotlin.call_collection(target, node.name, arguments)
    if known is None:
        known = (
            call_list(world, target, node.name, arguments, node.span)
            if isinstance(target, ListValue)
            else call_map(world, target, node.name, arguments, node.span)
        )
    if known is None and isinstance(target, ListValue) and target.kind == "optional" and target.elements:
        return target.elements[0]
    if known is not None:
        if isinstance(known, ListValue) and node.name in ("stream", "parallelStream"):
            known.kind = pipelines.JAVA_STREAM
            # Threads decide in which order a parallel stream is gone through.
            known.is_exact = known.is_exact and node.name == "stream"
        return known
    if node.name not in HARMLESS:
        taint(target, f"{node.name}() may change it, and is not followed here.")
    return (yield _call_unknown(world, node, target, arguments, scope))


_KEEPING: Final = frozenset({
    "add", "addAll", "addFirst", "addLast", "push", "offer", "offerFirst", "offerLast", "put", "putIfAbsent", "set",
    "append", "contains", "indexOf", "remove", "replace",
})  # fmt: skip
"""Methods of collections that keep or look for what they are given, be it a function or not."""


def _caller(world: World, node: tree.Call, scope: Scope) -> pipelines.CallFunction:
    def call(function: Value, values: list[Value]) -> Step:
        return call_function(world, function, values, node, scope)

    return call


def _call_pipeline(
    world: World, node: tree.Call, target: pipelines.Pipeline, arguments: list[Value], scope: Scope
) -> Step:
    """Put an operation behind a lazy Java stream, or run it because a result is asked for."""
    longer = pipelines.extend_pipeline(target, node, arguments)
    if longer is not None:
        return longer
    call = _caller(world, node, scope)
    if pipelines.is_terminal(node.name, arguments):
        return (yield pipelines.finish(world, node, target, arguments, call))
    if pipelines.is_counted_unrun(target, node.name):
        return (yield _call_elements(world, node, target.source, arguments, scope))
    if node.name in ("iterator", "spliterator") and pipelines.adds_operators(world, target):
        return (yield _call_unknown(world, node, target, arguments, scope))  # it runs as the program asks for elements
    results = yield pipelines.run_pipeline(world, node, target, call)
    return (yield _call_collection(world, node, results, arguments, scope))


def _call_unknown(world: World, node: tree.Call, target: Value | None, arguments: list[Value], scope: Scope) -> Step:
    """A call whose body is not in the text: its result is unknown, and what it is given may be changed by it."""
    world.unknown_calls += 1
    is_lost = node.name_span in world.dsl_calls and (target is None or isinstance(target, Unknown))
    if is_lost:
        _report_lost_call(world, node, target)

    def call(function: Value, values: list[Value]) -> Step:
        return call_function(world, function, values, node, scope)

    yield watch_escapes(world, node, arguments, call)
    if node.name in ("getResourceAsStream", "getResource") and arguments:
        return constructors.file_named(arguments[0]) or Unknown(node.name, "Which file it is is not known.", node.span)
    key = _configuration_key(node, arguments)
    if key is not None:
        default = arguments[1] if len(arguments) > 1 and isinstance(arguments[1], Constant) else None
        return configured(world, key, node.span, "String", default)
    if isinstance(target, Unknown) and (is_lost or target.told):
        return replace(target, told=True)
    if isinstance(target, Unknown) and node.target is not None:
        reason = f"It comes from {target.key}, which is not known: {target.reason}"
    else:
        reason = f"{node.name}() is not in the text."
    return world.unknown_result(world.text_at(node.span), reason, node.span)


def _configuration_key(node: tree.Call, arguments: list[Value]) -> str | None:
    """`getProperty("orders.topic")` and its kin: the key is what a user knows the value by."""
    names_of_getters = ("getProperty", "getString", "getenv", "getRequiredProperty")
    if node.name in names_of_getters and arguments and isinstance(arguments[0], Constant):
        value = arguments[0].value
        return value if isinstance(value, str) else None
    return None


def _report_lost_call(world: World, node: tree.Call, target: Value | None) -> None:
    key = target.key if isinstance(target, Unknown) else node.name
    why = target.reason if isinstance(target, Unknown) else "It is not in the text."
    reason = f"{node.name}() is called on {key}, which is not known: {why}"
    if isinstance(target, Unknown) and target.told:
        world.settle(node.name_span, Fate.REPORTED, reason)
        return
    world.unsure(
        "unknown-receiver",
        node.name_span,
        reason,
        "The operator is missing; names and numbers from here on are unsure.",
        "Paste the code that makes it.",
    )
    world.doubt_all(reason)
    world.settle(node.name_span, Fate.REPORTED, reason)
