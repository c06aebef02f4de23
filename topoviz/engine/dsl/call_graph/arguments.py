"""Whether a function may take arguments, by what the text says of their types: which overload is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.call_graph.static_types import StaticTypes, kinds_of
from topoviz.engine.dsl.program import DSL_TYPES
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

_PARAMETERS_OF: Final = {
    "Supplier": 0, "Runnable": 0, "Callable": 0, "Function": 1, "Consumer": 1, "Predicate": 1, "UnaryOperator": 1,
    "BiFunction": 2, "BiConsumer": 2, "BiPredicate": 2, "BinaryOperator": 2,
}  # fmt: skip
"""How many parameters the functions of java.util.function have."""
_UNRELATED: Final = frozenset({
    *DSL_TYPES, "String", "Properties", "Integer", "Long", "Boolean", "Duration", "int", "long", "boolean",
})  # fmt: skip
"""Types of which none is another."""
_ALIKE: Final = {"Integer": "int", "Long": "int", "long": "int", "Int": "int", "Boolean": "boolean"}
"""Types of which one is put in the place of another."""


def may_take(function: tree.FunctionDeclaration, arguments: Sequence[tree.Node], types: StaticTypes) -> bool:
    """Tell whether the arguments may be meant for the parameters; names and defaults leave it open."""
    parameters = function.parameters
    is_open = any(one.variadic or one.default is not None for one in parameters)
    if is_open or any(isinstance(one, tree.NamedArgument) for one in arguments):
        return True
    return all(_may_be(one.type, argument, types) for one, argument in zip(parameters, arguments, strict=False))


def _may_be(wanted: TypeName | None, given: tree.Node, types: StaticTypes) -> bool:
    if wanted is None or wanted.dimensions:
        return True
    name = wanted.simple_name
    if isinstance(given, tree.Lambda):
        count = _PARAMETERS_OF.get(name)
        is_open = types.program.units[given.span.file_id].language == "kotlin" and not given.parameters
        return name not in _UNRELATED and (count is None or is_open or count == len(given.parameters))
    if isinstance(given, tree.MethodReference):
        return name not in _UNRELATED
    known = types.of(given)
    if known is None or known.dimensions:
        return True
    info = types.class_of(known)
    if info is not None:
        return name not in _UNRELATED or name in kinds_of(info)
    have = _ALIKE.get(known.simple_name, known.simple_name)
    asked = _ALIKE.get(name, name)
    return have == asked or not {have, asked} <= _UNRELATED
