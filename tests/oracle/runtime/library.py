"""The real StreamTask of one version in a JVM that stays, asked call by call."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.oracle.class_path import cache_directory, class_path
from tests.oracle.harness_jvm import ServingJvm
from tests.oracle.runtime.asking_engine import REFUSED

RUNTIME_VERSIONS: Final = ("2.5.1", "2.8.2", "3.1.2", "3.6.2", "3.8.1", "3.9.2", "4.3.1")
"""One or more of every era of what a task does with records."""

_SOURCE: Final = Path(__file__).parent / "java" / "ServeTasks.java"
_MAIN: Final = "org.apache.kafka.streams.processor.internals.ServeTasks"


class TaskLibrary(ServingJvm):
    """The real task of one version."""

    def __init__(self, version: str) -> None:
        options = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
        super().__init__(version, ["java", *options, "-cp", _built(version), _MAIN])

    def ask(self, lives: Sequence[Sequence[str]]) -> list[list[str]]:
        """Give a line for each call of each life; a life ends with `refused` where the task does."""
        texts = ("".join(f"{call}\n" for call in (*life, ".")) for life in lives)
        writing = threading.Thread(target=self._write, args=(texts,), daemon=True)
        writing.start()
        answers = [list(self._answers()) for _ in lives]
        writing.join()
        return answers

    def _answers(self) -> list[str]:
        found: list[str] = []
        while (line := self._read_line().rstrip("\n")) != ".":
            found.append(line)
        return until_refused(found)


def until_refused(answers: Sequence[str]) -> list[str]:
    """Leave out what follows on the end of a task: nobody calls it any more. A refused schedule ends nothing."""
    ends = (at for at, answer in enumerate(answers) if answer == REFUSED)
    return list(answers[: next(ends, len(answers)) + 1])


def _built(version: str) -> str:
    jars = class_path(version)
    folder = cache_directory() / version / f"runtime-{sha256(_SOURCE.read_bytes()).hexdigest()[:16]}"
    if not folder.exists():
        own = folder.with_name(f"{folder.name}-{os.getpid()}")
        command = ["javac", "--release", "17", "-nowarn", "-Xlint:none", "-d", str(own), "-cp", jars, str(_SOURCE)]
        subprocess.run(command, check=True, capture_output=True)
        own.rename(folder)
    return os.pathsep.join((str(folder), jars))
