"""Names in scope: blocks within functions within objects and classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.program import ClassInfo
from topoviz.engine.dsl.values import Instance, Value
from topoviz.engine.syntax.tree import TypeName


@dataclass(eq=False, slots=True)
class Scope:
    """A block's variables, and the block, object and class round it.

    In Kotlin, extension functions and lambdas such as that of `apply` have a receiver, which is `this` inside them;
    `label` is how `this@label` calls it. `types` are those of variables that hold numbers or letters.
    """

    parent: Scope | None = None
    this: Instance | None = None
    owner: ClassInfo | None = None
    variables: dict[str, Value] = field(default_factory=dict)
    receiver: Value | None = None
    label: str = ""
    types: dict[str, str] | None = None

    def inner(self) -> Scope:
        """Open a block inside this one."""
        return Scope(self, self.this, self.owner)

    def declare(self, name: str, declared: TypeName) -> None:
        """Remember the declared type of a variable that holds a number or a letter."""
        if is_primitive(declared.name) and not declared.dimensions:
            self.types = {**(self.types or {}), name: declared.name}
        elif self.types is not None:
            self.types.pop(name, None)

    def type_of(self, name: str) -> str:
        """Give the declared type of one of these variables, if it holds a number or a letter."""
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
