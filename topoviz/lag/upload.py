"""Taking in a file: what it is, by its content alone, and whether it can be a lag history at all.

The file is kept under a name of ours, because Spark passes over names such as `_x.csv` and reads `*` in others.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from textwrap import shorten
from typing import BinaryIO, Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.csv_rows import HEADER
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.parquet import check_parquet
from topoviz.lag.forms.registry import recognise
from topoviz.lag.forms.too_much import long_line, too_large
from topoviz.lag.limits import Cancelled, Limits

_HEAD: Final = 256 * 1024
_CHUNK: Final = 1024 * 1024
_SHOWN: Final = 80
_UTF_16: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def check(path: Path, limits: Limits | None = None) -> Upload:
    """Find out what a file is without Spark, from its content; raises BadHistory with a sentence for the user."""
    limits = limits if limits is not None else Limits()
    size = path.stat().st_size
    if size > limits.max_bytes:
        raise too_large(f"{size:,} bytes", f"{limits.max_bytes:,}")
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith(b"PAR1"):
        return check_parquet(path, limits)
    if head.startswith((b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ")):
        raise BadHistory(
            "packed",
            "The file is packed (gzip, zip, or a spreadsheet's own format).",
            "Unpack it, or save the spreadsheet as CSV, and give that file.",
        )
    beginning = Head(path, _decode(head), size <= _HEAD)
    if not beginning.first:
        raise BadHistory("empty", "The file is empty.", f"Give a CSV with the header {HEADER}, or a capture.")
    found = recognise(beginning, limits)
    if found is None:
        raise _not_a_history(beginning.first)
    return found


def keep(upload: Upload, target: Path, limits: Limits, is_wanted: Callable[[], bool] = lambda: True) -> Upload:
    """Copy a file to a name of ours, in UTF-8, and check its size, its lines and that it is text all the way.

    Raises BadHistory, and Cancelled when it is not wanted any more.
    """
    with upload.path.open("rb") as source, target.open("wb") as sink:
        if upload.kind is Kind.PARQUET:
            while chunk := source.read(_CHUNK):
                sink.write(chunk)
        else:
            _copy_text(source, sink, _limits_of(upload.kind, limits), is_wanted)
    return replace(upload, path=target)


def _limits_of(kind: Kind, limits: Limits) -> Limits:
    """Give how long lines may be, and how many: one line of an answer in JSON, or of a wide table, is many rows."""
    if kind is Kind.CAPTURE:
        # kafka-log-dirs writes all that it says on one line.
        return replace(limits, max_line_bytes=max(limits.max_line_bytes, limits.max_look_bytes))
    if not kind.has_short_lines:
        return replace(limits, max_line_bytes=2 * limits.max_bytes)
    return replace(limits, max_line_bytes=limits.max_header_bytes) if kind is Kind.GRAFANA else limits


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
            raise too_large("more bytes", f"{limits.max_bytes:,}")
        if rows > limits.max_rows + 1:
            raise too_large("more rows", f"{limits.max_rows:,}")
        sink.write(chunk)


def _longest_line(chunk: bytes, open_length: int, limits: Limits) -> int:
    """Refuse lines that would fill the memory; give the length of the line that is still open at the end."""
    start = chunk.find(b"\n")
    if start < 0:
        start = chunk.find(b"\r")
    if start < 0:
        open_length += len(chunk)
        if open_length > limits.max_line_bytes:
            raise long_line(limits)
        return open_length
    if open_length + start > limits.max_line_bytes:
        raise long_line(limits)
    if len(chunk) > limits.max_line_bytes:
        for line in chunk.splitlines():
            if len(line) > limits.max_line_bytes:
                raise long_line(limits)
    return len(chunk) - 1 - max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))


def _decode(head: bytes) -> str:
    if head[:2] in _UTF_16:
        return head[2 : len(head) // 2 * 2].decode(_UTF_16[head[:2]], errors="replace")
    if b"\0" in head:
        raise _binary()
    text = head.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors="replace")
    if text.count("\ufffd") > len(text) // 10 + 1:
        raise _binary()
    return text


def _not_a_history(first: str) -> BadHistory:
    return BadHistory(
        "not-a-history",
        f'The file is in no form that is known; it begins with "{shorten(first, _SHOWN, placeholder=" …")}".',
        f"Give a CSV with the header {HEADER}, or a capture with a time-stamp line before each table.",
    )


def _binary() -> BadHistory:
    return BadHistory(
        "binary", "The file is not text.", "Give a CSV, a capture of kafka-consumer-groups as text, or Parquet."
    )
