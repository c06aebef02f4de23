"""Which classes a file can get hold of: those of its package, of what that imports, and so on.

An object whose class is named nowhere comes from a method of a class that is in sight; so do its own methods.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.program import Program


@dataclass(frozen=True, slots=True)
class Sight:
    """Tells what is in sight, package by package; a file without a package sees all, and all see it."""

    program: Program
    _reached: dict[str, frozenset[str]] = field(default_factory=dict)
    _sights: dict[tuple[str, ClassInfo], bool] = field(default_factory=dict)

    def sees(self, part: Part, other: Part) -> bool:
        """Tell whether a part may call a method of a class, of which only the name is said."""
        info = other.owner
        if other.is_inner or info is None or not part.nodes:
            return True
        file_id = part.nodes[0].span.file_id
        package = self._package(file_id)
        if info.declaration.kind == "file":
            own, name = self._package(info.declaration.span.file_id), other.name
            imports = self.program.imports_of(file_id)
            is_imported = own in imports.packages or self.program.imports_function(file_id, name)
            return own in ("", package) or not package or is_imported
        known = self._sights.get((package, info))
        if known is None:
            known = self._sights[package, info] = self._may_have(package, info)
        return known

    def _may_have(self, package: str, info: ClassInfo) -> bool:
        """Tell whether there may be an object of a class, as one of itself or of what it extends."""
        lineage = list(info.lineage())
        names = {one.name for one in lineage}
        of_library = any(kind.simple_name not in names for one in lineage for kind in one.declaration.supertypes)
        packages = {self._package(one.declaration.span.file_id) for one in lineage}
        return of_library or not package or "" in packages or not packages.isdisjoint(self._behind(package))

    def _package(self, file_id: int) -> str:
        units = self.program.units
        return units[file_id].package if file_id < len(units) else ""

    def _behind(self, package: str) -> frozenset[str]:
        """Collect a package and all that are imported from there on."""
        if package not in self._reached:
            packages = {unit.package for unit in self.program.units}
            found, waiting = {package}, [package]
            while waiting:
                one = waiting.pop()
                units = [unit.span.file_id for unit in self.program.units if unit.package == one]
                paths = {f"{each.path}." for unit in units for each in self.program.imports_of(unit).every}
                more = {each for each in packages - found if any(path.startswith(f"{each}.") for path in paths)}
                found |= more
                waiting.extend(more)
            self._reached[package] = frozenset(found)
        return self._reached[package]
