"""Getting a new Java warm: it reads and compiles what a report needs, of which it has nothing yet."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from pyspark.sql import SparkSession

from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.limits import Cancelled, Limits, TookTooLong
from topoviz.lag.onto_topology import Placement, Reader

_START: Final = datetime(2026, 1, 1, tzinfo=UTC)
_TOPIC: Final = "orders"
_MINUTES: Final = 30
_PARTITIONS: Final = 4
_SECONDS: Final = 120


def warm_up(spark: SparkSession, is_wanted: Callable[[], bool], work_root: Path | None = None) -> bool:
    """Make a report that nobody reads, of a group of which one partition falls behind, and tell whether it was made.

    It goes through what most reports go through, and leaves off soon after it is wanted no more. Raises SparkFailed.
    """
    with tempfile.TemporaryDirectory(prefix="topoviz-lag-", dir=work_root) as folder, suppress(Cancelled, TookTooLong):
        file = Path(folder) / "history.csv"
        file.write_text("\n".join(_lines()), encoding="utf-8")
        placement, limits = Placement((Reader(_TOPIC, 0, False),)), Limits(seconds=_SECONDS)
        analyze_history(spark, [file], placement, is_wanted=is_wanted, limits=limits, work_root=work_root)
        return True
    return False


def _lines() -> Iterator[str]:
    yield "timestamp,group,topic,partition,log_end_offset,committed_offset,client_id"
    for minute in range(_MINUTES):
        time = (_START + timedelta(minutes=minute)).isoformat()
        for partition in range(_PARTITIONS):
            behind = minute * 50 if partition == 0 else 3
            yield f"{time},app,{_TOPIC},{partition},{minute * 100},{minute * 100 - behind},app-{partition % 2}"
