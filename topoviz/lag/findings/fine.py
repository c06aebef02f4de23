"""Nothing falls behind and nothing stood still, as far as the samples can show it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topoviz.lag.findings.behind import unseen_shortfall
from topoviz.lag.findings.sight import has_gap, shortest_pause, shortest_stall
from topoviz.lag.findings.words import duration, moment, records, rounded_up
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag


def say_fine(partitions: Sequence[PartitionLag]) -> Finding:
    """Say so of partitions that were all looked at for long enough, and say what would not have been seen."""
    lag = sum(one.lag_last or 0 for one in partitions)
    stall, pause = max(map(shortest_stall, partitions)), max(map(shortest_pause, partitions))
    waits = [one for one in partitions if (one.stall_produced or 0) > 0]
    longest = max((one.stall_wait_seconds or 0.0 for one in waits), default=0.0)
    most = max(one.lag_max or 0 for one in partitions)
    seen = f" Never more than {records(most)} waited on one partition." if most else " Nothing ever waited."
    seen += f" The longest time without a commit while records waited was {duration(longest)}." if longest else ""
    gap = max((one for one in partitions if has_gap(one)), key=lambda one: one.gap_seconds or 0.0, default=None)
    if gap is not None:
        length = duration(gap.gap_seconds or 0.0)
        seen += f" What happened in the {length} from {moment(gap.gap_from or 0.0)}, without samples, is not known."
    little = math.ceil(100 * max(map(unseen_shortfall, partitions)) - 1e-6)
    return Finding(
        FindingKind.FINE,
        f"None of {len(partitions)} partitions falls behind, passed over records, or stood still for "
        f"{rounded_up(stall)}; at the end {records(lag)} {'was' if lag == 1 else 'were'} left to read.{seen}",
        f"Nothing is to be done about lag. Pauses shorter than {rounded_up(pause)} may not show in these samples, nor "
        f"a group that reads up to {little} % too little.",
        numbers={
            "lag_last": float(lag),
            "lag_max": float(most),
            "partitions": float(len(partitions)),
            "shortest_pause_seconds": pause,
        },
    )
