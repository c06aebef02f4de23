"""Where a program starts: loose statements, and functions that make operators and that nobody in the text calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import is_producer
from topoviz.engine.dsl.frameworks.bound_functions import find_bound
from topoviz.engine.dsl.frameworks.cloud_functions import CloudFunction
from topoviz.engine.dsl.frameworks.dormant import find_dormant
from topoviz.engine.dsl.frameworks.shared_builder import Part, parts_of
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import DSL_TYPES, ClassInfo, FunctionInfo, Program
from topoviz.engine.dsl.program_reading import loose_statements
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


@dataclass(frozen=True, slots=True)
class Root:
    """One start: a function, the loose statements of a file, or all that a framework calls with one builder."""

    name: str
    function: FunctionInfo | None = None
    statements: tuple[tree.Statement, ...] = ()
    initializer: ClassInfo | None = None
    parts: tuple[Part, ...] = ()
    unit: tuple[CloudFunction, ...] = ()
    heir: ClassInfo | None = None
    """The class of which the object is on which the function is called, where its own is abstract."""

    def owners(self) -> list[ClassInfo | None]:
        """List the classes of the functions that it starts with."""
        functions = [] if self.function is None else [self.function]
        functions += [part.function for part in self.parts] + [one.function for one in self.unit]
        return [function.owner for function in functions]


def relevant_names(program: Program, dsl_calls: Mapping[Span, str]) -> frozenset[str]:
    """Collect the names of functions and classes that lead to DSL calls, directly or through others."""
    mentions: dict[str, set[str]] = {}
    relevant = _names_without_body(program)
    holders = holder_names(program)
    for name, node in (*_named_parts(program), *_inner_parts(program)):
        mentioned = mentions.setdefault(name, set())
        for part in walk(node):
            match part:
                case tree.Call(name=called, name_span=span):
                    mentioned.update((called, _ALSO_CALLED.get(called, called)))
                    if span in dsl_calls or program.hands_on_dsl(part):
                        relevant.add(name)
                case tree.MethodReference(name=called):
                    mentioned.add(called)
                case tree.New(type=kind):
                    mentioned.add(kind.simple_name)
                case tree.Name(text=read) | tree.Select(name=read) if read in holders:
                    mentioned.add(read)
                case _:
                    pass
    changed = True
    while changed:
        more = {name for name, mentioned in mentions.items() if name not in relevant and mentioned & relevant}
        relevant |= more
        changed = bool(more)
    return frozenset(relevant)


_ALSO_CALLED = {"use": "close"}
"""What functions of Kotlin's library call on what they are called on."""


def _names_without_body(program: Program) -> set[str]:
    """Collect the methods of interfaces and abstract classes that take objects of the DSL, whoever implements them."""
    functions = (one for info in program.all_classes for overloads in info.functions.values() for one in overloads)
    return {
        function.declaration.name
        for function in functions
        if function.declaration.body is None
        and any(one.type is not None and one.type.simple_name in DSL_TYPES for one in function.declaration.parameters)
    }


def _named_parts(program: Program) -> list[tuple[str, tree.Node]]:
    parts: list[tuple[str, tree.Node]] = [
        (function.declaration.name, function.declaration.body)
        for function in program.all_functions()
        if function.declaration.body is not None
    ]
    for info in program.all_classes:
        fields = (*info.fields(static=False), *info.fields(static=True))
        parts.extend((info.name, member) for member in fields if info.name)
    return parts


def holder_names(program: Program) -> frozenset[str]:
    """Collect the names of variables that hold functions of the text, and of properties that run code when read."""
    found = {name for name, part in _inner_parts(program) if not isinstance(part, tree.FunctionDeclaration)}
    getters = {one.declaration.name for one in program.all_functions() if "getter" in one.declaration.modifiers}
    return frozenset(found | getters)


def _inner_parts(program: Program) -> list[tuple[str, tree.Node]]:
    """Give the functions inside functions, and the variables that hold a lambda or are computed when first read."""
    parts: list[tuple[str, tree.Node]] = []
    for unit in program.units:
        if unit.language == "kotlin":
            for node in walk(unit):
                match node:
                    case tree.FunctionDeclaration(name=name):
                        parts.append((name, node))
                    case tree.Declare(name=name, value=tree.Lambda() as value):
                        parts.append((name, value))
                    case tree.Declare(name=name, value=value) if value is not None and "by" in node.modifiers:
                        parts.append((name, value))
                    case _:
                        pass
    return parts


def find_roots(world: World) -> list[Root]:
    """List the starts in the order of the text; `main` comes first."""
    called = Called.of(world)
    roots: list[Root] = []
    for unit in world.program.units:
        statements = loose_statements(unit)
        if any(world.has_dsl(statement) for statement in statements):
            roots.append(Root("the pasted statements", statements=statements))
    functions = [
        function
        for function in world.program.all_functions()
        if function.declaration.body is not None and world.has_dsl(function.declaration.body)
    ]
    dormant = find_dormant(world, functions)
    functions = [one for one in functions if not dormant.left_out(one)]
    bound = find_bound(world, functions)
    roots.extend(Root(" | ".join(describe_function(one.function) for one in unit), unit=unit) for unit in bound.units)
    uncalled = [
        function
        for function in functions
        if (not called.may_mean(function) or is_producer(function) or is_called_by_framework(function))
        and id(function) not in bound.functions
    ]
    parts = parts_of(uncalled)
    owners = dict.fromkeys(part.function.owner for part in parts if id(part.function) in dormant.functions)
    for owner in owners:
        own = [part for part in parts if part.function.owner is owner]
        roots.append(Root(_describe_parts(own), parts=tuple(own)))
    shared = [part for part in parts if part.function.owner not in owners]
    if shared:
        roots.append(Root(_describe_parts(shared), parts=tuple(shared)))
    for function in uncalled:
        if any(part.function is function for part in parts):
            continue
        roots.append(Root(describe_function(function), function))
    roots = [one for root in _without_dead(roots) for one in _on_heirs(world.program, root)]
    abstract: list[ClassInfo] = []
    for info in world.program.all_classes:
        members = (*info.fields(static=False), *info.fields(static=True))
        has_start = any(owner is info for root in roots for owner in root.owners())
        if not has_start and info.name not in called.names and any(world.has_dsl(member) for member in members):
            if _is_abstract(info):
                abstract.append(info)
            else:
                roots.append(Root(f"class {info.name}", initializer=info))
    if not roots:
        # Nobody makes an object of an abstract class, but one of a class below it, which is in the text or elsewhere.
        made = [heir for info in abstract for heir in _heirs(world.program, info) or [info]]
        roots.extend(Root(f"class {info.name}", initializer=info) for info in dict.fromkeys(made))
    # Java itself starts a program's `main`, even if another part of the text calls it too.
    started = {id(root.function) for root in roots if root.function is not None}
    mains = [one for one in functions if _is_main(one) and id(one) not in started]
    if not roots and not mains and functions:
        # They all call each other; somebody outside must call one of them.
        roots.append(Root(describe_function(functions[0]), functions[0]))
    first = sorted(roots, key=lambda root: not root.name.endswith("main()"))
    return [*first, *(Root(describe_function(main), main) for main in mains)]


def _on_heirs(program: Program, root: Root) -> list[Root]:
    """Call the method of an abstract class on an object of each class below it that the text has."""
    function = root.function
    if function is None or function.owner is None or function.declaration.is_static or not _is_abstract(function.owner):
        return [root]
    name, count = function.declaration.name, len(function.declaration.parameters)
    heirs = [one for one in _heirs(program, function.owner) if one.find_function(name, count) is function]
    return [Root(f"{one.name}.{name}()", function, heir=one) for one in heirs] or [root]


def _is_abstract(info: ClassInfo) -> bool:
    return info.declaration.kind == "interface" or not {"abstract", "sealed"}.isdisjoint(info.declaration.modifiers)


def _heirs(program: Program, info: ClassInfo) -> list[ClassInfo]:
    """List the classes below one of which there may be objects."""
    others = (one for one in program.all_classes if one is not info and one.name and not one.is_local)
    return [one for one in others if not _is_abstract(one) and info in one.lineage()]


def is_called_by_framework(function: FunctionInfo) -> bool:
    """Tell whether a framework calls a method by itself, whatever in the text is called like it."""
    return annotated.has(function.declaration.annotations, *_CALLED_BY_FRAMEWORKS)


_CALLED_BY_FRAMEWORKS: Final = (
    "AfterEach", "Autowired", "Bean", "BeforeEach", "EventListener", "Inject", "ParameterizedTest", "PostConstruct",
    "Produces", "StreamListener", "Test",
)  # fmt: skip


def _is_main(function: FunctionInfo) -> bool:
    """Tell whether Java can start a program here."""
    declaration = function.declaration
    given = [one.type for one in declaration.parameters]
    return (
        declaration.name == "main"
        and function.owner is not None
        and declaration.is_static
        and len(given) == 1
        and given[0] is not None
        and given[0].simple_name == "String"
    )


def _without_dead(roots: list[Root]) -> list[Root]:
    """Leave out private functions that nobody calls, unless there is nothing else to follow."""
    alive = [root for root in roots if root.function is None or not _is_dead(root.function)]
    return alive or roots


def _is_dead(function: FunctionInfo) -> bool:
    declaration = function.declaration
    return "private" in declaration.modifiers and not declaration.annotations and not declaration.is_constructor


@dataclass(frozen=True, slots=True)
class Called:
    """What relevant parts of the text call: by a bare name or on an object, and on a class of the text or above it."""

    names: frozenset[str]
    of_classes: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, world: World) -> Called:
        """Look through the text; a function that calls itself does not count."""
        names: set[str] = set()
        of_classes: set[tuple[str, str]] = set()
        for node, own in _calling_parts(world):
            mentioned, of_class = _mentions(node)
            names |= (mentioned | _getters_read(world, node)) - own
            of_classes |= {(asked, name) for asked, name in of_class if name not in own}
        above = (
            (one.name, name)
            for asked, name in of_classes
            for info in world.program.same_named.get(asked, ())
            for one in info.lineage()
        )
        return cls(frozenset(names), frozenset(above))

    def may_mean(self, function: FunctionInfo) -> bool:
        """Tell whether a call may mean this function; `Other.build()` means none of a class that is not above Other."""
        declaration, owner = function.declaration, function.owner
        if "operator" in declaration.modifiers:
            return True  # Kotlin calls it by a sign
        if declaration.is_constructor and owner is not None:
            return owner.name in self.names
        return declaration.name in self.names or (
            owner is not None and (owner.name, declaration.name) in self.of_classes
        )


def _calling_parts(world: World) -> Iterator[tuple[tree.Node, set[str]]]:
    """Give the parts of the text that may call functions, each with the name by which it would call itself."""
    for unit in world.program.units:
        yield from ((statement, set()) for statement in loose_statements(unit))
    for function in world.program.all_functions():
        body = function.declaration.body
        if body is not None and world.has_dsl(body):
            yield body, {_key(function)}
    for info in world.program.all_classes:
        yield from ((member, set()) for member in (*info.fields(static=False), *info.fields(static=True)))


def _key(function: FunctionInfo) -> str:
    if function.declaration.is_constructor and function.owner is not None:
        return function.owner.name
    return function.declaration.name


def _getters_read(world: World, node: tree.Node) -> set[str]:
    """Collect the properties that are computed when they are read, and are read here."""
    if not world.holders:
        return set()
    texts = {
        part.text if isinstance(part, tree.Name) else part.name
        for part in walk(node)
        if isinstance(part, tree.Name | tree.Select)
    }
    return texts & world.holders


def _mentions(node: tree.Node) -> tuple[set[str], set[tuple[str, str]]]:
    found: set[str] = set()
    of_classes: set[tuple[str, str]] = set()
    for part in walk(node):
        match part:
            case tree.Call(name=name, target=tree.Name(text=target)) if _is_class_name(target):
                of_classes.add((target, name))
            case tree.Call(name=name, target=target):
                if target is None or not isinstance(target, tree.Name) or target.text != "super":
                    found.update((name, _ALSO_CALLED.get(name, name)))
            case tree.MethodReference(name=name):
                found.add(name)
            case tree.New(type=kind):
                found.add(kind.simple_name)
            case _:
                pass
    return found, of_classes


def _is_class_name(name: str) -> bool:
    """Tell whether a name is written as those of classes are; constants have capitals only."""
    return name[:1].isupper() and not name.isupper()


def _describe_parts(parts: list[Part]) -> str:
    """Name the only function, else the classes that the functions belong to."""
    if len(parts) == 1:
        return describe_function(parts[0].function)
    owners = dict.fromkeys(part.function.owner.name for part in parts if part.function.owner is not None)
    return f"beans of {', '.join(owners)}"


def describe_function(function: FunctionInfo) -> str:
    """Name a function with its class, as people call it."""
    info = function.owner
    owner = f"{info.name}." if info is not None and info.name and info.declaration.kind != "file" else ""
    return f"{owner}{function.declaration.name}()"
