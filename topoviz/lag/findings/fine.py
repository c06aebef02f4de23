"""Nothing falls behind and nothing stood still."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.words import number
from topoviz.lag.report import Finding, FindingKind, PartitionLag


def say_fine(partitions: Sequence[PartitionLag]) -> Finding:
    """Say so, and how much was looked at. Partitions without a known lag are counted out; there is one with."""
    known = [one for one in partitions if one.lag_last is not None]
    lag = sum(one.lag_last or 0 for one in known)
    unknown = len(partitions) - len(known)
    apart = f" The lag of {unknown} more is not known." if unknown else ""
    return Finding(
        FindingKind.FINE,
        f"None of {len(known)} partitions falls behind or stood still; at the end {number(lag)} records were left to "
        f"read.{apart}",
        "Nothing is to be done about lag.",
        numbers={"lag_last": float(lag), "partitions": float(len(known))},
    )
