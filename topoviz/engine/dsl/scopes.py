"""Names in scope: blocks within functions within objects and classes."""

from __future__ import annotations

from dataclasses import dataclass, field

from topoviz.engine.dsl.program import ClassInfo
from topoviz.engine.dsl.values import Instance, Value


@dataclass(eq=False, slots=True)
class Scope:
    """A block's variables, and the block, object and class round it."""

    parent: Scope | None = None
    this: Instance | None = None
    owner: ClassInfo | None = None
    variables: dict[str, Value] = field(default_factory=dict)

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
