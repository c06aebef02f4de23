"""What went wrong in Spark, as a sentence with a next step; Java's own words have many lines and help nobody."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from textwrap import shorten
from typing import Final

import pyspark
from py4j.protocol import Py4JError, Py4JJavaError  # type: ignore[import-untyped]
from pyspark import SparkContext
from pyspark.errors import PySparkException

_LONGEST: Final = 200
_ENDS_WITHIN: Final = 2.0
"""Seconds after its connections that Java is gone, too."""

_EXCEPTION: Final = re.compile(r"^(?:[a-z0-9_]+\.)+[A-Z]\w*(?:Exception|Error): *")


class SparkFailed(Exception):
    """Spark could not do its work; the message is two sentences. `lasts` says that trying again changes nothing."""

    def __init__(self, sentence: str, next_step: str, *, lasts: bool) -> None:
        """Keep the parts."""
        super().__init__(f"{sentence} {next_step}")
        self.sentence = sentence
        self.next_step = next_step
        self.lasts = lasts


@dataclass(frozen=True, slots=True)
class _Known:
    """A failure by the words that Java has for it; `{0}` stands for what the pattern's group has found."""

    pattern: str
    sentence: str
    next_step: str
    lasts: bool = True


_KNOWN: Final = (
    _Known(
        r"All masters are unresponsive|Could not parse Master URL|methods on a stopped SparkContext",
        "The Spark at SPARK_MASTER does not answer, or has ended the work.",
        "See that it runs, that its address is written as spark://host:7077, and that it can reach this machine, whose "
        "address is SPARK_LOCAL_IP.",
        lasts=False,
    ),
    _Known(
        r"No FileSystem for scheme \"?(\w+)|Class org\.apache\.hadoop\.fs\.(\w+)\.\S+ not found",
        "Spark cannot read {0}: its connector is not there.",
        "Name it in spark.jars.packages of TOPOVIZ_SPARK; for s3a that is org.apache.hadoop:hadoop-aws in the version "
        "of Spark's Hadoop.",
    ),
    _Known(
        r"Failed to find the data source: (\w+)|Cannot find catalog plugin class for catalog '?(\w+)"
        r"|(\w+) is not a valid catalog",
        "Spark does not know {0}.",
        "Name its package in spark.jars.packages of TOPOVIZ_SPARK, and its catalog as its own manual says.",
    ),
    _Known(
        r"(?:IncompatibleClassChange|NoSuchMethod|NoSuchField|NoClassDefFound|AbstractMethod)Error",
        "A package that TOPOVIZ_SPARK names was made for another version of Spark.",
        f"Take its release for Spark {pyspark.__version__}, where there is one; else give Spark files, not a table.",
    ),
    _Known(
        r"TABLE_OR_VIEW_NOT_FOUND\] The table or view (\S+)|single-part namespace, but got identifier (\S+)",
        "There is no table {0} that Spark knows of.",
        "Write table:catalog.database.name, with a catalog of TOPOVIZ_SPARK.",
    ),
    _Known(
        r"PATH_NOT_FOUND\] Path does not exist: (\S+)",
        "There is no {0}.",
        "Give a folder that all machines of Spark see.",
    ),
    _Known(
        r"UNABLE_TO_INFER_SCHEMA\] Unable to infer schema for (\w+)",
        "There is no {0} in that folder.",
        "Give a folder of Parquet or of CSV with a header, in folders by date or not.",
    ),
    _Known(
        r"(?:AccessDenied|Access Denied|403 Forbidden|Status Code: 403|Permission denied|AccessControlException)",
        "Spark may not read or write there.",
        "Give it the right to; for s3a, keys come by spark.hadoop.fs.s3a.* of TOPOVIZ_SPARK or as AWS's own variables.",
    ),
    _Known(
        r"(?:NoSuchBucket|Bucket \S+ does not exist)",
        "There is no such bucket.",
        "Make it, or write another; the place is in TOPOVIZ_SPARK_WORK and in what was given.",
    ),
    _Known(
        r"Connection refused|UnknownHostException|NoRouteToHost|Unable to execute HTTP request",
        "Storage or a machine of Spark's cannot be reached.",
        "See that its address is right and that all machines of the cluster reach it.",
        lasts=False,
    ),
    _Known(
        r"No space left on device",
        "A disk of Spark's is full.",
        "Make room, or give Spark another disk: spark.local.dir of TOPOVIZ_SPARK, or the workers' SPARK_LOCAL_DIRS.",
        lasts=False,
    ),
    _Known(
        # Spark ends its Java with 52 where a task has run out of memory (SparkExitCode).
        r"OutOfMemoryError|Java heap space|GC overhead limit|Container killed by YARN for exceeding|with exit code 52$",
        "Spark ran out of memory.",
        "Give it more, by spark.driver.memory and spark.executor.memory of TOPOVIZ_SPARK, or give it fewer rows.",
        lasts=False,
    ),
    _Known(
        r"(?:FileNotFoundException|FAILED_READ_FILE\.FILE_NOT_EXIST)",
        "A machine of Spark's does not see a file that another has written.",
        "Set TOPOVIZ_SPARK_WORK to a folder that all of them see, such as file:///mnt/shared or s3a://bucket/topoviz.",
    ),
    _Known(
        r"JAVA_GATEWAY_EXITED",
        "Java ended while Spark started.",
        "See that the options in TOPOVIZ_SPARK are Spark's own, that its packages can be had, that there is memory.",
    ),
    _Known(
        r"Java ended with exit code (-?\d+)$",
        "Java ended while Spark worked, with exit code {0}.",
        "Try again. If it ends again, look whether the machine has run out of memory.",
        lasts=False,
    ),
    _Known(
        r"(?:executor|Executor)\S* (?:lost|exited|heartbeat timed out)|SparkContext was (?:shut down|stopped)",
        "Spark lost the machines that it worked on.",
        "Try again; what happened to them stands in the logs of the workers.",
        lasts=False,
    ),
)


@contextmanager
def explained() -> Iterator[None]:
    """Let what Spark fails with become a sentence; raises SparkFailed, and lets everything else through."""
    try:
        yield
    except (Py4JError, PySparkException, ConnectionError) as error:
        # A Java that has ended cannot be asked why, and a second question finds no connection.
        code = None if isinstance(error, Py4JJavaError | PySparkException) else _exit_code()
        if code is not None:
            raise _sentence_for(f"Java ended with exit code {code}") from error
        if isinstance(error, ConnectionError):
            raise
        raise _sentence_for(_words_of(error)) from error


def _sentence_for(text: str) -> SparkFailed:
    for known in _KNOWN:
        if found := re.search(known.pattern, text):
            name = next((group for group in found.groups() if group), "").rstrip(".,;").replace("`", "")
            return SparkFailed(known.sentence.format(name), known.next_step, lasts=known.lasts)
    return SparkFailed(
        f"Spark failed: {_first_line(text)}",
        "Try again; if it comes again, these words of Spark say what to look for.",
        lasts=False,
    )


def _words_of(error: Exception) -> str:
    """Give all that Java said: what it answers as a text says more than the message does, while it lives."""
    words = []
    with suppress(Exception):
        words.append(str(error))
    with suppress(Exception):
        words.append(str(error.java_exception.toString()))  # type: ignore[attr-defined]
    return "\n".join(words)


def _exit_code() -> int | None:
    """Give how the Java of this process has ended, if it has."""
    process: subprocess.Popen[bytes] | None = getattr(getattr(SparkContext, "_gateway", None), "proc", None)
    if process is None:
        return None
    try:
        return process.wait(_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        return None


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith(("at ", "An error occurred while calling"))]
    first = _EXCEPTION.sub("", said[0].removeprefix(": ")) if said else "it does not say why."
    return shorten(first, _LONGEST, placeholder=" …").rstrip(".") + "."
