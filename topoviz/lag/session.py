"""The Spark session: started once, kept warm, replaced when its Java has died, never shared across a fork."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, Final

from pyspark import SparkContext
from pyspark.sql import SparkSession

from topoviz.lag.class_archive import Archives, ClassArchive
from topoviz.lag.java import find_java
from topoviz.lag.java_lookups import remember_lookups
from topoviz.lag.limits import is_small
from topoviz.lag.options import read_options, read_work
from topoviz.lag.spark_failed import explained

LOOPBACK: Final = "127.0.0.1"

_PATIENCE: Final = 30.0
"""So many seconds Java may take to end in order; on a busy machine it may take longer, and then it is killed."""

# Compiling once, Java keeps 48 MB for it, which the third report fills; it then throws code away and compiles it again.
_SMALL_JAVA: Final = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC"

_LARGE_JAVA: Final = (
    "-XX:+IgnoreUnrecognizedVMOptions -XX:+UseParallelGC -XX:-DontCompileHugeMethods "
    "-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 "
    "-XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
)
"""Java interprets a method of more than 8,000 bytes for ever, and Spark makes one of all that is done to a row. To
compile once more what is not run for each row took a third of the processor in a report of 2,000,000 rows."""

_LAUNCHER: Final = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For the Java that puts together how the other one is started, and ends."""

_READ_BY_JAVA: Final = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
"""Variables from which Java takes options by itself."""

# Without an appender Spark takes it for no configuration at all.
_NO_LOG: Final = """rootLogger.level = off
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
logger.gateway.name = org.apache.spark.api.python.PythonGatewayServer
logger.gateway.level = off
"""


class _WithoutLostConnections(logging.Filter):
    """Leaves out what py4j writes of a Java that is gone, a stack of forty lines: SparkFailed says what it means."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.module != "java_gateway"


_QUIET: Final = _WithoutLostConnections()


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """Where Spark runs and how much it may take.

    `address` is the one that the driver listens on; another machine's workers need one they can reach. `private`
    holds Spark's scratch files; None makes a private directory that lasts as long as the process. `java_options` are
    for the driver and the executors. `options` go before everything else that is said here. `work` is a folder that
    all machines of a cluster see, as Hadoop names it; None where they see the disk of this one. `is_small` makes a Java
    that starts sooner, and is slower with large histories. `shuffle_partitions` None parts rows by their size.
    `archives` is where a Java of this process finds the classes of Spark, once they are there.
    """

    master: str = "local[2]"
    driver_memory: str = "1g"
    executor_memory: str = "1g"
    shuffle_partitions: int | None = None
    address: str = LOOPBACK
    private: Path | None = None
    java_options: str = ""
    options: tuple[tuple[str, str], ...] = ()
    work: str | None = None
    is_small: bool = False
    archives: Archives | None = None

    @classmethod
    def from_environment(cls, variables: Mapping[str, str] | None = None) -> SessionSettings:
        """Take the master from `SPARK_MASTER`; without it Spark runs inside this process's own Java.

        Raises SparkFailed.
        """
        given = os.environ if variables is None else variables
        return cls(
            master=given.get("SPARK_MASTER") or "local[2]",
            address=given.get("SPARK_LOCAL_IP") or LOOPBACK,
            options=read_options(given),
            work=read_work(given),
        )

    def to_read(self, files: Iterable[Path]) -> SessionSettings:
        """Suit a Java of this process to the files that it is to read."""
        return self.for_bytes(sum(file.stat().st_size for file in files))

    def for_bytes(self, size: int) -> SessionSettings:
        """Suit a Java of this process to so many bytes of files."""
        return replace(self, is_small=self.master.startswith("local") and is_small(size))


@dataclass
class _Kept:
    """The session of this process, if there is one, and what it was made from."""

    session: SparkSession | None = None
    settings: SessionSettings | None = None
    pid: int = 0
    scratch: tempfile.TemporaryDirectory[str] | None = None


_kept = _Kept()
_lock = Lock()


def spark_session(settings: SessionSettings | None = None) -> SparkSession:
    """Give the session of this process: the warm one if it still lives, else a new one.

    Raises NoJava and SparkFailed.
    """
    wanted = settings if settings is not None else SessionSettings.from_environment()
    with _lock:
        # A Java for large histories is good for small ones too.
        fitting = (wanted, replace(wanted, is_small=False))
        if _kept.session is not None and is_alive() and _kept.settings in fitting:
            return _kept.session
        _let_go()
        _kept.session, _kept.settings, _kept.pid = _start(wanted), wanted, os.getpid()
        return _kept.session


def is_alive() -> bool:
    """Tell whether this process has a session whose Java still runs; asks the process, never the Java."""
    if _kept.session is None or _kept.pid != os.getpid():
        return False
    process = _java_process()
    return process is not None and process.poll() is None


def current_session() -> SparkSession | None:
    """Give the session of this process, if it lives."""
    return _kept.session if is_alive() else None


def stop_session() -> None:
    """Stop the session of this process and its Java, if there is one."""
    with _lock:
        _let_go()


def _let_go() -> None:
    """Part with whatever session there is: in order if it lives and is ours, else without a word to its Java."""
    if is_alive():
        assert _kept.session is not None
        process = _java_process()
        _kept.session.stop()
        _forget()
        if process is not None:
            end_in_order(process, _PATIENCE)
    else:
        _forget()
    if _kept.scratch is not None and _kept.pid == os.getpid():
        _kept.scratch.cleanup()
    _kept.session, _kept.settings, _kept.scratch = None, None, None


def end_in_order(process: subprocess.Popen[bytes], seconds: float) -> None:
    """End a Java, which does so once nobody can write to it; what still runs after so many seconds is killed."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _forget() -> None:
    """Clear what pyspark keeps about a Java. Asking a dead one, as pyspark's own way does, fails for ever.

    A forked child forgets its parent's Java the same way, so that replies meant for the parent stay there.
    """
    for name in ("_active_spark_context", "_gateway", "_jvm"):
        setattr(SparkContext, name, None)
    for name in ("_instantiatedSession", "_activeSession"):
        setattr(SparkSession, name, None)


def _java_process() -> Any:
    gateway: Any = getattr(SparkContext, "_gateway", None)
    return getattr(gateway, "proc", None)


def _start(settings: SessionSettings) -> SparkSession:
    logging.getLogger().addFilter(_QUIET)
    if settings.private is None:
        _kept.scratch = tempfile.TemporaryDirectory(prefix="topoviz-spark-", ignore_cleanup_errors=True)
        private = Path(_kept.scratch.name)
    else:
        private = settings.private
    java = find_java(os.environ, private)
    of_archive = ClassArchive.of(java, settings.archives).options if settings.archives is not None else ""
    builder = SparkSession.Builder().appName("topoviz lag").master(settings.master)
    for key, value in _options(settings, private, of_archive).items():
        builder = builder.config(key, value)
    # Only Spark's launcher reads these, and only while it starts.
    with _variables(
        {
            "JAVA_HOME": str(java.home),
            "SPARK_LAUNCHER_OPTS": os.environ.get("SPARK_LAUNCHER_OPTS", _LAUNCHER),
            "SPARK_LOCAL_IP": settings.address,
            "SPARK_LOCAL_DIRS": str(private),
        }
    ):
        try:
            # Only while Java lives can it be asked what it has failed with.
            with explained():
                session = builder.getOrCreate()
                remember_lookups(session)
                return session
        except Exception:
            _end_java()
            raise


def _end_java() -> None:
    """End a Java in which no session could be started; nothing would ever end it otherwise."""
    process = _java_process()
    _forget()
    if process is not None:
        process.kill()
        process.wait()


def _options(settings: SessionSettings, private: Path, of_archive: str = "") -> dict[str, str]:
    # What goes wrong comes back as an exception; Spark's own log would repeat it, and tell of every cancelled job.
    of_driver, of_executors = (
        f"{_java(kind, settings, place)} {settings.java_options}".strip()
        for kind, place in ((_SMALL_JAVA if settings.is_small else _LARGE_JAVA, "driver"), (_LARGE_JAVA, "executor"))
    )
    logging = private / "log4j2.properties"
    logging.write_text(_NO_LOG, encoding="utf-8")
    given = dict(settings.options)
    ours = {
        "spark.driver.bindAddress": settings.address,
        "spark.driver.host": settings.address,
        "spark.driver.memory": settings.driver_memory,
        "spark.driver.extraJavaOptions": " ".join(
            (f"-Djava.io.tmpdir={private}", f"-Dlog4j2.configurationFile={logging}", of_archive, of_driver)
        ).strip(),
        "spark.executor.extraJavaOptions": of_executors,
        "spark.executor.memory": settings.executor_memory,
        "spark.local.dir": str(private),
        "spark.eventLog.enabled": "false",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Otherwise each column asks Java four times where in Python it was made.
        "spark.python.sql.dataFrameDebugging.enabled": "false",
        "spark.sql.adaptive.enabled": "true",
        # Spark writes every plan down for its own pages, which nobody has here.
        "spark.sql.ui.explainMode": "simple",
        "spark.sql.debug.maxToStringFields": "1",
        # For the same pages it remembers a thousand queries and jobs, which fills its memory in a few hundred reports.
        "spark.sql.ui.retainedExecutions": "20",
        "spark.ui.retainedJobs": "20",
        "spark.ui.retainedStages": "20",
        "spark.ui.retainedTasks": "100",
        # Every report runs the same queries; the code that is generated for them shall outlive one report.
        "spark.sql.codegen.cache.maxEntries": "2000",
        "spark.sql.ansi.enabled": "true",
        # The other form of times is twelve bytes long, and read in many times the time.
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.warehouse.dir": str(private / "warehouse"),
    }
    if settings.shuffle_partitions is not None:
        ours["spark.sql.shuffle.partitions"] = str(settings.shuffle_partitions)
    for name in ("spark.driver.extraJavaOptions", "spark.executor.extraJavaOptions"):
        given[name] = f"{ours[name]} {given.get(name, '')}".strip()
    return ours | given


def _java(options: str, settings: SessionSettings, place: str) -> str:
    """Leave out our garbage collector where another one is asked for: Java does not start with two."""
    asked = " ".join(
        (
            settings.java_options,
            dict(settings.options).get(f"spark.{place}.extraJavaOptions", ""),
            *(os.environ.get(name, "") for name in _READ_BY_JAVA),
        )
    )
    return " ".join(one for one in options.split() if not (one.endswith("GC") and "GC" in asked))


@contextlib.contextmanager
def _variables(values: Mapping[str, str]) -> Iterator[None]:
    before = {key: os.environ.get(key) for key in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for key, value in before.items():
            if value is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = value
