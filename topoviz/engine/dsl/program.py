"""All files of a submission together: its classes and functions, found by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeVar

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo, fitting, outwards
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.build_files import ModuleLayout
from topoviz.engine.syntax.tree import Declare, FunctionDeclaration, Import, Unit
from topoviz.engine.syntax.walk import walk

_LIBRARIES: Final = ("java.", "org.apache.kafka.")

FRAGMENT_CLASS: Final = "Fragment"
"""What the class round loose statements is called; the text does not say."""


DSL_TYPES: Final = frozenset({
    "StreamsBuilder", "KStreamBuilder", "StreamsBuilderFactoryBean", "Topology", "KStream", "KTable", "GlobalKTable",
    "KGroupedStream", "KGroupedTable", "CogroupedKStream", "BranchedKStream", "TimeWindowedKStream",
    "SessionWindowedKStream", "TimeWindowedCogroupedKStream", "SessionWindowedCogroupedKStream",
})  # fmt: skip
_OF_EVERY_OBJECT: Final = {("equals", 1), ("hashCode", 0), ("toString", 0)}
_RUNNING: Final = frozenset({"accept", "apply", "test", "invoke"})
"""How functions of java.util.function are called."""


_Found = TypeVar("_Found", bound=ClassInfo | FunctionInfo)


@dataclass(frozen=True, slots=True)
class Imports:
    """What a file imports: classes by their simple names, whole packages, and members of classes."""

    classes: Mapping[str, str]
    packages: tuple[str, ...]
    members: tuple[Import, ...]
    every: tuple[Import, ...]

    @staticmethod
    def of(imports: Sequence[Import]) -> Imports:
        """Sort the imports of a file."""
        plain = [one for one in imports if not one.is_static]
        by_name = {one.path.rpartition(".")[2]: one.path for one in plain if not one.is_wildcard}
        packages = tuple(one.path for one in plain if one.is_wildcard)
        return Imports(by_name, packages, tuple(one for one in imports if one.is_static), tuple(imports))

    def names(self, member: str) -> bool:
        """Tell whether a static member is imported by its name."""
        return any(one.path.endswith(f".{member}") for one in self.members if not one.is_wildcard)

    def static_owners(self, member: str) -> list[str]:
        """Name the classes that a member may be imported from, wholly: the one that is said, else all with a star."""
        paths = [one.path.rpartition(".") for one in self.members if not one.is_wildcard]
        said = [owner for owner, _, name in paths if name == member]
        return said or [one.path for one in self.members if one.is_wildcard]


@dataclass
class Program:
    """All files of a bundle together: Java finds classes across files, so names are looked up in all of them."""

    units: tuple[Unit, ...]
    layout: ModuleLayout = field(default_factory=ModuleLayout)
    classes: dict[str, ClassInfo] = field(default_factory=dict)
    functions: dict[str, list[FunctionInfo]] = field(default_factory=dict)
    all_classes: list[ClassInfo] = field(default_factory=list)
    by_declaration: dict[int, ClassInfo] = field(default_factory=dict)
    file_classes: list[ClassInfo] = field(default_factory=list)
    extensions: dict[str, list[FunctionInfo]] = field(default_factory=dict)
    beside_statements: set[int] = field(default_factory=set)
    inside_functions: Counter[tuple[int, str]] = field(default_factory=Counter)
    same_named: dict[str, list[ClassInfo]] = field(default_factory=dict)
    imports: dict[int, Imports] = field(default_factory=dict)
    sights: dict[tuple[int, str], list[ClassInfo]] = field(default_factory=dict)
    circles: list[ClassInfo] = field(default_factory=list)
    """Classes that would be above themselves, which Java does not compile."""

    def find_class(self, name: str, around: ClassInfo | None, seen_from: ClassInfo | None = None) -> ClassInfo | None:
        """Find a class by its name as written, qualified or not: nested round here, at the top of a file, anywhere.

        It is `seen_from` the file of a class, which is that of the class round here unless something else is said.
        """
        first, *rest = name.split(".")
        if rest and first[:1].islower():
            return self._at_path(name, seen_from or around)
        found = self._nearest(first, around, seen_from or around)
        for part in rest:
            if found is None:
                break
            found = next((info.nested[part] for info in found.lineage() if part in info.nested), None)
        return found or (self.classes.get(rest[-1]) if rest else None)

    def near(self, file_id: int | None, found: Sequence[_Found]) -> Sequence[_Found]:
        """Order what is declared with one name: what a file's own module has first, without what that cannot see.

        Where nothing else is left, that stays too.
        """
        modules = self.layout.of_file
        if file_id is None or len(found) < 2 or not modules:
            return found
        here = modules[file_id]
        seen = [one for one in found if self.layout.sees(here, modules[one.declaration.span.file_id])]
        return sorted(seen or found, key=lambda one: modules[one.declaration.span.file_id] != here)

    def _named(self, name: str, seen_from: ClassInfo | None) -> Sequence[ClassInfo]:
        file_id = None if seen_from is None else seen_from.declaration.span.file_id
        return self.near(file_id, self.same_named.get(name, ()))

    def _at_path(self, path: str, seen_from: ClassInfo | None) -> ClassInfo | None:
        """Find a class by its whole name; what is nested in a class may be inherited by the one that is named."""
        outer, _, name = path.rpartition(".")
        found = self._imported(path, self._named(name, seen_from))
        around = self._imported(outer, self._named(outer.rpartition(".")[2], seen_from)) if found is None else None
        above = around.lineage() if around is not None else ()
        return found or next((one.nested[name] for one in above if name in one.nested), None)

    def _in_sight(self, name: str, seen_from: ClassInfo | None) -> ClassInfo | None:
        """Choose among classes of one name: by a file's imports, then its package, then imports of all (JLS 6.4.1)."""
        same = self._named(name, seen_from)
        unit = None if seen_from is None or not same else self._unit_of(seen_from)
        if unit is None:
            return self.classes.get(name)
        imports = self.imports_of(unit.span.file_id).every
        package = f"{unit.package}." if unit.package else ""
        by_name = [one.path for one in imports if not one.is_wildcard]
        by_star = [f"{one.path}.{name}" for one in imports if one.is_wildcard]
        asked = next((path for path in by_name if path.rpartition(".")[2] == name), None)
        if asked is not None:
            return self._imported(asked, same)
        for paths in ([f"{package}{name}"], by_star):
            found = next((info for info in same if info.path in paths), None)
            if found is not None:
                return found
        found = next((info for info in same if info.outer is None), same[0])
        place = self._unit_of(found) if imports and package else None
        is_elsewhere = place is not None and place.package not in ("", package[:-1])
        return None if is_elsewhere else found

    def _imported(self, path: str, same: Sequence[ClassInfo]) -> ClassInfo | None:
        """Find the class that an import names; a file without a package may be of any, but not of Kafka's or Java's."""
        found = next((info for info in same if info.path == path), None)
        if found is not None or path.startswith(_LIBRARIES):
            return found
        units = ((info, self._unit_of(info)) for info in same)
        return next((info for info, unit in units if unit is None or not unit.package), None)

    def _unit_of(self, info: ClassInfo) -> Unit | None:
        file_id = info.declaration.span.file_id
        return self.units[file_id] if file_id < len(self.units) else None

    def _nearest(self, name: str, around: ClassInfo | None, seen_from: ClassInfo | None) -> ClassInfo | None:
        infos = (info for one in outwards(around) for info in one.lineage())
        nested = next((info.nested[name] for info in infos if name in info.nested), None)
        return nested or self._in_sight(name, seen_from)

    def imports_of(self, file_id: int) -> Imports:
        """Give what a file imports."""
        if file_id not in self.imports:
            statements = self.units[file_id].statements if file_id < len(self.units) else ()
            self.imports[file_id] = Imports.of([one for one in statements if isinstance(one, Import)])
        return self.imports[file_id]

    @cached_property
    def _declaring(self) -> list[Declare | tree.Parameter | tree.ForEach | FunctionDeclaration]:
        kinds = Declare | tree.Parameter | tree.ForEach | FunctionDeclaration
        return [node for unit in self.units for node in walk(unit) if isinstance(node, kinds)]

    @cached_property
    def declarations(self) -> Mapping[str, list[Declare | tree.Parameter]]:
        """Give every variable, field and parameter by its name, wherever it is declared."""
        found: dict[str, list[Declare | tree.Parameter]] = {}
        for node in self._declaring:
            if isinstance(node, Declare | tree.Parameter):
                found.setdefault(node.name, []).append(node)
        return found

    def imports_nothing(self, file_id: int) -> bool:
        """Tell whether a file has no imports, as a pasted piece of a program."""
        return not self.imports_of(file_id).every

    def imports_function(self, file_id: int, name: str) -> bool:
        """Tell whether a file of Kotlin imports a function by its name."""
        return any(one.path.rpartition(".")[2] == name for one in self.imports_of(file_id).every)

    def imports_class(self, file_id: int, path: str) -> bool:
        """Tell whether a file imports a class, by its name or with all of its package."""
        package = path.rpartition(".")[0]
        return any(one.path == (package if one.is_wildcard else path) for one in self.imports_of(file_id).every)

    @cached_property
    def _files_with(self) -> Mapping[str, list[ClassInfo]]:
        """Give the files of Kotlin by what they declare outside of classes."""
        found: dict[str, list[ClassInfo]] = {}
        for info in self.file_classes:
            members = info.declaration.members
            for name in {one.name for one in members if isinstance(one, Declare | FunctionDeclaration)}:
                found.setdefault(name, []).append(info)
        return found

    def files_in_sight(self, name: str, file_id: int | None) -> list[ClassInfo]:
        """List the files of Kotlin of which another means what it calls by a bare name: itself, then as it imports.

        A file without a package or imports may be a piece, which sees all.
        """
        if file_id is None or not self.file_classes:
            return self.file_classes
        if (file_id, name) not in self.sights:
            unit = self.units[file_id]
            imports = self.imports_of(file_id).every
            paths = [one.path for one in imports if not one.is_wildcard]
            stars = [unit.package, *(one.path for one in imports if one.is_wildcard)]
            ranks: list[list[ClassInfo]] = [[], [], [], []]
            for info in self.near(file_id, self._files_with.get(name, [])):
                place = self._unit_of(info)
                package = "" if place is None else place.package
                by_name, is_piece = f"{package}.{name}" in paths, not imports or "" in (package, unit.package)
                if place is unit or by_name or package in stars or is_piece:
                    ranks[0 if place is unit else 1 if by_name else 2 if package in stars else 3].append(info)
            self.sights[file_id, name] = [info for rank in ranks for info in rank]
        return self.sights[file_id, name]

    def sees(self, file_id: int | None, function: FunctionInfo) -> bool:
        """Tell whether a file may call a function by its bare name, if it is one that stands outside any class."""
        if file_id is None or function.owner is None or function.owner.declaration.kind != "file":
            return True
        is_shown = "private" not in function.declaration.modifiers or function.declaration.span.file_id == file_id
        return is_shown and function.owner in self.files_in_sight(function.declaration.name, file_id)

    def loose_functions(self, name: str, file_id: int | None = None) -> list[FunctionInfo]:
        """Find the functions of a name that stand outside any class, and that a file sees."""
        found = [*self.functions.get(name, ())]
        for info in self._files_with.get(name, ()):
            found += [one for one in info.functions.get(name, ()) if one.declaration.body is not None]
        return list(self.near(file_id, [one for one in found if one.is_plain and self.sees(file_id, one)]))

    def find_function(self, name: str, count: int) -> FunctionInfo | None:
        """Find a function that stands outside any class, by its number of arguments."""
        return fitting(self.loose_functions(name), count)

    @cached_property
    def _declared(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {}
        for node in self._declaring:
            kind = node.return_type if isinstance(node, FunctionDeclaration) else node.type
            if kind is not None:
                found.setdefault(kind.simple_name, set()).add(node.name)
        return found

    def declared_as(self, *type_names: str) -> set[str]:
        """Name every variable, field, parameter and function that is declared with one of these types."""
        return set[str]().union(*(self._declared.get(type_name, ()) for type_name in type_names))

    @cached_property
    def arities(self) -> Mapping[str, int]:
        """Tell of each interface with one method that is left open how many parameters that has."""
        found: dict[str, set[int]] = {}
        for info in (one for one in self.all_classes if one.declaration.kind == "interface"):
            named = [
                function for above in info.lineage() for functions in above.functions.values() for function in functions
            ]
            open_ones = [one.declaration for one in named if one.declaration.body is None]
            left_open = {(one.name, len(one.parameters)) for one in open_ones} - _OF_EVERY_OBJECT
            found.setdefault(info.name, set()).update(count for _, count in left_open)
        return {name: counts.pop() for name, counts in found.items() if len(counts) == 1}

    @cached_property
    def names_of_dsl(self) -> frozenset[str]:
        """Name every variable, field, parameter and function that is declared with a type of the DSL."""
        return frozenset(self.declared_as(*DSL_TYPES))

    def hands_on_dsl(self, call: tree.Call) -> bool:
        """Tell whether a call runs a function on a variable of the DSL, or gives a builder to one not in the text."""
        given = {one.text for one in call.arguments if isinstance(one, tree.Name)}
        if self.names_of_dsl.isdisjoint(given):
            return False
        if call.name in _RUNNING:
            return True
        takes_builder = not self.declared_as("StreamsBuilder", "KStreamBuilder").isdisjoint(given)
        return takes_builder and call.name not in self._function_names

    @cached_property
    def operators(self) -> frozenset[str]:
        """Name the functions of Kotlin that are declared as what a sign such as `+` calls."""
        declared = (node for node in self._declaring if isinstance(node, FunctionDeclaration))
        return frozenset(node.name for node in declared if "operator" in node.modifiers)

    @cached_property
    def _function_names(self) -> frozenset[str]:
        return frozenset(one.declaration.name for one in self.all_functions())

    def all_functions(self) -> Iterator[FunctionInfo]:
        """Give every function with a body, in the order of the text within each class."""
        for functions in self.functions.values():
            yield from functions
        for info in self.all_classes:
            yield from info.constructors
            for functions in info.functions.values():
                yield from functions
