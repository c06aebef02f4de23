"""Throwing and catching: which handler takes what is thrown, and what it is given.

Java Language Specification 21, sections 11.3 and 14.20: handlers are asked in order, the first whose type fits takes
the exception, and `finally` runs however the rest ends.
"""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.statements.sequences import run_statements
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.library.exceptions import (
    ExceptionValue,
    call_exception,
    exception_text,
    is_known_exception,
    superclasses,
)
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import Constant, Instance, Unknown, Value, is_null
from topoviz.engine.refusal import Refused, RefusedBy, Why
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

_TOPOLOGY_EXCEPTION = "TopologyException"
_NOT_KNOWN = "It is not known which exception this is."


def thrown_by(world: World, value: Value, node: tree.Jump) -> Step:
    """Make what the machine raises for `throw value`."""
    origin = world.origin(node.span)
    if is_null(value):
        return ProgramThrows(Why.NULL_USED, "NullPointerException", None, origin)
    if isinstance(value, ExceptionValue):
        return ProgramThrows(Why.THROWN_BY_PROGRAM, value.type_name, _words(value.message), origin, value)
    if isinstance(value, Instance):
        message = yield message_of(world, value, node.span)
        return ProgramThrows(Why.THROWN_BY_PROGRAM, value.info.name, _words(message), origin, value)
    name = node.value.type.simple_name if isinstance(node.value, tree.New) else "Throwable"
    return ProgramThrows(Why.THROWN_BY_PROGRAM, name, None, origin, value)


def _words(message: Value | None) -> str | None:
    if message is None or not isinstance(message, Constant):
        return None
    return NO_MESSAGE if message.value is None else str(message.value)


def message_of(world: World, thrown: Instance, span: Span) -> Step:
    """Ask an exception of the text for its message, which its class may give itself; None when it is not known."""
    own = thrown.info.find_function("getMessage", 0)
    if own is not None:
        return (yield invoke(world, own, thrown, [], span, thrown.scope))
    behind = thrown.fields.get("super")
    return behind.message if isinstance(behind, ExceptionValue) else None


def call_behind(world: World, target: Instance, method: str, arguments: list[Value], span: Span) -> Step:
    """Call what an exception of the text inherits from the library; None when there is no such method."""
    behind = target.fields.get("super")
    if not isinstance(behind, ExceptionValue):
        return None
    if method == "toString" and not arguments:
        return exception_text(behind, (yield message_of(world, target, span)))
    if method == "getLocalizedMessage" and not arguments:
        return (yield message_of(world, target, span))
    return call_exception(behind, method, arguments)


def handle(world: World, node: tree.Try, scope: Scope, thrown: ProgramThrows | Refused) -> Step:
    """Go on in the handler that takes what was thrown; without one it goes on outwards."""
    if isinstance(thrown, Refused) and thrown.refusal.by is RefusedBy.COMPILER:
        raise thrown  # what does not compile never runs, and nothing catches it
    caught = _caught(thrown)
    for index, handler in enumerate(node.handlers):
        declared = _declared(handler)
        takes = _takes(world, declared, caught, thrown)
        if takes is False:
            world.skip(handler, "it is not for what is thrown")
            continue
        for rest in node.handlers[index + 1 :]:
            world.skip(rest, "another handler was taken", Fate.REPORTED if takes is None else Fate.NOT_REACHABLE)
        if takes is None or isinstance(thrown, Refused):
            _doubt(world, node, thrown)
        inner = scope.inner()
        if declared is None:
            return (yield run_statements(world, handler.statements, inner))
        inner.variables[declared.name] = caught
        return (yield run_statements(world, handler.statements[1:], inner))
    raise thrown


def catches_refusals(world: World, node: tree.Try) -> bool:
    """Tell whether a handler may take a TopologyException, which a Topology throws when it is put together."""
    thrown = ProgramThrows(Why.THROWN_BY_PROGRAM, _TOPOLOGY_EXCEPTION, None, world.origin(node.span))
    refused = ExceptionValue(_TOPOLOGY_EXCEPTION)
    return any(_takes(world, _declared(handler), refused, thrown) is not False for handler in node.handlers)


def suppress(thrown: ProgramThrows | Refused, second: ProgramThrows | Refused) -> None:
    """Keep what is thrown while a resource is closed with what was thrown before."""
    first = _caught(thrown)
    behind = first.fields.get("super") if isinstance(first, Instance) else first
    if isinstance(behind, ExceptionValue):
        behind.suppressed.append(_caught(second))


def _doubt(world: World, node: tree.Try, thrown: ProgramThrows | Refused) -> None:
    name = thrown.exception if isinstance(thrown, ProgramThrows) else thrown.refusal.exception
    reason = f"{name} is thrown here and caught; what was done until then is not followed to the last step."
    world.doubt("caught", node.span, reason, "Names and numbers from here on are unsure.")


def _caught(thrown: ProgramThrows | Refused) -> Value:
    """Give the exception as an object; what the engine throws in the library's place becomes one here."""
    if isinstance(thrown, ProgramThrows):
        if thrown.value is not None:
            return thrown.value
        name, words = thrown.exception, thrown.message
    else:
        name = thrown.refusal.exception
        words = None if thrown.refusal.is_one_of_several else thrown.refusal.message
    if not is_known_exception(name):
        return Unknown(name, _NOT_KNOWN, None, name)
    if words is None:
        return ExceptionValue(name, Unknown(f"{name}.getMessage()", "The message is not known.", None, "String"))
    return ExceptionValue(name, Constant(None if words == NO_MESSAGE else words))


def _declared(handler: tree.Block) -> tree.Declare | None:
    first = handler.statements[0] if handler.statements else None
    return first if isinstance(first, tree.Declare) and isinstance(first.value, tree.Unknown) else None


def _takes(world: World, declared: tree.Declare | None, caught: Value, thrown: ProgramThrows | Refused) -> bool | None:
    if declared is None or declared.type is None:
        return None
    types = declared.type.arguments if declared.type.name == "|" else (declared.type,)
    answers = [_is_one(world, caught, thrown, type_.simple_name) for type_ in types]
    return True if True in answers else None if None in answers else False


def _is_one(world: World, caught: Value, thrown: ProgramThrows | Refused, wanted: str) -> bool | None:
    if wanted == "Throwable":
        return True
    name = thrown.exception if isinstance(thrown, ProgramThrows) else thrown.refusal.exception
    names, is_whole = _ancestry(caught, name)
    if wanted in names:
        return True
    if wanted in world.program.classes and isinstance(caught, ExceptionValue):
        return False
    return False if is_whole else None


def _ancestry(caught: Value, name: str) -> tuple[list[str], bool]:
    """Name the classes of an exception, and tell whether these are all of them."""
    if not isinstance(caught, Instance):
        names = list(superclasses(name))
        return names, is_known_exception(names[-1])
    names = []
    for info in caught.info.lineage():
        names.append(info.name)
        for supertype in info.declaration.supertypes:
            names.extend(superclasses(supertype.simple_name))
    return names, "Throwable" in names
