"""What a Parquet file says about itself at its end: how many rows, which columns. Nothing else is read.

Format: parquet.thrift, FileMetaData in Thrift's compact protocol. A small file can claim, and hold, very many rows,
so the claim is looked at before Spark is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_MAGIC: Final = b"PAR1"
_MAX_FOOTER: Final = 16 * 1024 * 1024
_MAX_DEPTH: Final = 16
_BOOLEANS: Final = (1, 2)
_BYTE, _INTEGERS, _DOUBLE, _BINARY, _LISTS, _MAP, _STRUCT = 3, (4, 5, 6), 7, 8, (9, 10), 11, 12


class BadFooter(ValueError):
    """The end of the file is not a Parquet footer; the message continues the sentence “…, but”."""


@dataclass(frozen=True, slots=True)
class Footer:
    """Rows in all, and the columns at the top level by name."""

    rows: int
    columns: tuple[str, ...]


def read_footer(path: Path) -> Footer:
    """Read the footer of a Parquet file; raises BadFooter."""
    size = path.stat().st_size
    with path.open("rb") as file:
        if size < 12:
            raise BadFooter("it is too short")
        file.seek(size - 8)
        end = file.read(8)
        length = int.from_bytes(end[:4], "little")
        if end[4:] != _MAGIC or not 0 < length <= min(size - 12, _MAX_FOOTER):
            raise BadFooter("it does not end like it")
        file.seek(size - 8 - length)
        data = file.read(length)
    try:
        metadata = _Compact(data).struct(0)
        rows, schema = metadata[3], metadata[2]
        # The metadata's own count and that of its row groups must agree, since Spark goes by the latter.
        rows = max(rows, sum(group[3] for group in metadata.get(4, [])))
        return Footer(rows, _top_level(schema))
    except (IndexError, KeyError, TypeError, UnicodeDecodeError, AttributeError) as error:
        raise BadFooter("what stands at its end cannot be read") from error


def _top_level(schema: list[dict[int, Any]]) -> tuple[str, ...]:
    """Give the names of the root's children, passing over what is nested in them."""
    names: list[str] = []
    at = 1
    for _ in range(schema[0].get(5, 0)):
        names.append(schema[at][4].decode("utf-8"))
        open_children = 1
        while open_children:
            open_children += schema[at].get(5, 0) - 1
            at += 1
    return tuple(names)


class _Compact:
    """A reader of Thrift's compact protocol, as much of it as a footer uses."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def struct(self, depth: int) -> dict[int, Any]:
        if depth > _MAX_DEPTH:
            raise BadFooter("what stands at its end is nested too deep")
        fields: dict[int, Any] = {}
        field = 0
        while head := self.byte():
            field = field + (head >> 4) if head >> 4 else self.zigzag()
            kind = head & 0x0F
            fields[field] = kind == 1 if kind in _BOOLEANS else self.value(kind, depth)
        return fields

    def value(self, kind: int, depth: int) -> Any:
        if kind in _BOOLEANS or kind == _BYTE:
            return self.byte()
        if kind in _INTEGERS:
            return self.zigzag()
        if kind == _DOUBLE:
            return self.take(8)
        if kind == _BINARY:
            return self.take(self.varint())
        if kind in _LISTS:
            return self.items(depth)
        if kind == _STRUCT:
            return self.struct(depth + 1)
        raise BadFooter("what stands at its end cannot be read")

    def items(self, depth: int) -> list[Any]:
        if depth > _MAX_DEPTH:
            raise BadFooter("what stands at its end is nested too deep")
        head = self.byte()
        count = head >> 4 if head >> 4 != 15 else self.varint()
        return [self.value(head & 0x0F, depth + 1) for _ in range(min(count, len(self.data)))]

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        if len(taken) < count:
            raise BadFooter("it is cut off")
        self.at += count
        return taken

    def varint(self) -> int:
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number
            if shift > 70:
                raise BadFooter("what stands at its end cannot be read")

    def zigzag(self) -> int:
        number = self.varint()
        return (number >> 1) ^ -(number & 1)
