"""Names in scope: blocks within functions within objects and classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.values import Instance, Value
from topoviz.engine.syntax.tree import TypeName

NOT_DECLARED: Final = "?"
"""The type of a lambda's parameter that is declared without one."""


@dataclass(eq=False, slots=True)
class Scope:
    """A block's variables, and the block, object and class round it.

    In Kotlin, extension functions and lambdas such as that of `apply` have a receiver, which is `this` inside them;
    `label` is how `this@label` calls it. `types` are those of variables that hold numbers or letters, or any object.
    `variable_names` are those that Kotlin declares with `var`, so that they may be given another value.
    """

    parent: Scope | None = None
    this: Instance | None = None
    owner: ClassInfo | None = None
    variables: dict[str, Value] = field(default_factory=dict)
    receiver: Value | None = None
    label: str = ""
    types: dict[str, str] | None = None
    variable_names: frozenset[str] = frozenset()

    def inner(self) -> Scope:
        """Open a block inside this one."""
        return Scope(self, self.this, self.owner)

    def declare(self, name: str, declared: TypeName) -> None:
        """Remember the declared type of a variable that holds a number or a letter, or that says nothing else."""
        if (is_primitive(declared.name) or _says_nothing(declared.name)) and not declared.dimensions:
            self.types = {**(self.types or {}), name: declared.name}
        elif self.types is not None:
            self.types.pop(name, None)

    def type_of(self, name: str) -> str:
        """Give the declared type of one of these variables, if it is kept."""
        return "" if self.types is None else self.types.get(name, "")

    def find(self, name: str) -> Scope | None:
        """Find the nearest scope that has a variable of this name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.variables:
                return scope
            scope = scope.parent
        return None

    def receivers(self) -> Iterator[Scope]:
        """Give the scopes that have a receiver, nearest first, as far as they belong to the same object."""
        scope: Scope | None = self
        while scope is not None and scope.this is self.this:
            if scope.receiver is not None:
                yield scope
            scope = scope.parent


def _says_nothing(type_name: str) -> bool:
    """Tell whether a type is Object or, by custom of writing, a type variable, or that of a lambda's parameter."""
    return type_name in ("Object", NOT_DECLARED) or (len(type_name) == 1 and type_name.isupper())
