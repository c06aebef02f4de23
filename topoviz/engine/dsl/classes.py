"""The classes and functions that a text declares, each with the one it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.pieces import ELIDED
from topoviz.engine.syntax.tree import ClassDeclaration, Declare, FunctionDeclaration, Initializer

_DEEPEST: Final = 100
"""So many interfaces may extend each other; no program comes near, except one that is wrong and goes in a circle."""


@dataclass(eq=False, slots=True)
class FunctionInfo:
    """A function with its body, and the class it belongs to."""

    declaration: FunctionDeclaration
    owner: ClassInfo | None

    @property
    def is_plain(self) -> bool:
        """Tell whether it is called by its name and brackets: it extends no type and computes no property."""
        return self.declaration.receiver is None and "getter" not in self.declaration.modifiers

    def takes(self, count: int) -> bool:
        """Tell whether it can be called with so many arguments."""
        parameters = self.declaration.parameters
        least = sum(1 for parameter in parameters if parameter.default is None and not parameter.variadic)
        if any(parameter.variadic for parameter in parameters):
            return count >= least
        return least <= count <= len(parameters)


def fitting(functions: Sequence[FunctionInfo], count: int) -> FunctionInfo | None:
    """Choose the function for so many arguments: the first that has exactly as many parameters, else one that fits."""
    exact = (
        one
        for one in functions
        if len(one.declaration.parameters) == count and not any(p.variadic for p in one.declaration.parameters)
    )
    return next(exact, None) or next((one for one in functions if one.takes(count)), None)


@dataclass(eq=False)
class ClassInfo:
    """A class of the text with its members by name; `binary_name` is what Java calls it at run time.

    A local one stands in a function, or has no name, and sees the variables round it.
    """

    declaration: ClassDeclaration
    outer: ClassInfo | None
    binary_name: str
    functions: dict[str, list[FunctionInfo]] = field(default_factory=dict)
    constructors: list[FunctionInfo] = field(default_factory=list)
    nested: dict[str, ClassInfo] = field(default_factory=dict)
    supertypes: tuple[ClassInfo, ...] = ()
    is_local: bool = False

    @property
    def name(self) -> str:
        """The simple name; empty for an anonymous class."""
        return self.declaration.name

    @property
    def path(self) -> str:
        """The name by which an import means it."""
        return self.binary_name.replace("$", ".")

    @property
    def is_abstract(self) -> bool:
        """Tell whether there are objects of classes below it alone."""
        return self.declaration.kind == "interface" or not {"abstract", "sealed"}.isdisjoint(self.declaration.modifiers)

    def sees_variables(self) -> bool:
        """Tell whether the class stands in a function, by itself or with a class round it."""
        return any(around.is_local for around in outwards(self))

    @cached_property
    def own_fields(self) -> frozenset[str]:
        """Name the fields of its objects that this class itself declares."""
        return frozenset(member.name for member in self.variables())

    @cached_property
    def number_types(self) -> Mapping[str, str]:
        """Give the declared types of its fields, but of arrays nothing."""
        members = [one for one in self.declaration.members if isinstance(one, Declare)]
        return {one.name: one.type.name if one.type and not one.type.dimensions else "" for one in members}

    def number_type(self, name: str) -> str:
        """Give the declared type of a field, here or above, that holds a number or a letter; else nothing."""
        return next((info.number_types[name] for info in self.lineage() if name in info.number_types), "")

    def find_function(self, name: str, count: int) -> FunctionInfo | None:
        """Find a method by name and number of arguments, here or in a supertype of the text."""
        for info in self.lineage():
            functions = info.functions.get(name, ())
            found = fitting([one for one in functions if one.is_plain and one.declaration.body is not None], count)
            if found is not None:
                return found
        return None

    def find_getter(self, name: str) -> FunctionInfo | None:
        """Find the function that computes a property, here or in a supertype of the text."""
        return next((one for info in self.lineage() for one in info.accessors("getter", name)), None)

    def overriding(self, kind: str, name: str) -> FunctionInfo | None:
        """Find the getter or setter of a property that Kotlin runs; one that keeps a value below has its own."""
        for info in self.lineage():
            found = info.accessors(kind, name if kind == "getter" else f"set{name[:1].upper()}{name[1:]}")
            if found or name in info.own_fields:
                return found[0] if found else None
        return None

    def accessors(self, kind: str, name: str) -> list[FunctionInfo]:
        """List the getters or setters of this class itself that have a name, without those of other types."""
        functions = [one for one in self.functions.get(name, ()) if kind in one.declaration.modifiers]
        return [one for one in functions if one.declaration.receiver is None]

    def lineage(self) -> Iterator[ClassInfo]:
        """Give this class and its supertypes of the text, each once: classes first, then interfaces, nearest first.

        A class's method wins over an interface's, and an interface's over that of one which it extends (JLS 8.4.8).
        """
        if not self.supertypes:
            yield self
            return
        interfaces: dict[ClassInfo, int] = {}
        waiting = [(self, 0)]
        seen = {self}
        while waiting:
            info, depth = waiting.pop(0)
            if info.declaration.kind == "interface" and info is not self:
                interfaces[info] = max(depth, interfaces.get(info, 0))
            else:
                yield info
            for supertype in info.supertypes:
                goes_deeper = supertype in interfaces and depth < _DEEPEST
                if supertype not in seen or (goes_deeper and interfaces[supertype] <= depth):
                    seen.add(supertype)
                    waiting.append((supertype, depth + 1))
        yield from sorted(interfaces, key=interfaces.__getitem__)

    def final_fields(self) -> frozenset[str]:
        """Name the fields that are never assigned again, here and in the supertypes of the text."""
        names: set[str] = set()
        for info in self.lineage():
            if info.declaration.kind == "record":
                names.update(component.name for component in info.declaration.parameters)
            names.update(
                member.name
                for member in info.declaration.members
                if isinstance(member, Declare) and "final" in member.modifiers
            )
        return frozenset(names)

    def constructors_written(self) -> list[FunctionInfo]:
        """Give the constructors with parameters of their own; a record's compact one has none."""
        return [one for one in self.constructors if "compact" not in one.declaration.modifiers]

    @cached_property
    def hidden_fields(self) -> frozenset[str]:
        """Name the fields that more than one class of the lineage declares, so that an object has two of them."""
        names = [
            member.name
            for info in self.lineage()
            for member in info.fields(static=False)
            if isinstance(member, Declare) and "abstract" not in member.modifiers
        ]
        return frozenset(name for name in names if names.count(name) > 1)

    def left_out(self) -> Span | None:
        """Give the place where the text leaves members out, as documentation does."""
        members = self.declaration.members
        return next((one.span for one in members if isinstance(one, tree.Unknown) and one.reason == ELIDED), None)

    def fields(self, *, static: bool) -> Iterator[Declare | Initializer]:
        """Give the static or the instance fields and initializers, in order."""
        always_static = self.declaration.kind == "interface"
        for member in self.declaration.members:
            match member:
                case Declare(modifiers=modifiers) if (always_static or "static" in modifiers) == static:
                    yield member
                case Initializer(is_static=is_static) if is_static == static:
                    yield member
                case _:
                    pass

    def variables(self) -> Iterator[Declare]:
        """Give the fields that each object has, in order."""
        return (member for member in self.fields(static=False) if isinstance(member, Declare))


def outwards(info: ClassInfo | None) -> Iterator[ClassInfo]:
    """Give a class and those round it, the nearest first."""
    while info is not None:
        yield info
        info = info.outer
