"""What DuckDB makes of the same rows, held against what a report says."""

import pytest


def query(database, text, parameters=None):
    """Give the rows of a query, each by the names of its columns."""
    result = database.execute(text, parameters or {})
    names = [column[0] for column in result.description]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def same(value, other, precision=1e-9):
    """Say whether two figures are the same but for the last digits; what is not known is the same as nothing else."""
    if value is None or other is None:
        return value == other
    return value == pytest.approx(float(other), rel=precision, abs=precision)


def differences(ours, theirs, precision=1e-9):
    """Give the figures of a row that a thing of the report has otherwise, each with both."""
    return {name: (getattr(ours, name), other) for name, other in theirs.items()
            if name not in ("topic", "partition") and not same(getattr(ours, name), other, precision)}  # fmt: skip
