"""Start the Java half of the oracle, and read what it answers."""

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

HARNESS = Path(__file__).parent / "harness"

_JVM_OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
_MANIFEST = "Manifest-Version: 1.0\nPremain-Class: topoviz.oracle.Agent\n"


def build_harness(class_path: str, folder: Path) -> str:
    """Compile the harness against one version; the result is the class path with the harness in front."""
    classes, jar = folder / "harness", folder / "harness.jar"
    shutil.rmtree(classes, ignore_errors=True)
    sources = sorted(str(path) for path in HARNESS.glob("*.java"))
    command = ["javac", "--release", "17", "-nowarn", "-d", str(classes), "-cp", class_path, *sources]
    subprocess.run(command, check=True)
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", _MANIFEST)
        for path in sorted(classes.rglob("*.class")):
            archive.write(path, path.relative_to(classes).as_posix())
    return os.pathsep.join((str(jar), class_path))


def answers_of(main: str, class_path: str, table: Path, answers: Path, *arguments: str) -> list[dict[str, Any]]:
    """Run a main class of the harness over a table of programs; its answers are lines of JSON.

    `class_path` is one from `build_harness`. Raises CalledProcessError when the JVM fails.
    """
    subprocess.run([*jvm_command(main, class_path), str(table), str(answers), *arguments], check=True)
    return [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]


def jvm_command(main: str, class_path: str, options: Sequence[str] = ()) -> list[str]:
    """The command that starts a main class of the harness; `class_path` is one from `build_harness`."""
    jar = class_path.split(os.pathsep)[0]
    return ["java", *_JVM_OPTIONS, *options, f"-javaagent:{jar}", "-cp", class_path, main]


class ServingJvm:
    """A JVM with a version of Kafka Streams that answers as long as it is asked; a context manager, which ends it."""

    def __init__(self, version: str, command: Sequence[str]) -> None:
        self.version = version
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def _write(self, texts: Iterable[str]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.writelines(texts)
        self._process.stdin.flush()

    def _read_line(self) -> str:
        """Wait for a line of the answer; raises RuntimeError when the JVM ends, as where the harness does not fit."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"The JVM with Kafka Streams {self.version} ended.")
        return line


def write_table(path: Path, rows: Iterable[Iterable[object]]) -> None:
    """Write rows as tab-separated lines, the form in which the harness takes its programs."""
    text = "".join("\t".join(map(str, row)) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")


def jdk_version() -> str:
    """The full version of the JDK on the path, such as `17.0.15`."""
    command = ["java", "-XshowSettings:properties", "-version"]
    settings = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return next(line.split("=")[1].strip() for line in settings.splitlines() if "java.version =" in line)
