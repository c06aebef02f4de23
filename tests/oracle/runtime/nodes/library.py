"""The real TopologyTestDriver of one version in a JVM that stays."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.oracle.class_path import SLF4J_VERSION, cache_directory, resolved_class_path
from tests.oracle.harness_jvm import ServingJvm
from tests.oracle.runtime.nodes.programs import java_of

NODE_VERSIONS: Final = ("2.5.1", "2.8.2", "3.9.2", "4.3.1")

_SOURCE: Final = Path(__file__).parents[1] / "java" / "ServeNodes.java"
_MAIN: Final = "org.apache.kafka.streams.ServeNodes"


class DriverLibrary(ServingJvm):
    """The driver, with all programs of a version."""

    def __init__(self, version: str) -> None:
        options = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
        super().__init__(version, ["java", *options, "-cp", _built(version), _MAIN])

    def ask(self, runs: Sequence[Sequence[str]]) -> list[list[str]]:
        """Give a line for each call of each run."""
        texts = ("".join(f"{call}\n" for call in (*run, ".")) for run in runs)
        writing = threading.Thread(target=self._write, args=(texts,), daemon=True)
        writing.start()
        answers = [list(self._answers()) for _ in runs]
        writing.join()
        return answers

    def _answers(self) -> Iterator[str]:
        while (line := self._read_line().rstrip("\n")) != ".":
            yield line


def _built(version: str) -> str:
    jars = resolved_class_path(
        cache_directory() / version / "test-driver",
        ("org.apache.kafka", "kafka-streams", version),
        ("org.apache.kafka", "kafka-streams-test-utils", version),
        ("org.slf4j", "slf4j-nop", SLF4J_VERSION),
    )
    programs = java_of(version)
    mark = sha256(_SOURCE.read_bytes() + programs.encode()).hexdigest()[:16]
    folder = cache_directory() / version / f"nodes-{mark}"
    if not folder.exists():
        own = folder.with_name(f"{folder.name}-{os.getpid()}")
        own.mkdir()
        (own / "Programs.java").write_text(programs, encoding="utf-8")
        command = ["javac", "--release", "17", "-nowarn", "-Xlint:none", "-d", str(own), "-cp", jars]
        subprocess.run([*command, str(_SOURCE), str(own / "Programs.java")], check=True, capture_output=True)
        own.rename(folder)
    return os.pathsep.join((str(folder), jars))
