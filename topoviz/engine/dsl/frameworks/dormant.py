"""Classes of beans that Spring does not know: nothing annotates them, beside others that are annotated.

People switch their examples off by a comment before `@Component` or `@Configuration`, and keep one that is on. When all
are off, or a single class was pasted without its annotation, each is taken as if it were on.

Spring: ClassPathScanningCandidateComponentProvider, ConfigurationClassParser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo, outwards
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import is_managed
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import Program
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_SPRINGS: Final = ("Autowired", "Bean")
_NO_BEANS: Final = frozenset({
    "AllArgsConstructor", "Builder", "CommonsLog", "Data", "Deprecated", "EqualsAndHashCode", "Getter", "Log", "Log4j2",
    "NoArgsConstructor", "RequiredArgsConstructor", "Setter", "Slf4j", "SuppressWarnings", "ToString",
})  # fmt: skip
"""Annotations that make nobody's beans; any other may, as one can be made of Spring's own."""


@dataclass(frozen=True, slots=True)
class Dormant:
    """Functions that are switched off, by identity; when everything is, each class is a program of its own."""

    functions: frozenset[int]
    is_all: bool

    def left_out(self, function: FunctionInfo) -> bool:
        """Tell whether a function is not followed, for others are switched on."""
        return not self.is_all and id(function) in self.functions


def find_dormant(world: World, functions: Iterable[FunctionInfo]) -> Dormant:
    """Find the functions that Spring would call if it knew their class, and say which are left out."""
    for_spring = [one for one in functions if annotated.has(one.declaration.annotations, *_SPRINGS)]
    known = _known_classes(world.program) if for_spring else set()
    asleep = [one for one in for_spring if one.owner is not None and _is_unknown(world.program, one.owner, known)]
    is_all = len(asleep) == len(for_spring)
    found = Dormant(frozenset(map(id, asleep)), is_all)
    if not is_all or any(map(is_managed, world.program.all_classes)):
        _tell(world, asleep, is_all=is_all)
    return found


def _is_unknown(program: Program, info: ClassInfo, known: set[str]) -> bool:
    if any(around.name in known or not is_plain(around) for around in outwards(info)):
        return False
    heirs = (one for one in program.all_classes if one is not info and info in list(one.lineage()))
    return all(is_plain(heir) for heir in heirs) and program.units[info.declaration.span.file_id].language == "java"


def is_plain(info: ClassInfo) -> bool:
    """Tell whether no annotation of a class can make it known to a framework."""
    return all(annotated.class_name(one) in _NO_BEANS for one in info.declaration.annotations)


def _known_classes(program: Program) -> set[str]:
    """Name the classes that other parts of the text make, import as configuration or register."""
    found: set[str] = set()
    for unit in program.units:
        for part in walk(unit):
            match part:
                case tree.New(type=kind) | tree.ClassLiteral(type=kind):
                    name = kind.simple_name
                case tree.MethodReference(name="new", target=tree.Name(text=name)):
                    pass
                case _:
                    continue
            if not any(one.declaration.span.covers(part.span) for one in program.same_named.get(name, ())):
                found.add(name)
    return found


def _tell(world: World, asleep: Sequence[FunctionInfo], *, is_all: bool) -> None:
    """Say what is left out; or, where it is all there is, that it is switched off beside other classes that are on."""
    for owner in dict.fromkeys(one.owner for one in asleep if one.owner is not None):
        reason, span = f"Nothing makes {owner.name} a bean, as others in the text are.", owner.declaration.span
        if is_all:
            effect = "It is shown as if it were one; as the text stands, Spring does not call its methods."
            world.unsure("not-a-bean", span, reason, effect, "Annotate it, or remove it.")
        else:
            effect = "Spring does not call its methods, and they are not shown."
            world.report(Diagnostic(Severity.NOTE, "not-a-bean", reason, effect, span))
    for one in asleep if not is_all else ():
        world.skip(one.declaration.body, "Spring makes no object of its class")
