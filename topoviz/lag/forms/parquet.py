"""Parquet with our columns: what its footer says, before Spark reads it."""

from __future__ import annotations

from pathlib import Path

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.columns import LAG, table_of
from topoviz.lag.forms.csv_rows import too_many_columns, wrong_columns
from topoviz.lag.forms.model import Kind, Upload
from topoviz.lag.forms.parquet_footer import BadFooter, read_footer
from topoviz.lag.forms.too_much import too_large
from topoviz.lag.limits import Limits


def check_parquet(path: Path, limits: Limits) -> Upload:
    """Read the footer; raises BadHistory where it cannot be read, or lacks a column, or claims too many rows."""
    try:
        footer = read_footer(path)
    except BadFooter as error:
        raise BadHistory(
            "bad-parquet", f"The file begins like Parquet, but {error}.", "Write it again, or give a CSV."
        ) from error
    if footer.rows == 0:
        raise BadHistory("empty", "The Parquet file has no rows.", "Give one with rows.")
    if footer.rows > limits.max_rows:
        raise too_large(f"{footer.rows:,} rows", f"{limits.max_rows:,}")
    if len(footer.columns) > limits.max_columns:
        raise too_many_columns("file", len(footer.columns), limits, LAG)
    # Spark is only ever asked for columns by our own names, so other spellings do not count here.
    names = tuple(name.lower() for name in footer.columns)
    table = table_of(names)
    columns = tuple(name if name in table.known else None for name in names)
    is_unclear = any(columns.count(name) > 1 for name in table.optional)
    if is_unclear or any(columns.count(name) != 1 for name in table.needed):
        raise wrong_columns(footer.columns, columns, table)
    return Upload(path, Kind.PARQUET, columns, table=table)
