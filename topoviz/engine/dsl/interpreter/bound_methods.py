"""Which functions of the text a reference to a method may mean."""

from __future__ import annotations

from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.interpreter.libraries import JAVAS_OWN
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.values import BoundMethod, Instance, UserClass


def functions_meant(world: World, method: BoundMethod) -> list[FunctionInfo]:
    """List the functions of its name: those of the object or class, else all that the text has."""
    match method.target:
        case Instance(info=info) | UserClass(info=info):
            return [one for above in info.lineage() for one in above.functions.get(method.name, ())]
        case target if isinstance(target, JAVAS_OWN):
            return list(world.program.extensions.get(method.name, ()))
        case _:
            return [one for one in world.program.all_functions() if one.declaration.name == method.name]
