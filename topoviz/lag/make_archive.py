"""Makes the archive of Spark's classes: `python -m topoviz.lag.make_archive FOLDER MOST_BYTES`.

It starts a Spark of its own, has it make a report that nobody reads, and puts the classes that were loaded into an
archive: a minute or two of a processor, behind all other work. With `--until-input-ends` it ends with all that it has
started as soon as nobody holds the other end of its standard input, so that no crash leaves it behind.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any, Final

from topoviz.lag.class_archive import Archives, ClassArchive
from topoviz.lag.java import NoJava, find_java
from topoviz.lag.jobs.warm_up import warm_up
from topoviz.lag.session import SessionSettings, spark_session, stop_session
from topoviz.lag.spark_failed import SparkFailed

_BEHIND_ALL: Final = 19
"""As `nice` counts."""


def make_archive(archives: Archives) -> bool:
    """Make the archive unless it is there; tells whether it is. Raises NoJava and SparkFailed.

    One process at a time makes it. What is unfinished lies in a folder beside it, which the next one removes.
    """
    archives.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(archives.folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        return _make(archives)
    finally:
        os.close(lock)


def _make(archives: Archives) -> bool:
    unfinished = archives.folder / "unfinished"
    # Whoever was ended has left its own.
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    archive = ClassArchive.of(find_java(os.environ, unfinished), archives)
    try:
        if not archive.is_settled:
            classes = unfinished / "loaded.classes"
            archive.make(classes, _load_classes(classes, unfinished))
    finally:
        archive.tidy_up()
    return archive.place.exists()


def _load_classes(classes: Path, private: Path) -> str:
    """Have a Java make a report and write down what it loads; gives the class path of it."""
    settings = replace(
        SessionSettings.from_environment(),
        master="local[2]",
        private=private,
        java_options=f'"-XX:DumpLoadedClassList={classes}"',
        is_small=True,
    )
    try:
        session = spark_session(settings)
        java: Any = getattr(session.sparkContext, "_jvm", None)
        class_path = str(java.java.lang.System.getProperty("java.class.path"))
        warm_up(session, lambda: True, private)
        return class_path
    finally:
        stop_session()


def _end_with_who_started_it() -> None:
    def wait() -> None:
        with suppress(OSError):
            while os.read(sys.stdin.fileno(), 1):
                pass
        os.killpg(0, signal.SIGKILL)

    if os.getpid() != os.getpgrp():
        os.setpgrp()
    Thread(target=wait, name="lag-archive-wanted", daemon=True).start()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the archive and give an exit code."""
    parser = argparse.ArgumentParser(prog="python -m topoviz.lag.make_archive")
    parser.add_argument("folder", type=Path)
    parser.add_argument("most_bytes", type=int)
    parser.add_argument("--until-input-ends", action="store_true")
    options = parser.parse_args(arguments)
    if options.until_input_ends:
        _end_with_who_started_it()
    os.nice(_BEHIND_ALL)
    try:
        return 0 if make_archive(Archives(options.folder, options.most_bytes)) else 1
    except (NoJava, SparkFailed) as failed:
        sys.stderr.write(f"No archive of Spark's classes could be made ({failed}).\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
