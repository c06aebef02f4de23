"""Parse a text on trial, in a copy of this process that can be ended.

A grammar may take a text that is broken in a certain way for endlessly many things at once, and then neither looks at
the clock nor gives memory back.
"""

from __future__ import annotations

import faulthandler
import os
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from topoviz.cli.failure import Failure
from topoviz.engine.languages import detect_language, language_of_name
from topoviz.engine.source import SourceFile
from topoviz.engine.submission import Language, Submission
from topoviz.engine.syntax.build_files import is_build_file
from topoviz.engine.syntax.configuration import name_as_configuration
from topoviz.engine.syntax.describe_text import DumpFile
from topoviz.engine.syntax.readers import READABLE, can_be_parsed

SECONDS: Final = 1.2
SECONDS_PER_MB: Final = 1.5
MEMORY: Final = 1 << 30
"""How many bytes parsing may add."""

HARMLESS: Final = 1_000
"""Bytes of a text so small that no grammar chokes on it."""


def refuse_what_chokes(submission: Submission, texts: Sequence[DumpFile]) -> None:
    """Try each file; raises Failure for one that would take too long or too much memory."""
    language = submission.settings.language or detect_language(texts)
    if language is Language.DESCRIBE or not hasattr(os, "fork"):
        return
    for file in submission.bundle.files:
        written_in = language_of_name(file.name) or language
        is_read = written_in in READABLE and name_as_configuration(file) is None and not is_build_file(file)
        if is_read and len(file.data) > HARMLESS and not _is_parsed_in_time(written_in, file):
            raise Failure(
                f"{file.name} takes too long or too much memory to read. "
                "Leave out what builds no topology, and close all brackets."
            )


def _is_parsed_in_time(language: Language, file: SourceFile) -> bool:
    """Parse in a child; only whether it came to an end comes back."""
    seconds = SECONDS + SECONDS_PER_MB * len(file.data) / 1e6
    says, hears = os.pipe()
    child = os.fork()
    if child == 0:
        _parse_and_exit(language, file, hears, seconds)
    os.close(hears)
    try:
        told, _, _ = select.select([says], [], [], seconds)
        return bool(told) and os.read(says, 1) == b"y"
    finally:
        os.close(says)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _parse_and_exit(language: Language, file: SourceFile, answer: int, seconds: float) -> None:
    """Write `y` when the text could be parsed, and leave without what a process does at its end."""
    # That a grammar falls when it gets no more memory is expected, and nothing to tell of.
    faulthandler.disable()
    try:
        _limit_memory()
        if can_be_parsed(language, file, seconds):
            os.write(answer, b"y")
    except MemoryError:
        pass
    finally:
        os._exit(0)


def _limit_memory() -> None:
    if sys.platform == "linux":
        import resource
        from pathlib import Path

        in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = in_use + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
