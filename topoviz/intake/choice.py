"""Which files of a folder or an archive are looked at: programs, their build files and their configuration.

Tests are left aside, unless they alone have to do with Kafka Streams; so is what a build makes or a tool keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from topoviz.engine.languages import language_of_name
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.build_files import is_build_file
from topoviz.intake.relevance import is_about_streams

_TOOLS: Final = frozenset({"__MACOSX", "bin", "build", "dist", "node_modules", "out", "target"})
"""Folders that a build or a tool makes, where they do not stand among packages of a program."""
_OF_MACOS: Final = "._"
"""What begins the names of files in which macOS keeps attributes of others, in archives too."""
_SETTINGS: Final = re.compile(r".*\.(properties|ya?ml)\Z", re.IGNORECASE)
_OF_TESTS: Final = re.compile(r"(^|/)(src/[^/]*[tT]est[^/]*|tests?|androidTest|testFixtures)/")


@dataclass(frozen=True, slots=True)
class Taken:
    """The files that are looked at, in the order of their names, and sentences about what is not."""

    files: tuple[SourceFile, ...]
    notes: tuple[str, ...] = ()


def is_wanted(name: str) -> bool:
    """Tell by its name whether a file may belong to a program; names have `/` between their parts."""
    if leads_nowhere(name) or PurePosixPath(name).name.startswith(_OF_MACOS):
        return False
    is_program = language_of_name(name) is not None
    return is_program or bool(_SETTINGS.match(name)) or is_build_file(SourceFile(name, ""))


def leads_nowhere(name: str) -> bool:
    """Tell whether a path lies in a folder that a tool keeps or a build makes."""
    parts = PurePosixPath(name).parts
    for number, part in enumerate(parts[:-1]):
        if part.startswith(".") or (part in _TOOLS and "src" not in parts[:number]):
            return True
    return False


def choose(files: Iterable[SourceFile]) -> Taken:
    """Choose among files of a program; those of tests only where nothing else has to do with Kafka Streams."""
    given = sorted(files, key=lambda file: file.name)
    own = [file for file in given if not _OF_TESTS.search(file.name)]
    if len(own) == len(given) or not any(map(is_about_streams, own)):
        return Taken(tuple(given))
    return Taken(tuple(own), (f"Not read: {_count(len(given) - len(own))} of tests.",))


def _count(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"
