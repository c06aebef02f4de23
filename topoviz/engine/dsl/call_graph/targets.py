"""What a call, a reference to a method or a new object may run of the text: by the type of what it is called on.

A type that is known is taken at its word: its own method, those of classes below it, and extensions of it. A type of a
library leads to those classes of the text that are below it. Where the type is not known, every function of the name
that takes so many arguments and stands in sight may be meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from topoviz.engine.dsl.call_graph.arguments import may_take
from topoviz.engine.dsl.call_graph.parts import Part, Parts
from topoviz.engine.dsl.call_graph.sight import Sight
from topoviz.engine.dsl.call_graph.static_types import StaticTypes, kinds_of
from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo, outwards
from topoviz.engine.dsl.program import Program
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

_RUN_AT_THE_END = {"use": "close"}
"""What functions of Kotlin's library call on what they are called on."""
_ANY_RECEIVER = frozenset({"Any", "Object", "T"})


MAY_RUN = (tree.Call, tree.MethodReference, tree.New, tree.Name, tree.Select, tree.Try)
"""The nodes that may run something elsewhere."""


class Targets:
    """Finds the parts that a node of the text may run."""

    def __init__(self, program: Program, parts: Parts) -> None:
        self.program, self.parts, self.sight = program, parts, Sight(program)
        self.by_name: dict[str, list[Part]] = defaultdict(list)
        self.inner_by_kind: dict[tuple[str, str], list[Part]] = defaultdict(list)
        self.below: dict[str, list[ClassInfo]] = defaultdict(list)
        self.deferred: dict[str, list[Part]] = defaultdict(list)
        for part in parts.whole:
            if part.function is not None and not part.function.declaration.is_constructor:
                self.by_name[part.name].append(part)
                if "getter" in part.function.declaration.modifiers:
                    self.deferred[part.name].append(part)
            elif part.function is None and part.name and _is_deferred(part):
                self.by_name[part.name].append(part)
                self.deferred[part.name].append(part)
            for inner in parts.inner[part]:
                self.by_name[inner.name].append(inner)
                if inner.declaration is None:
                    self.deferred[inner.name].append(inner)
                for kind in inner.supertypes:
                    self.inner_by_kind[kind, inner.name].append(inner)
        for info in program.all_classes:
            for kind in kinds_of(info):
                self.below[kind].append(info)

    def of(self, node: tree.Node, types: StaticTypes) -> tuple[Part, ...]:
        """List what a node may run, each part once."""
        return tuple(dict.fromkeys(self._found(node, types)))

    def _found(self, node: tree.Node, types: StaticTypes) -> Iterator[Part]:
        match node:
            case tree.Call(target=None, name=name):
                yield from self._bare(node, types)
            case tree.Call(target=target, name=name) if target is not None:
                yield from self._on(target, name, node.arguments, types)
                if name in _RUN_AT_THE_END:
                    yield from self._on(target, _RUN_AT_THE_END[name], (), types)
            case tree.MethodReference(target=target, name="new") if target is not None:
                yield from self._made(types.class_named(target), None, types)
            case tree.MethodReference(target=None, name=name):
                yield from self._called(name, types)
            case tree.MethodReference(target=target, name=name) if target is not None:
                yield from self._on(target, name, None, types)
            case tree.New(type=kind, arguments=arguments):
                yield from self._made(self.program.find_class(kind.name, types.part.owner), arguments, types)
            case tree.Name(text=name):
                yield from self._in_sight(self.deferred.get(name, ()), types)
            case tree.Select(target=target, name=name):
                yield from self._read(target, name, types)
            case tree.Try(resources=resources):
                for one in resources:
                    if isinstance(one, tree.Declare):
                        yield from self._of_type(one.type or types.of(one.value), "close", (), types)
            case _:
                pass

    def _called(self, name: str, types: StaticTypes) -> Iterator[Part]:
        return self._in_sight(self.by_name.get(name, ()), types)

    def _in_sight(self, found: Iterable[Part], types: StaticTypes) -> Iterator[Part]:
        """Give the parts that a file can get hold of, of those that only the name leads to."""
        return (one for one in found if self.sight.sees(types.part, one))

    def _bare(self, node: tree.Call, types: StaticTypes) -> Iterator[Part]:
        owner, name, arguments = types.part.owner, node.name, node.arguments
        if name in ("this", "super"):
            yield from self._constructors(owner, name, arguments, types)
            return
        found = [one for info in outwards(owner) for one in self._members(info, name, arguments, types)]
        is_kotlin = self.program.units[node.span.file_id].language == "kotlin"
        if is_kotlin or not found:
            found += [one for one in self._called(name, types) if self._is_loose(one, is_kotlin=is_kotlin)]
        if is_kotlin:
            yield from self._made(self.program.find_class(name, owner), arguments, types)
        if not found:
            for imported in self.program.imports_of(node.span.file_id).static_owners(name):
                found += self._members(self.program.find_class(imported, owner), name, arguments, types)
        yield from (one for one in found if self._fits(one, arguments, types))

    def _is_loose(self, part: Part, *, is_kotlin: bool) -> bool:
        """Tell whether a function can be called by its name alone from elsewhere; in Kotlin, `this` may be anything."""
        owner = part.owner
        if part.is_inner or owner is None or owner.declaration.kind == "file":
            return True
        return is_kotlin

    def _on(
        self, target: tree.Node, name: str, arguments: Sequence[tree.Node] | None, types: StaticTypes
    ) -> Iterator[Part]:
        """Find what a method may be, by the class that stands before it or by the type of what does."""
        owner = types.part.owner
        if isinstance(target, tree.Name) and target.text == "super":
            above = () if owner is None else tuple(owner.lineage())[1:]
            yield from self._declared(above, name, arguments, types)
            return
        named = types.class_named(target)
        if named is not None:
            yield from self._members(named, name, arguments, types)
            if named.declaration.kind == "file" and arguments:  # Java's call of an extension
                yield from self._members(named, name, arguments[1:], types)
            yield from self.parts.set_with_class.get(named, ())
            return
        kind, is_class = types.of(target), _may_be_class(target)
        found = self._of_type(kind, name, arguments, types)
        yield from (one for one in found if kind is not None or is_class or not self._is_javas_static(one))

    def _is_javas_static(self, part: Part) -> bool:
        """Tell whether it is a static method of Java, which nobody calls on an object."""
        function = part.function
        if function is None or function.owner is None or not function.declaration.is_static:
            return False
        return self.program.units[function.declaration.span.file_id].language != "kotlin"

    def _of_type(
        self, kind: TypeName | None, name: str, arguments: Sequence[tree.Node] | None, types: StaticTypes
    ) -> Iterator[Part]:
        if kind is None:
            yield from (one for one in self._called(name, types) if self._fits(one, arguments, types))
            return
        info = types.class_of(kind)
        classes = [info] if info is not None else self.below.get(kind.simple_name, ())
        for one in classes:
            yield from self._members(one, name, arguments, types)
        names = {kind.simple_name} if info is None else set(kinds_of(info))
        for each in names:
            yield from self.inner_by_kind.get((each, name), ())
        for function in self.program.extensions.get(name, ()):
            receiver = function.declaration.receiver
            if receiver is not None and (receiver.simple_name in names | _ANY_RECEIVER or info is None):
                yield from self._in_sight(self._fitting([function], arguments, types), types)

    def _members(
        self, info: ClassInfo | None, name: str, arguments: Sequence[tree.Node] | None, types: StaticTypes
    ) -> list[Part]:
        """Find the methods of a name in a class, above it, and in classes below it, which may override them."""
        if info is None:
            return []
        classes = [*info.lineage(), *(one for one in self.below.get(info.name, ()) if info in one.lineage())]
        return list(self._declared(classes, name, arguments, types))

    def _declared(
        self, classes: Iterable[ClassInfo], name: str, arguments: Sequence[tree.Node] | None, types: StaticTypes
    ) -> Iterator[Part]:
        for info in classes:
            yield from self._fitting(info.functions.get(name, ()), arguments, types)
            deferred = self.parts.of_fields.get((info, name))
            if deferred is not None and _is_deferred(deferred):
                yield deferred

    def _fitting(
        self, functions: Iterable[FunctionInfo], arguments: Sequence[tree.Node] | None, types: StaticTypes
    ) -> Iterator[Part]:
        found = (self.parts.of_function(function.declaration) for function in functions)
        yield from (part for part in found if part is not None and self._fits(part, arguments, types))

    def _fits(self, part: Part, arguments: Sequence[tree.Node] | None, types: StaticTypes) -> bool:
        if arguments is None or part.declaration is None:
            return True
        return part.takes(len(arguments)) and may_take(part.declaration, arguments, types)

    def _made(
        self, info: ClassInfo | None, arguments: Sequence[tree.Node] | None, types: StaticTypes
    ) -> Iterator[Part]:
        """Give what runs when an object is made: constructors, and what sets its fields."""
        if info is None:
            return
        yield from self._constructors(info, "this", arguments, types)
        for one in info.lineage():
            yield from self.parts.set_with_object.get(one, ())
            yield from self.parts.set_with_class.get(one, ())

    def _constructors(
        self, info: ClassInfo | None, which: str, arguments: Sequence[tree.Node] | None, types: StaticTypes
    ) -> Iterator[Part]:
        if info is None:
            return
        classes = [info] if which == "this" else [one for one in info.lineage() if one is not info]
        for one in classes:
            fitting = [function for function in one.constructors if self._may_make(function, arguments)]
            for function in fitting or one.constructors:
                yield self.parts.of_declaration[id(function.declaration)]
            if which == "this":
                yield from self._constructors(info, "super", None, types)

    def _may_make(self, function: FunctionInfo, arguments: Sequence[tree.Node] | None) -> bool:
        return arguments is None or function.takes(len(arguments)) or "compact" in function.declaration.modifiers

    def _read(self, target: tree.Node, name: str, types: StaticTypes) -> Iterator[Part]:
        """Find what reading a field runs: a getter, what was kept to be run later, and what sets a class's fields."""
        named = types.class_named(target)
        if named is not None:
            yield from self.parts.set_with_class.get(named, ())
        yield from self._in_sight(self.deferred.get(name, ()), types)


def _is_deferred(part: Part) -> bool:
    """Tell whether a variable keeps something that runs later."""
    node = part.nodes[0]
    if not isinstance(node, tree.Declare) or node.value is None:
        return False
    return isinstance(node.value, tree.Lambda | tree.MethodReference) or "by" in node.modifiers


def _may_be_class(node: tree.Node) -> bool:
    name = node.text if isinstance(node, tree.Name) else node.name if isinstance(node, tree.Select) else ""
    return name[:1].isupper()
