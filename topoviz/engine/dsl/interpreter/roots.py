"""Where a program starts: loose statements, and functions that make operators and that nobody in the text calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.call_graph.static_types import kinds_of
from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import is_producer
from topoviz.engine.dsl.frameworks.bound_functions import find_bound
from topoviz.engine.dsl.frameworks.cloud_functions import CloudFunction
from topoviz.engine.dsl.frameworks.dormant import find_dormant, is_plain
from topoviz.engine.dsl.frameworks.shared_builder import Called, called_with_builder
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.modules import is_main
from topoviz.engine.dsl.program import Program
from topoviz.engine.dsl.program_reading import loose_statements
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree


@dataclass(frozen=True, slots=True)
class Root:
    """One start: a function, the loose statements of a file, or all that a framework calls with one builder."""

    name: str
    function: FunctionInfo | None = None
    statements: tuple[tree.Statement, ...] = ()
    initializer: ClassInfo | None = None
    parts: tuple[Called, ...] = ()
    unit: tuple[CloudFunction, ...] = ()
    application: str | None = None
    """The application, where it does not follow from the place."""
    heir: ClassInfo | None = None
    """The class of which the object is on which the function is called, where its own is abstract."""

    def place(self) -> Span | None:
        """Give the place in the text where it starts."""
        nodes = (*self._declarations(), *self.statements)
        return nodes[0].span if nodes else None

    def annotations(self) -> tuple[tree.Annotation, ...]:
        """Give the annotations of what it starts with."""
        return next((one.annotations for one in self._declarations()), ())

    def _declarations(self) -> list[tree.FunctionDeclaration | tree.ClassDeclaration]:
        found: list[tree.FunctionDeclaration | tree.ClassDeclaration] = [one.declaration for one in self.functions()]
        return found if self.initializer is None else [*found, self.initializer.declaration]

    def functions(self) -> list[FunctionInfo]:
        """List the functions that it starts with."""
        functions = [] if self.function is None else [self.function]
        return functions + [part.function for part in self.parts] + [one.function for one in self.unit]

    def owners(self) -> list[ClassInfo | None]:
        """List the classes of the functions that it starts with."""
        return [function.owner for function in self.functions()]


def find_roots(world: World) -> list[Root]:
    """List the starts in the order of the text; `main` comes first."""
    graph = world.graph
    roots: list[Root] = []
    for unit in world.program.units:
        statements = loose_statements(unit)
        if any(world.has_dsl(statement) for statement in statements):
            roots.append(Root("the pasted statements", statements=statements))
    functions = [
        function
        for function in world.program.all_functions()
        if function.declaration.body is not None
        and world.has_dsl(function.declaration.body)
        and not runs_per_record(function)
    ]
    dormant = find_dormant(world, functions)
    functions = [one for one in functions if not dormant.left_out(one)]
    bound = find_bound(world, functions)
    roots.extend(Root(" | ".join(describe_function(one.function) for one in unit), unit=unit) for unit in bound.units)
    uncalled = [
        function
        for function in functions
        if (not _may_be_called(world, function) or is_producer(function) or is_called_by_framework(function))
        and id(function) not in bound.functions
    ]
    parts = called_with_builder(uncalled, world.program.all_classes)
    owners = dict.fromkeys(part.owner for part in parts if id(part.function) in dormant.functions)
    for owner in owners:
        own = [part for part in parts if part.owner is owner]
        roots.append(Root(describe_parts(own), parts=tuple(own)))
    shared = [part for part in parts if part.owner not in owners]
    for application, own in _by_application(world, shared).items():
        roots.append(Root(describe_parts(own), parts=tuple(own), application=application))
    for function in uncalled:
        if any(part.function is function for part in parts):
            continue
        roots.append(Root(describe_function(function), function))
    roots = [one for root in _without_dead(roots) for one in on_heirs(world.program, root)]
    abstract: list[ClassInfo] = []
    for info in world.program.all_classes:
        members = (*info.fields(static=False), *info.fields(static=True))
        has_start = any(owner is info for root in roots for owner in root.owners())
        if not has_start and not graph.is_made(info) and any(world.has_dsl(member) for member in members):
            if info.is_abstract:
                abstract.append(info)
            else:
                roots.append(Root(f"class {info.name}", initializer=info))
    if not roots:
        # Nobody makes an object of an abstract class, but one of a class below it, which is in the text or elsewhere.
        made = [heir for info in abstract for heir in _heirs(world.program, info) or [info]]
        roots.extend(Root(f"class {info.name}", initializer=info) for info in dict.fromkeys(made))
    # Java itself starts a program's `main`, even if another part of the text calls it too.
    started = {id(root.function) for root in roots if root.function is not None}
    mains = [one for one in functions if is_main(one) and id(one) not in started]
    if not roots and not mains and functions:
        # They all call each other; somebody outside must call one of them.
        roots.append(Root(describe_function(functions[0]), functions[0]))
    first = sorted(roots, key=lambda root: not root.name.endswith("main()"))
    return [*first, *(Root(describe_function(main), main) for main in mains)]


def _by_application(world: World, parts: Sequence[Called]) -> dict[str | None, list[Called]]:
    """Divide what a framework calls: each application has a builder of its own, to which its libraries add too."""
    found: dict[str | None, list[Called]] = {}
    for part in parts:
        file_id = part.owner.declaration.span.file_id
        for application in world.modules.applications_with(file_id) or (None,):
            found.setdefault(application, []).append(part)
    return found


def application_at(world: World, place: Span | None) -> str | None:
    """Give the application that a place of the text is part of."""
    return None if place is None else world.modules.application_of(place.file_id)


def on_heirs(program: Program, root: Root) -> list[Root]:
    """Call the method of an abstract class on an object of each class below it that the text has."""
    function = root.function
    if function is None or function.owner is None or function.declaration.is_static or not function.owner.is_abstract:
        return [root]
    name, count = function.declaration.name, len(function.declaration.parameters)
    heirs = [one for one in _heirs(program, function.owner) if one.find_function(name, count) is function]
    return [Root(f"{one.name}.{name}()", function, heir=one) for one in heirs] or [root]


def _heirs(program: Program, info: ClassInfo) -> list[ClassInfo]:
    """List the classes below one of which there may be objects."""
    others = (one for one in program.all_classes if one is not info and one.name and not one.is_local)
    return [one for one in others if not one.is_abstract and info in one.lineage()]


def is_called_by_framework(function: FunctionInfo) -> bool:
    """Tell whether a framework calls a method by itself, whatever in the text is called like it."""
    return annotated.has(function.declaration.annotations, *_CALLED_BY_FRAMEWORKS)


_CALLED_BY_FRAMEWORKS: Final = (
    "AfterEach", "Autowired", "Bean", "BeforeEach", "EventListener", "Inject", "ParameterizedTest", "PostConstruct",
    "Produces", "StreamListener", "Test",
)  # fmt: skip


_PER_RECORD: Final = {
    "Aggregator": "apply", "ForeachAction": "apply", "FixedKeyProcessor": "process", "Initializer": "apply",
    "KeyValueMapper": "apply", "Merger": "apply", "Predicate": "test", "Processor": "process", "Reducer": "apply",
    "StreamPartitioner": "partition", "TimestampExtractor": "extract", "TopicNameExtractor": "extract",
    "Transformer": "transform", "ValueJoiner": "apply", "ValueJoinerWithKey": "apply", "ValueMapper": "apply",
    "ValueMapperWithKey": "apply", "ValueTransformer": "transform", "ValueTransformerWithKey": "transform",
}  # fmt: skip
"""What Kafka Streams itself calls for each record, when the topology is long made."""


def is_nobodys(world: World, function: FunctionInfo) -> bool:
    """Tell whether nothing that was followed calls a function, and no framework or library can know of it."""
    declaration = function.declaration
    lineage = () if function.owner is None else tuple(function.owner.lineage())
    is_known = declaration.annotations or any(one.declaration.supertypes or not is_plain(one) for one in lineage)
    if is_known or declaration.is_constructor or is_main(function):
        return False
    part = world.graph.parts.of_function(declaration)
    callers = () if part is None else world.graph.callers.get(part, ())
    return not any(one.declaration is not None and id(one.declaration) in world.entered for one in callers)


def runs_per_record(function: FunctionInfo) -> bool:
    """Tell whether Kafka Streams calls a method when the topology is long made."""
    if function.owner is None or function.declaration.is_static:
        return False
    return any(_PER_RECORD.get(kind) == function.declaration.name for kind in kinds_of(function.owner))


def _may_be_called(world: World, function: FunctionInfo) -> bool:
    """Tell whether another part of the text may run a function; Kotlin calls an operator by a sign."""
    return "operator" in function.declaration.modifiers or world.graph.is_called(function)


def _without_dead(roots: list[Root]) -> list[Root]:
    """Leave out private functions that nobody calls, unless there is nothing else to follow."""
    alive = [root for root in roots if root.function is None or not _is_dead(root.function)]
    return alive or roots


def _is_dead(function: FunctionInfo) -> bool:
    declaration = function.declaration
    return "private" in declaration.modifiers and not declaration.annotations and not declaration.is_constructor


def describe_parts(parts: Sequence[Called]) -> str:
    """Name the only function, else the classes that the functions belong to, of many the first two."""
    if len(parts) == 1:
        return describe_function(parts[0].function)
    owners = list(dict.fromkeys(part.owner.name for part in parts))
    few, more = (owners, "") if len(owners) < 4 else (owners[:2], f" and {len(owners) - 2} more")
    return f"beans of {', '.join(few)}{more}"


def describe_function(function: FunctionInfo) -> str:
    """Name a function with its class, as people call it."""
    info = function.owner
    owner = f"{info.name}." if info is not None and info.name and info.declaration.kind != "file" else ""
    return f"{owner}{function.declaration.name}()"
