"""Names in scope: blocks within functions within objects and classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from topoviz.engine.dsl.program import ClassInfo
from topoviz.engine.dsl.values import Instance, Value


@dataclass(eq=False, slots=True)
class Scope:
    """A block's variables, and the block, object and class round it.

    In Kotlin, extension functions and lambdas such as that of `apply` have a receiver, which is `this` inside them;
    `label` is how `this@label` calls it.
    """

    parent: Scope | None = None
    this: Instance | None = None
    owner: ClassInfo | None = None
    variables: dict[str, Value] = field(default_factory=dict)
    receiver: Value | None = None
    label: str = ""

    def inner(self) -> Scope:
        """Open a block inside this one."""
        return Scope(self, self.this, self.owner)

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
