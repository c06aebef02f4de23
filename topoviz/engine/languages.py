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
_SCALA: Final = re.compile(r"^[^\S\n]*(object\s+\w+\s*$|va[lr]\s+\w+[^\n=]*=\s*new\s)|=>", re.MULTILINE)
# No Java and no Kotlin has one of these outside strings and comments, with or without semicolons.
_ONLY_SCALA: Final = re.compile(
    r"^[^\S\n]*(?:import\s+[\w.]+\.scala\.|import\s+[\w.]+\.(?:_[^\S\n]*;?$|\{)"
    r"|(?:(?:private|protected|override|final|implicit|lazy)\s+)*(?:def\s+\w+|implicit\s+val\s|case\s+(?:class|object)\s)"
    r"|(?:object|trait)\s+\w+\s+(?:extends|with)\s)"
    r"|\b(?:K(?:Stream|Table|GroupedStream|GroupedTable)|GlobalKTable)\[\s*\w[\w.]*(?:\[[^\n\]]*\])?\s*,"
    r"|\.\w+\[\s*[A-Z][\w.]*(?:\[[^\n\]]*\])?\s*,[^\n()]*\]\s*[({]",
    re.MULTILINE,
)
_NO_CODE: Final = re.compile(r'//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|"""[\s\S]*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"?')
_JAVA: Final = re.compile(r";[^\S\n]*$", re.MULTILINE)

_SUFFIXES: Final = {".java": Language.JAVA, ".kt": Language.KOTLIN, ".kts": Language.KOTLIN, ".scala": Language.SCALA}


def language_of_name(name: str) -> Language | None:
    """Give the language that a file's name says, if it does."""
    return next((language for suffix, language in _SUFFIXES.items() if name.endswith(suffix)), None)


def detect_language(given: Sequence[DumpFile]) -> Language:
    """Go by the files' names where they say it, else by what the text has: a dump alone, or lines of one language.

    Of files of several languages one counts that is read. In doubt it is Java. Build files say nothing. A dump beside
    code is offered too, whatever this says.
    """
    texts = [one for one in given if not is_build_file(one.file)]
    named = [language for text in texts if (language := language_of_name(text.file.name)) is not None]
    if named:
        return next((language for language in named if language is not Language.SCALA), named[0])
    dumps = [text.read_if_likely[0] for text in texts]
    files = [blank_dumps(text.file, found) for text, found in zip(texts, dumps, strict=True)]
    # Where lines of dumps were, there are blanks, and there may be millions of them.
    if any(dumps) and not any(_BUILDS.search(" ".join(file.text.split())) for file in files):
        return Language.DESCRIBE
    language = _language_of_code("\n".join(file.text[:200_000] for file in files))
    return Language.DESCRIBE if any(dumps) and language is Language.SCALA else language


def is_surely_scala(text: str) -> bool:
    """Tell whether a text has what only Scala has, outside of strings and comments."""
    return _ONLY_SCALA.search(_NO_CODE.sub(" ", text[:200_000])) is not None


def _language_of_code(text: str) -> Language:
    if is_surely_scala(text):
        return Language.SCALA
    if len(_JAVA.findall(text)) > 1:
        return Language.JAVA
    if _ONLY_KOTLIN.search(text) is not None:
        return Language.KOTLIN
    if _SCALA.search(_NO_CODE.sub(" ", text)) is not None:
        return Language.SCALA
    return Language.KOTLIN if _KOTLIN.search(text) is not None else Language.JAVA
