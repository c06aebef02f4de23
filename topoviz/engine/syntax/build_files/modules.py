"""Which module each file of a bundle belongs to, and which modules a module needs, as Maven's or Gradle's files say it.

A module is a folder with a build file, else one that holds `src`. Where it is not sure what a module needs, nothing is
said of it; what may be needed counts as needed, but for what tests alone need.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

from topoviz.engine.source import Bundle
from topoviz.engine.syntax.build_files.files import MOST_BYTES, BuildFile, build_file_of
from topoviz.engine.syntax.build_files.gradle_text import Statement, Token, statements_of
from topoviz.engine.syntax.build_files.maven import NotXml, Pom, read_pom
from topoviz.engine.syntax.build_files.maven_projects import project_of

_SCRIPT: Final = re.compile(r"build\.gradle(\.kts)?")
_SETTINGS: Final = re.compile(r"settings\.gradle(\.kts)?")
_OF_ALL: Final = frozenset({"subprojects", "allprojects", "project", "configure"})
_SIGNS: Final = re.compile(r"[-_]")


@dataclass(frozen=True, slots=True)
class ModuleLayout:
    """The module of each file, by the number of the file, and all that a module needs, itself among it."""

    of_file: tuple[str, ...] = ()
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def sees(self, module: str, other: str) -> bool:
        """Tell whether the files of a module can use those of another, as far as that is said."""
        return module not in self.needs or other in self.needs[module]


def find_modules(bundle: Bundle) -> ModuleLayout:
    """Divide the files of a bundle by modules, and read what those need."""
    paths = [PurePosixPath(file.name.replace("\\", "/")) for file in bundle.files]
    kinds = [build_file_of(file) for file in bundle.files]
    built = {path.parent for path, kind in zip(paths, kinds, strict=True) if kind is not None}
    of_file = []
    for path in paths:
        with_source = next((above.parent for above in path.parents if above.name == "src"), PurePosixPath())
        of_file.append(str(next((above for above in path.parents if above in built), with_source)))
    direct = _needs_of_poms(bundle, kinds) | _Gradle(bundle, kinds, paths).needs()
    closed = ((module, _all_needed(module, direct)) for module in direct)
    return ModuleLayout(tuple(of_file), {module: needed for module, needed in closed if needed is not None})


def _all_needed(module: str, direct: Mapping[str, frozenset[str]]) -> frozenset[str] | None:
    """Collect what is needed through others; None where one of them does not say it."""
    found, waiting = {module}, [module]
    while waiting:
        needed = direct.get(waiting.pop())
        if needed is None:
            return None
        waiting += sorted(needed - found)
        found |= needed
    return frozenset(found)


def _needs_of_poms(bundle: Bundle, kinds: Sequence[BuildFile | None]) -> dict[str, frozenset[str]]:
    poms: list[Pom] = []
    for file_id, (file, kind) in enumerate(zip(bundle.files, kinds, strict=True)):
        if kind is BuildFile.MAVEN and len(file.data) <= MOST_BYTES:
            try:
                poms.append(read_pom(file, file_id))
            except NotXml:
                return {}  # it may be any of the modules that others need
    folders = {pom.artifact: posixpath.dirname(pom.path) or "." for pom in poms if pom.artifact}
    found: dict[str, frozenset[str]] = {}
    for pom in poms:
        wanted = [one for above in project_of(pom, poms).chain for one in (*above.dependencies, *above.in_profiles)]
        if pom.artifact and not any("${" in one.artifact for one in wanted):
            needed = [folders[one.artifact] for one in wanted if one.artifact in folders and one.scope != "test"]
            found[posixpath.dirname(pom.path) or "."] = frozenset(needed)
    return found


class _Gradle:
    """The scripts of a bundle, and where its projects are; one that cannot be found makes what needs it unsaid."""

    def __init__(self, bundle: Bundle, kinds: Sequence[BuildFile | None], paths: Sequence[PurePosixPath]) -> None:
        self._scripts: list[tuple[PurePosixPath, list[Statement]]] = []
        self._moved: dict[tuple[PurePosixPath, str], str] = {}
        self._named: dict[PurePosixPath, list[str]] = {}
        for file, kind, path in zip(bundle.files, kinds, paths, strict=True):
            if kind is not BuildFile.GRADLE or len(file.data) > MOST_BYTES:
                continue
            statements = [one for one in statements_of(file.text) if one.tokens]
            if _SETTINGS.fullmatch(path.name):
                self._named.setdefault(path.parent, [])
                for statement in statements:
                    self._note_settings(statement.tokens, path.parent)
            else:
                self._scripts.append((path, statements))
        self._folders = {str(path.parent) for path, _ in self._scripts}

    def needs(self) -> dict[str, frozenset[str]]:
        """Give what each project needs by itself."""
        own: dict[str, list[str | None]] = {}
        of_all: list[str | None] = []
        for path, statements in self._scripts:
            is_plugin = not _SCRIPT.fullmatch(path.name) and path.name.partition(".gradle")[0] != path.parent.name
            if not is_plugin:
                own.setdefault(str(path.parent), [])
            for statement in statements:
                if not statement.is_in("dependencies") or statement.is_in("buildscript"):
                    continue
                is_of_all = is_plugin or "buildSrc" in path.parts
                is_of_all = is_of_all or any(name in _OF_ALL for one in statement.blocks for name in one.split("."))
                root = next((one for one in path.parents if one in self._named), PurePosixPath())
                (of_all if is_of_all else own[str(path.parent)]).extend(self._needed(statement.tokens, root))
        found = {project: {*needed, *of_all} for project, needed in own.items()}
        return {
            project: frozenset(one for one in needed if one is not None)
            for project, needed in found.items()
            if None not in needed
        }

    def _needed(self, tokens: Sequence[Token], root: PurePosixPath) -> Iterator[str | None]:
        """Give the folders of the projects that a dependency names, None for one that is not found."""
        texts = [token.text for token in tokens]
        if texts[0].startswith("test"):
            return
        for at, token in enumerate(tokens):
            if token.kind == "name" and token.text == "projects" and texts[at + 1 : at + 2] == ["."]:
                yield self._of_accessor(_path_from(tokens[at + 2 :]), root)
            elif token.kind == "name" and token.text == "project" and texts[at + 1 : at + 2] == ["("]:
                named = next((one for one in tokens[at + 2 : at + 5] if one.kind == "string"), None)
                yield None if named is None or "$" in named.text else self._folder(named.text, root)

    def _folder(self, path: str, root: PurePosixPath) -> str | None:
        """Find the folder of a project: where the settings say it, else below their own by its path."""
        if (root, path) in self._moved:
            return self._moved[root, path]
        below = path.strip(":").replace(":", "/")
        usual = str(root / below)
        same = [one for one in self._folders if one == below or one.endswith(f"/{below}")]
        return usual if usual in self._folders else same[0] if len(same) == 1 else None

    def _of_accessor(self, name: str, root: PurePosixPath) -> str | None:
        """Find a project by Gradle's accessor: `projects.common.core` is `:common:core`, `myLib` is `:my-lib`."""
        found = [one for one in self._named.get(root, ()) if _accessor(one) == name.lower()]
        return self._folder(found[0], root) if len(found) == 1 else None

    def _note_settings(self, tokens: Sequence[Token], root: PurePosixPath) -> None:
        """Note `include(":a")` and `project(":a").projectDir = file("b")`."""
        strings = [token.text for token in tokens if token.kind == "string"]
        texts = [token.text for token in tokens]
        if texts[0] == "include":
            self._named[root] += strings
        elif "projectDir" in texts and len(strings) >= 2:
            self._moved[root, strings[0]] = str(root / posixpath.normpath(strings[-1]))


def _path_from(tokens: Sequence[Token]) -> str:
    end = next((at for at, one in enumerate(tokens) if one.kind != "name" and one.text != "."), len(tokens))
    return "".join(token.text for token in tokens[:end])


def _accessor(path: str) -> str:
    return _SIGNS.sub("", path.strip(":")).replace(":", ".").lower()
