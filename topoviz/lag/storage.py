"""Folders as Spark's own machines see them: of this machine, on shared storage, in a bucket or in HDFS.

All of it is Hadoop's FileSystem, so that whatever Spark can read and write can be a place.
"""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JError  # type: ignore[import-untyped]
from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class Work:
    """A private folder for one piece of work: `here` on this machine, `there` as Spark is told."""

    spark: SparkSession
    here: Path
    there: str

    def place(self, name: str) -> str:
        """Name something in the folder, as Spark is told."""
        return f"{self.there}/{name}"

    def give(self, file: Path) -> str:
        """Bring a file of the folder to where Spark's machines see it; gives its place there."""
        place = self.place(file.name)
        if self.there != str(self.here):
            _bring(self.spark, file, place)
        return place


@contextmanager
def work_folder(spark: SparkSession, root: Path | None, shared: str | None) -> Iterator[Work]:
    """Make a private folder on this machine, and one on `shared` storage where there is any; remove both again."""
    here = Path(tempfile.mkdtemp(prefix="topoviz-lag-", dir=root))
    there = f"{shared}/topoviz-lag-{uuid.uuid4()}" if shared is not None else str(here)
    try:
        yield Work(spark, here, there)
    finally:
        shutil.rmtree(here, ignore_errors=True)
        if shared is not None:
            # Where Java is gone or storage does not answer, what the work itself failed with is worth more.
            with suppress(Py4JError, OSError):
                remove(spark, there)


def remove(spark: SparkSession, place: str) -> None:
    """Remove a folder with all that is in it; one that is not there is removed already."""
    system, path = _reach(spark, place)
    system.delete(path, True)


def exists(spark: SparkSession, place: str) -> bool:
    """Tell whether there is such a file or folder."""
    system, path = _reach(spark, place)
    return bool(system.exists(path))


def names_in(spark: SparkSession, place: str) -> list[str]:
    """Give the names of what stands in a folder, sorted; none where there is no such folder."""
    system, path = _reach(spark, place)
    if not system.exists(path):
        return []
    return sorted(str(one.getPath().getName()) for one in system.listStatus(path))


def rename(spark: SparkSession, old: str, new: str) -> None:
    """Give a folder another name, below a folder that is made where it is not there. Raises OSError."""
    system, path = _reach(spark, old)
    target = _path(spark, new)
    system.mkdirs(target.getParent())
    if not system.rename(path, target):
        raise OSError(f"{old} could not be renamed to {new}.")


def _bring(spark: SparkSession, file: Path, place: str) -> None:
    """Write a file to a place as Spark itself writes: S3's own way of copying a file is not in all that speak S3."""
    system, path = _reach(spark, place)
    java: Any = getattr(spark.sparkContext, "_jvm", None)
    conf = system.getConf()
    java.org.apache.hadoop.fs.FileUtil.copy(java.java.io.File(str(file)), system, path, False, conf)


def _reach(spark: SparkSession, place: str) -> tuple[Any, Any]:
    path = _path(spark, place)
    java: Any = getattr(spark.sparkContext, "_jsc", None)
    return path.getFileSystem(java.hadoopConfiguration()), path


def _path(spark: SparkSession, place: str) -> Any:
    java: Any = getattr(spark.sparkContext, "_jvm", None)
    return java.org.apache.hadoop.fs.Path(place)
