"""What javac calls the classes that have no name."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import FRAGMENT_CLASS
from topoviz.engine.dsl.program_reading import loose_statements
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import children

UNNAMED: Final = "${the class of an object}"
"""What an anonymous class of Kotlin is called here, whose real name is not worked out."""


def anonymous_name(world: World, body: tree.ClassDeclaration, owner: ClassInfo | None) -> str:
    """Name an anonymous class as javac does: its number among those of the class round it, in the order of the text."""
    around: list[tree.Node] = (
        [statement for unit in world.program.units for statement in loose_statements(unit)]
        if owner is None
        else list(owner.declaration.members)
    )
    number = 0
    waiting = list(reversed(around))
    while waiting:
        part = waiting.pop()
        if isinstance(part, tree.New) and part.body is not None:
            number += 1
            if part.body is body:
                break
            waiting.extend(reversed(part.arguments))
        elif not isinstance(part, tree.ClassDeclaration):
            waiting.extend(reversed(list(children(part))))
    return f"{FRAGMENT_CLASS if owner is None else owner.binary_name}${number}"
