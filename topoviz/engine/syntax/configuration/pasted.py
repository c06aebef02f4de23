"""Tell settings that were pasted without a file's name from programs."""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.source import SourceFile

_NAMED: Final = re.compile(r".*\.(properties|ya?ml)\Z", re.IGNORECASE)
_COMMENT: Final = re.compile(r"\s*([#!].*|---\s*|\.\.\.\s*)?")
_KEY: Final = r"""("[^"]*"|'[^']*'|[\w%][\w.\-\[\]%/]*)"""
_OF_YAML: Final = re.compile(rf"\s*(- )*{_KEY}:(\s.*)?|\s*-\s+\S.*")
_OF_PROPERTIES: Final = re.compile(r"\s*[\w%][\w.\-\[\]%]*\s*=.*")
_CODE: Final = re.compile(r"[;{(]\s*$|^\s*(Sub-topology|Source|Processor|Sink):")


def name_as_configuration(file: SourceFile) -> str | None:
    """Give the name under which a file holds settings: its own, or for a pasted text the one that it would have.

    None for a program. Only a text without an ending in its name is looked into: every line of it must set something.
    """
    if _NAMED.match(file.name):
        return file.name
    if "." in file.name:
        return None
    lines = [line for line in file.text.splitlines() if not _COMMENT.fullmatch(line)]
    if not lines or any(_CODE.search(line) for line in lines):
        return None
    if all(_OF_PROPERTIES.fullmatch(line) for line in lines):
        return "application.properties"
    return "application.yml" if all(_OF_YAML.fullmatch(line) for line in lines) else None
