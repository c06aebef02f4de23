"""What the commands for lag share: the topology, the files, and Spark, which is asked for only here."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from topoviz.cli.failure import Failure, failing
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text
from topoviz.cli.session import analyze_files, choose, exit_code
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts


def need_spark() -> None:
    """Raise Failure where Spark is not installed."""
    if importlib.util.find_spec("pyspark") is None:
        raise Failure("Lag reports need Spark. Install it with: pip install 'topoviz[spark]'")


def modules(*names: str) -> dict[str, Any]:
    """Import modules of topoviz.lag, which need Spark."""
    return {name: importlib.import_module(f"topoviz.lag.{name}") for name in names}


def without_limits() -> Any:
    """Give the limits of one's own machine: as good as none."""
    return modules("limits")["limits"].Limits(max_bytes=1 << 40, max_rows=1 << 40, seconds=24 * 3600.0)


def topology_of(options: Namespace) -> tuple[int, AnalyzedTopology, Analysis]:
    """Analyze the files of the topology, of which there must be one, and one topology in them."""
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    code = exit_code(analysis, shown)
    if code in (1, 2):
        raise Failure("There is no topology to lay the history onto; see above.")
    if len(shown) != 1:
        names = ", ".join(one.name for one in shown) or "none"
        raise Failure(f"The files make several topologies, {names}; choose one with --name.")
    return code, shown[0], analysis


def counts_of(options: Namespace) -> dict[str, int]:
    """Read the partition counts, if there are any."""
    if options.partitions is None:
        return {}
    with failing(BadPartitionCounts):
        return dict(read_partition_counts(read_text(options.partitions)).counts)


def files_and_sources(names: Sequence[str]) -> tuple[list[Path], list[Any]]:
    """Part what was given into files, and places that Spark reads in place."""
    lag = modules("in_place")["in_place"]
    files = [Path(name) for name in names if not lag.is_in_place(name)]
    return files, [lag.Source(name) for name in names if lag.is_in_place(name)]


def time_of(text: str | None) -> datetime | None:
    """Read --taken-at; raises Failure."""
    instant = modules("forms.capture_lines")["forms.capture_lines"].time_stamp(text or "")
    if text and instant is None:
        raise Failure("--taken-at is no time; write it as 2026-03-02T10:00:00Z.")
    found: datetime | None = instant.time if instant is not None else None
    return found


@contextmanager
def failing_lag() -> Iterator[None]:
    """Let every way in which lag reports fail become a Failure."""
    lag = modules("bad_history", "java", "limits", "spark_failed")
    failures = (
        lag["bad_history"].BadHistory,
        lag["java"].NoJava,
        lag["limits"].TookTooLong,
        lag["spark_failed"].SparkFailed,
        OSError,
    )
    try:
        yield
    except failures as error:
        raise Failure(printable(str(error))) from error


@contextmanager
def session(files: Sequence[Path] = (), sources: Sequence[Any] = ()) -> Iterator[tuple[Any, str | None]]:
    """Start a Spark that suits what it is to read, and give it with the folder that its machines share; stop it then.

    What is kept or read in place may be of any size.
    """
    lag = modules("session")["session"]
    settings = lag.SessionSettings.from_environment()
    spark = lag.spark_session(settings.to_read(files) if files and not sources else settings)
    try:
        yield spark, settings.work
    finally:
        lag.stop_session()


def progress(stage: str) -> None:
    """Say on a terminal what goes on."""
    if sys.stderr.isatty():
        print(f"{stage} …", file=sys.stderr)
