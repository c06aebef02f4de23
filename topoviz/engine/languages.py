"""Guess what a pasted text is written in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from topoviz.engine.submission import Language
from topoviz.engine.syntax.build_files import is_build_file
from topoviz.engine.syntax.describe_text import DumpFile, blank_dumps

# What code must have that builds a topology; a text without it is a dump, if there is one in it.
_BUILDS: Final = re.compile(
    r"\bStreamsBuilder\b|\bnew\s+Topology\b|\bK(?:Stream|Table)<|\.\s*(?:stream|table|globalTable|addSource)\s*[<(]"
)
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


def detect_language(given: Sequence[DumpFile]) -> Language:
    """Go by the file's name where it says it, else by what the text has: a dump alone, or lines of one language.

    In doubt it is Java. Build files say nothing. A dump beside code is offered too, whatever this says.
    """
    texts = [one for one in given if not is_build_file(one.file)]
    for text in texts:
        language = language_of_name(text.file.name)
        if language is not None:
            return language
    dumps = [text.read_if_likely[0] for text in texts]
    files = [blank_dumps(text.file, found) for text, found in zip(texts, dumps, strict=True)]
    # Where lines of dumps were, there are blanks, and there may be millions of them.
    if any(dumps) and not any(_BUILDS.search(" ".join(file.text.split())) for file in files):
        return Language.DESCRIBE
    language = _language_of_code("\n".join(file.text[:200_000] for file in files))
    return Language.DESCRIBE if any(dumps) and language is Language.SCALA else language


def _language_of_code(text: str) -> Language:
    if len(_JAVA.findall(text)) > 1:
        return Language.JAVA
    if _ONLY_KOTLIN.search(text) is not None:
        return Language.KOTLIN
    if _SCALA.search(text) is not None:
        return Language.SCALA
    return Language.KOTLIN if _KOTLIN.search(text) is not None else Language.JAVA
