"""Which files of a bundle say how a program is built: by their names, or by how a pasted text without one begins."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from topoviz.engine.source import SourceFile


class BuildFile(StrEnum):
    """The kinds of build files."""

    MAVEN = "maven"
    GRADLE = "gradle"
    GRADLE_PROPERTIES = "gradle-properties"
    CATALOG = "catalog"


MOST_BYTES: Final = 500_000
"""More than anybody writes by hand."""

_NAMES: Final = (
    (re.compile(r"(.*[/\\])?([\w.-]*pom\.xml|[^/\\]+\.pom)\Z", re.IGNORECASE), BuildFile.MAVEN),
    (re.compile(r"(.*[/\\])?[^/\\]+\.gradle(\.kts)?\Z", re.IGNORECASE), BuildFile.GRADLE),
    (re.compile(r"(.*[/\\])?gradle\.properties\Z", re.IGNORECASE), BuildFile.GRADLE_PROPERTIES),
    (re.compile(r"(.*[/\\])?[^/\\]*versions\.toml\Z", re.IGNORECASE), BuildFile.CATALOG),
)
_POM: Final = re.compile(r"\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)*<project[\s>]", re.DOTALL)
_SCRIPT: Final = re.compile(r"^(plugins|dependencies|buildscript)\s*\{\s*$", re.MULTILINE)
_CATALOG: Final = re.compile(r"^\[(versions|libraries)\]\s*$", re.MULTILINE)


def build_file_of(file: SourceFile) -> BuildFile | None:
    """Give the kind of a build file; None for any other file."""
    for name, kind in _NAMES:
        if name.match(file.name):
            return kind
    if "." in file.name.replace("\\", "/").rpartition("/")[2]:
        return None
    return _kind_of_text(file.text[:20_000])


def is_build_file(file: SourceFile) -> bool:
    """Tell whether a file says how the program is built, and is no program itself."""
    return build_file_of(file) is not None


@lru_cache(maxsize=100)
def _kind_of_text(text: str) -> BuildFile | None:
    if _POM.match(text):
        return BuildFile.MAVEN
    if _CATALOG.search(text):
        return BuildFile.CATALOG
    return BuildFile.GRADLE if _SCRIPT.search(text) else None
