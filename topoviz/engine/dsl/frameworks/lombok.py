"""Members that Lombok writes into a class when it is compiled: getters, setters and constructors.

Lombok: @Getter, @Setter, @Data, @Value, @AllArgsConstructor, @RequiredArgsConstructor, @Builder.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.values import Instance
from topoviz.engine.syntax import tree

_WITH_ALL: Final = ("Value", "Builder")


def getter_field(target: Instance, method: str) -> str | None:
    """Name the field that a getter written by Lombok gives; None when Lombok writes no such getter."""
    for prefix in ("get", "is"):
        name = _field_name(method, prefix)
        if name and _is_written(target.info, name, "Getter", "Data", "Value"):
            return name
    return None


def setter_field(target: Instance, method: str) -> str | None:
    """Name the field that a setter written by Lombok sets; None when Lombok writes no such setter."""
    name = _field_name(method, "set")
    return name if name and _is_written(target.info, name, "Setter", "Data") else None


def constructors(info: ClassInfo) -> list[FunctionInfo]:
    """Give the constructors that Lombok writes, which fill fields in the order of the text."""
    given = info.declaration.annotations
    found: list[list[tree.Declare]] = []
    if annotated.has(given, "AllArgsConstructor") or (annotated.has(given, *_WITH_ALL) and not info.constructors):
        found.append([member for member in info.variables() if not _is_settled(member)])
    if annotated.has(given, "RequiredArgsConstructor") or (annotated.has(given, "Data") and not info.constructors):
        found.append([member for member in info.variables() if _is_required(member)])
    return [_constructor(info, members) for members in found]


def _constructor(info: ClassInfo, members: list[tree.Declare]) -> FunctionInfo:
    parameters = tuple(tree.Parameter(member.span, member.name, member.type) for member in members)
    declaration = tree.FunctionDeclaration(
        info.declaration.span, info.name, parameters, None, None, is_constructor=True
    )
    return FunctionInfo(declaration, info)


def _is_settled(member: tree.Declare) -> bool:
    return "final" in member.modifiers and member.value is not None


def _is_required(member: tree.Declare) -> bool:
    is_asked_for = "final" in member.modifiers or annotated.has(member.annotations, "NonNull")
    return is_asked_for and member.value is None


def _is_written(info: ClassInfo, field: str, *names: str) -> bool:
    for candidate in info.lineage():
        for member in candidate.variables():
            if member.name == field:
                return annotated.has((*member.annotations, *candidate.declaration.annotations), *names)
    return False


def _field_name(method: str, prefix: str) -> str:
    rest = method.removeprefix(prefix)
    return rest[:1].lower() + rest[1:] if rest != method and rest[:1].isupper() else ""
