"""Rejected rows as a CSV that a spreadsheet may open without harm."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from topoviz.lag.report.rows import RejectedRow

_BEGINS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\0")


def write_rejected(rows: Iterable[RejectedRow], target: Path) -> None:
    """Write rows with their file, line, reason and text; files count from 1."""
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("file", "line", "reason", "text"))
        for row in rows:
            line = "" if row.line is None else row.line
            writer.writerow((row.file + 1, line, safe_cell(row.reason), safe_cell(row.text)))


def safe_cell(text: str) -> str:
    """Put `'` before a text that a spreadsheet would take for a formula; NUL goes, since CSV cannot hold it."""
    harmless = text.replace("\0", "\ufffd")
    return f"'{harmless}" if text.startswith(_BEGINS_FORMULA) else harmless
