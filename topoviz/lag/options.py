"""What the people who run topoviz say about its Spark: any option of Spark's, and storage that a whole cluster sees."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from topoviz.lag.spark_failed import SparkFailed

OPTIONS: Final = "TOPOVIZ_SPARK"
WORK: Final = "TOPOVIZ_SPARK_WORK"

_OURS: Final = {
    "spark.master": "the master is SPARK_MASTER",
    "spark.sql.ansi.enabled": "rows are judged by it",
    "spark.sql.session.timeZone": "all times are UTC",
}
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://\S*")


def read_options(variables: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Read TOPOVIZ_SPARK, a JSON object of Spark's options, in the order of their names. Raises SparkFailed."""
    text = variables.get(OPTIONS, "")
    if not text.strip():
        return ()
    example = '{"spark.executor.memory": "4g"}'
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise _bad("is no JSON object.", f"Write it as {example}.")
    return tuple(sorted((_name(name), _value(name, value)) for name, value in found.items()))


def read_work(variables: Mapping[str, str]) -> str | None:
    """Read TOPOVIZ_SPARK_WORK, a folder as Hadoop names it, without a slash at its end. Raises SparkFailed."""
    place = variables.get(WORK, "").strip()
    if place and not _SCHEME.fullmatch(place):
        raise SparkFailed(
            f"{WORK} is no place as Hadoop names it.",
            "Write it as file:///mnt/shared/topoviz, s3a://bucket/topoviz or hdfs://host/topoviz.",
            lasts=True,
        )
    return place.rstrip("/") or None


def _name(name: str) -> str:
    if not name.startswith("spark."):
        raise _bad(f"has {name!r}, which is no option of Spark's.", "Their names begin with spark.")
    if name in _OURS:
        raise _bad(f"may not have {name}: {_OURS[name]}.", "Take it away.")
    return name


def _value(name: str, value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, (str, int, float)):
        raise _bad(f"has no single value for {name}.", "Write a text or a number.")
    return str(value)


def _bad(what: str, next_step: str) -> SparkFailed:
    return SparkFailed(f"{OPTIONS} {what}", next_step, lasts=True)
