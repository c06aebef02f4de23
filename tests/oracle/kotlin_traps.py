"""The verb `traps`: ask the real library about many small programs of Kotlin, all compiled at once.

`traps.txt` has what is easily misread, `whole.txt` programs as people write them. Each is a title behind `# `,
declarations as they stand, the statements of `topology()` behind `> `, and behind `= ` what `Topology.describe()`
printed, or behind `! ` what was thrown. A line `--- Other.kt` begins another file.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.oracle.class_path import class_path, kotlin_class_path
from tests.oracle.harness_jvm import answers_of, build_harness, write_table
from tests.oracle.programs import FIXTURES

TRAPS: Final = FIXTURES / "kotlin" / "traps.txt"
WHOLE: Final = FIXTURES / "kotlin" / "whole.txt"
VERSION: Final = "3.9.2"

_IMPORTS: Final = """\
import java.time.Duration
import java.util.Properties
import org.apache.kafka.common.serialization.Serdes
import org.apache.kafka.common.utils.Bytes
import org.apache.kafka.streams.*
import org.apache.kafka.streams.kstream.*
import org.apache.kafka.streams.state.*
"""
_RUNS: Final = 2
_ERROR: Final = re.compile(r"/t(\d+)/\w+\.kt:\d+:\d+: error: (.*)")
_MARK: Final = "\x01"


@dataclass(frozen=True, slots=True)
class Trap:
    """A line or a few of Kotlin, and what the library says about them: lines of `describe()`, or what is thrown."""

    title: str
    declarations: tuple[str, ...]
    statements: tuple[str, ...]
    described: tuple[str, ...] = ()
    thrown: str = ""

    def files(self, package: str = "") -> Mapping[str, str]:
        """The whole program, by the names of its files."""
        found: dict[str, list[str]] = {"Trap.kt": []}
        name = "Trap.kt"
        for line in self.declarations:
            if line.startswith("--- "):
                name = line.removeprefix("--- ")
                found[name] = []
            else:
                found[name].append(line)
        found["Trap.kt"] += (
            "fun topology(config: Properties): Topology {",
            "    val builder = StreamsBuilder()",
            *(f"    {line}" for line in self.statements),
            "    return builder.build(config)",
            "}",
        )
        return {name: _file(lines, package) for name, lines in found.items()}


def _file(lines: Sequence[str], package: str) -> str:
    heading = [f"package {package}\n"] if package else []
    imports = [line for line in lines if line.startswith("import ")]
    rest = [line for line in lines if not line.startswith("import ")]
    return "\n".join((*heading, *imports, f"{_IMPORTS}", *rest, ""))


def read_traps(text: str) -> tuple[Trap, ...]:
    """Read the fixture."""
    return tuple(_trap(block.splitlines()) for block in re.split(r"\n{2,}", text.strip()))


def _trap(lines: Sequence[str]) -> Trap:
    def behind(sign: str) -> Iterator[str]:
        return (line.removeprefix(sign) for line in lines if line.startswith(sign))

    signs = ("# ", "> ", "= ", "! ")
    plain = tuple(line for line in lines if not line.startswith(signs))
    return Trap(next(behind("# ")), plain, tuple(behind("> ")), tuple(behind("= ")), next(behind("! "), ""))


def write_traps(traps: Sequence[Trap]) -> str:
    """Write the fixture."""
    return "\n".join(_text_of(trap) for trap in traps)


def _text_of(trap: Trap) -> str:
    answer = [f"! {trap.thrown}"] if trap.thrown else [f"= {line}" for line in trap.described]
    return "\n".join((f"# {trap.title}", *trap.declarations, *(f"> {one}" for one in trap.statements), *answer, ""))


def record_traps(paths: Sequence[Path] = (TRAPS, WHOLE)) -> tuple[int, list[str]]:
    """Ask the library about all traps and write its answers down; give how many there are, and what went wrong."""
    by_file = [read_traps(path.read_text(encoding="utf-8")) for path in paths]
    traps = [trap for found in by_file for trap in found]
    with TemporaryDirectory(prefix="traps-") as folder:
        answers, failures = _ask(traps, Path(folder))
    recorded = iter([_answered(trap, answers.get(number, "")) for number, trap in enumerate(traps)])
    for path, found in zip(paths, by_file, strict=True):
        path.write_text(write_traps([next(recorded) for _ in found]), encoding="utf-8")
    return len(traps), [f"{traps[number].title}: {words}" for number, words in sorted(failures.items())]


def _answered(trap: Trap, answer: str) -> Trap:
    if answer.startswith("! "):
        return replace(trap, described=(), thrown=answer.removeprefix("! ").strip())
    return replace(trap, described=tuple(answer.splitlines()[1:]), thrown="")


def _ask(traps: Sequence[Trap], folder: Path) -> tuple[dict[int, str], dict[int, str]]:
    harness = build_harness(class_path(VERSION), folder)
    with_kotlin = os.pathsep.join((harness, kotlin_class_path()))
    failures: dict[int, str] = {}
    while True:
        chosen = {number: trap for number, trap in enumerate(traps) if number not in failures}
        sources, classes = folder / f"sources-{len(failures)}", folder / f"classes-{len(failures)}"
        _write_sources(chosen, sources)
        write_table(folder / "units.tsv", [("traps", sources, classes)])
        words = answers_of("topoviz.oracle.CompileKotlin", with_kotlin, folder / "units.tsv", folder / "refused.jsonl")
        if not words:
            break
        refused = {int(number): reason for number, reason in reversed(_ERROR.findall(words[0]["failure"]))}
        if not refused:
            raise RuntimeError(words[0]["failure"])
        failures |= refused
    runs = [_run(os.pathsep.join((str(classes), with_kotlin))) for _ in range(_RUNS)]
    for number in chosen:
        if len({run.get(number) for run in runs}) > 1:
            failures[number] = "the answer differs from run to run"
    return runs[0], failures


def _write_sources(traps: Mapping[int, Trap], folder: Path) -> None:
    for number, trap in traps.items():
        (folder / f"t{number}").mkdir(parents=True)
        for name, text in trap.files(f"t{number}").items():
            (folder / f"t{number}" / name).write_text(text, encoding="utf-8")
    asked = "\n".join(f"    answer({number}) {{ t{number}.topology(it) }}" for number in traps)
    (folder / "Main.kt").write_text(f"{_MAIN}fun main() {{\n{asked}\n}}\n", encoding="utf-8")


_MAIN: Final = """\
import java.util.Properties
import org.apache.kafka.streams.Topology

fun answer(number: Int, topology: (Properties) -> Topology) {
    val config = Properties().apply { put("application.id", "app"); put("topology.optimization", "none") }
    val words = try { topology(config).describe().toString() } catch (thrown: Throwable) {
        val cause = if (thrown is ExceptionInInitializerError) thrown.cause!! else thrown
        val message = cause.message?.replace("t$number.", "")?.replace("\\n", " ")
        "! ${cause.javaClass.simpleName}${if (message == null) "" else ": $message"}"
    }
    print("\\u0001$number\\u0001$words\\u0001")
}

"""


def _run(runtime: str) -> dict[int, str]:
    output = subprocess.run(["java", "-cp", runtime, "MainKt"], check=True, capture_output=True, text=True).stdout
    parts = output.split(_MARK)[1:]
    # Behind each answer stands what the next trap itself prints.
    return {int(number): words.rstrip("\n") for number, words in zip(parts[::3], parts[1::3], strict=True)}
