"""Classes that cannot be loaded, for what sets their static fields throws.

Java Language Specification 21, section 12.4.2: an exception becomes an ExceptionInInitializerError, an Error stays what
it is, and whoever uses the class again gets a NoClassDefFoundError.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.exceptions import ExceptionValue, superclasses
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import NULL, Constant, Instance, Unknown, Value
from topoviz.engine.refusal import Why

_ERROR: Final = "ExceptionInInitializerError"


def refuse_unloadable(world: World, info: ClassInfo) -> None:
    """Raise what Java throws when a class is used that could not be loaded before."""
    if info in world.unloadable:
        words = f"Could not initialize class {info.binary_name}"
        raise ProgramThrows(Why.CLASS_NOT_LOADED, "NoClassDefFoundError", words, world.origin(info.declaration.span))


def thrown_by_loading(thrown: ProgramThrows) -> ProgramThrows:
    """Give what a class throws that cannot be loaded because of an exception."""
    if _is_error(thrown):
        return thrown
    made = ProgramThrows(thrown.code, _ERROR, NO_MESSAGE, thrown.origin, ExceptionValue(_ERROR, NULL, _cause(thrown)))
    made.__cause__ = thrown
    return made


def _cause(thrown: ProgramThrows) -> Value:
    if thrown.value is not None:
        return thrown.value
    if thrown.message is None:
        return Unknown(thrown.exception, "What it tells is not known.", None, thrown.exception)
    return ExceptionValue(thrown.exception, NULL if thrown.message == NO_MESSAGE else Constant(thrown.message))


def seen_from_outside(thrown: ProgramThrows) -> ProgramThrows:
    """Give what ended the program in words that help: for a class that cannot be loaded, why it cannot."""
    behind = thrown.__cause__
    return behind if thrown.exception == _ERROR and isinstance(behind, ProgramThrows) else thrown


def _is_error(thrown: ProgramThrows) -> bool:
    behind = thrown.value.fields.get("super") if isinstance(thrown.value, Instance) else None
    name = behind.type_name if isinstance(behind, ExceptionValue) else thrown.exception
    return "Error" in superclasses(name)
