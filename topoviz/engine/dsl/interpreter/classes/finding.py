"""Which class of the text a name means, nearest first."""

from __future__ import annotations

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program_reading import add_class, link_supertypes
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import UserClass
from topoviz.engine.syntax import tree


def find_class(world: World, name: str, scope: Scope | None) -> ClassInfo | None:
    """Find a class of the text by its name as written, nearest first: in this function, nested here, anywhere."""
    around = None if scope is None else scope.find(key_of_class(name))
    local = None if around is None else around.variables[key_of_class(name)]
    if isinstance(local, UserClass):
        return local.info
    return world.program.find_class(name, None if scope is None else scope.owner)


def key_of_class(name: str) -> str:
    """Give what a class that stands in a function is kept under among the variables."""
    return f"class {name}"


def add_local_class(world: World, node: tree.ClassDeclaration, scope: Scope) -> None:
    """Make a class known that stands in a function, where it sees the variables round it."""
    info = world.program.by_declaration.get(id(node))
    is_new = info is None
    if info is None:
        info = add_class(world.program, node, scope.owner)
        info.is_local = True
    scope.variables[key_of_class(node.name)] = UserClass(info)
    if is_new:
        link_supertypes(world.program, info, lambda name: find_class(world, name, scope))
