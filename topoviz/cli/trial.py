"""Parse a text on trial, in a copy of this process that can be ended.

A grammar may take a text that is broken in a certain way for endlessly many things at once, and then neither looks at
the clock nor gives memory back.
"""

from __future__ import annotations

import faulthandler
import os
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

Trial = tuple[Language, SourceFile]

HARMLESS: Final = 1_000
"""Bytes of a text so small that no grammar chokes on it."""


def refuse_what_chokes(submission: Submission, texts: Sequence[DumpFile]) -> None:
    """Try each file; raises Failure for one that would take too long or too much memory."""
    language = submission.settings.language or detect_language(texts)
    if language is Language.DESCRIBE or not hasattr(os, "fork"):
        return
    tried: list[Trial] = []
    for file in submission.bundle.files:
        written_in = language_of_name(file.name) or language
        is_read = written_in in READABLE and name_as_configuration(file) is None and not is_build_file(file)
        if is_read and len(file.data) > HARMLESS:
            tried.append((written_in, file))
    parsed = _count_parsed(tried)
    if parsed < len(tried):
        raise Failure(
            f"{tried[parsed][1].name} takes too long or too much memory to read. "
            "Remove what builds no topology, and close all brackets."
        )


def _count_parsed(tried: Sequence[Trial]) -> int:
    """Parse files in a child, one after the other, and count those that came to an end before one did not."""
    if not tried:
        return 0
    says, hears = os.pipe()
    child = os.fork()
    if child == 0:
        _parse_and_exit(tried, hears)
    os.close(hears)
    count = 0
    try:
        while told := os.read(says, 4096):
            count += len(told)
    finally:
        os.close(says)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return count


def _parse_and_exit(tried: Sequence[Trial], answer: int) -> None:
    """Write a letter for each text that could be parsed, and leave without what a process does at its end.

    Each has seconds of the processor, after which the system ends this process: a busy machine changes nothing.
    """
    # That a grammar falls when it gets no more memory is expected, and nothing to tell of.
    faulthandler.disable()
    try:
        _limit_memory()
        for language, file in tried:
            seconds = SECONDS + SECONDS_PER_MB * len(file.data) / 1e6
            signal.setitimer(signal.ITIMER_PROF, seconds)
            if not can_be_parsed(language, file, seconds):
                break
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
