"""What a framework makes by itself: objects of annotated classes, and what annotated methods return.

Spring calls both beans, and makes one of each; so does CDI for what is application-scoped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.program import ClassInfo, FunctionInfo
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import Annotation, TypeName

STEREOTYPES: Final = (
    "Component", "Service", "Repository", "Controller", "RestController", "Configuration", "SpringBootApplication",
    "TestConfiguration", "ConfigurationProperties", "ApplicationScoped", "Singleton", "Dependent", "RequestScoped",
    "Named", "Factory", "Context", "Bean", "QuarkusMain", "EnableKafkaStreams",
)  # fmt: skip
PRODUCING: Final = ("Bean", "Produces", "Singleton", "ApplicationScoped")
_PROXIED: Final = ("Configuration", "SpringBootApplication", "SpringBootConfiguration", "TestConfiguration")
_NAMING: Final = ("Component", "Service", "Repository", "Controller", "RestController", "Configuration", "Named")
_NAMED: Final = ("Qualifier", "Named")
Condition = Callable[[tuple[Annotation, ...]], bool]
"""Tells by its annotations whether there may be a bean."""
MOST_CLASSES: Final = 10_000
"""Of so many classes it is kept what stands at them: every start asks again, often for each parameter."""


@lru_cache(maxsize=MOST_CLASSES)
def is_managed(info: ClassInfo) -> bool:
    """Tell whether a framework makes the one object of this class."""
    return annotated.has(info.declaration.annotations, *STEREOTYPES)


def is_producer(function: FunctionInfo) -> bool:
    """Tell whether a framework calls this method once, for what it returns."""
    declaration = function.declaration
    return (
        function.owner is not None
        and declaration.return_type is not None
        and declaration.body is not None
        and annotated.has(declaration.annotations, *PRODUCING)
    )


def is_proxied(function: FunctionInfo) -> bool:
    """Tell whether even the program itself gets the one bean when it calls the method.

    Spring: ConfigurationClassEnhancer. It is so in a class of configuration, unless `proxyBeanMethods` says otherwise.
    """
    if function.owner is None or function.declaration.is_static:
        return False
    if not annotated.has(function.declaration.annotations, "Bean"):
        return False
    of_class = annotated.find(function.owner.declaration.annotations, *_PROXIED)
    setting = annotated.argument(of_class, "proxyBeanMethods")
    return of_class is not None and not (isinstance(setting, tree.Literal) and setting.value is False)


def bean_name(function: FunctionInfo) -> str:
    """Name what a method produces: as its annotation says, else like the method."""
    declaration = function.declaration
    given = annotated.text_argument(annotated.find(declaration.annotations, "Bean"), "value", "name")
    return (
        given
        or annotated.text_argument(annotated.find(declaration.annotations, "Named"), "value")
        or (declaration.name)
    )


def producers(classes: Iterable[ClassInfo]) -> Iterator[FunctionInfo]:
    """Give the methods that produce something, class by class, in the order of the text."""
    for info in classes:
        yield from _producers_of(info)


@lru_cache(maxsize=MOST_CLASSES)
def _producers_of(info: ClassInfo) -> tuple[FunctionInfo, ...]:
    members = [one for one in info.declaration.members if isinstance(one, tree.FunctionDeclaration)]
    functions = (
        function for one in members for function in info.functions.get(one.name, ()) if function.declaration is one
    )
    return tuple(filter(is_producer, functions))


def wanted_name(given: tuple[Annotation, ...], name: str) -> tuple[str, bool]:
    """Give the name by which a bean is asked for, and whether an annotation says it."""
    asked = annotated.text_argument(annotated.find(given, *_NAMED), "value")
    return (asked, True) if asked else (name, False)


def producer_of(
    classes: Iterable[ClassInfo], wanted: TypeName, given: tuple[Annotation, ...], name: str, may_be: Condition
) -> FunctionInfo | None:
    """Find the method that a framework would call for a value of this type: the only one, or the one so named."""
    asked, is_told = wanted_name(given, name)
    found = [
        one
        for one in producers(classes)
        if one.declaration.return_type and is_for(wanted, one.declaration.return_type)
        if one.owner is not None and may_be((*one.declaration.annotations, *one.owner.declaration.annotations))
    ]
    named = [one for one in found if bean_name(one) == asked]
    primary = [one for one in found if annotated.has(one.declaration.annotations, "Primary")]
    if len(primary) == 1 and not is_told:
        return primary[0]
    if is_told or len(found) > 1:
        return named[0] if len(named) == 1 else None
    return found[0] if found else None


def component_name(info: ClassInfo) -> str:
    """Name a component: as its annotation says, else in small letters unless it begins with two capitals."""
    given = annotated.text_argument(annotated.find(info.declaration.annotations, *_NAMING), "value")
    return given or (info.name if info.name[:2].isupper() else info.name[:1].lower() + info.name[1:])


def class_for(
    classes: Iterable[ClassInfo], wanted: TypeName, given: tuple[Annotation, ...], name: str, may_be: Condition
) -> ClassInfo | None:
    """Find the class of the text whose object a framework would give for a type: itself, or one below it.

    Of several it is the one asked for by name, the primary one, or the one called like what it is given to.
    """
    if wanted.dimensions:
        return None
    managed = [info for info in classes if is_managed(info) and is_concrete(info)]
    fitting = [info for info in managed if any(one.name == wanted.simple_name for one in info.lineage())]
    fitting = [info for info in fitting if may_be(info.declaration.annotations)]
    asked, is_told = wanted_name(given, name)
    primary = [info for info in fitting if annotated.has(info.declaration.annotations, "Primary")]
    if len(fitting) > 1 and not (len(primary) == 1 and not is_told):
        fitting = [info for info in fitting if component_name(info) == asked]
    elif len(fitting) > 1:
        fitting = primary
    return fitting[0] if len(fitting) == 1 else None


def is_concrete(info: ClassInfo) -> bool:
    """Tell whether there can be objects of the class itself."""
    return info.declaration.kind in ("class", "record") and "abstract" not in info.declaration.modifiers


def is_for(wanted: TypeName, returned: TypeName) -> bool:
    """Tell whether a returned type satisfies a wanted one; arguments count where both have them."""
    waiting = [(wanted, returned)]
    while waiting:
        one, other = waiting.pop()
        if one.simple_name == "?" or other.simple_name == "?":
            continue
        if one.simple_name != other.simple_name or one.dimensions != other.dimensions:
            return False
        if len(one.arguments) == len(other.arguments):
            waiting.extend(zip(one.arguments, other.arguments, strict=True))
    return True


def belong_together(one: ClassInfo | None, other: ClassInfo | None) -> bool:
    """Tell whether two classes can be of one application: not when both make something of one name."""
    if one is None or other is None or one is other:
        return True
    return not _produced_names(one) & _produced_names(other)


def _produced_names(info: ClassInfo) -> set[str]:
    functions = (function for functions in info.functions.values() for function in functions)
    return {bean_name(function) for function in functions if is_producer(function)}
