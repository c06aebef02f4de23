"""The modules of a list, and which files of a module are analyzed."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from topoviz.engine.dsl.program import DSL_TYPES
from topoviz.engine.languages import language_of_name
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.build_files import is_build_file
from topoviz.engine.syntax.readers import READABLE

_TESTS: Final = re.compile(r"(?!.*\bsrc/main/)(.*/)?(src/(\w*[tT]ests?|it|testFixtures|jmh)|tests?)/")
_SETTINGS: Final = re.compile(
    r"(^|.*/)((application|bootstrap)[\w.-]*|resources/[^/]+|resources/(config|META-INF)/[^/]+)\.(properties|ya?ml)\Z"
)
_DSL: Final = re.compile(rf"\b({'|'.join(sorted(DSL_TYPES))})\b")
_MADE: Final = frozenset({"build", "target", "node_modules", ".git"})


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a list: a folder below the root, the module inside it, and the one file that is meant, if one is."""

    repository: str
    module: str
    file: str | None = None

    @property
    def name(self) -> str:
        """Name the row in a table."""
        return self.repository if self.module == "." else f"{self.repository} {self.module}"


@dataclass(frozen=True)
class Module:
    """The files of a module, by their paths below the repository: all that are given, and those with DSL code."""

    files: tuple[SourceFile, ...]
    with_dsl: tuple[SourceFile, ...]


def read_list(path: Path) -> list[Listed]:
    """Read a list: columns `repo`, `path`, and for a list of files `module`, which `path` then lies in."""
    with path.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened, delimiter="\t"))
    return [
        Listed(row["repo"], row["module"], row["path"]) if "module" in row else Listed(row["repo"], row["path"])
        for row in rows
    ]


def read_module(listed: Listed, root: Path) -> Module:
    """Read the files of a module, with the build files above it; raises OSError when there is no such folder.

    Tests are left aside when other sources have DSL code, unless the file that is meant is a test.
    """
    repository = root / listed.repository.replace("/", "+")
    sources, others = [], []
    for name in sorted(_names(repository, listed.module)):
        file = SourceFile(name, (repository / name).read_bytes().decode("utf-8", errors="replace"))
        if is_build_file(file) or _SETTINGS.match(name):
            others.append(file)
        elif language_of_name(name) in READABLE:
            sources.append(file)
    main = [file for file in sources if not _TESTS.match(file.name)]
    if any(_DSL.search(file.text) for file in main) and (listed.file is None or not _TESTS.match(listed.file)):
        sources = main
        others = [file for file in others if not _TESTS.match(file.name)]
    return Module((*sources, *others), tuple(file for file in sources if _DSL.search(file.text)))


def _names(repository: Path, module: str) -> Iterable[str]:
    """Give the files below the module and the build files above it, without what a build has made."""
    folder = PurePosixPath(module)
    for path in (repository / module).rglob("*"):
        name = path.relative_to(repository)
        made = _MADE.intersection(name.parts[:-1]) and "src" not in name.parts
        if path.is_file() and not made:
            yield name.as_posix()
    for above in folder.parents if module != "." else ():
        for place in (repository / above, repository / above / "gradle"):
            for path in place.glob("*") if place.is_dir() else ():
                name = path.relative_to(repository)
                if path.is_file() and is_build_file(SourceFile(name.as_posix(), "")):
                    yield name.as_posix()
