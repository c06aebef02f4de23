"""Which files belong to one application: those of a module, as build files or source folders divide a bundle.

A module with a start of its own is an application; another is a library, and belongs to every application.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from topoviz.engine.dsl.program import ClassInfo, FunctionInfo, Program
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.build_files import is_build_file

_STARTED: Final = frozenset({"SpringBootApplication", "EnableAutoConfiguration", "QuarkusMain", "QuarkusApplication"})


@dataclass(frozen=True, slots=True)
class Modules:
    """The module of each file, by the number of the file, and which modules are applications."""

    of_file: tuple[str, ...]
    applications: frozenset[str]

    def belongs(self, file_id: int, application: str | None) -> bool:
        """Tell whether a file is part of an application; every file is, where nobody says which application."""
        module = self.of_file[file_id]
        return application not in self.applications or module == application or module not in self.applications

    def application_of(self, file_id: int) -> str | None:
        """Give the application that a file is part of; None for a library's, and where there are not several."""
        module = self.of_file[file_id]
        return module if len(self.applications) > 1 and module in self.applications else None


def find_modules(names: Sequence[str], program: Program) -> Modules:
    """Divide the files of a bundle, by their names."""
    of_file = _modules(names)
    starts = {of_file[one.declaration.span.file_id] for one in program.all_functions() if is_main(one)}
    starts |= {of_file[one.declaration.span.file_id] for one in program.all_classes if _is_started(one)}
    return Modules(of_file, frozenset(starts))


def _modules(names: Sequence[str]) -> tuple[str, ...]:
    """Give the nearest folder above each file that has a build file, else the one that holds its `src`."""
    paths = [PurePosixPath(name.replace("\\", "/")) for name in names]
    built = {path.parent for path, name in zip(paths, names, strict=True) if is_build_file(SourceFile(name, ""))}
    found = []
    for path in paths:
        with_source = next((above.parent for above in path.parents if above.name == "src"), PurePosixPath())
        found.append(str(next((above for above in path.parents if above in built), with_source)))
    return tuple(found)


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
