"""Traps of Java: declarations stand inside the class `Trap`, and all files are compiled at once."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.oracle.programs import FIXTURES
from tests.oracle.traps import Language

_IMPORTS: Final = """\
import java.io.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;
import org.apache.kafka.common.serialization.*;
import org.apache.kafka.streams.*;
import org.apache.kafka.streams.kstream.*;
import org.apache.kafka.streams.state.*;
"""


def _frame(declarations: Sequence[str], statements: Sequence[str]) -> Sequence[str]:
    return (
        "public class Trap {",
        *declarations,
        "    public static Topology topology(Properties config) throws Exception {",
        "        StreamsBuilder builder = new StreamsBuilder();",
        *(f"        {line}" for line in statements),
        "        return builder.build(config);",
        "    }",
        "}",
    )


def _file(package: str, lines: Sequence[str]) -> str:
    heading = [f"package {package};"] if package else []
    return "\n".join((*heading, _IMPORTS, *lines, ""))


def _compile(library: str, sources: Path, classes: Path) -> str:
    files = [str(file) for file in sources.rglob("*.java")]
    command = ["javac", "-nowarn", "-Xmaxerrs", "9999", "-proc:none", "-cp", library, "-d", str(classes), *files]
    answer = subprocess.run(command, check=False, capture_output=True, text=True)
    return answer.stderr if answer.returncode else ""


JAVA: Final = Language((FIXTURES / "java" / "traps.txt",), "Trap.java", "Trap", _frame, _file, _compile)
