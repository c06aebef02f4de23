"""The verb `java-traps`: ask the real library about the Java traps, which are written like those of Kotlin.

Declarations stand inside the class `Trap`. A line `--- Other.java` begins another file; one that begins with `--- !` is
compiled for the library and not in the text that the engine is given, as what an application has in other places.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.oracle.class_path import class_path
from tests.oracle.kotlin_traps import Trap, read_traps, write_traps
from tests.oracle.programs import FIXTURES

TRAPS: Final = FIXTURES / "java" / "traps.txt"
VERSION: Final = "3.9.2"

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
_OUTSIDE: Final = "!"
_ERROR: Final = re.compile(r"/t(\d+)/\w+\.java:\d+: error: (.*)")
_MARK: Final = "\x01"


def files_of(trap: Trap, package: str = "", *, outside: bool) -> Mapping[str, str]:
    """The files of a trap by their names, with those that the engine is not given or without them."""
    found: dict[str, list[str]] = {"Trap.java": ["public class Trap {"]}
    name = "Trap.java"
    for line in trap.declarations:
        if line.startswith("--- "):
            name = line.removeprefix("--- ")
            found[name] = []
        else:
            found[name].append(line)
    found["Trap.java"] += (
        "    static Topology topology(Properties config) throws Exception {",
        "        StreamsBuilder builder = new StreamsBuilder();",
        *(f"        {line}" for line in trap.statements),
        "        return builder.build(config);",
        "    }",
        "}",
    )
    heading = [f"package {package};"] if package else []
    return {
        name.removeprefix(_OUTSIDE): "\n".join((*heading, _IMPORTS, *lines, ""))
        for name, lines in found.items()
        if outside or not name.startswith(_OUTSIDE)
    }


def record_traps(path: Path = TRAPS) -> tuple[int, list[str]]:
    """Ask the library about all traps and write its answers down; give how many there are, and what went wrong."""
    traps = read_traps(path.read_text(encoding="utf-8"))
    with TemporaryDirectory(prefix="traps-") as folder:
        answers, failures = _ask(traps, Path(folder))
    recorded = [_answered(trap, answers.get(number, "")) for number, trap in enumerate(traps)]
    path.write_text(write_traps(recorded), encoding="utf-8")
    return len(traps), [f"{traps[number].title}: {words}" for number, words in sorted(failures.items())]


def _answered(trap: Trap, answer: str) -> Trap:
    if answer.startswith("! "):
        return replace(trap, described=(), thrown=answer.removeprefix("! ").strip())
    return replace(trap, described=tuple(answer.splitlines()[1:]), thrown="")


def _ask(traps: Sequence[Trap], folder: Path) -> tuple[dict[int, str], dict[int, str]]:
    failures: dict[int, str] = {}
    path = class_path(VERSION)
    while True:
        chosen = {number: trap for number, trap in enumerate(traps) if number not in failures}
        sources, classes = folder / f"sources-{len(failures)}", folder / f"classes-{len(failures)}"
        _write_sources(chosen, sources)
        files = [str(file) for file in sources.rglob("*.java")]
        command = ["javac", "-nowarn", "-Xmaxerrs", "9999", "-proc:none", "-cp", path, "-d", str(classes), *files]
        words = subprocess.run(command, check=False, capture_output=True, text=True)
        if not words.returncode:
            break
        refused = {int(number): reason for number, reason in reversed(_ERROR.findall(words.stderr))}
        if not refused:
            raise RuntimeError(words.stderr)
        failures |= refused
    runs = [_run(os.pathsep.join((str(classes), path))) for _ in range(2)]
    for number in chosen:
        if len({run.get(number) for run in runs}) > 1:
            failures[number] = "the answer differs from run to run"
    return runs[0], failures


def _write_sources(traps: Mapping[int, Trap], folder: Path) -> None:
    for number, trap in traps.items():
        (folder / f"t{number}").mkdir(parents=True)
        for name, text in files_of(trap, f"t{number}", outside=True).items():
            shown = text.replace("static Topology topology(", "public static Topology topology(")
            (folder / f"t{number}" / name).write_text(shown, encoding="utf-8")
    asked = "\n".join(f"        answer({number}, t{number}.Trap::topology);" for number in traps)
    (folder / "Main.java").write_text(_MAIN.replace("// asked", asked), encoding="utf-8")


_MAIN: Final = """\
import java.util.Properties;
import org.apache.kafka.streams.Topology;

public class Main {
    interface Maker { Topology make(Properties config) throws Exception; }

    static void answer(int number, Maker maker) {
        Properties config = new Properties();
        config.put("application.id", "app");
        config.put("topology.optimization", "none");
        String words;
        try {
            words = maker.make(config).describe().toString();
        } catch (Throwable thrown) {
            Throwable cause = thrown instanceof ExceptionInInitializerError ? thrown.getCause() : thrown;
            String message = cause.getMessage() == null ? null : cause.getMessage().replace("t" + number + ".", "");
            String rest = message == null ? "" : ": " + message.replace("\\n", " ");
            words = "! " + cause.getClass().getSimpleName() + rest;
        }
        System.out.print("\\u0001" + number + "\\u0001" + words + "\\u0001");
    }

    public static void main(String[] arguments) {
// asked
        System.exit(0);
    }
}
"""


def _run(runtime: str) -> dict[int, str]:
    output = subprocess.run(["java", "-cp", runtime, "Main"], check=True, capture_output=True, text=True).stdout
    parts = output.split(_MARK)[1:]
    # Behind each answer stands what the next trap itself prints.
    return {int(number): words.rstrip("\n") for number, words in zip(parts[::3], parts[1::3], strict=True)}
