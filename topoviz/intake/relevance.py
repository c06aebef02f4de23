"""How near the files of a program stand to Kafka Streams, so that the nearest are read where not all can be.

Packages count by what files say, and not by where they lie: Kotlin and Scala leave folders out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.languages import language_of_name
from topoviz.engine.source import SourceFile

FAR: Final = 1_000_000
"""The distance of a file to which nothing leads."""

_OF_STREAMS: Final = re.compile(r"kafka\.streams|\bStreamsBuilder\b|\bK(?:Stream|Table)\b|spring\.cloud\.stream")
_PACKAGE: Final = re.compile(r"^[ \t]*package[ \t]+([\w.]+)", re.MULTILINE)
_IMPORT: Final = re.compile(r"^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)", re.MULTILINE)
_MODULE: Final = re.compile(r"(?:^|(?<=/))src/.*|[^/]*\Z", re.DOTALL)
"""What follows on the folder of a module in the name of a file."""


def is_about_streams(file: SourceFile) -> bool:
    """Tell whether a file is of a program and names Kafka Streams."""
    return language_of_name(file.name) is not None and _OF_STREAMS.search(file.text) is not None


def distances(files: Sequence[SourceFile]) -> Mapping[str, int]:
    """Give how many steps each file is away from one that names Kafka Streams, by its name.

    A step leads to the files of the same package and to what is imported; the first also to who imports. Build files
    and configuration count as the program of their module does.
    """
    programs = _Programs(file for file in files if language_of_name(file.name) is not None)
    about = {file.name for file in files if is_about_streams(file)}
    modules = {folder for name in about for folder in _folders_above(_module_of(name))}
    found = dict.fromkeys(about, 0)
    found |= {file.name: 0 for file in files if file.name not in programs.of and _module_of(file.name) in modules}
    reached = programs.with_or_importing(about) | programs.led_to_by(about)
    step = 1
    while new := reached - found.keys():
        found |= dict.fromkeys(new, step)
        reached = programs.led_to_by(new)
        step += 1
    return {file.name: found.get(file.name, FAR) for file in files}


@dataclass(frozen=True, slots=True)
class _Program:
    """The package of a file, and what it imports, as the text says them."""

    package: str
    imports: tuple[str, ...]


class _Programs:
    """All files of programs, by their names and packages."""

    def __init__(self, files: Iterable[SourceFile]) -> None:
        self.of = {file.name: _read(file.text) for file in files}
        self._of_package: dict[str, list[str]] = defaultdict(list)
        self._of_class: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, program in self.of.items():
            self._of_package[program.package].append(name)
            self._of_class[program.package, _stem(name)].append(name)

    def with_or_importing(self, names: Iterable[str]) -> set[str]:
        """Give the files of the packages of some, and those that import anything of them."""
        packages = {self.of[name].package for name in names}
        return {
            name
            for name, program in self.of.items()
            if program.package in packages or any(self._divided(one)[0] in packages for one in program.imports)
        }

    def led_to_by(self, names: Iterable[str]) -> set[str]:
        """Give the files of the packages of some, and those that they import."""
        packages = {self.of[name].package for name in names}
        found = set[str]()
        for one in {one for name in names for one in self.of[name].imports}:
            package, rest = self._divided(one)
            if (package, rest) in self._of_class:
                found.update(self._of_class[package, rest])
            elif package:
                # What has no file of its name stands in any of the package, as functions of Kotlin and Scala do.
                packages.add(package)
        return found.union(*(self._of_package[package] for package in packages))

    def _divided(self, imported: str) -> tuple[str, str]:
        """Part what is imported into the longest package that is there, empty for none, and the first name after it."""
        package, rest = imported, ""
        while package and package not in self._of_package:
            package, _, rest = package.rpartition(".")
        return package, rest


def _read(text: str) -> _Program:
    package = _PACKAGE.search(text)
    return _Program(package[1] if package is not None else "", tuple(one.strip(".") for one in _IMPORT.findall(text)))


def _stem(name: str) -> str:
    return name.rpartition("/")[2].partition(".")[0]


def _module_of(name: str) -> str:
    return _MODULE.sub("", name, count=1)


def _folders_above(module: str) -> Iterable[str]:
    """Give a module and what it lies in, each with its last `/`, down to the empty one."""
    parts = module.split("/")
    return ("/".join((*parts[:number], "")) if number else "" for number in range(len(parts)))
