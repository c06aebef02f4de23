"""Parse a text with a grammar of tree-sitter within limits of time and memory, and measure how well it fits."""

from __future__ import annotations

import resource
import sys
import time

from tree_sitter import Language, Parser, Point, Tree

READING_SECONDS = 2.5
"""How much of the processor's time one file may take when the caller sets no deadline, at least."""

READING_SECONDS_PER_MB = 8.0
"""How long a large file may take, by its size: well-formed code of any size is read, on a slow machine too."""

MEMORY_LIMIT = 400 * 1024
"""How much memory parsing may add, in KiB, besides what well-formed code of the same size takes."""

MEMORY_PER_BYTE = 256
"""How many bytes of memory one byte of well-formed code may take."""

NODES_PER_LOOK_AT_CLOCK = 2_048

TOO_MUCH = "The text takes too long or too much memory to read."

_CHUNK = 65_536


class TooTangled(Exception):
    """The text takes more to read than it may; the message says what, in a sentence."""


def deadline_for(size: int) -> float:
    """Give the time of this process, by `time.process_time()`, at which a file of so many bytes must be read."""
    return time.process_time() + max(READING_SECONDS, READING_SECONDS_PER_MB * size / 1e6)


def parse(language: Language, data: bytes, deadline: float) -> Tree:
    """Parse a text; raises TooTangled when time or memory is spent."""

    # Only a text read by callback can be given up half way; one handed over as bytes cannot.
    def read(offset: int, _: Point) -> bytes:
        return data[offset : offset + _CHUNK]

    memory_limit = _peak_memory() + MEMORY_LIMIT + len(data) * MEMORY_PER_BYTE // 1024

    def is_too_much(_: int, __: bool) -> bool:
        return time.process_time() > deadline or _peak_memory() > memory_limit

    try:
        return Parser(language).parse(read, progress_callback=is_too_much)
    except ValueError as error:
        raise TooTangled(TOO_MUCH) from error


def damage(tree: Tree, deadline: float) -> int:
    """Measure how badly a text fits the grammar: the bytes in broken parts, and one for each thing missing."""
    cursor = tree.walk()
    found = seen = 0
    while True:
        node = cursor.node
        assert node is not None
        seen += 1
        if seen % NODES_PER_LOOK_AT_CLOCK == 0 and time.process_time() > deadline:
            raise TooTangled(TOO_MUCH)
        if node.is_error:
            found += 1 + node.end_byte - node.start_byte
        elif node.is_missing:
            found += node.type != ";"
        elif node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found


def _peak_memory() -> int:
    """Give the most memory this process ever had, in KiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak
