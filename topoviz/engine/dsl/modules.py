"""Which files belong to one application: those of a module, and of those that it needs.

A module with a start of its own is an application. Where build files do not say what it needs, every other module is a
library that belongs to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.program import Program
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.build_files import ModuleLayout

_STARTED: Final = frozenset({"SpringBootApplication", "EnableAutoConfiguration", "QuarkusMain", "QuarkusApplication"})


@dataclass(frozen=True, slots=True)
class Modules:
    """Which module each file is of and what each needs, and which modules are applications."""

    layout: ModuleLayout
    applications: frozenset[str]

    def belongs(self, file_id: int, application: str | None) -> bool:
        """Tell whether a file is part of an application; every file is, where nobody says which application."""
        module = self.layout.of_file[file_id]
        if application not in self.applications or module == application:
            return True
        if application in self.layout.needs:
            return module in self.layout.needs[application] or module in map(str, PurePosixPath(application).parents)
        return module not in self.applications

    def application_of(self, file_id: int) -> str | None:
        """Give the application that a file is part of; None for a library's."""
        module = self.layout.of_file[file_id]
        return module if module in self.applications else None

    def applications_with(self, file_id: int) -> list[str]:
        """List the applications that certainly hold a file: its own, or those that build files say need its library."""
        own = self.application_of(file_id)
        if own is not None:
            return [own]
        sure = self.applications if len(self.applications) == 1 else self.applications & self.layout.needs.keys()
        return sorted(one for one in sure if self.belongs(file_id, one))


def find_applications(layout: ModuleLayout, program: Program) -> Modules:
    """Find the modules that are started by themselves."""
    starts = {one.declaration.span.file_id for one in program.all_functions() if is_main(one)}
    starts |= {one.declaration.span.file_id for one in program.all_classes if _is_started(one)}
    return Modules(layout, frozenset(layout.of_file[file_id] for file_id in starts))


def is_main(function: FunctionInfo) -> bool:
    """Tell whether Java can start a program here."""
    declaration = function.declaration
    given = [one.type for one in declaration.parameters]
    if declaration.name != "main" or function.owner is None or not declaration.is_static:
        return False
    is_kotlins = function.owner.declaration.kind == "file" and not given
    return is_kotlins or (len(given) == 1 and given[0] is not None and given[0].simple_name in ("String", "Array"))


def _is_started(info: ClassInfo) -> bool:
    annotations: tuple[tree.Annotation, ...] = info.declaration.annotations
    return any(one.name.rpartition(".")[2] in _STARTED for one in annotations)
