"""How a program of each language becomes classes.

Scala has its compiler on Maven Central too (`scala-compiler`): a new language is a compiler function here, which
writes each program's classes and gives the entry class; running and recording know nothing of languages.
"""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.oracle.class_path import kotlin_class_path
from tests.oracle.harness_jvm import answers_of, write_table
from tests.oracle.java_units import JavaUnits, java_units
from tests.oracle.kotlin_units import KotlinUnits, kotlin_units
from tests.oracle.programs import Program


@dataclass(frozen=True, slots=True)
class CompiledProgram:
    """A program whose classes lie in a folder; `entry` has the static method `topology(Properties)`."""

    program: Program
    classes: Path
    entry: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A program that the oracle got no answer about, and why."""

    program: str
    reason: str


Units = JavaUnits | KotlinUnits
Compiled = tuple[tuple[CompiledProgram, ...], tuple[Failure, ...]]
Compiler = Callable[[Sequence[Program], str, Path], Compiled]
"""Programs, class path and an empty working folder in; compiled programs and failures out."""


def compile_programs(programs: Sequence[Program], class_path: str, folder: Path) -> Compiled:
    """Compile programs of any known language below a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    compiled: list[CompiledProgram] = []
    failures: list[Failure] = []
    for language, compiler in LANGUAGES.items():
        chosen = [program for program in programs if program.language == language]
        if chosen:
            succeeded, failed = compiler(chosen, class_path, folder / language)
            compiled.extend(succeeded)
            failures.extend(failed)
    unknown = [program for program in programs if program.language not in LANGUAGES]
    failures.extend(Failure(program.key, f"no compiler for {program.language} programs") for program in unknown)
    return tuple(compiled), tuple(failures)


def compile_java(programs: Sequence[Program], class_path: str, folder: Path) -> Compiled:
    """Compile Java programs, each by itself, in one JVM."""
    written = [_write(program, java_units(program), folder) for program in programs]
    return _compiled("topoviz.oracle.Compile", written, class_path, folder)


def compile_kotlin(programs: Sequence[Program], class_path: str, folder: Path) -> Compiled:
    """Compile Kotlin programs, each by itself, in one JVM."""
    written = [_write(program, kotlin_units(program), folder) for program in programs]
    with_compiler = os.pathsep.join((class_path, kotlin_class_path()))
    return _compiled("topoviz.oracle.CompileKotlin", written, with_compiler, folder)


LANGUAGES: Mapping[str, Compiler] = {"java": compile_java, "kotlin": compile_kotlin}


def _compiled(main: str, written: Sequence[CompiledProgram], class_path: str, folder: Path) -> Compiled:
    """Run a compiler of the harness over programs that are written, and separate those that it refuses."""
    table = folder / "programs.tsv"
    write_table(table, ((one.program.key, one.classes.parent / "sources", one.classes) for one in written))
    answers = answers_of(main, class_path, table, folder / "failures.jsonl")
    failures = tuple(Failure(answer["program"], answer["failure"]) for answer in answers)
    failed = {failure.program for failure in failures}
    return tuple(one for one in written if one.program.key not in failed), failures


def _write(program: Program, units: Units, folder: Path) -> CompiledProgram:
    sources, classes = folder / program.key / "sources", folder / program.key / "classes"
    sources.mkdir(parents=True)
    classes.mkdir()
    for name, text in units.files:
        (sources / name).write_text(text, encoding="utf-8")
    return CompiledProgram(program, classes, units.entry)
