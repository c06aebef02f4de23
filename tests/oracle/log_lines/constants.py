"""The texts in the constant pools of class files: what the released jars really have, whatever reads their sources."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from topoviz.engine.log_lines.table import Line

_UTF8: Final = 1
_SIZES: Final = {7: 2, 8: 2, 16: 2, 19: 2, 20: 2, 15: 3, 5: 8, 6: 8, **dict.fromkeys((3, 4, 9, 10, 11, 12, 17, 18), 4)}
"""Of other constants, in bytes, by their tags (JVM specification, 4.4)."""
_MOST_PARTS: Final = 3
"""Texts that words are put together from, by a format or a method."""

_TWO_PLACES: Final = (5, 6)


def texts_of_class(data: bytes) -> Iterator[str]:
    """Give the texts in a class file's constant pool."""
    (count,) = struct.unpack_from(">H", data, 8)
    at, number = 10, 1
    while number < count:
        tag = data[at]
        at += 1
        if tag == _UTF8:
            (length,) = struct.unpack_from(">H", data, at)
            yield data[at + 2 : at + 2 + length].decode("utf-8", "replace")
            at += 2 + length
        else:
            at += _SIZES[tag]
        number += 2 if tag in _TWO_PLACES else 1


def _is_of(words: str, pool: str) -> bool:
    """Tell whether words stand in a pool: in one text or, where they are put together, in few of them."""
    rest = words
    for _ in range(_MOST_PARTS):
        length = next(size for size in range(len(rest), -1, -1) if rest[:size] in pool)
        rest = rest[length:]
        if not rest:
            return True
    return False


def invented_lines(lines: Sequence[Line], jars: Sequence[Path]) -> list[tuple[Line, str]]:
    """Give the lines with words that the class, and those inside it, do not have in these jars; with the words."""
    texts: dict[str, list[str]] = {}
    for jar in jars:
        with zipfile.ZipFile(jar) as classes:
            for name in classes.namelist():
                if name.endswith(".class"):
                    outer = name.removesuffix(".class").replace("/", ".").partition("$")[0]
                    texts.setdefault(outer, []).extend(texts_of_class(classes.read(name)))
    found = []
    for line in lines:
        # A format has %n where a line ends.
        words = [part for one in line.pieces if isinstance(one, str) for part in one.split("\n")]
        pool = "\0".join(texts.get(line.of, ()))
        missing = next((one for one in words if not _is_of(one, pool)), None)
        if missing is not None:
            found.append((line, missing))
    return found
