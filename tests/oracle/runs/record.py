"""The verb `runs`: play ready runs with a broker, in real time, and write down what is seen.

What came at 0 s is there when the application starts; the rest is sent at its time from when it runs. The order in
which tasks take records stands in the log, since StreamTask says so of each of them.
"""

from __future__ import annotations

import csv
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.oracle.class_path import cache_directory, class_path
from tests.oracle.deployments.running import BROKER_VERSION, Broker, Members, waited
from tests.oracle.harness_jvm import build_harness, jdk_version
from tests.oracle.languages import CompiledProgram, compile_programs
from tests.oracle.programs import read_program
from tests.oracle.runs.runs import FOLDER, RUNS, RealRun, Seen, write_seen
from topoviz.engine.simulated.configuration_file import read_configuration_file
from topoviz.web.documents.example_runs import ExampleRun, example_runs

_LOUD: Final = "org.apache.kafka.streams.processor.internals.StreamTask"
_TAKEN: Final = re.compile(
    r"task \[(?P<task>\d+_\d+)\] Start processing one record \[.*?"
    r"topic = (?P<topic>[\w.-]+), partition = (?P<partition>\d+).*?offset = (?P<offset>\d+)"
)
_ATTEMPTS: Final = 3
_NUMBERS: Final = count(1)


def record_runs(only: str, tell: Callable[[str], None]) -> int:
    """Play those whose id has a text, and keep what was seen; gives how many."""
    chosen = [one for one in RUNS if only in one.id]
    examples = {one.id: one for one in example_runs()}
    with TemporaryDirectory(prefix="runs-") as folder, ExitStack() as stack:
        broker = stack.enter_context(Broker(Path(folder)))
        for one in chosen:
            place = Path(folder) / f"{one.id}-{one.version}"
            seen = _played(one, examples[one.id], broker, place / str(next(_NUMBERS)))
            for _ in range(_ATTEMPTS):
                if one.dies_at is None or seen.again:
                    break
                # It died just after a commit.
                seen = _played(one, examples[one.id], broker, place / str(next(_NUMBERS)))
            heading = f"{one.id} · {one.version} · broker {BROKER_VERSION} · JDK {jdk_version()}"
            one.recording.write_text(write_seen(heading, seen), encoding="utf-8")
            tell(f"{one.id} {one.version}: {len(seen.before)} and {len(seen.after)} records, {seen.again} twice")
    return len(chosen)


def _played(run: RealRun, example: ExampleRun, broker: Broker, folder: Path) -> Seen:
    folder.mkdir(parents=True)
    compiled = _compiled(run)
    application = f"run{folder.name}"
    _make_topics(broker, example, run, application)
    rows = list(csv.DictReader(example.run.records.splitlines()))
    _send(broker, (row for row in rows if row["time_ms"] == "0"))
    settings = _settings(example, broker, application, folder)
    before: tuple[str, ...] = ()
    log = folder / "first" / f"{run.version}.log"
    with Members(run.version, log.parent, ((_LOUD, "trace"),)) as jvm:
        _start(jvm, compiled, settings, run.version)
        began = time.monotonic()
        dies = None if run.dies_at is None else began + run.dies_at
        left = _send_in_time(broker, (row for row in rows if row["time_ms"] != "0"), began, dies)
        if dies is None:
            time.sleep(max(0.0, began + run.lasts - time.monotonic()))
            jvm.ask("stop", application)
    before = tuple(_taken(log, application))
    after: tuple[str, ...] = ()
    if run.dies_at is not None:
        _send(broker, left)
        log = folder / "second" / f"{run.version}.log"
        with Members(run.version, log.parent, ((_LOUD, "trace"),)) as jvm:
            _start(jvm, compiled, settings, run.version)
            time.sleep(run.lasts)
            jvm.ask("stop", application)
        after = tuple(_taken(log, application))
    return Seen(before, after, tuple(map(str, broker.ask("records", run.output))))


def _compiled(run: RealRun) -> CompiledProgram:
    folder = cache_directory() / run.version / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    program = read_program(FOLDER / f"{run.id}.java", "java", "runs")
    harness = build_harness(class_path(run.version), folder)
    compiled, failures = compile_programs([program], harness, folder / run.id)
    if failures:
        raise ValueError(failures[0].reason)
    return compiled[0]


def _make_topics(broker: Broker, example: ExampleRun, run: RealRun, application: str) -> None:
    counts = dict(line.split("=") for line in example.run.partitions.splitlines())
    names = {**counts, run.output: "1", "places": "1"}
    old = [name for name in broker.ask("topics", "") if name in names or name.startswith(application)]
    if old:
        broker.ask("delete", *old)
    for name, partitions in names.items():
        broker.ask("create", name, partitions)


def _settings(example: ExampleRun, broker: Broker, application: str, folder: Path) -> Mapping[str, str]:
    own = read_configuration_file(example.run.configuration).settings
    return {
        "replication.factor": "1",
        "metadata.max.age.ms": "1000",
        "session.timeout.ms": "4000",
        "heartbeat.interval.ms": "500",
        **{name: word.text for name, word in own.items()},
        "bootstrap.servers": broker.address,
        "application.id": application,
        "client.id": application,
        "state.dir": str(folder / "state"),
    }


def _start(jvm: Members, compiled: CompiledProgram, settings: Mapping[str, str], version: str) -> None:
    name = settings["application.id"]
    jvm.ask("start", name, compiled.classes, compiled.entry, *(f"{key}={value}" for key, value in settings.items()))
    if not waited(lambda: jvm.ask("status", name)["state"] == "RUNNING", 60):
        raise RuntimeError(f"{name} at {version} does not run: {jvm.ask('status', name)}")


def _send(broker: Broker, rows: Iterable[Mapping[str, str]]) -> None:
    for row in rows:
        broker.ask("send", row["topic"], f"{row['key']}={row.get('value') or 'x'}@{row['timestamp_ms']}")


def _send_in_time(
    broker: Broker, rows: Iterable[Mapping[str, str]], began: float, until: float | None
) -> list[Mapping[str, str]]:
    """Send each at its time; gives those whose time is after the end."""
    left = []
    for row in rows:
        due = began + int(row["time_ms"]) / 1_000
        if until is not None and due >= until:
            left.append(row)
            continue
        time.sleep(max(0.0, due - time.monotonic()))
        _send(broker, [row])
    if until is not None:
        time.sleep(max(0.0, until - time.monotonic()))
    return left


def _taken(log: Path, application: str) -> Iterator[str]:
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if (found := _TAKEN.search(line)) is not None:
            topic = found["topic"].removeprefix(f"{application}-")
            yield f"{found['task']} {topic}-{found['partition']} {found['offset']}"
