"""What `instanceof` gives, as far as it is known of which class an object is.

Java Language Specification 21, section 15.20.2. An int and a long look alike here, so that of numbers little is said.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.arithmetic import is_string
from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.exceptions import ExceptionValue, is_known_exception, superclasses
from topoviz.engine.dsl.library.object_classes import is_of_class
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Constant, Instance, ListValue, MapValue, Value, is_certainly_null
from topoviz.engine.syntax.tree import TypeName

_OF_STRINGS: Final = frozenset({"String", "CharSequence", "Comparable", "Object", "Serializable"})
_NO_STRINGS: Final = frozenset({
    "Integer", "Long", "Double", "Float", "Number", "Boolean", "Character", "List", "Map", "Set", "Collection",
})  # fmt: skip
_NO_NUMBERS: Final = frozenset({"String", "CharSequence", "Boolean", "List", "Map", "Set", "Collection"})
_OF_ENUMS: Final = frozenset({"Comparable", "Serializable", "Constable"})
_OF_KINDS: Final = {"record": "Record", "enum": "Enum"}


def is_one_of(world: World, value: Value, type_: TypeName, scope: Scope) -> bool | None:
    """Tell whether a value is of a class; None when that is not known."""
    if isinstance(value, ListValue | MapValue):
        return is_of_class(value, type_.simple_name, type_.dimensions)
    if type_.dimensions:
        return None
    wanted = find_class(world, type_.name, scope)
    if isinstance(value, Instance):
        return _is_instance(value, wanted, type_.simple_name)
    if isinstance(value, ExceptionValue):
        return is_exception_of(value, wanted, type_.simple_name)
    if not isinstance(value, Constant):
        return None
    if value.value is None:
        return False if is_certainly_null(value) else None
    if wanted is not None:
        return False  # a class of the text
    if is_string(value):
        return True if type_.simple_name in _OF_STRINGS else False if type_.simple_name in _NO_STRINGS else None
    return False if type_.simple_name in _NO_NUMBERS and not isinstance(value.value, bool) else None


def is_exception_of(value: ExceptionValue, wanted: ClassInfo | None, name: str) -> bool | None:
    """Tell whether an exception of a library is of a class; None when that is not known."""
    if wanted is not None:
        return False  # a class of the text, which none of the library's is
    if name in ("Object", "Serializable") or name in superclasses(value.type_name):
        return True
    return False if is_known_exception(name) or name in _NO_NUMBERS else None


def _is_instance(value: Instance, wanted: ClassInfo | None, name: str) -> bool | None:
    lineage = list(value.info.lineage())
    if wanted is not None:
        return wanted in lineage
    written = {supertype.simple_name for info in lineage for supertype in info.declaration.supertypes}
    if name == "Object" or name in written or any(_OF_KINDS.get(info.declaration.kind) == name for info in lineage):
        return True
    are_all_here = written <= {info.name for info in lineage}
    may_be = any(info.declaration.kind == "enum" for info in lineage) and name in _OF_ENUMS
    return False if are_all_here and not may_be else None
