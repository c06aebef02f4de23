"""Take a program in: its classes with what stands in them and above them, its loose functions and statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.program import FRAGMENT_CLASS, Program
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.build_files import ModuleLayout
from topoviz.engine.syntax.tree import ClassDeclaration, FunctionDeclaration, Import, Unit

_ONE_MODULE: Final = ModuleLayout()


def read_program(units: Sequence[Unit], layout: ModuleLayout = _ONE_MODULE) -> Program:
    """Collect the classes and functions of all files."""
    program = Program(tuple(units), layout)
    for unit in units:
        program.beside_statements.update(map(id, _beside_statements(unit)))
        for statement in unit.statements:
            if isinstance(statement, ClassDeclaration):
                add_class(program, statement, None, unit.package)
            elif isinstance(statement, FunctionDeclaration):
                program.functions.setdefault(statement.name, []).append(FunctionInfo(statement, None))
    for info in program.all_classes:
        link_supertypes(program, info)
    for function in program.all_functions():
        if function.declaration.receiver is not None:
            program.extensions.setdefault(function.declaration.name, []).append(function)
    return program


def add_class(program: Program, declaration: ClassDeclaration, outer: ClassInfo | None, package: str = "") -> ClassInfo:
    """Make a class and those nested in it known; local and anonymous classes are added when they are met."""
    top = ClassInfo(declaration, outer, _binary_name(program, declaration, outer, package))
    waiting = [top]
    while waiting:
        info = waiting.pop(0)
        program.all_classes.append(info)
        program.by_declaration[id(info.declaration)] = info
        if info.declaration.kind == "file":
            program.file_classes.append(info)
        if info.name:
            program.same_named.setdefault(info.name, []).append(info)
            known = program.classes.get(info.name)
            if known is None or (known.outer is not None and info.outer is None):
                program.classes[info.name] = info
        for member in info.declaration.members:
            if isinstance(member, ClassDeclaration):
                nested = ClassInfo(member, info, f"{info.binary_name}${member.name}")
                info.nested[member.name] = nested
                waiting.append(nested)
            elif isinstance(member, FunctionDeclaration):
                function = FunctionInfo(member, info)
                if member.is_constructor:
                    info.constructors.append(function)
                else:
                    info.functions.setdefault(member.name, []).append(function)
    return top


def _binary_name(program: Program, declaration: ClassDeclaration, outer: ClassInfo | None, package: str) -> str:
    """Name a class as javac does; one inside a function gets a number before its name, counted by name."""
    if outer is None and id(declaration) not in program.beside_statements:
        return f"{package}.{declaration.name}" if package else declaration.name
    around = FRAGMENT_CLASS if outer is None else outer.binary_name
    if outer is not None and (not declaration.name or any(one is declaration for one in outer.declaration.members)):
        return f"{around}${declaration.name}"
    known = (id(outer), declaration.name)
    program.inside_functions[known] += 1
    return f"{around}${program.inside_functions[known]}{declaration.name}"


def _beside_statements(unit: Unit) -> list[ClassDeclaration]:
    """Give the classes that stand among loose statements, which are taken to stand in a function.

    Beside imports they are taken to be the classes of a file, to which statements were added.
    """
    is_file = any(isinstance(statement, Import) for statement in unit.statements)
    if is_file or not loose_statements(unit):
        return []
    return [statement for statement in unit.statements if isinstance(statement, ClassDeclaration)]


def link_supertypes(program: Program, info: ClassInfo, find: Callable[[str], ClassInfo | None] | None = None) -> None:
    """Find the supertypes that the text has, those of a class in a function as they are found there.

    The link that would close a circle is left out, and its class noted.
    """
    found = []
    for supertype in info.declaration.supertypes:
        known = program.find_class(supertype.name, info.outer, info) if find is None else find(supertype.name)
        if known is not None:
            found.append(known)
    info.supertypes = tuple(found)
    if any(info in known.lineage() for known in found):
        program.circles.append(info)
        info.supertypes = ()


def loose_statements(unit: Unit) -> tuple[tree.Statement, ...]:
    """Give what stands outside classes and functions: the whole program, when a fragment was pasted."""
    return tuple(
        statement
        for statement in unit.statements
        if not isinstance(statement, ClassDeclaration | FunctionDeclaration | Import)
    )
