"""What Kotlin calls in ways of its own: scope functions, extensions, and bare names that mean a receiver's members."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from topoviz.engine.dsl.call_graph.static_types import DECISIVE
from topoviz.engine.dsl.interpreter.calls.kotlin_extensions import find_extension
from topoviz.engine.dsl.interpreter.classes.functions import invoke, invoke_closure
from topoviz.engine.dsl.interpreter.escapes import forget_methods
from topoviz.engine.dsl.interpreter.expressions.variables import value_in_scope
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.statements.exceptions import thrown_by
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library import kotlin, kotlin_members
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.library.exceptions import make_exception
from topoviz.engine.dsl.operators.registry import find_operator, owner_of
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import (
    NULL,
    BoundMethod,
    Closure,
    Composed,
    Constant,
    Instance,
    Lazy,
    ListValue,
    MapValue,
    Named,
    Text,
    Unknown,
    Value,
    is_null,
    join_text,
    truth_of,
)
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

CallFunction = Callable[[Value, list[Value]], Step]

_ON_IT: Final = frozenset({"let", "also", "use", "takeIf", "takeUnless"})
_ON_THIS: Final = frozenset({"apply", "run"})
_OF_LIBRARY: Final = (ListValue, MapValue, AtomicValue, Constant, Text)


def is_scope_call(world: World, node: tree.Call, target: Value, arguments: list[Value]) -> bool:
    """Tell whether a call is one of `let`, `also`, `apply`, `run` and their kin, with a function behind it."""
    if node.name not in _ON_IT | _ON_THIS or len(arguments) != 1 or not world.is_kotlin(node.span):
        return False
    if isinstance(target, Instance) and target.info.find_function(node.name, 1) is not None:
        return False
    if isinstance(arguments[0], Closure):
        return not isinstance(target, Closure | Composed) or node.name in _ON_IT
    return isinstance(arguments[0], BoundMethod | Composed) and node.name in _ON_IT


def call_in_scope(node: tree.Call, target: Value, function: Value, world: World, call: CallFunction) -> Step:
    """Call a scope function: its function gets the target as `it` or as `this`."""
    if node.name in _ON_THIS:
        assert isinstance(function, Closure)
        result = yield invoke_closure(world, function, [], target)
        return target if node.name == "apply" else result
    if node.name == "use":
        return (yield _use(world, node, target, function, call))
    result = yield call(function, [target])
    if node.name == "let":
        return result
    if node.name == "also":
        return target
    wanted = truth_of(result)
    if wanted is None:
        return world.unknown(world.text_at(node.span), "Its condition is not known.", node.span)
    return target if wanted == (node.name == "takeIf") else NULL


def _use(world: World, node: tree.Call, target: Value, function: Value, call: CallFunction) -> Step:
    """Call `use`, which closes what it is called on, also where its function throws."""
    close = target.info.find_function("close", 0) if isinstance(target, Instance) else None
    try:
        return (yield call(function, [target]))
    finally:
        if close is not None and isinstance(target, Instance):
            yield invoke(world, close, target, [], node.span, target.scope)


def call_everywhere(world: World, node: tree.Call, arguments: list[Value], call: CallFunction) -> Step:
    """Call a function that Kotlin offers everywhere: `with`, `run`, `repeat`, `lazy`, `listOf`; None when not known."""
    function = arguments[-1] if arguments else NULL
    match node.name:
        case "with" if len(arguments) == 2 and isinstance(function, Closure):
            return (yield invoke_closure(world, function, [], arguments[0]))
        case "run" if len(arguments) == 1 and isinstance(function, Closure):
            return (yield invoke_closure(world, function, []))
        case "runCatching" if isinstance(function, Closure):
            return (yield _catch(world, node, function))
        case "lazy" if isinstance(function, Closure):
            return Lazy(function)
        case "buildList" | "buildSet" | "buildMap" if isinstance(function, Closure):
            made = (
                MapValue() if node.name == "buildMap" else ListValue([], "set" if node.name == "buildSet" else "list")
            )
            yield invoke_closure(world, function, [], made)
            made.is_fixed = True  # the builder refuses all that comes after
            return made
        case "repeat" if len(arguments) == 2 and isinstance(function, Closure):
            return (yield _repeat(world, arguments[0], function))
        case "error" | "TODO" | "require" | "check" | "requireNotNull" | "checkNotNull":
            return (yield _refuse(world, node, arguments, call))
        case _:
            forget_hashing(world, arguments, node.span)
            return kotlin.call_function(node.name, arguments)


def forget_hashing(world: World, elements: Iterable[Value], span: Span) -> None:
    """Make unknown what the program's own hashCode() and equals() change, which sets and maps call."""
    for element in elements:
        key = element.elements[0] if isinstance(element, ListValue) and element.kind == "entry" else element
        if isinstance(key, Instance):
            forget_methods(world, key, _javas_own(world, span), "hashCode", "equals")


def forget_thread(world: World, node: tree.Call, target: Instance) -> None:
    """Make unknown what an object's run() changes that a thread calls, once or later."""
    if node.name == "start" and any(one.simple_name == "Thread" for one in target.info.declaration.supertypes):
        forget_methods(world, target, _javas_own(world, node.span), "run")


def _javas_own(world: World, span: Span) -> Unknown:
    return Unknown(world.text_at(span), "It is called by Java's own classes.", span)


def _catch(world: World, node: tree.Call, function: Closure) -> Step:
    """Call `runCatching`: what its function does is done as far as it comes, and what comes of it is not followed."""
    with suppress(ProgramThrows):
        yield invoke_closure(world, function, [])
    return world.unknown(world.text_at(node.span), "What comes of runCatching() is not followed.", node.span)


def _refuse(world: World, node: tree.Call, arguments: list[Value], call: CallFunction) -> Step:
    """Call a function of Kotlin that throws unless what it is given is true, or there; what is not known is let be.

    Kotlin: Preconditions.kt and Standard.kt; a program that throws makes no topology.
    """
    arguments = _in_order(arguments)
    first = arguments[0] if arguments else NULL
    is_refused = is_null(first) if node.name.endswith("NotNull") else truth_of(first) is False
    if node.name in ("error", "TODO"):
        message = first if arguments or node.name == "error" else None
    elif not is_refused:
        return first if node.name.endswith("NotNull") else NULL
    else:
        message = (yield call(arguments[1], [])) if len(arguments) > 1 else Constant(_WORDS[node.name])
    exception = _REFUSALS.get(node.name, "IllegalArgumentException")
    if node.name == "TODO":
        message = Constant("An operation is not implemented.") if message is None else join_text(_NOT_DONE, message)
    thrown = make_exception(exception, [] if message is None else [message])
    jump = tree.Jump(node.span, tree.JumpKind.THROW)
    raise (yield thrown_by(world, thrown, jump))


def _in_order(arguments: list[Value]) -> list[Value]:
    """Put arguments that are given by name, `value`, `message`, `reason` or `lazyMessage`, into their order."""
    ranks = [(2 if one.name == "lazyMessage" else 0) if isinstance(one, Named) else 1 for one in arguments]
    in_order = sorted(zip(ranks, arguments, strict=True), key=lambda ranked: ranked[0])
    return [one.value if isinstance(one, Named) else one for _, one in in_order]


_REFUSALS: Final = {
    "error": "IllegalStateException", "check": "IllegalStateException", "checkNotNull": "IllegalStateException",
    "TODO": "NotImplementedError",
}  # fmt: skip
_WORDS: Final = {
    "require": "Failed requirement.", "check": "Check failed.", "requireNotNull": "Required value was null.",
    "checkNotNull": "Required value was null.",
}  # fmt: skip
_NOT_DONE: Final = Constant("An operation is not implemented: ")


def _repeat(world: World, times: Value, function: Closure) -> Step:
    if not isinstance(times, Constant) or not isinstance(times.value, int) or times.value > world.budget.loop_turns:
        return None
    for turn in range(times.value):
        yield invoke_closure(world, function, [Constant(turn)])
    return NULL


def force(world: World, value: Value) -> Step:
    """Come to a value; what is lazy is computed now, and only once."""
    if not isinstance(value, Lazy):
        return value
    if value.value is None:
        assert isinstance(value.function, Closure)
        value.value = Unknown("lazy", "Its value is needed to compute it.")
        try:
            value.value = yield invoke_closure(world, value.function, [])
        except ProgramThrows:
            value.value = None  # it is computed again when it is read again
            raise
    return value.value


def receiver_with(world: World, node: tree.Call, arguments: list[Value], scope: Scope) -> Value | None:
    """Give the nearest receiver that a bare call belongs to, if there is one."""
    for around in scope.receivers():
        receiver, name = around.receiver, node.name
        assert receiver is not None
        owner = owner_of(receiver)
        if owner is not None and (find_operator(owner, name) is not None or name in ("describe", "queryableStoreName")):
            return receiver
        if isinstance(receiver, Instance) and receiver.info.find_function(name, len(arguments)) is not None:
            return receiver
        if (
            kotlin_members.has_member(receiver, name)
            or find_extension(world, node, receiver, arguments, scope) is not None
        ):
            return receiver
    return None


def receiver_of_library(world: World, node: tree.Call, scope: Scope) -> Value | None:
    """Give the nearest receiver of Kotlin's library that a bare call may be for which nothing else accounts."""
    if node.name in kotlin_members.OUTSIDE_OBJECTS or world.program.imports_function(node.span.file_id, node.name):
        return None
    objects = (around.receiver for around in scope.receivers())
    return next((one for one in objects if isinstance(one, _OF_LIBRARY) or _extends_library(one)), None)


def _extends_library(value: Value | None) -> bool:
    """Tell whether an object of the text has methods of a class above that is not in the text."""
    lineage = value.info.lineage() if isinstance(value, Instance) else ()
    return any(len(one.declaration.supertypes) > len(one.supertypes) for one in lineage)


def this_of(scope: Scope) -> Value | None:
    """Give what is `this` here: the nearest receiver, else the object."""
    return next((one.receiver for one in scope.receivers()), scope.this)


def held_function(world: World, node: tree.Call, scope: Scope) -> Closure | None:
    """Find the variable or property that `target.name(…)` calls, of a type such as `StreamsBuilder.() -> Unit`."""
    held = value_in_scope(world, scope, node.name) if world.is_kotlin(node.span) and node.target is not None else None
    return held if isinstance(held, Closure) and held.receives else None


def tell_lost_receivers(world: World, arguments: Iterable[Value]) -> None:
    """Tell of bare calls of operators in lambdas for what is not in the text, which says what `this` is in them."""
    for argument in arguments:
        if not isinstance(argument, Closure) or not world.is_kotlin(argument.node.span):
            continue
        for part in walk(argument.node):
            is_bare = isinstance(part, tree.Call) and part.target is None and not world.graph.may_run(part)
            if isinstance(part, tree.Call) and is_bare and part.name_span not in world.dsl_calls:
                tell_lost_receiver(world, part)


def tell_lost_receiver(world: World, node: tree.Call) -> None:
    """Tell of a bare call that can only be an operator of Kafka Streams, where nothing is known to be `this`."""
    is_extension = any(one.declaration.body is None for one in world.program.extensions.get(node.name, ()))
    is_imported = world.program.imports_function(node.span.file_id, node.name)
    if is_imported or (node.name not in _HARDLY_OTHERS and not is_extension):
        return
    reason = f"On which object {node.name}() is called is not known here."
    effect = "The operator is missing; names and numbers from here on are unsure."
    world.doubt("unknown-receiver", node.name_span, reason, effect, "Paste the code that calls this lambda.")
    world.settle(node.name_span, Fate.REPORTED, reason)


_HARDLY_OTHERS: Final = DECISIVE | {"stream", "table", "leftJoin", "outerJoin", "repartition", "suppress"}
"""Methods of Kafka Streams that hardly anything else has."""


def unknown_receiver(scope: Scope) -> Value | None:
    """Give the nearest receiver that is not known: a bare call that nothing else explains may be its."""
    return next((one.receiver for one in scope.receivers() if isinstance(one.receiver, Unknown)), None)
