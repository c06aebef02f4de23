"""The class paths of kafka-streams at a version and of Kotlin, brought by Maven into a cache outside the project."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

ASM_VERSION = "9.7.1"
SLF4J_VERSION = "1.7.36"
KOTLIN_VERSION = "2.1.21"

_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>topoviz</groupId>
  <artifactId>oracle</artifactId>
  <version>1</version>
  <dependencies>
{dependencies}
  </dependencies>
</project>
"""
_DEPENDENCY = """\
    <dependency><groupId>{0}</groupId><artifactId>{1}</artifactId><version>{2}</version></dependency>"""


def cache_directory() -> Path:
    """Where class paths and compiled programs are kept between recordings."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "topoviz-oracle"


def class_path(version: str) -> str:
    """The jars of kafka-streams and of what the harness needs. Raises CalledProcessError when Maven fails."""
    return resolved_class_path(
        cache_directory() / version,
        ("org.apache.kafka", "kafka-streams", version),
        ("org.slf4j", "slf4j-nop", SLF4J_VERSION),
        ("org.ow2.asm", "asm", ASM_VERSION),
    )


def kotlin_class_path() -> str:
    """The jars of the Kotlin compiler and of Kotlin's library. Raises CalledProcessError when Maven fails."""
    return resolved_class_path(
        cache_directory() / f"kotlin-{KOTLIN_VERSION}",
        ("org.jetbrains.kotlin", "kotlin-compiler-embeddable", KOTLIN_VERSION),
        ("org.jetbrains.kotlin", "kotlin-stdlib", KOTLIN_VERSION),
    )


def resolved_class_path(folder: Path, *dependencies: tuple[str, str, str]) -> str:
    """The jars that Maven brings for some dependencies; it is asked once, and its answer kept in a folder.

    Raises CalledProcessError when Maven fails.
    """
    answer = folder / "class-path.txt"
    if not _is_complete(answer):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pom.xml").write_text(_pom(dependencies), encoding="utf-8")
        command = ["mvn", "-q", "-B", "dependency:build-classpath", f"-Dmdep.outputFile={answer}"]
        subprocess.run(command, cwd=folder, check=True)
    return answer.read_text(encoding="utf-8").strip()


def _pom(dependencies: Iterable[tuple[str, str, str]]) -> str:
    return _POM.format(dependencies="\n".join(_DEPENDENCY.format(*dependency) for dependency in dependencies))


def _is_complete(answer: Path) -> bool:
    if not answer.exists():
        return False
    jars = answer.read_text(encoding="utf-8").strip().split(os.pathsep)
    return all(Path(jar).exists() for jar in jars)
