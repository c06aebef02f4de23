"""The types that a text declares: of variables, fields and parameters, and of what is called on them.

Only as far as they are written; a type that follows from generics or from a library is not known, and then anything
may be meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.classes import ClassInfo, outwards
from topoviz.engine.dsl.library.api import all_methods, overloads_of
from topoviz.engine.dsl.program import DSL_TYPES, Program
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName
from topoviz.engine.syntax.walk import walk

STRING: Final = TypeName("String")
_UNTYPED: Final = frozenset({"var", "val", "def"})
_SAYS_NOTHING: Final = frozenset({"Any", "Object", "Unit"})
_SAME: Final = frozenset({
    "distinct", "filter", "filterNotNull", "iterator", "limit", "orderedStream", "parallelStream", "reversed", "skip",
    "sorted", "stream", "toList",
})  # fmt: skip
"""What gives another collection of the same elements."""
_ELEMENT: Final = frozenset({
    "computeIfAbsent", "element", "findAny", "findFirst", "first", "get", "getFirst", "getIfAvailable", "getLast",
    "getObject", "getOrDefault", "getValue", "last", "next", "orElse", "orElseGet", "orElseThrow", "peek", "poll",
    "pop", "put", "remove", "removeFirst", "value",
})  # fmt: skip
"""What gives an element of a container of one type."""
_BY_VALUE: Final = frozenset({
    "ConcurrentHashMap", "Entry", "EnumMap", "HashMap", "LinkedHashMap", "Map", "MutableMap", "NavigableMap",
    "SortedMap", "TreeMap",
})  # fmt: skip
_CONTAINERS: Final = frozenset({
    "ArrayDeque", "ArrayList", "Array", "AtomicReference", "Collection", "Deque", "HashSet", "Instance", "Iterable",
    "Iterator", "Lazy", "LinkedHashSet", "LinkedList", "List", "ListIterator", "MutableList", "MutableSet",
    "ObjectFactory", "ObjectProvider", "Optional", "Provider", "Queue", "Sequence", "Set", "SortedSet", "Stream",
    "Supplier", "ThreadLocal", "TreeSet",
})  # fmt: skip
"""What holds or gives objects of its only type; of other generic classes nobody knows what they give."""


_OF_JAVA: Final = frozenset({
    "Arrays", "Boolean", "Character", "Collections", "Collectors", "CompletableFuture", "Double", "Executors",
    "Integer",
    "IntStream", "Long", "Objects", "String", "StringBuilder", "System", "Thread",
})  # fmt: skip
_STAYS_STREAM: Final = frozenset({"boxed", "flatMap", "map", "mapMulti", "mapToObj"})
"""What gives a stream of other elements, of which the type is not said."""
_JAVAS: Final = ("java.", "javax.", "kotlin.")
OF_THE_DSL: Final = frozenset(one.owner for one in all_methods()) | {"KStreamBuilder", "StreamsBuilderFactoryBean"}
"""The classes of which methods are called to make a topology."""


DECISIVE: Final = frozenset({
    "globalTable", "selectKey", "mapValues", "flatMapValues", "toStream", "toTable", "through", "groupByKey",
    "windowedBy", "cogroup", "flatTransform", "transformValues", "flatTransformValues", "processValues", "addSource",
    "addProcessor", "addSink", "addStateStore", "addGlobalStore", "addReadOnlyStateStore",
    "connectProcessorAndStateStores", "defaultBranch", "noDefaultBranch", "emitStrategy",
})  # fmt: skip
"""Methods that only Kafka Streams has, for what they are called on."""
_GIVEN: Final = {one.method: TypeName(one.returns) for one in all_methods() if {one.owner, one.returns} <= DSL_TYPES}
"""What methods of the DSL give, of any class that has one of the name."""
_DECLARING: Final = (
    tree.Parameter, tree.Declare, tree.ForEach, tree.ClassLiteral, tree.Call, tree.Lambda, tree.FunctionDeclaration,
    tree.Jump,
)  # fmt: skip
_KSTREAM: Final = TypeName("KStream")
_OF_API: Final = {"KStream[]": TypeName("KStream", (), 1), "Map": TypeName("Map", (STRING, _KSTREAM))}
"""What methods of the DSL give that holds streams."""
_FUNCTIONS: Final = frozenset(
    {"Function", "BiFunction", "Consumer", "BiConsumer", "Supplier", "UnaryOperator", "BinaryOperator"}
)
_ON_ITSELF: Final = frozenset({"let", "also", "use", "takeIf", "takeUnless"})
_WITH_RECEIVER: Final = frozenset({"apply", "run"})


class StaticTypes:
    """What the text says of types in one part and the parts inside it."""

    def __init__(self, program: Program, part: Part) -> None:
        self.program, self.part = program, part
        self._known: dict[int, TypeName | None] = {}
        self.variables: dict[str, TypeName | None] = {}
        self.receivers: dict[int, TypeName] = {}
        """What calls of bare names are made on, by their identity, where `this` is an object: in `apply { }`."""
        self.given: dict[int, TypeName | None] = {}
        """What parameters of functions get, by their identity; by that of the function, what it calls `it`."""
        self._collect()

    def of(self, node: tree.Node | None) -> TypeName | None:
        """Give the declared type of an expression; None when the text does not say it."""
        chain: list[tree.Node] = []
        current = node
        while current is not None and id(current) not in self._known:
            chain.append(current)
            current = _begins_with(current)
        before = None if current is None else self._known[id(current)]
        for link in reversed(chain):
            before = self._known[id(link)] = self._after(link, before)
        return before

    def is_of_other_class(self, call: tree.Call) -> bool:
        """Tell whether a call is made on an object or a class of the text or of Java, which is none of the DSL."""
        target = call.target
        kind = self.of(target)
        if kind is None and isinstance(target, tree.Name) and target.text not in self.variables:
            return self._is_javas(target.text, call.span.file_id)
        if kind is None or kind.dimensions:
            return False
        info = self.class_of(kind)
        if info is not None:
            return OF_THE_DSL.isdisjoint(kinds_of(info)) and info.declaration.kind != "interface"
        return self._is_javas(kind.simple_name, call.span.file_id)

    def _is_javas(self, name: str, file_id: int) -> bool:
        path = self.program.imports_of(file_id).classes.get(name)
        known = name in _OF_JAVA or name in _CONTAINERS or name in _BY_VALUE
        return path.startswith(_JAVAS) if path is not None else known

    def class_of(self, kind: TypeName | None) -> ClassInfo | None:
        """Find the class of the text that a type is."""
        if kind is None or kind.dimensions:
            return None
        return self.program.find_class(kind.name, self.part.owner)

    def class_named(self, node: tree.Node | None) -> ClassInfo | None:
        """Find the class of the text that an expression names, as before a static method."""
        names: list[str] = []
        while isinstance(node, tree.Select):
            names.append(node.name)
            node = node.target
        if not isinstance(node, tree.Name) or node.text in self.variables:
            return None
        name = ".".join([node.text, *reversed(names)])
        found = self.program.find_class(name, self.part.owner)
        return found if found is not None and found.name == name.rpartition(".")[2] else None

    # --- what is declared ---------------------------------------------------------------------------------------------

    def _collect(self) -> None:
        declaration = self.part.declaration
        if declaration is not None:
            for parameter in declaration.parameters:
                self._declare(parameter.name, _with_array(parameter))
            self._receive(self.part.walk(), declaration.receiver)
        for node in self.part.walk():
            if not isinstance(node, _DECLARING):
                continue
            match node:
                case tree.Parameter(name=name, type=kind) if kind is not None:
                    self._declare(name, _with_array(node))
                case tree.Declare(name=name, type=kind, value=value):
                    is_said = kind is not None and kind.name not in _UNTYPED
                    self._declare(name, kind if is_said else self.of(value))
                    self._give_by_type(value, kind)
                case tree.Jump(kind=tree.JumpKind.RETURN, value=value) if declaration is not None:
                    self._give_by_type(value, declaration.return_type)
                case tree.ForEach(name=name, type=kind, iterable=iterable):
                    is_said = kind is not None and kind.name not in _UNTYPED
                    self._declare(name, kind if is_said else element_of(self.of(iterable)))
                case tree.ClassLiteral(type=kind, name=name) if name:
                    self._declare(name, kind)
                case tree.Call():
                    self._give(node)
                case tree.Lambda():
                    self._see_parameters(node)
                case tree.FunctionDeclaration(receiver=kind, body=body) if body is not None:
                    self._receive(walk(body), kind)
                case _:
                    pass

    def _give(self, call: tree.Call) -> None:
        """Note what functions get that are given to a call: an element of a container, a branch, or the object."""
        functions = [one for one in call.arguments if isinstance(one, tree.Lambda)]
        if not functions:
            return
        kind = self.of(call.target) or self._of_chain(call.target)
        if call.name in _WITH_RECEIVER:
            self._receive(walk(functions[-1].body), kind)
            return
        if call.name == "with" and call.target is None:
            self._receive(walk(functions[-1].body), self.of(call.arguments[0]))
            return
        if call.name in ("withFunction", "withConsumer"):
            kind = _KSTREAM
        elif call.name not in _ON_ITSELF:
            kind = element_of(kind)
        for one in functions if kind is not None else ():
            parameters = one.parameters if call.name in ("merge", "reduce") else one.parameters[-1:]
            self.given.update(dict.fromkeys(map(id, parameters or (one,)), kind))

    def _of_chain(self, node: tree.Node | None) -> TypeName | None:
        """Take what a chain of calls gives that begins with the DSL for a stream."""
        while isinstance(node, tree.Call):
            node = node.target
            kind = self.of(node)
            if kind is not None:
                return _KSTREAM if kind.simple_name in OF_THE_DSL else None
        return None

    def _give_by_type(self, value: tree.Node | None, kind: TypeName | None) -> None:
        """Note what `a -> b -> …` gets, along the type that it is declared with."""
        while isinstance(value, tree.Lambda) and kind is not None and kind.simple_name in _FUNCTIONS:
            for parameter, given in zip(value.parameters, kind.arguments, strict=False):
                self.given[id(parameter)] = given
            rest = kind.arguments[len(value.parameters) :]
            value, kind = _only_value(value.body), rest[0] if rest else None

    def _see_parameters(self, function: tree.Lambda) -> None:
        """Give a type to the uses of what a function gets; inside it, the names stand for nothing else."""
        kinds = {one.name: self.given.get(id(one)) for one in function.parameters if one.type is None}
        if not function.parameters and self.given:
            kinds["it"] = self.given.get(id(function))
        for part in walk(function.body) if kinds else ():
            if isinstance(part, tree.Name) and part.text in kinds:
                self._known[id(part)] = kinds[part.text]

    def _receive(self, nodes: Iterable[tree.Node], kind: TypeName | None) -> None:
        """Note what `this` is in a part of the text, in which functions of that object need no name before them."""
        if kind is None:
            return
        for one in nodes:
            if isinstance(one, tree.Call) and one.target is None and overloads_of(kind.simple_name, one.name):
                self.receivers[id(one)] = kind
            elif isinstance(one, tree.Name) and one.text == "this":
                self._known[id(one)] = kind

    def _declare(self, name: str, kind: TypeName | None) -> None:
        """Note a variable; one that is declared twice, and not alike, may be anything."""
        if name in self.variables and self.variables[name] != kind:
            kind = None
        self.variables[name] = kind

    # --- what follows -------------------------------------------------------------------------------------------------

    def _after(self, node: tree.Node, before: TypeName | None) -> TypeName | None:
        """Give the type of an expression of which the beginning has a type."""
        match node:
            case tree.Literal(value=str()):
                return STRING
            case tree.New(type=kind) | tree.Cast(type=kind):
                return _said(kind)
            case tree.Name(text=text):
                return self._of_name(text)
            case tree.Select(name=name):
                return self._of_field(node, name, before)
            case tree.Call():
                return self._of_call(node, before)
            case tree.Index():
                return element_of(before)
            case tree.Assign() | tree.Conditional():
                return before
            case _:
                return None

    def _of_name(self, text: str) -> TypeName | None:
        if text in self.variables:
            return _said(self.variables[text])
        owner = self.part.owner
        if text == "this":
            return None if owner is None or not owner.name else TypeName(owner.binary_name.replace("$", "."))
        declared = (field_type(around, text) for around in outwards(owner))
        return _said(next((kind for kind in declared if kind is not None), None))

    def _of_field(self, node: tree.Select, name: str, before: TypeName | None) -> TypeName | None:
        named = self.class_named(node.target)
        info = named or self.class_of(before)
        if info is None:
            return None
        if named is not None and any(one.name == name for one in info.declaration.constants):
            return TypeName(info.path)
        return _said(field_type(info, name))

    def _of_call(self, node: tree.Call, before: TypeName | None) -> TypeName | None:
        info = self.class_named(node.target) or self.class_of(before)
        if node.target is not None and info is None and before is None:
            is_of_dsl = (node.name in DECISIVE or opens_topic(node)) and not self.is_of_other_class(node)
            return _GIVEN.get(node.name) if is_of_dsl else self._of_javas(node)
        if node.target is None:
            receiver = self.receivers.get(id(node))
            by_receiver = None if receiver is None else _given_by_api(receiver, node.name)
            if by_receiver is not None:
                return by_receiver
            made = self.program.find_class(node.name, self.part.owner) if node.name[:1].isupper() else None
            if made is not None or node.name in _MADE_BY_KOTLIN:
                return TypeName(node.name)
            return self._returned(outwards(self.part.owner), node)
        if info is not None:
            return self._returned([info], node)
        if before is None:
            return None
        if before.simple_name in _CONTAINERS or before.simple_name in _BY_VALUE:
            if node.name in _SAME or (node.name == "peek" and before.simple_name == "Stream"):
                return TypeName("Stream", before.arguments) if node.name.endswith("tream") else before
            if before.simple_name == "Stream" and node.name in _STAYS_STREAM:
                return TypeName("Stream")
            if len(before.arguments) == 2 and node.name in ("entrySet", "values", "entries"):
                entry = TypeName("Entry", before.arguments)
                return TypeName("Collection", (before.arguments[1] if node.name == "values" else entry,))
            return element_of(before) if node.name in _ELEMENT else None
        if before.simple_name in _FUNCTIONS and node.name in ("apply", "get"):
            return _said(before.arguments[-1]) if before.arguments else None
        return before if node.name in ("apply", "also") else _given_by_api(before, node.name)

    def _of_javas(self, node: tree.Call) -> TypeName | None:
        """Give the type of what static methods of Java give: `Arrays.stream(…)`, `Stream.of(…)`, `List.of(…)`."""
        name = node.target.text if isinstance(node.target, tree.Name) else ""
        if name in self.variables or not self._is_javas(name, node.span.file_id):
            return None
        if node.name in ("stream", "range", "rangeClosed"):
            return TypeName("Stream")
        return TypeName(name) if node.name in ("of", "copyOf", "empty") and name in _CONTAINERS else None

    def _returned(self, classes: Iterable[ClassInfo], node: tree.Call) -> TypeName | None:
        for candidate in (above for one in classes for above in one.lineage()):
            fitting = [one for one in candidate.functions.get(node.name, ()) if one.takes(len(node.arguments))]
            kinds = {one.declaration.return_type for one in fitting}
            if fitting:
                return _said(kinds.pop()) if len(kinds) == 1 else None
        return None


_MADE_BY_KOTLIN: Final = frozenset({"StreamsBuilder", "Topology", "KafkaStreams", "Properties"})


def _begins_with(node: tree.Node) -> tree.Node | None:
    """Give the expression of which the type decides about that of another."""
    match node:
        case tree.Select(target=target) | tree.Call(target=target) | tree.Index(target=target):
            return target
        case tree.Assign(value=value) | tree.Conditional(then=value):
            return value
        case _:
            return None


def _given_by_api(kind: TypeName, method: str) -> TypeName | None:
    """Give the type of what a method of the DSL gives, if all of its overloads give the same."""
    kinds = {one.returns for one in overloads_of(kind.simple_name, method)}
    return _of_api(kinds.pop()) if len(kinds) == 1 else None


def _of_api(returned: str) -> TypeName:
    return _OF_API.get(returned, TypeName(returned))


def _only_value(body: tree.Node) -> tree.Node:
    """Give what a block returns, if it does nothing else."""
    if isinstance(body, tree.Block) and len(body.statements) == 1 and isinstance(body.statements[0], tree.Jump):
        return body.statements[0].value or body
    return body


def _with_array(parameter: tree.Parameter) -> TypeName | None:
    kind = parameter.type
    if kind is None or not parameter.variadic:
        return kind
    return TypeName(kind.name, kind.arguments, kind.dimensions + 1)


def _said(kind: TypeName | None) -> TypeName | None:
    """Leave out types that say nothing: Object, and by custom of writing, type variables."""
    if kind is None or kind.name in _SAYS_NOTHING or kind.name in _UNTYPED:
        return None
    return None if len(kind.name) <= 2 and kind.name.isupper() else kind


def field_type(info: ClassInfo, name: str) -> TypeName | None:
    """Give the declared type of a field, here or above."""
    for candidate in info.lineage():
        for member in candidate.declaration.members:
            if isinstance(member, tree.Declare) and member.name == name:
                return member.type if member.type is not None else _of_value(member.value)
        for parameter in candidate.declaration.parameters:
            if parameter.name == name:
                return _with_array(parameter)
    return None


def _of_value(value: tree.Node | None) -> TypeName | None:
    match value:
        case tree.New(type=kind):
            return kind
        case tree.Call(name=name, target=None) if name[:1].isupper():
            return TypeName(name)
        case tree.Literal(value=str()):
            return STRING
        case _:
            return None


def element_of(kind: TypeName | None) -> TypeName | None:
    """Give the type of what a container holds: an array's, a collection's, or a map's values."""
    if kind is None:
        return None
    if kind.dimensions:
        return TypeName(kind.name, kind.arguments, kind.dimensions - 1)
    if len(kind.arguments) == 1 and kind.simple_name in _CONTAINERS:
        return _said(kind.arguments[0])
    if len(kind.arguments) == 2 and kind.simple_name in _BY_VALUE:
        return _said(kind.arguments[1])
    return None


def kinds_of(info: ClassInfo) -> Mapping[str, None]:
    """Name a class and all that is above it, in the text or elsewhere, by simple names."""
    names: dict[str, None] = {}
    for one in info.lineage():
        names[one.name] = None
        names.update(dict.fromkeys(kind.simple_name for kind in one.declaration.supertypes))
    return names


def opens_topic(call: tree.Call) -> bool:
    """Tell whether a call reads like `builder.stream("topic")`, whatever the builder is called."""
    if call.name not in ("stream", "table") or not call.arguments:
        return False
    is_text = isinstance(call.arguments[0], tree.Literal) and isinstance(call.arguments[0].value, str)
    return is_text or (isinstance(call.target, tree.Name) and "builder" in call.target.text.lower())
