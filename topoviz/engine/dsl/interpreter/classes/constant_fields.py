"""Which static fields are constants, which javac puts wherever they are read, so that reading one loads no class.

Java Language Specification 21, sections 4.12.4, 12.4.1 and 15.29.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import children

_CONSTANT_TYPES: Final = frozenset({"String", "boolean", "byte", "short", "int", "long", "char", "float", "double"})


def declared_static(info: ClassInfo, name: str) -> tree.Declare | None:
    """Find the static field of a name that a class itself declares."""
    fields = (member for member in info.fields(static=True) if isinstance(member, tree.Declare))
    return next((member for member in fields if member.name == name), None)


def is_constant(world: World, info: ClassInfo, member: tree.Declare) -> bool:
    """Tell whether a static field is one that javac puts wherever the field is read (JLS 4.12.4 and 15.29).

    Fields whose values lead back to themselves are none: com.sun.tools.javac.code.Symbol.VarSymbol#getConstValue.
    """
    waiting = [(info, member)]
    leads_to: dict[int, set[int]] = {}
    while waiting:
        owner, field = waiting.pop()
        if id(field) in leads_to:
            continue
        leads = leads_to.setdefault(id(field), set())
        is_final = not field.modifiers.isdisjoint(("final", "const")) or owner.declaration.kind == "interface"
        of_constant_type = field.type is not None and not field.type.dimensions and field.type.name in _CONSTANT_TYPES
        if field.value is None or not is_final or not (of_constant_type or world.is_kotlin(field.span)):
            return False
        for part in _parts_of_constant(field.value):
            found = _field_named(world, owner, part)
            if found is not None:
                waiting.append(found)
                leads.add(id(found[1]))
            elif not _stays_constant(part):
                return False
    return not _goes_in_circles(leads_to)


def _goes_in_circles(leads_to: dict[int, set[int]]) -> bool:
    """Tell whether some never come to an end: what leads nowhere any more is taken away until nothing changes."""
    waiting = dict(leads_to)
    while ended := [one for one, leads in waiting.items() if not leads & waiting.keys()]:
        for one in ended:
            del waiting[one]
    return bool(waiting)


def _parts_of_constant(value: tree.Expression) -> Iterator[tree.Node]:
    """Walk an expression, but not into `Class.FIELD`, which is one part."""
    waiting: list[tree.Node] = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if not isinstance(part, tree.Select):
            waiting.extend(children(part))


def _stays_constant(part: tree.Node) -> bool:
    match part:
        case tree.Literal(value=value):
            return value is not None
        case tree.Unary(operator=operator):
            return operator not in ("++", "--")
        case tree.Binary(operator=operator):
            return operator != "instanceof"
        case tree.Cast(type=type_):
            return type_.name in _CONSTANT_TYPES
        case _:
            return isinstance(part, tree.Conditional)


def _field_named(world: World, owner: ClassInfo, part: tree.Node) -> tuple[ClassInfo, tree.Declare] | None:
    around: ClassInfo | None = owner
    name = ""
    match part:
        case tree.Name(text=name):
            pass
        case tree.Select(target=tree.Name(text=of_class), name=name):
            around = find_class(world, of_class, Scope(None, None, owner))
        case _:
            return None
    while around is not None:
        for info in around.lineage():
            declared = declared_static(info, name)
            if declared is not None:
                return info, declared
        around = around.outer if isinstance(part, tree.Name) else None
    return None
