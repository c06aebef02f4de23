"""Which of several functions of one name a call means, by the kinds of its arguments.

Java chooses by declared types, which are not followed here. So a choice is certain only when no other function could
take these arguments; otherwise one is chosen and the caller is told that it may be another.

Java Language Specification 21, section 15.12.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo, fitting
from topoviz.engine.dsl.library.durations import DurationValue
from topoviz.engine.dsl.numbers import CHARACTER, LONG
from topoviz.engine.dsl.objects import (
    BranchedStreamValue,
    BuilderValue,
    CogroupedStreamValue,
    GlobalTableValue,
    GroupedStreamValue,
    GroupedTableValue,
    OptionsValue,
    PropertiesValue,
    SerdeValue,
    StoreBuilderValue,
    StreamValue,
    SuppressedValue,
    TableValue,
    TopologyValue,
)
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Constant,
    Instance,
    LibraryClass,
    ListValue,
    MapValue,
    Named,
    Opaque,
    Text,
    Unknown,
    UserClass,
    Value,
)
from topoviz.engine.syntax.tree import Parameter, TypeName

_PRIMITIVES: Final = frozenset({"boolean", "byte", "short", "int", "long", "char", "float", "double"})
_BOXES: Final = frozenset({"Boolean", "Byte", "Short", "Integer", "Long", "Character", "Float", "Double", "Number"})
_TEXTS: Final = frozenset({"String", "CharSequence", "Comparable", "Serializable"})
_OF_ALL: Final = ("Comparable", "Serializable", "Constable", "ConstantDesc")
"""Interfaces of strings and of boxed numbers."""
_LISTS: Final = frozenset({"List", "ArrayList", "LinkedList", "Deque", "Queue", "Vector"})
_SETS: Final = frozenset({"Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "NavigableSet"})
_COLLECTIONS: Final = frozenset({"Collection", "Iterable"})
_MAPS: Final = frozenset({"Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap", "ConcurrentHashMap"})
DSL_CLASSES: Final[dict[type[Value], str]] = {
    StreamValue: "KStream",
    TableValue: "KTable",
    GlobalTableValue: "GlobalKTable",
    GroupedStreamValue: "KGroupedStream",
    GroupedTableValue: "KGroupedTable",
    SuppressedValue: "Suppressed",
    CogroupedStreamValue: "CogroupedKStream",
    BranchedStreamValue: "BranchedKStream",
    DurationValue: "Duration",
    BuilderValue: "StreamsBuilder",
    TopologyValue: "Topology",
    StoreBuilderValue: "StoreBuilder",
    SerdeValue: "Serde",
}
"""What the library calls the objects of which nothing but their own class matters."""
_KNOWN: Final = (
    _PRIMITIVES | _BOXES | _TEXTS | _LISTS | _SETS | _COLLECTIONS | _MAPS | frozenset(DSL_CLASSES.values())
    | {"Properties", "Optional", "StringBuilder", "Materialized", "Consumed", "Produced", "Named"}
)  # fmt: skip
"""Types whose objects are told from each other; of all others it is not known what is one."""

_ARITIES: Final = {
    "Runnable": 0, "Supplier": 0, "Callable": 0, "Consumer": 1, "Function": 1, "Predicate": 1, "UnaryOperator": 1,
    "ValueMapper": 1, "BiFunction": 2, "BiConsumer": 2, "BiPredicate": 2, "BinaryOperator": 2, "KeyValueMapper": 2,
    "ValueMapperWithKey": 2, "ForeachAction": 2, "ValueJoiner": 2, "Reducer": 2, "Aggregator": 3,
    **{f"Function{count}": count for count in range(5)},
}  # fmt: skip
"""How many arguments the functions of well-known interfaces take; Kafka's Predicate takes two."""
_OF_STRING_ALONE: Final = frozenset({"trim", "strip", "isEmpty", "isBlank", "length", "intern"})
"""Methods of strings that take nothing else, whatever else is called like them."""


_OF_KOTLIN: Final = {
    "Any": "Object", "Int": "int", "Char": "char", "MutableList": "List", "MutableSet": "Set", "MutableMap": "Map",
    "MutableCollection": "Collection", "MutableIterable": "Iterable",
}  # fmt: skip
"""What Kotlin calls types of Java."""


@dataclass(frozen=True, slots=True)
class Overload:
    """The function that a call means; where that is not certain, another of the same name may be meant."""

    function: FunctionInfo
    is_certain: bool = True


def choose(
    functions: Sequence[FunctionInfo], arguments: Sequence[Value], arities: Mapping[str, int] = _ARITIES
) -> Overload | None:
    """Choose among functions of one name; None when none of them takes so many arguments.

    `arities` says how many arguments the functions of interfaces of the text take.
    """
    by_count = fitting(functions, len(arguments))
    if by_count is None or any(isinstance(argument, Named) for argument in arguments):
        return None if by_count is None else Overload(by_count)
    for candidates in _phases(functions, len(arguments)):
        possible = [one for one in candidates if _may_take(one, arguments, arities)]
        if possible:
            return Overload(max(possible, key=lambda one: _closeness(one, arguments, arities)), len(possible) == 1)
    return Overload(by_count, is_certain=len([one for one in functions if one.takes(len(arguments))]) == 1)


def find_overload(
    info: ClassInfo, name: str, arguments: Sequence[Value], arities: Mapping[str, int] = _ARITIES
) -> Overload | None:
    """Choose a method of a class, here or in a supertype of the text; what is overridden is left out."""
    found: list[FunctionInfo] = []
    for candidate in info.lineage():
        own = [one for one in candidate.functions.get(name, ()) if one.is_plain and one.declaration.body is not None]
        found += [one for one in own if not any(_overrides(other, one) for other in found)]
    return choose(found, arguments, arities)


def find_method(
    written_in: ClassInfo,
    runtime: ClassInfo | None,
    name: str,
    arguments: Sequence[Value],
    arities: Mapping[str, int] = _ARITIES,
) -> Overload | None:
    """Choose what a bare call in a class means on an object; private and static methods are not overridden."""
    own = find_overload(written_in, name, arguments, arities)
    if runtime is None or (own is not None and own.function.declaration.modifiers & {"private", "static"}):
        return own
    return find_overload(runtime, name, arguments, arities) or own


def _phases(functions: Sequence[FunctionInfo], count: int) -> tuple[list[FunctionInfo], ...]:
    """Functions with as many parameters come first, then those with defaults, then those with any number."""
    taking = [one for one in functions if one.takes(count)]
    variadic = [one for one in taking if any(parameter.variadic for parameter in one.declaration.parameters)]
    fixed = [one for one in taking if one not in variadic]
    exact = [one for one in fixed if len(one.declaration.parameters) == count]
    return exact, [one for one in fixed if one not in exact], variadic


def _overrides(nearer: FunctionInfo, farther: FunctionInfo) -> bool:
    """Tell whether a method of a subclass takes the place of one with the same parameters, or of generic types."""
    ours, theirs = nearer.declaration.parameters, farther.declaration.parameters
    if len(ours) != len(theirs):
        return False
    return all(
        one.type is None or two.type is None or is_open(two.type) or _written(one) == _written(two)
        for one, two in zip(ours, theirs, strict=True)
    )


def _written(parameter: Parameter) -> tuple[str, int, bool]:
    assert parameter.type is not None
    return parameter.type.simple_name, parameter.type.dimensions, parameter.variadic


def is_open(declared: TypeName) -> bool:
    """Tell whether a type is a type variable, by the custom of giving those one capital letter."""
    name = declared.name
    return len(name) <= 2 and name[:1].isupper() and (len(name) == 1 or name[1].isdigit() or name[1].isupper())


def _may_take(function: FunctionInfo, arguments: Sequence[Value], arities: Mapping[str, int]) -> bool:
    return all(fits is not False for fits in _fits(function, arguments, arities))


def _closeness(function: FunctionInfo, arguments: Sequence[Value], arities: Mapping[str, int]) -> int:
    return sum(1 for fits in _fits(function, arguments, arities) if fits is True)


def _fits(function: FunctionInfo, arguments: Sequence[Value], arities: Mapping[str, int]) -> list[bool | None]:
    """Tell of each argument whether it fits its parameter exactly (True), perhaps (None) or not (False)."""
    parameters = function.declaration.parameters
    found: list[bool | None] = []
    for index, argument in enumerate(arguments):
        parameter = parameters[min(index, len(parameters) - 1)]
        fits = None if parameter.type is None else fit(argument, parameter.type, arities)
        if parameter.variadic and fits is False and isinstance(argument, ListValue | Unknown):
            fits = None
        found.append(fits)
    return found


def fit(argument: Value, declared: TypeName, arities: Mapping[str, int] = _ARITIES) -> bool | None:
    """Tell whether a value is of a type, exactly (True), perhaps (None) or not at all (False)."""
    name = _OF_KOTLIN.get(declared.simple_name, declared.simple_name)
    if declared.dimensions:
        return argument.kind == "array" if isinstance(argument, ListValue) else _unless_known(argument)
    if name == "Object" or is_open(declared):
        return None
    match argument:
        case Constant():
            return _fit_constant(argument, name)
        case Text():
            return _final(name, {"String"}, _TEXTS)
        case Instance(info=info):
            return _fit_instance(info, name)
        case Closure(node=node):
            return _fit_function(name, len(node.parameters), arities)
        case BoundMethod():
            return _fit_function(name, None if name == "Function" else _arity(argument), arities)
        case ListValue(kind=kind):
            return _fit_list(kind, name)
        case MapValue():
            return _one_of(name, {"Map"}, _MAPS)
        case PropertiesValue():
            return _one_of(name, {"Properties"}, {"Map"})
        case OptionsValue(kind=kind):
            return _one_of(name, {kind}, set())
        case Opaque(type_name=type_name) | Unknown(type_name=type_name) if type_name:
            return True if name == type_name else False if _are_apart(name, type_name) else None
        case _ if type(argument) in DSL_CLASSES:
            return _one_of(name, {DSL_CLASSES[type(argument)]}, set())
        case _:
            return None


def _unless_known(argument: Value) -> bool | None:
    """An array is wanted: what is not known may be one, and so may null."""
    is_open = isinstance(argument, Unknown) or (isinstance(argument, Constant) and argument.value is None)
    return None if is_open else False


def _fit_constant(constant: Constant, name: str) -> bool | None:
    value = constant.value
    if value is None:
        return False if name in _PRIMITIVES else None
    if name in _OF_ALL:
        return None
    if isinstance(value, bool):
        return _final(name, {"boolean"}, {"Boolean"})
    if constant.kind == CHARACTER:
        return _final(name, {"char"}, {"Character", "int", "long"})
    if isinstance(value, str):
        return _final(name, {"String"}, _TEXTS)
    if isinstance(value, float):
        return _final(name, {"double"}, {"float", "Double", "Float", "Number"})
    if constant.kind == LONG:
        return _final(name, {"long"}, {"Long", "float", "double", "Number"})
    return _final(name, {"int"}, (_PRIMITIVES | _BOXES) - {"boolean", "char", "Boolean", "Character"})


def _final(name: str, exact: set[str], perhaps: set[str] | frozenset[str]) -> bool | None:
    """Tell whether a type is one of those that a string or number has: a class of another name is never above them.

    A name in capitals may be a type variable, which takes anything.
    """
    fits = _one_of(name, exact, perhaps)
    return None if name.isupper() and fits is not True else False if fits is None and name not in perhaps else fits


def _fit_instance(info: ClassInfo, name: str) -> bool | None:
    if name == info.name:
        return True
    lineage = list(info.lineage())
    supertypes = {supertype.simple_name for one in lineage for supertype in one.declaration.supertypes}
    if name in supertypes or any(one.name == name for one in lineage):
        return None
    are_all_here = all(one.name in supertypes or one is info for one in lineage) and supertypes <= {
        one.name for one in lineage
    }
    return False if are_all_here or name in _KNOWN else None


def _fit_function(name: str, count: int | None, arities: Mapping[str, int]) -> bool | None:
    if name in _KNOWN:
        return False
    wanted = arities.get(name, _ARITIES.get(name))
    is_it = not count and wanted == 1 and name not in _ARITIES  # a lambda of Kotlin may call its only parameter so
    if count is None or wanted is None or name == "Predicate" or is_it:
        return None
    return wanted == count or (count == 0 and name == "Function1")


def _arity(method: BoundMethod) -> int | None:
    """Tell how many arguments a reference to a method takes; None when that is not known, or there are several."""
    match method.target:
        case UserClass(info=info) | Instance(info=info):
            named = [one.declaration for above in info.lineage() for one in above.functions.get(method.name, ())]
            of_class = isinstance(method.target, UserClass)
            counts = {len(one.parameters) + (of_class and not one.is_static) for one in named}
            is_open = any(given.variadic or given.default is not None for one in named for given in one.parameters)
            return counts.pop() if len(counts) == 1 and not is_open else None
        case LibraryClass(name="String") if method.name in _OF_STRING_ALONE:
            return 1
        case _:
            return None


def _fit_list(kind: str, name: str) -> bool | None:
    match kind:
        case "array":
            return False if name in _KNOWN - {"Serializable"} else None
        case "text":
            return _one_of(name, {"StringBuilder"}, {"StringBuffer", "CharSequence"})
        case "optional":
            return _one_of(name, {"Optional"}, set())
        case _ if kind.endswith("set"):
            return _one_of(name, {"Set"}, _SETS | _COLLECTIONS)
        case "list":
            return _one_of(name, {"List"}, _LISTS | _COLLECTIONS)
        case _:
            return False if name in _PRIMITIVES | _TEXTS else None


def _one_of(name: str, exact: set[str] | frozenset[str], perhaps: set[str] | frozenset[str]) -> bool | None:
    """Tell whether a type is one of those that fit, of those that may, or of those that are told apart from them."""
    if name in exact:
        return True
    return None if name in perhaps or name not in _KNOWN | _ARITIES.keys() else False


def _are_apart(one: str, other: str) -> bool:
    """Tell whether two types have no objects in common: strings, numbers, collections and the objects of the DSL."""
    families = (
        _PRIMITIVES | _BOXES,
        {"String"},
        _LISTS | _SETS | _COLLECTIONS,
        _MAPS,
        *({dsl} for dsl in DSL_CLASSES.values()),
    )
    ours = [index for index, family in enumerate(families) if one in family]
    theirs = [index for index, family in enumerate(families) if other in family]
    return bool(ours) and bool(theirs) and ours != theirs
