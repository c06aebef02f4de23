"""Taking in a file: what it is, by its content alone, and whether it can be a lag history at all.

The file is kept under a name of ours, because Spark passes over names such as `_x.csv` and reads `*` in others.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO, Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.capture_lines import looks_like_capture
from topoviz.lag.columns import KNOWN, NEEDED, match_columns
from topoviz.lag.limits import Cancelled, Limits
from topoviz.lag.parquet_footer import BadFooter, read_footer

_HEAD: Final = 256 * 1024
_CHUNK: Final = 1024 * 1024
_SEPARATORS: Final = (",", ";", "\t", "|")
_UTF_16: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_HEADER: Final = ",".join(NEEDED)


class Kind(Enum):
    """The forms that a history comes in."""

    CSV = "csv"
    CAPTURE = "capture"
    PARQUET = "parquet"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that can be read: `columns` are ours or None, in the order of the file; `header` is its header line."""

    path: Path
    kind: Kind
    columns: tuple[str | None, ...] = ()
    separator: str = ","
    header: str = ""


def check(path: Path, limits: Limits | None = None) -> Upload:
    """Find out what a file is without Spark, from its content; raises BadHistory with a sentence for the user."""
    limits = limits if limits is not None else Limits()
    size = path.stat().st_size
    if size > limits.max_bytes:
        raise _too_large(f"{size:,} bytes", f"{limits.max_bytes:,}")
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith(b"PAR1"):
        return _check_parquet(path, limits)
    if head.startswith((b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ")):
        raise BadHistory(
            "packed",
            "The file is packed (gzip, zip, or a spreadsheet's own format).",
            "Unpack it, or save the spreadsheet as CSV, and give that file.",
        )
    text = _decode(head)
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise BadHistory("empty", "The file is empty.", f"Give a CSV with the header {_HEADER}, or a capture.")
    separator = max(_SEPARATORS, key=lambda mark: (sum(map(bool, match_columns(first.split(mark)))), mark == ","))
    columns = match_columns(next(csv.reader([first], delimiter=separator)))
    if sum(map(bool, columns)) >= 2:
        return _check_csv(path, first, separator, columns, limits)
    if looks_like_capture(lines):
        return Upload(path, Kind.CAPTURE)
    raise _wrong_columns(next(csv.reader([first], delimiter=separator)), columns)


def keep(upload: Upload, target: Path, limits: Limits, is_wanted: Callable[[], bool] = lambda: True) -> Upload:
    """Copy a file to a name of ours, in UTF-8, and check its size, its lines and that it is text all the way.

    Raises BadHistory, and Cancelled when it is not wanted any more.
    """
    with upload.path.open("rb") as source, target.open("wb") as sink:
        if upload.kind is Kind.PARQUET:
            while chunk := source.read(_CHUNK):
                sink.write(chunk)
        else:
            _copy_text(source, sink, limits, is_wanted)
    return Upload(target, upload.kind, upload.columns, upload.separator, upload.header)


def _copy_text(source: BinaryIO, sink: BinaryIO, limits: Limits, is_wanted: Callable[[], bool]) -> None:
    mark = source.read(2)
    decoder = codecs.getincrementaldecoder(_UTF_16[mark])(errors="replace") if mark in _UTF_16 else None
    source.seek(len(mark) if decoder else 0)
    written = rows = length = 0
    while chunk := source.read(_CHUNK):
        if not is_wanted():
            raise Cancelled
        if decoder is not None:
            chunk = decoder.decode(chunk).encode("utf-8", errors="replace")
        if b"\0" in chunk:
            raise _binary()
        written += len(chunk)
        rows += chunk.count(b"\n")
        length = _longest_line(chunk, length, limits)
        if written > 2 * limits.max_bytes:
            raise _too_large("more bytes", f"{limits.max_bytes:,}")
        if rows > limits.max_rows + 1:
            raise _too_large("more rows", f"{limits.max_rows:,}")
        sink.write(chunk)


def _longest_line(chunk: bytes, open_length: int, limits: Limits) -> int:
    """Refuse lines that would fill the memory; give the length of the line that is still open at the end."""
    start = chunk.find(b"\n")
    if start < 0:
        start = chunk.find(b"\r")
    if start < 0:
        open_length += len(chunk)
        if open_length > limits.max_line_bytes:
            raise _long_line(limits)
        return open_length
    if open_length + start > limits.max_line_bytes:
        raise _long_line(limits)
    if len(chunk) > limits.max_line_bytes:
        for line in chunk.splitlines():
            if len(line) > limits.max_line_bytes:
                raise _long_line(limits)
    return len(chunk) - 1 - max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))


def _check_csv(path: Path, first: str, separator: str, columns: tuple[str | None, ...], limits: Limits) -> Upload:
    if len(columns) > limits.max_columns:
        raise BadHistory(
            "too-many-columns",
            f"The header has {len(columns)} columns; {limits.max_columns} are read.",
            f"Keep only {', '.join(KNOWN)}.",
        )
    if any(name not in columns for name in NEEDED):
        raise _wrong_columns(next(csv.reader([first], delimiter=separator)), columns)
    return Upload(path, Kind.CSV, columns, separator, first)


def _check_parquet(path: Path, limits: Limits) -> Upload:
    try:
        footer = read_footer(path)
    except BadFooter as error:
        raise BadHistory(
            "bad-parquet", f"The file begins like Parquet, but {error}.", "Write it again, or give a CSV."
        ) from error
    if footer.rows == 0:
        raise BadHistory("empty", "The Parquet file has no rows.", "Give one with rows.")
    if footer.rows > limits.max_rows:
        raise _too_large(f"{footer.rows:,} rows", f"{limits.max_rows:,}")
    if len(footer.columns) > limits.max_columns:
        raise BadHistory(
            "too-many-columns",
            f"The file has {len(footer.columns)} columns; {limits.max_columns} are read.",
            f"Keep only {', '.join(KNOWN)}.",
        )
    # Spark is only ever asked for columns by our own names, so other spellings do not count here.
    columns = tuple(name.lower() if name.lower() in KNOWN else None for name in footer.columns)
    if any(columns.count(name) != 1 for name in NEEDED) or columns.count("client_id") > 1:
        raise _wrong_columns(footer.columns, columns)
    return Upload(path, Kind.PARQUET, columns)


def _decode(head: bytes) -> str:
    if head[:2] in _UTF_16:
        return head[2 : len(head) // 2 * 2].decode(_UTF_16[head[:2]], errors="replace")
    if b"\0" in head:
        raise _binary()
    text = head.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors="replace")
    if text.count("\ufffd") > len(text) // 10 + 1:
        raise _binary()
    return text


def _wrong_columns(header: list[str] | tuple[str, ...], columns: tuple[str | None, ...]) -> BadHistory:
    missing = [name for name in NEEDED if name not in columns]
    shown = ", ".join(cell.strip()[:40] for cell in header[:12])
    if len(missing) == len(NEEDED):
        return BadHistory(
            "not-a-history",
            "The file is neither a lag history in CSV nor a capture of kafka-consumer-groups; "
            f'it begins with "{shown}".',
            f"Give a CSV with the header {_HEADER}, or a capture with a time-stamp line before each table.",
        )
    return BadHistory(
        "wrong-columns",
        f"The header lacks {', '.join(missing)}; it has {shown}.",
        f"The first line has to name {_HEADER}, in any order; client_id may follow.",
    )


def _too_large(what: str, limit: str) -> BadHistory:
    return BadHistory(
        "too-large",
        f"The file has {what}; the limit is {limit}.",
        "Give a shorter time or take samples less often, or ask whoever runs topoviz for a higher limit.",
    )


def _long_line(limits: Limits) -> BadHistory:
    return BadHistory(
        "line-too-long",
        f"The file has a line of more than {limits.max_line_bytes:,} bytes.",
        "A row of a lag history is far shorter; look at how the file was written.",
    )


def _binary() -> BadHistory:
    return BadHistory(
        "binary", "The file is not text.", "Give a CSV, a capture of kafka-consumer-groups as text, or Parquet."
    )
