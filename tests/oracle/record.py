"""The verb `record`: run the fixture programs against the library and write down what it answers."""

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.oracle.calls import calls_of, write_called
from tests.oracle.class_path import cache_directory, class_path, kotlin_class_path
from tests.oracle.harness_jvm import answers_of, build_harness, jdk_version, write_table
from tests.oracle.languages import CompiledProgram, Failure, compile_programs
from tests.oracle.programs import RECORDINGS, Program, find_programs, recording_path
from tests.oracle.recording import (
    Groups,
    Record,
    Recording,
    Refusal,
    mask_identities,
    read_recordings,
    write_recordings,
)
from tests.oracle.versions import DEFAULT_VERSIONS, optimization_settings

# What hangs on identity hashes shows between runs in one JVM; what hangs on a salt drawn when a JVM starts,
# such as the order of Set.of(...), shows only between JVMs.
JVMS = 2
REPEATS_IN_JVM = 4

Seen = Mapping[str, Mapping[str, set[Record]]]


def record_version(version: str, only: str) -> tuple[Failure, ...]:
    """Record every program that exists at a version; the result is the programs without an answer."""
    programs = [program for program in find_programs(only) if version in program.recorded_versions]
    folder = cache_directory() / version
    harness = build_harness(class_path(version), folder)
    compiled, not_compiled = compile_programs(programs, harness, folder / "programs")
    if version in DEFAULT_VERSIONS:
        write_called(version, calls_of(compiled, harness, folder), is_all=not only)
    recordings, not_run = _recorded(version, compiled, harness, folder)
    for program in find_programs(only):
        _keep(program, version, recordings.get(program.key))
    if not only:
        _remove_orphans()
    return (*not_compiled, *not_run)


def recordings_of(
    version: str, programs: Sequence[Program], folder: Path
) -> tuple[Mapping[str, Recording], tuple[Failure, ...]]:
    """Ask the library about programs without writing down what it says: recordings by key, and the failures."""
    harness = build_harness(class_path(version), folder)
    compiled, not_compiled = compile_programs(programs, harness, folder / "programs")
    recordings, not_run = _recorded(version, compiled, harness, folder)
    return recordings, (*not_compiled, *not_run)


def record_calls(version: str) -> tuple[Failure, ...]:
    """Write down which methods the programs of a version call; the result is the programs that do not compile."""
    programs = [program for program in find_programs() if program.exists_at(version)]
    folder = cache_directory() / version
    harness = build_harness(class_path(version), folder)
    compiled, not_compiled = compile_programs(programs, harness, folder / "programs")
    write_called(version, calls_of(compiled, harness, folder), is_all=True)
    return not_compiled


def _recorded(
    version: str, compiled: Sequence[CompiledProgram], harness: str, folder: Path
) -> tuple[Mapping[str, Recording], tuple[Failure, ...]]:
    runtime = os.pathsep.join((harness, kotlin_class_path()))
    seen, failures = _run(compiled, runtime, folder, optimization_settings(version))
    jdk = jdk_version()
    recordings: dict[str, Recording] = {}
    for program in (one.program for one in compiled):
        if program.key in seen:
            results = {key: tuple(sorted(records, key=repr)) for key, records in seen[program.key].items()}
            recordings[program.key] = Recording(version, jdk, program.path, results)
    return recordings, failures


def _run(
    compiled: Sequence[CompiledProgram], harness: str, folder: Path, settings: Sequence[str]
) -> tuple[Seen, tuple[Failure, ...]]:
    table = folder / "compiled.tsv"
    write_table(table, ((one.program.key, one.classes, one.entry) for one in compiled))
    seen: dict[str, dict[str, set[Record]]] = defaultdict(lambda: defaultdict(set))
    failures: dict[str, Failure] = {}
    for number in range(JVMS):
        answers = folder / f"answers-{number}.jsonl"
        for answer in answers_of("topoviz.oracle.Record", harness, table, answers, str(REPEATS_IN_JVM), *settings):
            name = answer["program"]
            if "failure" in answer:
                failures[name] = Failure(name, f"optimize {answer['setting']}: {answer['failure']}")
            else:
                seen[name][answer["setting"]].add(to_record(answer["record"]))
    return {name: found for name, found in seen.items() if name not in failures}, tuple(failures.values())


def _keep(program: Program, version: str, recording: Recording | None) -> None:
    """Put a recording beside those of other versions; without one, an earlier one stays if the program exists."""
    path = recording_path(program)
    recordings = read_recordings(path.read_text(encoding="utf-8")) if path.exists() else {}
    if recording is not None:
        recordings[version] = recording
    elif version not in program.recorded_versions:
        recordings.pop(version, None)
    if recordings:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_recordings(recordings.values()), encoding="utf-8")


def _remove_orphans() -> None:
    expected = {recording_path(program) for program in find_programs()}
    for path in RECORDINGS.rglob("*.txt"):
        if path not in expected:
            path.unlink()


def to_record(answer: Mapping[str, Any]) -> Record:
    """Read one answer of the harness; identities are masked."""
    return Record(
        plan=_masked(answer.get("plan")),
        describe=_masked(answer.get("describe")),
        node_groups=_groups(answer.get("node groups")),
        topics=_groups(answer.get("topics")),
        copartition_groups=_groups(answer.get("copartition groups")),
        refused=_refusal(answer.get("refused")),
    )


def _masked(text: str | None) -> str | None:
    return None if text is None else mask_identities(text)


def _groups(groups: Mapping[str, Sequence[str]] | None) -> Groups | None:
    if groups is None:
        return None
    return tuple((int(number), tuple(names)) for number, names in groups.items())


def _refusal(refusal: Mapping[str, str] | None) -> Refusal | None:
    if refusal is None:
        return None
    return Refusal(refusal["phase"], refusal["exception"], _masked(refusal["message"]))
