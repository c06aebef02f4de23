"""What a framework makes by itself: objects of annotated classes, and what annotated methods return.

Spring calls both beans, and makes one of each; so does CDI for what is application-scoped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import Annotation, TypeName

STEREOTYPES: Final = (
    "Component", "Service", "Repository", "Controller", "RestController", "Configuration", "SpringBootApplication",
    "TestConfiguration", "ConfigurationProperties", "ApplicationScoped", "Singleton", "Dependent", "RequestScoped",
    "Named", "Factory", "Context", "Bean", "QuarkusMain", "EnableKafkaStreams",
)  # fmt: skip
PRODUCING: Final = ("Bean", "Produces", "Singleton", "ApplicationScoped")
_PROXIED: Final = ("Configuration", "SpringBootApplication", "SpringBootConfiguration", "TestConfiguration")
_NAMING: Final = (
    "Bean", "Component", "Service", "Repository", "Controller", "RestController", "Configuration", "Named",
)  # fmt: skip
Bean = ClassInfo | FunctionInfo
"""What a framework makes of a class of the text, or gets from a method."""

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


def bean_name(bean: Bean) -> str:
    """Name a bean: as its annotation says, else like its method, or its class in small letters.

    A class that begins with two capitals keeps them.
    """
    small = bean.declaration.name
    if isinstance(bean, ClassInfo) and not small[:2].isupper():
        small = small[:1].lower() + small[1:]
    return annotated.text(bean.declaration.annotations, *_NAMING) or small


def given_to(bean: Bean) -> tuple[Annotation, ...]:
    """Give the annotations of a class; or of a method, behind those of its class."""
    owner = bean.owner if isinstance(bean, FunctionInfo) else None
    return (*(() if owner is None else owner.declaration.annotations), *bean.declaration.annotations)


def producers(classes: Iterable[ClassInfo], *wanted: TypeName) -> Iterator[FunctionInfo]:
    """Give the methods that produce something of one of these types, class by class, in the order of the text."""
    made = ((one, one.declaration.return_type) for info in classes for one in producers_of(info))
    return (one for one, returned in made if returned is not None and any(is_for(kind, returned) for kind in wanted))


@lru_cache(maxsize=MOST_CLASSES)
def producers_of(info: ClassInfo) -> tuple[FunctionInfo, ...]:
    """Give the methods of a class that produce something."""
    members = [one for one in info.declaration.members if isinstance(one, tree.FunctionDeclaration)]
    functions = (
        function for one in members for function in info.functions.get(one.name, ()) if function.declaration is one
    )
    return tuple(filter(is_producer, functions))


def managed(classes: Iterable[ClassInfo], wanted: TypeName) -> Iterator[ClassInfo]:
    """Give the classes of which a framework makes the one object, those that are of a type or below it."""
    concrete = (one for one in classes if is_managed(one) and one.declaration.kind in ("class", "record"))
    return (one for one in concrete if "abstract" not in one.declaration.modifiers and is_below(wanted, one))


def asking(function: FunctionInfo, wanted: TypeName) -> list[tree.Parameter | tree.Declare]:
    """List the parameters of a method that are of a type, else those of its class's constructors, and its fields."""
    owner = function.owner
    asked: list[tree.Parameter | tree.Declare] = [*function.declaration.parameters]
    if owner is not None and not any(one.type is not None and is_for(wanted, one.type) for one in asked):
        asked += [parameter for one in owner.constructors for parameter in one.declaration.parameters]
        asked += owner.variables()
    return [one for one in asked if one.type is not None and is_for(wanted, one.type)]


def is_below(wanted: TypeName, info: ClassInfo) -> bool:
    """Tell whether the objects of a class are of a type."""
    return not wanted.dimensions and any(one.name == wanted.simple_name for one in info.lineage())


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
    return not set(map(bean_name, producers_of(one))) & set(map(bean_name, producers_of(other)))
