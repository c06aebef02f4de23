"""A call on an object that the text does not make, of a class or an interface that it has: who may stand behind it.

A framework or a registry chooses the object. The method that it has is in the text, and is not passed over: that of the
only class below, or of the first of several, is followed on an assumption.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.frameworks.objects import object_from_outside
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.values import Unknown
from topoviz.engine.syntax import tree

_SHOWN: Final = 4
"""So many classes are named."""


def implementors(world: World, node: tree.Call, target: Unknown, count: int) -> list[ClassInfo]:
    """List the classes of which the object may be, where the call leads to the DSL: those that have the method."""
    info = world.program.classes.get(target.type_name)
    if info is None or not world.graph.may_run(node) or id(node) not in world.graph.leading:
        return []
    made = (one for one in world.program.all_classes if one.name and not one.is_local and not one.is_abstract)
    below = (one for one in made if one.declaration.kind != "enum" and info in one.lineage())
    return [one for one in below if one.find_function(node.name, count) is not None]


def stand_in(world: World, node: tree.Call, target: Unknown, found: list[ClassInfo]) -> Step:
    """Make the object that is taken to stand there, and say which others there are."""
    if len(found) > 1:
        names = [one.name for one in found[:_SHOWN]] + ["…"] * (len(found) > _SHOWN)
        world.unsure(
            "several-classes",
            node.name_span,
            f"{target.key} may be of {', '.join(names)}; which of them it is, does not follow from the text.",
            f"{found[0].name} is shown; all names and numbers are unsure.",
            "Paste the code that chooses it.",
        )
    return (yield object_from_outside(world, found[0]))
