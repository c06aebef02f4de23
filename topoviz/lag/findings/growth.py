"""How fast lag grows since it began to."""

from __future__ import annotations

from topoviz.lag.findings.past_peak import is_late_at_end
from topoviz.lag.report.partitions import PartitionLag


def grows_by(one: PartitionLag) -> float:
    """Give the records a second by which a partition's lag grew since it began, else over the whole history.

    A line through all samples is too flat where lag began to grow later.
    """
    if one.peak_onset is not None and is_late_at_end(one) and one.lag_last and one.last_seen > one.peak_onset:
        return one.lag_last / (one.last_seen - one.peak_onset)
    return one.lag_slope or 0.0
