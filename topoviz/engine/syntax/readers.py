"""One reader for each language; a language's grammar is loaded when the first file in it is read."""

from __future__ import annotations

import time
from typing import Final

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.source import SourceFile
from topoviz.engine.submission import Language
from topoviz.engine.syntax.parsing import TooTangled
from topoviz.engine.syntax.pasted import unwrap
from topoviz.engine.syntax.tree import Unit

READABLE: Final = frozenset({Language.JAVA, Language.KOTLIN})


def read_file(language: Language, file: SourceFile, file_id: int) -> tuple[Unit, tuple[Diagnostic, ...]]:
    """Read a file in one of the `READABLE` languages; what cannot be read is in the diagnostics."""
    if language is Language.KOTLIN:
        from topoviz.engine.syntax.kotlin import read_kotlin

        return read_kotlin(file, file_id)
    from topoviz.engine.syntax.java import read_java

    return read_java(file, file_id)


def can_be_parsed(language: Language, file: SourceFile, seconds: float) -> bool:
    """Tell whether the grammar of a `READABLE` language comes to an end with a file; what it finds is dropped."""
    try:
        _parse(language, file, time.process_time() + seconds)
    except TooTangled:
        return False
    return True


def _parse(language: Language, file: SourceFile, deadline: float) -> None:
    data, _ = unwrap(file.data, 0)
    if language is Language.KOTLIN:
        from topoviz.engine.syntax.kotlin.reading import DIALECT as KOTLIN

        KOTLIN.parse(data, 0, deadline)
    else:
        from topoviz.engine.syntax.java.reading import DIALECT as JAVA

        JAVA.parse(data, 0, deadline)
