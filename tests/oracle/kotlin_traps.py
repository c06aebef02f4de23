"""Traps of Kotlin: `traps.txt` has what is easily misread, `whole.txt` programs as people write them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.oracle.class_path import kotlin_class_path
from tests.oracle.harness_jvm import answers_of, build_harness, write_table
from tests.oracle.programs import FIXTURES
from tests.oracle.traps import Language

_IMPORTS: Final = """\
import java.time.Duration
import java.util.Properties
import org.apache.kafka.common.serialization.Serdes
import org.apache.kafka.common.utils.Bytes
import org.apache.kafka.streams.*
import org.apache.kafka.streams.kstream.*
import org.apache.kafka.streams.state.*
"""


def _frame(declarations: Sequence[str], statements: Sequence[str]) -> Sequence[str]:
    return (
        *declarations,
        "fun topology(config: Properties): Topology {",
        "    val builder = StreamsBuilder()",
        *(f"    {line}" for line in statements),
        "    return builder.build(config)",
        "}",
    )


def _file(package: str, lines: Sequence[str]) -> str:
    heading = [f"package {package}\n"] if package else []
    imports = [line for line in lines if line.startswith("import ")]
    rest = [line for line in lines if not line.startswith("import ")]
    return "\n".join((*heading, *imports, f"{_IMPORTS}", *rest, ""))


def _compile(library: str, sources: Path, classes: Path) -> str:
    path = os.pathsep.join((build_harness(library, sources.parent), kotlin_class_path()))
    table, refused = sources.parent / "units.tsv", sources.parent / "refused.jsonl"
    write_table(table, [("traps", sources, classes)])
    return "".join(one["failure"] for one in answers_of("topoviz.oracle.CompileKotlin", path, table, refused))


KOTLIN: Final = Language(
    tuple(FIXTURES / "kotlin" / name for name in ("traps.txt", "whole.txt")),
    "Trap.kt",
    "TrapKt",
    _frame,
    _file,
    _compile,
    kotlin_class_path,
)
