"""The verb `changes record`: ask the library about both programs of every pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.oracle.changes.pairs import RECORDED, find_pairs
from tests.oracle.class_path import cache_directory, class_path
from tests.oracle.edit_texts import Half
from tests.oracle.harness_jvm import answers_of, build_harness, jdk_version, write_table
from tests.oracle.languages import Failure, compile_programs
from tests.oracle.record import to_record
from tests.oracle.recording import Record, Recording, write_recordings


def record_pairs(only: str = "") -> tuple[int, tuple[Failure, ...]]:
    """Record the groups that have a pair of this name; how many programs there are, and those without an answer."""
    groups = {pair.group for pair in find_pairs(only)}
    halves = [half for pair in find_pairs() if pair.group in groups for half in (pair.old, pair.new)]
    by_version: defaultdict[str, list[Half]] = defaultdict(list)
    for half in halves:
        by_version[half.version].append(half)
    records: dict[str, Record] = {}
    failures: list[Failure] = []
    for version, ones in by_version.items():
        answers, failed = _ask(version, ones)
        records |= answers
        failures.extend(failed)
    _keep([half for half in halves if half.key in records], records, groups)
    return len(halves), tuple(failures)


def _ask(version: str, halves: Sequence[Half]) -> tuple[dict[str, Record], list[Failure]]:
    folder = cache_directory() / version / "changes"
    folder.mkdir(parents=True, exist_ok=True)
    harness = build_harness(class_path(version), folder)
    key_of = {half.program.key: half.key for half in halves}
    compiled, failed = compile_programs([half.program for half in halves], harness, folder / "programs")
    failures = [Failure(key_of[one.program], one.reason) for one in failed]
    records: dict[str, Record] = {}
    for optimize in sorted({half.optimize for half in halves}):
        wanted = {half.program.key for half in halves if half.optimize == optimize}
        table, rows = folder / "compiled.tsv", [one for one in compiled if one.program.key in wanted]
        write_table(table, ((one.program.key, one.classes, one.entry) for one in rows))
        for answer in answers_of("topoviz.oracle.Record", harness, table, folder / "answers.jsonl", "2", optimize):
            key = key_of[answer["program"]]
            if "failure" in answer:
                failures.append(Failure(key, answer["failure"]))
            elif records.setdefault(key, record := _record(answer["record"])) != record:
                failures.append(Failure(key, "the answer differs from run to run"))
    return records, failures


def _record(answer: Mapping[str, Any]) -> Record:
    stores = answer.get("stores")
    return replace(to_record(answer), plan=None, stores=None if stores is None else ((0, tuple(stores)),))


def _keep(halves: Sequence[Half], records: Mapping[str, Record], groups: set[str]) -> None:
    RECORDED.mkdir(parents=True, exist_ok=True)
    jdk = jdk_version()
    for group in groups:
        texts = [
            write_recordings([Recording(half.version, jdk, half.key, {half.optimize: (records[half.key],)})])
            for half in halves
            if half.key.startswith(f"{group}/")
        ]
        (RECORDED / f"{group}.txt").write_text("\n".join(texts), encoding="utf-8")
