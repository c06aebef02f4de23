"""The types that a text declares: of variables, fields and parameters, and of what is called on them.

Only as far as they are written; a type that follows from generics or from a library is not known, and then anything
may be meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.library.api import all_methods, overloads_of
from topoviz.engine.dsl.program import ClassInfo, Program
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

STRING: Final = TypeName("String")
_UNTYPED: Final = frozenset({"var", "val", "def"})
_SAYS_NOTHING: Final = frozenset({"Any", "Object", "Unit"})
_SAME: Final = frozenset({
    "distinct", "filter", "filterNotNull", "iterator", "limit", "orderedStream", "parallelStream", "reversed", "skip",
    "sorted", "stream", "toList",
})  # fmt: skip
"""What gives another collection of the same elements."""
_ELEMENT: Final = frozenset({
    "element", "findAny", "findFirst", "first", "get", "getFirst", "getIfAvailable", "getLast", "getObject", "last",
    "next", "orElse", "orElseThrow", "peek", "poll", "pop", "remove", "removeFirst", "value",
})  # fmt: skip
"""What gives an element of a container of one type."""
_BY_VALUE: Final = frozenset({
    "ConcurrentHashMap", "EnumMap", "HashMap", "LinkedHashMap", "Map", "MutableMap", "NavigableMap", "SortedMap",
    "TreeMap",
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


_DECLARING: Final = (tree.Parameter, tree.Declare, tree.ForEach, tree.ClassLiteral, tree.Call)


class StaticTypes:
    """What the text says of types in one part and the parts inside it."""

    def __init__(self, program: Program, part: Part) -> None:
        self.program, self.part = program, part
        self._known: dict[int, TypeName | None] = {}
        self.variables: dict[str, TypeName | None] = {}
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
        for parameter in () if declaration is None else declaration.parameters:
            self._declare(parameter.name, _with_array(parameter))
        for node in self.part.walk():
            if not isinstance(node, _DECLARING):
                continue
            match node:
                case tree.Parameter(name=name):
                    self._declare(name, _with_array(node))
                case tree.Declare(name=name, type=kind, value=value):
                    is_said = kind is not None and kind.name not in _UNTYPED
                    self._declare(name, kind if is_said else self.of(value))
                case tree.ForEach(name=name, type=kind, iterable=iterable):
                    is_said = kind is not None and kind.name not in _UNTYPED
                    self._declare(name, kind if is_said else element_of(self.of(iterable)))
                case tree.ClassLiteral(type=kind, name=name) if name:
                    self._declare(name, kind)
                case tree.Call(target=target, arguments=arguments) if target is not None:
                    self._declare_parameters(element_of(self.of(target)) or self.of(target), arguments)
                case _:
                    pass

    def _declare_parameters(self, kind: TypeName | None, arguments: tuple[tree.Node, ...]) -> None:
        """Take it that a function which is given to a container's method gets an element of it."""
        if kind is None:
            return
        for one in arguments:
            if isinstance(one, tree.Lambda) and len(one.parameters) == 1 and one.parameters[0].type is None:
                self._declare(one.parameters[0].name, kind)

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
        while owner is not None:
            declared = field_type(owner, text)
            if declared is not None:
                return _said(declared)
            owner = owner.outer
        return None

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
        if isinstance(node.target, tree.Name) and info is None and before is None:
            return self._of_javas(node.target.text, node)
        if node.target is None:
            made = self.program.find_class(node.name, self.part.owner) if node.name[:1].isupper() else None
            if made is not None or node.name in _MADE_BY_KOTLIN:
                return TypeName(node.name)
            return self._returned(self.part.owner, node, outwards=True)
        if info is not None:
            return self._returned(info, node)
        if before is None:
            return None
        if before.simple_name in _CONTAINERS or before.simple_name in _BY_VALUE:
            if node.name in _SAME or (node.name == "peek" and before.simple_name == "Stream"):
                return TypeName("Stream", before.arguments) if node.name.endswith("tream") else before
            if before.simple_name == "Stream" and node.name in _STAYS_STREAM:
                return TypeName("Stream")
            return element_of(before) if node.name in _ELEMENT else None
        kinds = {one.returns for one in overloads_of(before.simple_name, node.name)}
        return TypeName(kinds.pop()) if len(kinds) == 1 else None

    def _of_javas(self, name: str, node: tree.Call) -> TypeName | None:
        """Give the type of what static methods of Java give: `Arrays.stream(…)`, `Stream.of(…)`, `List.of(…)`."""
        if name in self.variables or not self._is_javas(name, node.span.file_id):
            return None
        if node.name in ("stream", "range", "rangeClosed"):
            return TypeName("Stream")
        return TypeName(name) if node.name in ("of", "copyOf", "empty") and name in _CONTAINERS else None

    def _returned(self, info: ClassInfo | None, node: tree.Call, *, outwards: bool = False) -> TypeName | None:
        while info is not None:
            for candidate in info.lineage():
                fitting = [one for one in candidate.functions.get(node.name, ()) if one.takes(len(node.arguments))]
                kinds = {one.declaration.return_type for one in fitting}
                if fitting:
                    return _said(kinds.pop()) if len(kinds) == 1 else None
            info = info.outer if outwards else None
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
