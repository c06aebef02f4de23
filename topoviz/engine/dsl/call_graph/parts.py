"""The parts of a program that run as a whole: bodies of functions, what sets fields, and loose statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.program import Program
from topoviz.engine.dsl.program_reading import loose_statements
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


@dataclass(eq=False, slots=True)
class Part:
    """One part. `owner` is the class round it; `name` is that of the function, or of the variable that is set.

    An inner one stands inside another part: a function in a function, a method of a class in a function, or what a
    variable keeps to be run later. `supertypes` names what such a class extends.
    """

    nodes: tuple[tree.Node, ...]
    owner: ClassInfo | None
    name: str = ""
    function: FunctionInfo | None = None
    declaration: tree.FunctionDeclaration | None = None
    supertypes: tuple[str, ...] = ()
    is_inner: bool = False
    all_nodes: list[tree.Node] | None = None

    def walk(self) -> list[tree.Node]:
        """Give all nodes, in the order of the text; they are looked up once."""
        if self.all_nodes is None:
            self.all_nodes = [one for node in self.nodes for one in walk(node)]
        return self.all_nodes

    def takes(self, count: int) -> bool:
        """Tell whether it can be called with so many arguments; a variable's function takes any number."""
        return self.declaration is None or FunctionInfo(self.declaration, None).takes(count)


@dataclass(eq=False, slots=True)
class Parts:
    """All parts of a program, and those of a function, of a class and of a field."""

    whole: list[Part] = field(default_factory=list)
    inner: dict[Part, list[Part]] = field(default_factory=dict)
    of_declaration: dict[int, Part] = field(default_factory=dict)
    """Those of functions, by the identity of the declaration."""
    of_file: dict[int, Part] = field(default_factory=dict)
    """The loose statements of a file, by its number."""
    of_fields: dict[tuple[ClassInfo, str], Part] = field(default_factory=dict)
    set_with_object: dict[ClassInfo, list[Part]] = field(default_factory=dict)
    set_with_class: dict[ClassInfo, list[Part]] = field(default_factory=dict)

    def of_function(self, declaration: tree.FunctionDeclaration) -> Part | None:
        """Give the part that a function is."""
        return self.of_declaration.get(id(declaration))

    def making(self, info: ClassInfo) -> list[Part]:
        """List what runs when a class is loaded and an object of it is made, without what is above it."""
        constructors = (self.of_declaration[id(one.declaration)] for one in info.constructors)
        return [*self.set_with_object.get(info, ()), *self.set_with_class.get(info, ()), *constructors]

    def all(self) -> Iterator[Part]:
        """Give all parts, the inner ones behind those that they stand in."""
        for part in self.whole:
            yield part
            yield from self.inner[part]


def parts_of(program: Program) -> Parts:
    """Divide a program."""
    parts = Parts()
    for unit in program.units:
        statements = loose_statements(unit)
        if statements:
            parts.of_file[unit.span.file_id] = Part(statements, None)
            parts.whole.append(parts.of_file[unit.span.file_id])
    for function in program.all_functions():
        declaration = function.declaration
        defaults = tuple(one.default for one in declaration.parameters if one.default is not None)
        nodes = defaults if declaration.body is None else (*defaults, declaration.body)
        part = Part(nodes, function.owner, declaration.name, function, declaration)
        parts.of_declaration[id(declaration)] = part
        parts.whole.append(part)
    for info in program.all_classes:
        _divide_class(parts, info)
    for part in parts.whole:
        parts.inner[part] = list(_inner(part))
        for inner in parts.inner[part]:
            if inner.declaration is not None:
                parts.of_declaration.setdefault(id(inner.declaration), inner)
    return parts


def _divide_class(parts: Parts, info: ClassInfo) -> None:
    constants = info.declaration.constants
    if constants:
        part = Part(constants, info, info.name)
        parts.whole.append(part)
        parts.set_with_class.setdefault(info, []).append(part)
    for is_static, table in ((False, parts.set_with_object), (True, parts.set_with_class)):
        for member in info.fields(static=is_static):
            name = member.name if isinstance(member, tree.Declare) else ""
            part = Part((member,), info, name)
            parts.whole.append(part)
            table.setdefault(info, []).append(part)
            if name:
                parts.of_fields[info, name] = part


_AROUND_INNER: Final = (tree.New, tree.EnumConstant, tree.ClassDeclaration, tree.Declare, tree.FunctionDeclaration)


def _inner(part: Part) -> Iterator[Part]:
    """Find what stands in a part and may run at another time: functions, methods, and what variables keep."""
    kinds_of: dict[int, tuple[str, ...]] = {}
    for node in part.walk():
        if not isinstance(node, _AROUND_INNER):
            continue
        match node:
            case tree.New(type=kind, body=tree.ClassDeclaration() as body):
                kinds_of[id(body)] = (kind.simple_name,)
            case tree.EnumConstant(body=tree.ClassDeclaration() as body) if part.owner is not None:
                kinds_of[id(body)] = (part.owner.name,)
            case tree.ClassDeclaration(name=name, supertypes=supertypes, members=members):
                kinds = (*kinds_of.get(id(node), (name,)), *(one.simple_name for one in supertypes))
                kinds_of.update((id(one), kinds) for one in members if isinstance(one, tree.FunctionDeclaration))
            case tree.Declare(name=name, value=value) if value is not None and (
                isinstance(value, tree.Lambda | tree.MethodReference) or "by" in node.modifiers
            ):
                yield Part((value,), part.owner, name, is_inner=True)
            case tree.FunctionDeclaration(name=name, body=body, receiver=receiver) if body is not None:
                kinds = kinds_of.get(id(node), () if receiver is None else (receiver.simple_name,))
                yield Part((body,), part.owner, name, declaration=node, supertypes=kinds, is_inner=True)
            case _:
                pass
