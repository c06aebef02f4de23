"""Calls on objects and classes of the libraries, all of which answer at once."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library import fixed, kotlin, numbers
from topoviz.engine.dsl.library.api import is_static, overloads_of
from topoviz.engine.dsl.library.atomics import AtomicValue, call_atomic
from topoviz.engine.dsl.library.durations import DurationValue, call_duration, convert_unit, is_unit
from topoviz.engine.dsl.library.exceptions import ExceptionValue, call_exception
from topoviz.engine.dsl.library.options import change_options, make_options
from topoviz.engine.dsl.library.options_read import read_option
from topoviz.engine.dsl.library.properties import call_properties
from topoviz.engine.dsl.library.statics import call_static
from topoviz.engine.dsl.library.stores import call_store_builder
from topoviz.engine.dsl.library.suppressed import change_buffer, name_suppressed
from topoviz.engine.dsl.library.texts import call_text
from topoviz.engine.dsl.library.windows import change_windows
from topoviz.engine.dsl.objects import (
    BufferConfigValue,
    InPlan,
    OptionsValue,
    PropertiesValue,
    SerdeValue,
    StoreBuilderValue,
    SuppressedValue,
    TopologyValue,
    WindowsValue,
)
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    JAVA_STREAM,
    Closure,
    Constant,
    FileText,
    LibraryClass,
    ListValue,
    Opaque,
    Text,
    Value,
)
from topoviz.engine.syntax import tree


def library_call(world: World, node: tree.Call, arguments: list[Value]) -> LibraryCall:
    """Give a call in the words of Kafka's own library."""
    return LibraryCall(node.name, tuple(arguments), world.origin(node.span), world.behaviours, world.report)


def owner_not_imported(world: World, node: tree.Call, scope: Scope) -> LibraryClass | None:
    """Give the class of `unbounded()` and the like, which documentation imports statically without showing it."""
    if scope.owner is not None or not world.program.imports_nothing(node.span.file_id):
        return None
    owner = next((one for one in _SHOWN_WITHOUT if overloads_of(one, node.name)), None)
    return None if owner is None else LibraryClass(owner.rpartition("$")[2])


_SHOWN_WITHOUT: Final = ("Suppressed", "Suppressed$BufferConfig", "Stores")


def call_library(world: World, node: tree.Call, target: Value, arguments: list[Value]) -> Value | None:
    """Call a method of a library's object or class; None when it is not known here."""
    match target:
        case Opaque() if _asks_simple_name(node) and isinstance(node.target, tree.ClassLiteral):
            return Constant(node.target.type.simple_name)
        case Opaque(type_name=name) if name.startswith("Class:") and node.name == "getSimpleName":
            return Constant(name.removeprefix("Class:").rpartition(".")[2])
        case Opaque() if is_unit(target):
            return convert_unit(target, node.name, arguments)
        case SerdeValue() if not any(isinstance(one, InPlan | TopologyValue) for one in arguments):
            return Opaque(node.name)
        case ExceptionValue():
            return call_exception(target, node.name, arguments)
        case FileText() if node.name in ("getInputStream", "toPath", "toFile"):
            return target
        case LibraryClass(name=name):
            return _call_static(world, node, name, arguments)
        case OptionsValue(kind=kind) if is_static(kind, node.name, len(arguments)):
            return _replace_options(world, node, target, arguments)
        case OptionsValue() if not arguments and not node.name.startswith("with"):
            return read_option(library_call(world, node, arguments), target)
        case OptionsValue():
            return change_options(library_call(world, node, arguments), target)
        case PropertiesValue():
            return call_properties(world, target, node.name, arguments, node.span)
        case StoreBuilderValue():
            return call_store_builder(library_call(world, node, arguments), target)
        case SuppressedValue():
            return name_suppressed(target, node.name, arguments)
        case BufferConfigValue():
            return change_buffer(target, library_call(world, node, arguments))
        case WindowsValue():
            return change_windows(library_call(world, node, arguments), target)
        case AtomicValue():
            return call_atomic(target, node.name, arguments)
        case DurationValue():
            return call_duration(target, node.name, arguments)
        case Constant(value=int() | float()) if not world.is_kotlin(node.span):
            return numbers.call_boxed(target, node.name, arguments)
        case Constant(value=int()):
            return kotlin.call_number(target, node.name, arguments)
        case Constant(value=str()) | Text():
            known = kotlin.call_text(target, node.name, arguments) if world.is_kotlin(node.span) else None
            return known or call_text(world, target, node.name, arguments, node.span)
        case _:
            return None


def _asks_simple_name(node: tree.Call) -> bool:
    """Tell whether a call is `Orders.class.getSimpleName()`; what an object's class is called may be a subclass's."""
    is_literal = isinstance(node.target, tree.ClassLiteral) and not node.target.type.dimensions
    return is_literal and node.name == "getSimpleName" and not node.arguments


def _replace_options(world: World, node: tree.Call, dropped: OptionsValue, arguments: list[Value]) -> Value:
    """Call a static method on an object, which Java drops with all that it carries, chains of branches among it."""
    for chain in (dropped.function, dropped.consumer):
        if isinstance(chain, Closure):
            world.skip(chain.node, f"what it is given to is dropped, for {dropped.kind}#{node.name} is static")
    return make_options(library_call(world, node, arguments), dropped.kind)


def _call_static(world: World, node: tree.Call, name: str, arguments: list[Value]) -> Value | None:
    fixed.refuse_static_change(world, name, node.name, arguments, node.span)
    known = call_static(world, name, node.name, arguments, node.span)
    if known is not None:
        fixed.fix(world, name, node.name, arguments, known, node.span)
        if isinstance(known, ListValue) and (name in ("Stream", "IntStream") or node.name == "stream"):
            known.kind = JAVA_STREAM
    return known
