"""Guess what a pasted text is written in."""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.source import Bundle
from topoviz.engine.submission import Language

_DUMP: Final = re.compile(r"^[^\S\n]*(Topologies:|Sub-topology:|(Source|Processor|Sink):\s+\S+\s+\()", re.MULTILINE)
_CODE: Final = re.compile(r"\bnew\s+\w+\s*[<(]|\bimport\s+[\w.]+\s*;|^[^\S\n]*\.?\w+\.\w+\(.*\)\s*;", re.MULTILINE)
_ONLY_KOTLIN: Final = re.compile(
    r"^[^\S\n]*(@?\w+ )*fun\s+[\w<]|\w[>)]?\s*\{\s*\w+(\s*,\s*\w+)*\s*->|\.`as`", re.MULTILINE
)
_KOTLIN: Final = re.compile(r"^[^\S\n]*(val|var)\s+\w+(\s*:\s*\w[\w<>, ]*)?\s*(=|by\b)", re.MULTILINE)
_SCALA: Final = re.compile(
    r"^[^\S\n]*(object\s+\w+|def\s+\w+.*=|import\s+[\w.]+\._\s*$|import\s+.*\.scala\.)", re.MULTILINE
)
_JAVA: Final = re.compile(r";[^\S\n]*$", re.MULTILINE)

_SUFFIXES: Final = {".java": Language.JAVA, ".kt": Language.KOTLIN, ".kts": Language.KOTLIN, ".scala": Language.SCALA}


def language_of_name(name: str) -> Language | None:
    """Give the language that a file's name says, if it does."""
    return next((language for suffix, language in _SUFFIXES.items() if name.endswith(suffix)), None)


def detect_language(bundle: Bundle) -> Language:
    """Go by the file's name where it says it, else by lines that only one language has; in doubt it is Java."""
    for file in bundle.files:
        language = language_of_name(file.name)
        if language is not None:
            return language
    text = "\n".join(file.text[:200_000] for file in bundle.files)
    if _DUMP.search(text) is not None and _CODE.search(text) is None:
        return Language.DESCRIBE
    if len(_JAVA.findall(text)) > 1:
        return Language.JAVA
    if _ONLY_KOTLIN.search(text) is not None:
        return Language.KOTLIN
    if _SCALA.search(text) is not None:
        return Language.SCALA
    return Language.KOTLIN if _KOTLIN.search(text) is not None else Language.JAVA
